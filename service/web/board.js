// The board: places for piles, and cards that slide between them. It shows positions and marks, and has no game logic.

import { draw, make } from './dom.js';
import { oddCards } from './game.js';
import { isCompressed, layoutOf, offsetsOf, shapeOf, stripOf } from './geometry.js';
import { cardsOf, parseMove } from './notation.js';
import { nameReserve, pileInWords } from './i18n.js';

const FLIGHT = 320;

export class Board {
  #frame;
  #felt;
  #shape;
  #layout;
  #game;
  #position;
  #opened = null;
  // The size of the frame's content when it was last laid out. To measure it would lay the page out once more.
  #room = { width: 0, height: 0 };
  #drawn = new Map();
  #cards = new Map();
  #previewed = { elements: [], token: null };

  places = new Map();

  constructor(frame) {
    this.#frame = frame;
    this.#felt = frame.firstElementChild;
    new ResizeObserver(([{ contentRect }]) => this.#resized(contentRect)).observe(frame);
    // A column that had to be compressed is spread out while it is looked at.
    frame.addEventListener('pointerover', ({ target, pointerType }) => pointerType === 'mouse' && this.spread(this.locate(target)?.pile ?? null));
    frame.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && this.spread(null));
    frame.addEventListener('focusin', ({ target }) => this.spread(target.dataset.pile ?? null));
    frame.addEventListener('focusout', () => this.spread(null));
  }

  // Lay out the piles of a game.
  set(game) {
    const start = game.tree.root.position;
    nameReserve(game.variant.declaration.reserve);
    this.#game = game;
    this.#shape = shapeOf(game.variant, start);
    this.places = new Map(game.variant.piles.filter(({ pile }) => start.has(pile)).map(({ pile }) => [pile, placeElement(pile, game.startOf(pile))]));
    this.#cards.clear();
    this.#drawn.clear();
    this.#opened = null;
    this.#layout = null;
    this.#felt.replaceChildren(...this.places.values());
  }

  get game() {
    return this.#game;
  }

