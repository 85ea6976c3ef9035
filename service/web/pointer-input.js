// Input on the board: clicks, drags and keys become tokens. Legality is decided elsewhere.

import { parseMove, writeMove } from './notation.js';
import { groupName, pileName, t } from './i18n.js';

const DRAG = 6;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Hand {
  #board;
  #element;
  #session;
  #attempt;
  #say;
  #picked = null;
  #drag = null;
  #wasDrag = false;
  #at = null;

  constructor(board, element, session, attempt, say) {
    this.#board = board;
    this.#element = element;
    this.#session = session;
    this.#attempt = attempt;
    this.#say = say;
    const listen = (name, act) => element.addEventListener(name, (event) => act(event));
    listen('pointerdown', (event) => this.#press(event));
    listen('pointermove', (event) => this.#move(event));
    listen('pointerup', (event) => this.#release(event));
    listen('pointercancel', () => this.#endDrag());
    listen('click', (event) => this.#click(event));
    listen('dblclick', (event) => this.#toFoundation(this.#board.locate(event.target)));
    listen('keydown', (event) => this.#key(event));
    session.watch(() => this.#rest());
  }

  // Focus the board for keyboard play.
  focus() {
    [...this.#board.places.values()].find((place) => place.tabIndex === 0)?.focus();
  }

  // After every change: release held cards, and make places buttons during play.
  #rest() {
    this.#endDrag();
    const { playing } = this.#session;
    this.#element.classList.toggle('playing', playing);
    const places = [...this.#board.places.values()];
    const current = places.find((place) => place.tabIndex === 0) ?? places[0];
    for (const place of places) {
      place.setAttribute('role', playing ? 'button' : 'img');
      if (playing) place.tabIndex = place === current ? 0 : -1;
      else place.removeAttribute('tabindex');
    }
  }

  #cards(pile) {
    return this.#session.position.get(pile).cards;
  }

  // Return where to show a refusal: at the pointer, or at the pile selected by keys.
  get spot() {
    if (this.#at) return this.#at;
    const box = document.activeElement?.closest?.('.place')?.getBoundingClientRect();
    return box ? { x: box.x + box.width / 2, y: box.y + 30 } : null;
  }

  #press(event) {
    this.#wasDrag = false;
    this.#at = { x: event.clientX, y: event.clientY };
    const at = this.#board.locate(event.target);
    const byFinger = event.pointerType === 'touch' && !this.#session.playing;
    if (event.button !== 0 || byFinger || !at || at.pile === 'S' || !event.target.closest('.card:not(.down)')) return;
    this.#drag = { at, x: event.clientX, y: event.clientY, elements: null };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.elements) {
      if (Math.hypot(dx, dy) < DRAG) return;
      drag.elements = this.#board.lifted(drag.at.pile, drag.at.index);
      drag.elements.forEach((card) => card.classList.add('dragged'));
      this.#element.setPointerCapture(event.pointerId);
      this.#pick(drag.at);
    }
    for (const card of drag.elements) card.style.translate = `${dx}px ${dy}px`;
  }

  async #release(event) {
    const { at, elements } = this.#drag ?? {};
    if (!elements) {
      this.#drag = null;
      return;
    }
    this.#wasDrag = true;
    this.#at = { x: event.clientX, y: event.clientY };
    const under = document.elementsFromPoint(event.clientX, event.clientY).filter((found) => !elements.includes(found));
    const target = under.map((found) => this.#board.locate(found)).find(Boolean);
    if (target && target.pile !== at.pile) await this.#attempt(this.#token(at, target.pile));
    this.#endDrag();
  }

  // Cards slide from where they were dropped to their place.
  #endDrag() {
    for (const card of this.#drag?.elements ?? []) {
      card.classList.remove('dragged');
      card.style.translate = '';
    }
    this.#drag = null;
    this.#drop();
  }

  #click(event) {
    const at = this.#board.locate(event.target);
    // Ignore the click that ends a drag.
    if (!at || this.#wasDrag || event.detail > 1) return;
    this.#tap(at.pile, event.target.closest('.card') ? at.index : this.#top(at.pile));
  }

  #top(pile) {
    return Math.max(0, this.#cards(pile).length - 1);
  }

  async #tap(pile, index) {
    const picked = this.#picked;
    if (pile === 'S') return this.#stock();
    if (picked && picked.pile !== pile) {
      const token = await this.#meant(picked, pile);
      this.#drop();
      return this.#attempt(token);
    }
    if (picked?.index === index || !this.#cards(pile).length) return this.#drop();
    return this.#pick({ pile, index });
  }

  // The stock does its legal action. If none is legal, the service explains why.
  async #stock() {
    const { actions } = this.#session.game.variant;
    if (!actions.length) return;
    const legal = await this.#legal();
    await this.#attempt(actions.find((action) => legal.includes(action)) ?? actions[0]);
  }

  #toFoundation(at) {
    if (at && at.pile !== 'S' && this.#cards(at.pile).length) this.#attempt(this.#token(at, 'F'));
  }

  #token({ pile, index }, target) {
    return writeMove({ source: pile, target, cards: this.#cards(pile).length - index });
  }

  // Two piles name the one group that can move between them.
  async #meant(picked, target) {
    const token = this.#token(picked, target);
    if (picked.index < this.#top(picked.pile)) return token;
    const between = (await this.#legalFrom(picked.pile)).filter((move) => move.target === target);
    return between.length === 1 ? writeMove(between[0]) : token;
  }

  // These are hints only. If they cannot be loaded, the attempt itself reports the problem.
  #legal() {
    return this.#session.game.legalAt(this.#session.base).catch(() => []);
  }

  async #legalFrom(pile) {
    const legal = await this.#legal();
    return legal.map(parseMove).filter((move) => move?.source === pile);
  }

  async #pick(picked) {
    if (picked.index < this.#session.position.get(picked.pile).faceDown) return;
    const cards = this.#cards(picked.pile).slice(picked.index);
    if (!cards.length) return;
    this.#picked = picked;
    const held = new Map(cards.map((card) => [card.number, 'picked']));
    this.#board.mark('hand', { cards: held });
    const moves = await this.#legalFrom(picked.pile);
    if (this.#picked !== picked) return;
    const fitting = moves.filter((move) => cards.length === 1 || move.cards === cards.length);
    this.#board.mark('hand', { cards: held, piles: new Map(fitting.map((move) => [move.target, 'open'])) });
    const goals = fitting.map((move) => pileName(move.target)).join(', ');
    this.#say(t('hand.held', groupName(cards.map((card) => card.code)), goals));
  }

  #drop() {
    this.#picked = null;
    this.#board.mark('hand', {});
  }

  #key(event) {
    this.#at = null;
    const pile = event.target.dataset.pile;
    if (!pile || !this.#session.playing || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (way && event.shiftKey) this.#reach(-way[1]);
    else if (way) this.#walk(pile, ...way);
    else if (event.key === 'Enter' || event.key === ' ') this.#tapByKey(pile);
    else if (event.key === 'f') this.#toFoundation({ pile, index: this.#picked?.pile === pile ? this.#picked.index : this.#top(pile) });
    else if (event.key === 'Escape') this.#drop();
    else return;
    event.preventDefault();
  }

  #tapByKey(pile) {
    this.#tap(pile, this.#picked?.pile === pile ? this.#picked.index : this.#top(pile));
  }

  // Hold one more or one fewer card of the column.
  #reach(more) {
    if (!this.#picked) return;
    const { pile, index } = this.#picked;
    const lowest = this.#session.position.get(pile).faceDown;
    this.#pick({ pile, index: Math.max(lowest, Math.min(this.#top(pile), index - more)) });
  }

  #walk(pile, dx, dy) {
    const from = this.#board.whereIs(pile);
    const far = ({ x, y }) => (dx ? Math.abs(x - from.x) + 4 * Math.abs(y - from.y) : Math.abs(y - from.y) + Math.abs(x - from.x));
    const ahead = [...this.#board.places].filter(([name]) => {
      const at = this.#board.whereIs(name);
      return (at.x - from.x) * dx + (at.y - from.y) * dy > 0;
    });
    ahead.sort(([one], [other]) => far(this.#board.whereIs(one)) - far(this.#board.whereIs(other)));
    if (!ahead.length) return;
    this.#board.places.get(pile).tabIndex = -1;
    const [, place] = ahead[0];
    place.tabIndex = 0;
    place.focus();
  }
}
