// Input on the board: taps, drags and keys become tokens. Legality is decided elsewhere.

import { bestMove } from '../game/auto-moves.js';
import { parseMove, writeMove } from '../game/notation.js';
import { coveringOf, freedSince } from '../game/places.js';
import { capital, cardName, groupName, pileName, t } from '../i18n/text.js';
import { dropTarget } from './geometry.js';

const DRAG = 6;
// How long a finger rests on a long column to spread it, in milliseconds.
const HOLD = 400;
// The longest double click in milliseconds.
const DOUBLE = 400;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class PointerInput {
  #board;
  #element;
  #session;
  #attempt;
  #say;
  // The cards that are held, { pile, index }.
  #picked = null;
  // What one pointer does: { pointerId, phase, at, card, x, y, time, before }. Other pointers are ignored while it is down. Its phase is
  // pressed (with whether it `isHeld` until its column spread), then dragging (with the `elements` that follow it), and at last released
  // (with whether its tap `moved` cards and whether its click `isHeard`).
  #current = null;

  // Whether one tap plays the best legal move of a card, what a double click does where it does not and what the right button does
  // (foundation, best, undo or none), and whether letters are keys.
  oneTap = () => true;
  double = () => 'foundation';
  right = () => 'none';
  letters = () => true;
  // Takes what is held and the moves that it can make, to choose one of them. An empty list withdraws the choice.
  offer = () => {};

  constructor(board, element, session, attempt, say) {
    this.#board = board;
    this.#element = element;
    this.#session = session;
    this.#attempt = attempt;
    this.#say = say;
    const listen = (name, act) => element.addEventListener(name, (event) => session.game && act(event));
    listen('pointerdown', (event) => this.#press(event));
    listen('mousedown', (event) => this.#count(event));
    listen('pointermove', (event) => this.#move(event));
    listen('pointerup', (event) => this.#release(event));
    for (const name of ['pointercancel', 'lostpointercapture']) listen(name, (event) => this.#isCurrent(event) && this.#endDrag());
    listen('click', (event) => this.#click(event));
    listen('contextmenu', (event) => this.#menu(event));
    listen('keydown', (event) => this.#key(event));
    // The drawer has its own use for the key.
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.#current?.elements && this.#cancel(event), true);
    session.watch((_, previous) => this.#rest(previous));
  }

  // Focus the board for keyboard play.
  focus() {
    this.place?.focus();
  }

  // The place that is the tab stop of the board.
  get place() {
    return [...this.#board.places.values()].find((place) => place.tabIndex === 0);
  }

  // After every move: release held cards. One place at a time is a tab stop.
  #rest(previous) {
    if (this.#session.game !== previous.game || (this.#session.node !== previous.node && this.#current?.elements)) this.#endDrag();
    if (this.#session.node !== previous.node) this.#drop();
    const places = [...this.#board.places.values()];
    const current = places.find((place) => place.tabIndex === 0) ?? places[0];
    for (const place of places) place.tabIndex = place === current ? 0 : -1;
  }

  #cards(pile) {
    return this.#session.position.get(pile).cards;
  }

  // Whether an event is of the pointer that is down.
  #isCurrent({ pointerId }) {
    return this.#current?.pointerId === pointerId && this.#current.phase !== 'released';
  }

  #press(event) {
    const last = this.#current;
    const isOther = last && last.phase !== 'released' && last.pointerId !== event.pointerId;
    const at = this.#board.locate(event.target);
    if (event.button !== 0 || !at || isOther) return;
    this.#endDrag();
    const { pointerId, clientX: x, clientY: y, timeStamp: time } = event;
    const isSoon = last && time - last.time < DOUBLE;
    const moved = isSoon && last.moved ? last.at.pile : null;
    const isAgain = isSoon && !last.moved && !last.isAgain && last.at.pile === at.pile && at.pile !== 'S' && !this.oneTap() && this.double() !== 'none';
    this.#current = { pointerId, phase: 'pressed', at, card: event.target.closest('.card'), x, y, time, before: moved, isAgain };
    // Its end is heard wherever it is, and if cards fly in or away below it.
    event.target.setPointerCapture(pointerId);
    if (event.pointerType === 'touch') setTimeout((current) => this.#hold(current), HOLD, this.#current);
  }

  // A finger that rests on a long column spreads it, and its end is not a tap.
  #hold(current) {
    if (current === this.#current && current.phase === 'pressed') current.isHeld = this.#board.spread(current.at);
  }

  // The second half of a double click whose first half moved cards does nothing, but the stock takes every click. Only the mouse event
  // has the number of clicks, and that of a finger comes after its tap.
  #count({ detail }) {
    const current = this.#current;
    if (current?.phase === 'pressed') current.isSecond = detail > 1 && current.before === current.at.pile && current.before !== 'S';
  }

  #move(event) {
    const current = this.#current;
    if (!this.#isCurrent(event) || !current.card || current.card.matches('.down')) return;
    const [dx, dy] = [event.clientX - current.x, event.clientY - current.y];
    if (current.phase === 'pressed') {
      if (Math.hypot(dx, dy) < DRAG) return;
      current.phase = 'dragging';
      current.elements = this.#board.lift(current.at);
      current.elements.forEach((card) => card.classList.add('dragged'));
      this.#element.classList.add('dragging');
      this.#pick(current.at);
    }
    for (const card of current.elements) card.style.translate = `${dx}px ${dy}px`;
  }

  #release(event) {
    if (!this.#isCurrent(event)) return;
    const { at, card, elements, isHeld, isSecond, isAgain } = this.#current;
    if (elements) return this.#letGo(at, elements);
    if (isHeld) {
      this.#current.phase = 'released';
      return;
    }
    const before = this.#session.node;
    this.#current.phase = 'released';
    if (isAgain) this.#gesture(this.double(), at);
    else if (!isSecond) this.#tapAt(at, card, event.pointerType);
    this.#current.moved = this.#session.node !== before;
  }

  // Drop dragged cards.
  #letGo(at, elements) {
    const legal = new Set(this.#fitting(at).map((move) => move.target));
    const target = dropTarget(elements[0].getBoundingClientRect(), this.#board.boxes(at), legal, at.pile);
    this.#endDrag();
    if (target) this.#attempt(this.#token(at, target));
  }

  #cancel(event) {
    event.stopPropagation();
    this.#endDrag();
  }

  // End what the pointer does. Cards slide from where they were dropped to their place.
  #endDrag() {
    if (!this.#current) return;
    const { at, elements } = this.#current;
    Object.assign(this.#current, { phase: 'released', elements: null });
    if (!elements) return;
    this.#board.putBack(at.pile);
    for (const card of elements) {
      card.classList.replace('dragged', 'sliding');
      card.style.translate = '';
    }
    this.#element.classList.remove('dragging');
    this.#drop();
  }

  // The right button. A finger that rests opens a menu, too, which is left to the browser.
  #menu(event) {
    const at = this.#board.locate(event.target);
    if (this.right() === 'none' || event.pointerType === 'touch' || !at || this.#current?.elements) return;
    event.preventDefault();
    this.#gesture(this.right(), at);
  }

  // Do what a gesture is set to. A card without a place on a foundation plays its best move.
  #gesture(name, at) {
    this.#drop();
    if (name === 'undo') return this.#session.goTo(this.#session.base.ply - Number(!this.#session.node.illegal));
    if (!this.#cards(at.pile).length) return undefined;
    const home = this.#legalFrom(at.pile).find(({ target }) => target[0] === 'F');
    const token = name === 'foundation' && home ? writeMove(home) : this.#best(at.pile, at.index);
    return token ? this.#attempt(token) : this.#pick(at);
  }

  // A pointer has tapped before its click arrives. Other clicks are those of keys, of assistive technology and of programs.
  #click(event) {
    const current = this.#current;
    if (current?.phase === 'released' && !current.isHeard && (event.pointerId ?? current.pointerId) === current.pointerId) {
      current.isHeard = true;
      return;
    }
    const at = this.#board.locate(event.target);
    const card = event.target.closest('.card');
    if (at && event.pointerType === 'touch') this.#tapAt(at, card, 'touch');
    else if (at) this.#choose({ pile: at.pile, index: card ? at.index : this.#top(at.pile) });
  }

  // A click without a pointer plays what can be meant. Where several moves can, it offers them, whatever one tap is set to.
  #choose(at) {
    const picked = this.#picked;
    const moves = this.#fitting(picked ?? at).filter(({ target }) => !picked || target === at.pile);
    if (picked?.pile === at.pile || moves.length < 2) return this.#tap(at.pile, at.index);
    return this.#pick(picked ?? at, (held) => this.offer(held, moves.map(writeMove)));
  }

  #tapAt(at, card, pointerType) {
    // A finger on a covered card spreads a compressed column first, so that its cards can be read and hit.
    const covered = pointerType === 'touch' && card && at.index < this.#top(at.pile);
    if (pointerType === 'touch' && !(covered && this.#board.isReadable(at)) && this.#board.spread(covered ? at : null)) return;
    // A tap on a card that can be moved means that card, if what is held can go nowhere. Two cards of a game of pairs are meant as a pair.
    const picked = this.#picked;
    const isPairing = Boolean(this.#session.game.variant.declaration.pairs);
    if (picked && card && picked.pile !== at.pile && !isPairing && !this.#fitting(picked).length && this.#fitting(at).length) this.#drop();
    this.#tap(at.pile, card ? at.index : this.#top(at.pile));
  }

  #top(pile) {
    return Math.max(0, this.#cards(pile).length - 1);
  }

  #tap(pile, index) {
    const picked = this.#picked;
    if (pile === 'S' && !this.#isPairing(picked) && !this.#isOpen(pile)) return this.#stock();
    if (picked && picked.pile !== pile) {
      const groups = this.#groups(picked, pile);
      if (groups.length > 1) return this.#pick(picked, (held) => this.offer(held, groups.map(writeMove)));
      const token = this.#meant(picked, pile);
      this.#drop();
      return this.#attempt(token);
    }
    // The picked card leaves with the one under it.
    if (picked && this.#legalFrom(pile).some((move) => move.target === pile)) return this.#attempt(`${pile}-${pile}`);
    if (picked?.index === index || !this.#cards(pile).length) return this.#drop();
    const turning = !picked && this.#turning(pile);
    if (turning) return this.#attempt(turning);
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
    const { pairs } = this.#session.game.variant.declaration;
    const { cards, faceDown } = this.#session.position.get('S') ?? { cards: [], faceDown: 0 };
    return pile === 'S' && !pairs?.piles.includes('S') && cards.length > faceDown;
  }

  // Return the legal move by which a tap turns up a face-down card of a column, if there is one.
  #turning(pile) {
    const { columns, reserve } = this.#session.game.variant.declaration;
    const token = reserve?.takes === 'turn_up' ? `${pile}-R1` : `${pile}-${pile}`;
    return columns?.closed && this.#legal().includes(token) ? token : null;
  }

  // The stock gives a card that leaves alone, or does its legal action. If none is legal, the refusal says why.
  #stock() {
    const alone = this.#legalFrom('S')[0];
    if (alone) return this.#attempt(writeMove(alone));
    const actions = this.#session.game.variant.actions;
    if (actions.length) this.#attempt(actions.find((action) => this.#legal().includes(action)) ?? actions[0]);
  }

  // Send a card to any foundation, or the whole sequence that alone may go there. Where none may go, the refusal says why.
  #toFoundation(at) {
    const [home] = this.#fitting(at).filter(({ target }) => target[0] === 'F').toSorted((one, other) => one.cards - other.cards);
    this.#attempt(home?.cards > 1 ? writeMove(home) : this.#token(at, 'F'));
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

  // The groups of which one may be meant where a picked top card cannot go alone.
  #groups({ pile, index }, target) {
    const between = index < this.#top(pile) ? [] : this.#legalFrom(pile).filter((move) => move.target === target);
    return between.some(({ cards }) => cards === 1) ? [] : between;
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

  // Hold cards, and `tell` which ones and where they may go.
  #pick(picked, tell = this.#say) {
    if (picked.index < this.#session.position.get(picked.pile).faceDown) return undefined;
    const cards = this.#cards(picked.pile).slice(picked.index);
    if (!cards.length) return undefined;
    const { game, position } = this.#session;
    const covers = coveringOf(game, position, picked.pile);
    if (covers.length) {
      this.#drop();
      return this.#say(t('hand.covered', capital(cardName(cards[0].code)), covers.map((pile) => topName(position.get(pile))).join(', ')));
    }
    this.#picked = picked;
    const held = new Map(cards.map((card) => [card.number, 'picked']));
    const fitting = this.#fitting(picked);
    this.#board.mark('hand', { cards: held, piles: new Map(fitting.map((move) => [move.target, 'open'])) });
    const goals = [...new Set(fitting.map((move) => pileName(move.target)))].join(', ');
    const freed = picked.index ? [] : freedSince(game, position, new Map(position).set(picked.pile, { cards: [] }));
    return tell(t('hand.held', groupName(cards.map((card) => card.code)), goals, freed.map(pileName).join(', ')));
  }

  #drop() {
    this.#picked = null;
    this.offer('', []);
    this.#board.mark('hand', {});
  }

  #key(event) {
    const pile = event.target.dataset.pile;
    if (!pile || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (way && event.shiftKey) this.#reach(-way[1]);
    else if (way) this.#walk(pile, ...way);
    else if (event.key === 'Enter' || event.key === ' ') this.#tapByKey(pile);
    else if (event.key === 'f' && this.letters()) this.#toFoundation({ pile, index: this.#picked?.pile === pile ? this.#picked.index : this.#top(pile) });
    else if (event.key === 'Escape') this.#drop();
    else return;
    event.preventDefault();
  }

  // By keys a card is picked up first; once more on the same pile plays its best move.
  #tapByKey(pile) {
    const picked = this.#picked;
    if ((pile === 'S' && !this.#isOpen(pile)) || (picked && picked.pile !== pile)) return this.#tap(pile, this.#top(pile));
    const turning = !picked && this.#turning(pile);
    if (turning) return this.#attempt(turning);
    if (!picked) return this.#pick({ pile, index: this.#top(pile) });
    const best = this.#best(pile, picked.index);
    return best ? this.#attempt(best) : this.#drop();
  }

  // Hold one more or one fewer card of the column. Fewer than one are the longest group that may move.
  #reach(more) {
    if (!this.#picked) return;
    const { pile, index } = this.#picked;
    const { length } = this.#cards(pile);
    const longest = length - Math.max(1, ...this.#legalFrom(pile).map(({ cards }) => cards));
    const wanted = index - more < length ? index - more : longest;
    this.#pick({ pile, index: Math.max(this.#session.position.get(pile).faceDown, wanted) });
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
    if (ahead.length) this.goTo(ahead[0][0]);
  }

  // Focus the place of a pile, which becomes the tab stop.
  goTo(pile) {
    for (const [name, place] of this.#board.places) place.tabIndex = name === pile ? 0 : -1;
    this.#board.places.get(pile).focus();
  }
}

const topName = ({ cards, faceDown }) => (faceDown === cards.length ? t('pile.face-down') : cardName(cards.at(-1).code));