  // Show a position. `slide` animates the cards, for a position one step from the last.
  show(position, slide) {
    this.preview(null);
    this.#position = position;
    this.#fit();
    const seen = new Set();
    for (const [name, pile] of position) {
      if (this.#drawn.get(name) !== pile) this.#lay(name, pile, slide);
      for (const card of pile.cards) seen.add(card.number);
    }
    for (const [number, { element }] of this.#cards) element.hidden = !seen.has(number);
  }

  // Have the browser lay out now what was shown.
  settle() {
    return this.#felt.offsetHeight;
  }

  // Set marks by card number and by pile, and remove all others.
  mark(name, { cards = new Map(), piles = new Map() }) {
    for (const [number, { element }] of this.#cards) setOr(element.dataset, name, cards.get(number));
    for (const [pile, place] of this.places) setOr(place.dataset, name, piles.get(pile));
  }

  // Preview a move: its cards as ghosts on their target, and an arrow. `tone` is good or bad.
  preview(token, tone) {
    this.#previewed.elements.forEach((element) => element.remove());
    this.#previewed = { elements: [], token, tone };
    this.#felt.style.translate = '';
    const move = token && parseMove(token);
    // The stock's own moves have no cards to show.
    if (token && !move && tone === 'good') this.mark('hand', { piles: new Map([['S', 'open']]) });
    if (!move || !this.places.has(move.source) || !this.places.has(move.target)) return;
    const ghosts = this.#ghosts(move, tone);
    if (!ghosts.length) return;
    this.#previewed.elements = [...ghosts.map(({ element }) => element), this.#arrow(move, tone, ghosts[0])];
    this.#felt.append(...this.#previewed.elements);
    if (tone === 'bad') requestAnimationFrame(() => this.#reveal(ghosts));
  }

  // On a phone the sheet that explains a refusal covers the end of the board. Lift the felt so that the refused cards show.
  #reveal(ghosts) {
    const sheet = document.querySelector('#card').getBoundingClientRect();
    const felt = this.#frame.getBoundingClientRect();
    if (sheet.left > felt.left + felt.width / 2 || !ghosts[0].element.isConnected) return;
    const end = Math.max(...ghosts.map(({ element }) => element.getBoundingClientRect().bottom));
    this.#felt.style.translate = `0 ${-Math.max(0, Math.min(end - sheet.top + 8, felt.bottom - sheet.top))}px`;
  }

  // Spread a compressed pile over the board, and lay the last one back. Null spreads none. Return whether a pile was spread.
  spread(name) {
    if (name === this.#opened || this.#frame.classList.contains('dragging')) return false;
    const [last, next] = [this.#opened, name && this.#isLong(name) ? name : null];
    this.#opened = next;
    for (const pile of [last, next]) if (pile && this.#position.has(pile)) this.#lay(pile, this.#position.get(pile), true);
    return next !== null;
  }

  #isLong(name) {
    return this.#position.has(name) && this.places.has(name) && isCompressed(name, this.#position.get(name), this.#layout);
  }

  // Return the pile and the index of the card that an element belongs to.
  locate(element) {
    const card = element?.closest?.('.card:not(.ghost)');
    if (card) {
      const { pile, number } = card.dataset;
      // Outside the columns the top card is meant, even while it is still on its way.
      return { pile, index: pile[0] === 'T' ? this.#cards.get(Number(number)).index : this.#position.get(pile).cards.length - 1 };
    }
    const place = element?.closest?.('.place');
    return place ? { pile: place.dataset.pile, index: 0 } : null;
  }

  // Return the elements of a card and of the cards on top of it.
  lifted(pile, index) {
    const cards = this.#position.get(pile).cards.slice(index);
    return cards.map((card) => this.#cards.get(card.number).element);
  }

  // Return the rectangles of the piles on the screen: of the last card, or of the empty place.
  boxes() {
    const felt = this.#felt.getBoundingClientRect();
    return [...this.places.keys()].map((pile) => {
      const { x, y } = this.#layout.places.get(pile);
      const last = this.#offsets(pile, this.#position.get(pile)).at(-1) ?? { x: 0, y: 0 };
      const [left, top] = [felt.left + x + last.x, felt.top + y + Math.min(0, last.y)];
      return { pile, left, top, right: left + this.#layout.width, bottom: felt.top + y + last.y + this.#layout.height };
    });
  }

  whereIs(pile) {
    return this.#layout.places.get(pile);
  }

  get cards() {
    return [...this.#cards.values()].map(({ element }) => element).filter((element) => !element.hidden);
  }

  // Return what is shown, for the exported picture.
  get shown() {
    return { shape: this.#shape, position: this.#position };
  }

  #resized({ width, height }) {
    this.#room = { width, height };
    const { frame } = this.#layout ?? {};
    // The front page hides the board.
    if (!this.#position || !width || (frame && Math.hypot(frame.width - width, frame.height - height) < 1)) return;
    const { token, tone } = this.#previewed;
    this.#layout = null;
    this.show(this.#position, false);
    this.preview(token, tone);
  }

  #fit() {
    const large = document.body.classList.contains('large-print');
    if (this.#layout?.frame.large === large) return;
    const room = this.#room.width ? this.#room : roomIn(this.#frame);
    this.#layout = layoutOf(this.#shape, { ...room, large });
    this.#drawn.clear();
    this.#felt.style.setProperty('--w', `${this.#layout.width}px`);
    this.#felt.style.setProperty('--h', `${this.#layout.height}px`);
    this.#felt.classList.toggle('small', this.#layout.small);
    for (const [name, place] of this.places) {
      const { x, y } = this.#layout.places.get(name);
      Object.assign(place.style, { left: `${x}px`, top: `${y}px` });
    }
  }

  #offsets(name, pile) {
    return offsetsOf(name, pile, this.#layout, name === this.#opened);
  }

  #lay(name, pile, slide) {
    if (!this.places.has(name)) return;
    this.#drawn.set(name, pile);
    const { x, y } = this.#layout.places.get(name);
    const offsets = this.#offsets(name, pile);
    // In a heap only the top two cards are drawn: the second one shows when the first leaves.
    const heap = pile.cards.length - 2;
    pile.cards.forEach((card, index) => {
      const own = this.#card(card.number);
      const { element } = own;
      const [from, to] = [element.style.transform, `translate(${x + offsets[index].x}px, ${y + offsets[index].y}px)`];
      // Only the cards that move have transitions: a class of the felt would restyle every card.
      element.classList.toggle('sliding', slide && from !== '' && from !== to);
      if (slide && element.dataset.pile !== name) this.#fly(element);
      own.index = index;
      element.dataset.pile = name;
      element.style.transform = to;
      const { isStrip, squeeze } = stripOf(offsets, index, this.#layout);
      element.style.setProperty('--squeeze', squeeze === 1 ? '' : squeeze);
      element.classList.toggle('strip', isStrip);
      element.style.zIndex = index + 1 + (name === this.#opened ? 200 : 0);
      const covered = index < heap && offsets[index].x === offsets[index + 1].x && offsets[index].y === offsets[index + 1].y;
      element.classList.toggle('covered', covered);
      turn(element, covered || index < pile.faceDown ? null : card.code, { strip: isStrip, small: this.#layout.small, flip: slide });
    });
    this.#name(name, pile, offsets.at(-1)?.y ?? 0);
  }

  // A moving card is above all piles until it lies.
  #fly(element) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    element.classList.add('flying');
    setTimeout(() => element.classList.remove('flying'), FLIGHT);
  }

  #card(number) {
    if (!this.#cards.has(number)) {
      const element = cardElement(number);
      this.#cards.set(number, { element, index: 0 });
      this.#felt.append(element);
    }
    return this.#cards.get(number);
  }

  #name(name, pile, depth) {
    const place = this.places.get(name);
    const counted = name === 'S' || (name[0] === 'R' && pile.cards.length > 1);
    place.querySelector('.count').textContent = counted && pile.cards.length ? pile.cards.length : '';
    place.setAttribute('aria-label', pileInWords(name, pile));
    place.style.height = `${this.#layout.height + Math.max(0, depth)}px`;
  }

  #ghosts(move, tone) {
    const cards = cardsOf(move, this.#position);
    const pile = this.#position.get(move.target);
    const { x, y } = this.#layout.places.get(move.target);
    const { width, height, frame, small } = this.#layout;
    const laid = this.#offsets(move.target, { ...pile, cards: [...pile.cards, ...cards] });
    const last = this.#offsets(move.target, pile).at(-1);
    return cards.map((card, index) => {
      const at = { x: x + laid[pile.cards.length + index].x, y: y + laid[pile.cards.length + index].y };
      if (tone === 'bad' && last) {
        // The card that refuses must stay readable: its ghosts lie lower, or fanned beside it where there is no room.
        const clear = y + last.y + height * (0.42 + 0.2 * index);
        const fits = y + last.y + height * (0.42 + 0.2 * (cards.length - 1)) + height <= frame.height;
        at.y = fits ? Math.max(at.y, clear) : Math.max(0, frame.height - height * (1 + 0.28 * (cards.length - 1 - index)));
        const beside = width * (small ? 0.85 : 0.6);
        if (!fits) at.x += x + beside + width <= frame.width ? beside : -beside;
      }
      const element = cardElement(card.number);
      turn(element, card.code, { small });
      element.classList.add('ghost', tone);
      element.style.transform = `translate(${at.x}px, ${at.y}px) ${tone === 'bad' ? 'rotate(2deg)' : ''}`;
      return { element, ...at };
    });
  }

  #arrow(move, tone, to) {
    const { width, height, frame } = this.#layout;
    const [first] = cardsOf(move, this.#position);
    const pile = this.#position.get(move.source);
    const from = this.#layout.places.get(move.source);
    const offset = this.#offsets(move.source, pile)[pile.cards.indexOf(first)];
    // The arrow runs between the middles of cards, so it covers no rank.
    const start = [from.x + offset.x + width / 2, from.y + offset.y + height * 0.6];
    const end = [to.x + width / 2, to.y + height * 0.6];
    const lift = Math.min(start[1], end[1]) - Math.min(60, Math.hypot(end[0] - start[0], end[1] - start[1]) / 4);
    const path = `M${start} Q${(start[0] + end[0]) / 2} ${Math.max(0, lift)} ${end}`;
    const angle = Math.atan2(end[1] - Math.max(0, lift), (end[0] - start[0]) / 2);
    const long = Math.min(20, width / 3);
    const wing = (turned) => [end[0] - long * Math.cos(angle + turned), end[1] - long * Math.sin(angle + turned)];
    return draw(
      'svg', { class: `arrow ${tone}`, 'aria-hidden': 'true', width: '100%', height: frame.height },
      draw('path', { class: 'edge', d: path }), draw('path', { class: 'line', d: path }),
      draw('path', { class: 'head', d: `M${end} L${wing(0.5)} L${wing(-0.5)}z` }),
    );
  }
}

function roomIn(frame) {
  const style = getComputedStyle(frame);
  return {
    width: frame.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
    height: frame.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom),
  };
}

function placeElement(pile, start) {
  const place = make('div', { className: 'place', role: 'button' },
    make('span', { className: 'empty' }, start && startOf(...start)), make('span', { className: 'count' }), make('span', { className: 'code' }, pile));
  place.dataset.pile = pile;
  place.querySelector('.code').setAttribute('aria-hidden', 'true');
  return place;
}

function setOr(dataset, name, value) {
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
}

// Cards, drawn as SVG paths so that they are sharp at every size and look the same with every system font.

// Pips as on printed cards: column (left, centre, right) and height in sixths from the top.
const PIPS = {
  2: 'C0 C6',
  3: 'C0 C3 C6',
  4: 'L0 R0 L6 R6',
  5: 'L0 R0 C3 L6 R6',
  6: 'L0 R0 L3 R3 L6 R6',
  7: 'L0 R0 C1.5 L3 R3 L6 R6',
  8: 'L0 R0 C1.5 L3 R3 C4.5 L6 R6',
  9: 'L0 R0 L2 R2 C3 L4 R4 L6 R6',
  T: 'L0 R0 C1 L2 R2 L4 R4 C5 L6 R6',
};
const PIP_COLUMNS = { L: 29, C: 50, R: 71 };
// The fewer the pips, the larger they are.
const PIP_SIZES = { 2: 23, 3: 22, 4: 22, 5: 22, 6: 21, 7: 19, 8: 19, 9: 16, T: 16 };

// Where a card's index is.
const INDEX = 'translate(7 8) scale(.82)';
// A figure ends below the strip that shows in a fan.
const FIGURE = 'translate(50 70) scale(.98 .87) translate(-50 -70)';

// The ranks as strokes in a box of 20 by 28.
const RANK_PATHS = {
  A: 'M2 26 10 2l8 24M5 18h10',
  2: 'M3 8c0-8 14-8 14 0 0 6-9 11-14 18h15',
  3: 'M3 2h13L9 11c6-1 9 3 9 7 0 9-12 10-16 4',
  4: 'M14 26V2L2 19h16',
  5: 'M16 2H5L4 13c6-4 14-1 14 5 0 9-11 10-15 5',
  6: 'M16 3C8 2 3 10 3 18a7.5 8 0 1 0 7.5-8C6 10 3 14 3 18',
  7: 'M3 2h14C11 10 8 18 8 26',
  8: 'M10 2a6 5.5 0 1 1 0 11 6 5.5 0 1 1 0-11zm0 11a7.5 6.5 0 1 1 0 13 7.5 6.5 0 1 1 0-13z',
  9: 'M4 25c8 1 13-7 13-15a7.5 8 0 1 0-7.5 8c4.5 0 7.5-4 7.5-8',
  T: 'M1 6 5 2v24M14.5 2c7 0 7 24 0 24s-7-24 0-24z',
  J: 'M14 2v17c0 9-11 9-12 1',
  Q: 'M10 2c10 0 10 24 0 24S0 2 10 2zm1 17 7 8',
  K: 'M3 2v24M17 2 3 16m5-5 10 15',
};

// The suits as paths in a box of 24 by 24. After their start they have relative commands alone, so `placed` can scale them.
const SUIT_PATHS = {
  C: 'M12 1.8a4.9 4.9 0 0 1 4.1 7.6 4.9 4.9 0 1 1-3.3 7.9q.2 3 2.7 4.9h-7q2.5-1.9 2.7-4.9a4.9 4.9 0 1 1-3.3-7.9 4.9 4.9 0 0 1 4.1-7.6z',
  D: 'M12 1.2q3.2 6 8 10.8-4.8 4.8-8 10.8-3.2-6-8-10.8 4.8-4.8 8-10.8z',
  H: 'M12 22c-4.5-5.5-10.2-9-10.2-14.3a5.4 5.4 0 0 1 10.2-2.3 5.4 5.4 0 0 1 10.2 2.3c0 5.3-5.7 8.8-10.2 14.3z',
  S: 'M12 1.5c3.2 4.7 9.7 8 9.7 12.7a4.7 4.7 0 0 1-8.7 2.6q.2 3.4 2.6 5.4h-7.2q2.4-2 2.6-5.4a4.7 4.7 0 0 1-8.7-2.6c0-4.7 6.5-8 9.7-12.7z',
};

export function cardElement(number) {
  const card = make('div', { className: 'card down' });
  card.dataset.number = number;
  return card;
}

// Turn a card face up, or face down (null). The page contains nothing that names a face-down card. A card that is drawn whole
// stays so while it is a strip. `flip` animates a card that was face down.
export function turn(card, code, { flip = false, ...size } = {}) {
  const face = card.querySelector('.face');
  const was = card.dataset.code ?? null;
  if (was === code && (code === null || size.strip || face.dataset.drawn === drawnAs(size))) return;
  face?.remove();
  card.classList.toggle('down', code === null);
  if (code === null) {
    delete card.dataset.code;
    delete card.dataset.suit;
    return;
  }
  Object.assign(card.dataset, { code, suit: code[1] });
  card.prepend(faceOf(code, size));
  if (flip && was === null) card.firstChild.classList.add('turning');
}

const drawnAs = ({ strip, small }) => (strip ? 'strip' : small ? 'small' : 'whole');

// Draw a face with few elements: a page has up to 104 cards. All suit symbols beside the index are one path. A `strip` is the
// index alone. A `small` card has one large symbol instead of pips.
export function faceOf(code, { strip = false, small = false } = {}) {
  const [rank, suit] = code;
  const face = draw('svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', class: 'face', 'data-drawn': drawnAs({ strip, small }) });
  face.append(draw('g', { class: 'index' }, rankPath(rank, INDEX), draw('path', { class: 'corner', d: placed(suit, 19, 37, 19) })));
  if (strip) return face;
  if ('JQK'.includes(rank)) face.prepend(court(rank, suit));
  const symbols = symbolsOf(rank, small).map((symbol) => placed(suit, ...symbol)).join('');
  if (symbols) face.append(draw('path', { class: 'pips', d: symbols }));
  if (!small) face.append(rankPath(rank, `rotate(180 50 70) ${INDEX}`));
  return face;
}

// Return the size, the middle, and whether it is upside down, of each suit symbol beside the index.
function symbolsOf(rank, small) {
  const foot = small ? [] : [[19, 63, 121, true]];
  if (rank === 'A') return [[60, 50, small ? 92 : 70], ...foot];
  if (!PIPS[rank]) return foot;
  if (small) return [[58, 50, 94]];
  const pips = PIPS[rank].split(' ').map((pip) => {
    const [x, y] = [PIP_COLUMNS[pip[0]], 46 + 8 * Number(pip.slice(1))];
    return [PIP_SIZES[rank], x, y, y > 71];
  });
  return [...pips, ...foot];
}

// Return the path of a suit, scaled to a size around a point, upside down if `turned`.
function placed(suit, size, x, y, turned = false) {
  const scale = (turned ? -size : size) / 24;
  return SUIT_PATHS[suit].replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_, command, text) => {
    const numbers = (text.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number);
    const scaled = numbers.map((number, index) => {
      if (command === 'M') return (index ? y : x) + (number - 12) * scale;
      // An arc has two radii, a rotation, two flags, and its end.
      if (command !== 'a' || index % 7 > 4) return number * scale;
      return index % 7 < 2 ? Math.abs(number * scale) : number;
    });
    return command + scaled.map((number) => Math.round(number * 100) / 100).join(' ');
  });
}

// What an empty place starts with: a rank, and a suit if it takes only one.
export function startOf(rank, suit) {
  return draw(
    'svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', class: 'opener' },
    rankPath(rank, suit ? 'translate(33 16) scale(1.7)' : 'translate(29 40) scale(2.1)'), ...(suit ? [draw('path', { d: placed(suit, 48, 50, 98) })] : []),
  );
}

const rankPath = (rank, transform) => draw('path', { class: 'rank', d: RANK_PATHS[rank], transform });

// A court is a half figure and its reflection. The figure shows the rank; its robe shows the suit.
function court(rank, suit) {
  const half = () => [draw('use', { href: `#court-${rank}` }), draw('use', { href: `#robe-${suit}` }), draw('path', { d: placed(suit, 13, 29, 46) })];
  return draw(
    'g', { class: 'court' },
    draw('rect', { x: 19, y: 37, width: 62, height: 66, rx: 4 }),
    draw('g', { transform: FIGURE }, ...half()), draw('g', { transform: `rotate(180 50 70) ${FIGURE}` }, ...half()),
  );
}

// Which cards and piles are marked: the effects of the last move, the cause of a refusal, the differences of a checkpoint.

// Reasons that concern the moved cards or their source. All others concern the target.
const OF_THE_SOURCE = new Set([
  'unknown_pile', 'source_locked', 'source_empty', 'not_enough_cards', 'face_down_card', 'one_card_only', 'broken_sequence',
]);

// Return the cards that a step changed, with the kind of change, and the piles that they left.
export function ofStep(position, step) {
  const cards = new Map();
  const piles = new Map();
  const top = ({ to, cards: codes }, mark) =>
    position.get(to).cards.slice(-codes.length).forEach((card) => cards.set(card.number, mark));
  for (const { pile } of step.turned_up) cards.set(position.get(pile).cards.at(-1).number, 'turned');
  for (const moved of step.moved) {
    if (moved.from !== 'S' && moved.from !== 'W') piles.set(moved.from, 'left');
    if (moved.to !== 'S') top(moved, 'moved');
  }
  for (const filled of step.filled) {
    piles.delete(filled.to);
    top(filled, 'filled');
  }
  return { cards, piles };
}

// Return the cards of an illegal move and the card or empty place that refuses them.
export function ofIllegal(position, { move: token, reason }) {
  const cards = new Map();
  const piles = new Map();
  const move = parseMove(token);
  if (!move) return { cards, piles: new Map([['S', 'refuses']]) };
  for (const card of cardsOf(move, position)) cards.set(card.number, 'source');
  const refusing = OF_THE_SOURCE.has(reason) ? move.source : move.target;
  const targets = refusing === 'F' ? [...position.keys()].filter((name) => name[0] === 'F') : [refusing];
  for (const name of targets) {
    const top = position.get(name)?.cards.at(-1);
    if (top && name !== move.source) cards.set(top.number, 'refuses');
    else piles.set(name, 'refuses');
  }
  return { cards, piles };
}

// Return the cards that can never be freed, by number. If one of two copies is stuck, it is the one that is not on
// top of a pile. Ambiguous cards are not marked, nor face-down cards.
export function ofStuck(position, stuck) {
  const cards = new Map();
  const lying = [...position].filter(([name]) => name[0] !== 'F').flatMap(([, pile]) => pile.cards.map(
    ({ number, code }, index) => ({ number, code, top: index === pile.cards.length - 1, down: index < pile.faceDown }),
  ));
  for (const code of new Set(stuck)) {
    const number = stuck.filter((other) => other === code).length;
    const copies = lying.filter((card) => card.code === code);
    const meant = copies.length > number ? copies.filter(({ top }) => !top) : copies;
    if (meant.length > number) continue;
    for (const card of meant) if (!card.down) cards.set(card.number, code);
  }
  return cards;
}

export function ofCheckpoint(position, checkpoint) {
  const cards = new Map(oddCards(position, checkpoint).map((number) => [number, 'differs']));
  return { cards, piles: new Map(checkpoint.piles.map(({ pile }) => [pile, 'differs'])) };
}
