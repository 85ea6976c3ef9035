// Input on the board: taps, drags and keys become tokens. Legality is decided elsewhere.

import { bestMove } from '../game/auto-moves.js';
import { parseMove, writeMove } from '../game/notation.js';
import { groupName, pileName, t } from '../i18n/text.js';
import { dropTarget } from './geometry.js';

const DRAG = 6;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class PointerInput {
  #board;
  #element;
  #session;
  #attempt;
  #say;
  #picked = null;
  #drag = null;
  #wasDrag = false;
  #pressed = null;
  // The last move by a click, to ignore the second half of a double click.
  #moved = { pile: null, at: 0 };

  // Whether one tap plays the best legal move of a card.
  oneTap = () => true;

  constructor(board, element, session, attempt, say) {
    this.#board = board;
    this.#element = element;
    this.#session = session;
    this.#attempt = attempt;
    this.#say = say;
    const listen = (name, act) => element.addEventListener(name, (event) => session.game && act(event));
    listen('pointerdown', (event) => this.#press(event));
    listen('pointermove', (event) => this.#move(event));
    listen('pointerup', () => this.#release());
    listen('pointercancel', () => this.#endDrag());
    listen('click', (event) => this.#click(event));
    listen('keydown', (event) => this.#key(event));
    // The drawer has its own use for the key.
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.#drag?.elements && this.#cancel(event), true);
    session.watch((_, previous) => this.#rest(previous));
  }

  // Focus the board for keyboard play.
  focus() {
    [...this.#board.places.values()].find((place) => place.tabIndex === 0)?.focus();
  }

  // After every move: release held cards. One place at a time is a tab stop.
  #rest(previous) {
    if (this.#session.node !== previous.node) this.#endDrag();
    const places = [...this.#board.places.values()];
    const current = places.find((place) => place.tabIndex === 0) ?? places[0];
    for (const place of places) place.tabIndex = place === current ? 0 : -1;
  }

  #cards(pile) {
    return this.#session.position.get(pile).cards;
  }

  #press(event) {
    this.#wasDrag = false;
    const at = this.#board.locate(event.target);
    this.#pressed = at;
    if (event.button !== 0 || !at || !event.target.closest('.card:not(.down)')) return;
    this.#drag = { at, x: event.clientX, y: event.clientY, elements: null };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.elements) {
      if (Math.hypot(dx, dy) < DRAG) return;
      drag.elements = this.#board.lift(drag.at);
      drag.elements.forEach((card) => card.classList.add('dragged'));
      this.#element.classList.add('dragging');
      this.#element.setPointerCapture(event.pointerId);
      this.#pick(drag.at);
    }
    for (const card of drag.elements) card.style.translate = `${dx}px ${dy}px`;
  }

  #release() {
    const { at, elements } = this.#drag ?? {};
    if (!elements) {
      this.#drag = null;
      return;
    }
    this.#wasDrag = true;
    const legal = new Set(this.#fitting(at).map((move) => move.target));
    const target = dropTarget(elements[0].getBoundingClientRect(), this.#board.boxes(at), legal, at.pile);
    this.#endDrag();
    if (target) this.#attempt(this.#token(at, target));
  }

  #cancel(event) {
    event.stopPropagation();
    this.#wasDrag = true;
    this.#endDrag();
  }

  // Cards slide from where they were dropped to their place.
  #endDrag() {
    const { at, elements = null } = this.#drag ?? {};
    if (elements) this.#board.putBack(at.pile);
    for (const card of elements ?? []) {
      card.classList.replace('dragged', 'sliding');
      card.style.translate = '';
    }
    this.#element.classList.remove('dragging');
    this.#drag = null;
    this.#drop();
  }

  #click(event) {
    // A card that flew in or away between press and release leaves the click to the felt.
    const at = this.#board.locate(event.target) ?? this.#pressed;
    // Ignore the click that ends a drag, and the second half of a double click that moved a card already.
    const twice = event.detail > 1 && this.#moved.pile === at?.pile && event.timeStamp - this.#moved.at < 400;
    if (!at || this.#wasDrag || (twice && at.pile !== 'S' && event.pointerType !== 'touch')) return;
    // A finger on a covered card spreads a compressed column first, so that its cards can be read and hit.
    const covered = event.pointerType === 'touch' && event.target.closest('.card') && at.index < this.#top(at.pile);
    if (event.pointerType === 'touch' && !(covered && this.#board.isReadable(at)) && this.#board.spread(covered ? at : null)) return;
    const before = this.#session.node;
    this.#tap(at.pile, event.target.closest('.card') ? at.index : this.#top(at.pile));
    if (this.#session.node !== before) this.#moved = { pile: at.pile, at: event.timeStamp };
  }

  #top(pile) {
    return Math.max(0, this.#cards(pile).length - 1);
  }

  #tap(pile, index) {
    const picked = this.#picked;
    if (pile === 'S' && !this.#isPairing(picked) && !this.#isOpen(pile)) return this.#stock();
    if (picked && picked.pile !== pile) {
      const token = this.#meant(picked, pile);
      this.#drop();
      return this.#attempt(token);
    }
    if (picked?.index === index || !this.#cards(pile).length) return this.#drop();
    if (!picked && this.#isClosed(pile)) return this.#attempt(`${pile}-${pile}`);
    const best = !picked && this.oneTap() && this.#best(pile, index);
    return best ? this.#attempt(best) : this.#pick({ pile, index });
  }

  #best(pile, index) {
    const { game, base } = this.#session;
    return bestMove(game, base, pile, this.#cards(pile).length - index);
  }

  // Whether a picked card is meant to leave together with the top card of the stock.
  #isPairing(picked) {
    return picked && picked.pile !== 'S' && this.#session.game.variant.declaration.pairs?.piles.includes('S') && this.#cards('S').length > 0;
  }

  // Whether this is a stock whose top card may be moved like that of other piles.
  #isOpen(pile) {
    return pile === 'S' && this.#session.game.variant.declaration.stock?.open === true && this.#cards(pile).length > 0;
  }

  // Whether this is a column whose top card lies face down until it is tapped.
  #isClosed(pile) {
    return this.#legal().includes(`${pile}-${pile}`);
  }

  // The stock gives a card that leaves alone, or does its legal action. If none is legal, the refusal says why.
  #stock() {
    const alone = this.#legalFrom('S')[0];
    if (alone) return this.#attempt(writeMove(alone));
    const actions = this.#session.game.variant.actions;
    if (actions.length) this.#attempt(actions.find((action) => this.#legal().includes(action)) ?? actions[0]);
  }

  #toFoundation(at) {
    if ((at.pile !== 'S' || this.#isOpen(at.pile)) && this.#cards(at.pile).length) this.#attempt(this.#token(at, 'F'));
  }

  #token({ pile, index }, target) {
    return writeMove({ source: pile, target, cards: this.#cards(pile).length - index });
  }

  // Two piles name the one group that can move between them.
  #meant(picked, target) {
    const token = this.#token(picked, target);
    if (picked.index < this.#top(picked.pile)) return token;
    const between = this.#legalFrom(picked.pile).filter((move) => move.target === target);
    return between.length === 1 ? writeMove(between[0]) : token;
  }

  #legal() {
    return this.#session.game.legalAt(this.#session.base);
  }

  #legalFrom(pile) {
    return this.#legal().map(parseMove).filter((move) => move?.source === pile);
  }

  #fitting({ pile, index }) {
    const number = this.#cards(pile).length - index;
    return this.#legalFrom(pile).filter((move) => number === 1 || move.cards === number);
  }

  #pick(picked) {
    if (picked.index < this.#session.position.get(picked.pile).faceDown) return;
    const cards = this.#cards(picked.pile).slice(picked.index);
    if (!cards.length) return;
    this.#picked = picked;
    const held = new Map(cards.map((card) => [card.number, 'picked']));
    const fitting = this.#fitting(picked);
    this.#board.mark('hand', { cards: held, piles: new Map(fitting.map((move) => [move.target, 'open'])) });
    const goals = [...new Set(fitting.map((move) => pileName(move.target)))].join(', ');
    this.#say(t('hand.held', groupName(cards.map((card) => card.code)), goals));
  }

  #drop() {
    this.#picked = null;
    this.#board.mark('hand', {});
  }

  #key(event) {
    const pile = event.target.dataset.pile;
    if (!pile || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (way && event.shiftKey) this.#reach(-way[1]);
    else if (way) this.#walk(pile, ...way);
    else if (event.key === 'Enter' || event.key === ' ') this.#tapByKey(pile);
    else if (event.key === 'f') this.#toFoundation({ pile, index: this.#picked?.pile === pile ? this.#picked.index : this.#top(pile) });
    else if (event.key === 'Escape') this.#drop();
    else return;
    event.preventDefault();
  }

  // By keys a card is picked up first; once more on the same pile plays its best move.
  #tapByKey(pile) {
    const picked = this.#picked;
    if ((pile === 'S' && !this.#isOpen(pile)) || (picked && picked.pile !== pile)) return this.#tap(pile, this.#top(pile));
    if (!picked && this.#isClosed(pile)) return this.#attempt(`${pile}-${pile}`);
    if (!picked) return this.#pick({ pile, index: this.#top(pile) });
    const best = this.#best(pile, picked.index);
    return best ? this.#attempt(best) : this.#drop();
  }

  // Hold one more or one fewer card of the column.
  #reach(more) {
    if (!this.#picked) return;
    const { pile, index } = this.#picked;
    const lowest = this.#session.position.get(pile).faceDown;
    this.#pick({ pile, index: Math.max(lowest, Math.min(this.#top(pile), index - more)) });
    this.#board.spread(this.#picked);
  }

  #walk(pile, dx, dy) {
    const from = this.#board.whereIs(pile);
    const far = ({ x, y }) => (dx ? Math.abs(x - from.x) + 4 * Math.abs(y - from.y) : Math.abs(y - from.y) + Math.abs(x - from.x));
    const ahead = [...this.#board.places].filter(([name, place]) => {
      if (place.classList.contains('stacked') && !this.#cards(name).length) return false;
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
