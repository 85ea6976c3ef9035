// The board: places for piles, and cards that slide between them. It shows positions and marks, and has no game logic.

import { cardsOf, parseMove } from '../game/notation.js';
import { nameReserve, pileLabel } from '../i18n/text.js';
import { breath, draw, isStill, make } from '../dom.js';
import { cardElement, courtSymbols, labelOf, startOf, turn } from './cards.js';
import { isCompressed, layoutOf, liesDown, offsetsOf, roomyFor, rulerOf, shapeOf, stripOf } from './geometry.js';

const FLIGHT = 320;
// A label of a ruler is this much wider than high, with its suit.
const LABEL = 54 / 30;
// How many cards are laid at once when the page opens.
const AT_ONCE = 8;

export class Board {
  #frame;
  #felt;
  #shape;
  // The layout of the frame, and that of the position, in which lines may have lent room to a long column.
  #usual;
  #layout;
  #game;
  #position;
  #opened = null;
  // The size of the frame's content when it was last laid out. To measure it would lay the page out once more.
  #room = { width: 0, height: 0 };
  #drawn = new Map();
  #cards = new Map();
  #rulers = new Map();
  #targets = new Set();
  #previewed = { elements: [], token: null };

  places = new Map();
  // An element that may cover the end of the board.
  cover = null;

  constructor(frame) {
    this.#frame = frame;
    this.#felt = frame.firstElementChild;
    frame.append(courtSymbols());
    new ResizeObserver(([{ contentRect }]) => this.#resized(contentRect)).observe(frame);
    // A column that had to be compressed is spread around the card that is looked at.
    frame.addEventListener('pointerover', ({ target, pointerType }) => pointerType === 'mouse' && this.spread(this.locate(target)));
    frame.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && this.spread(null));
    // A tap focuses the frame itself, which leaves what it has spread.
    frame.addEventListener('focusin', ({ target }) => target !== frame && this.spread(this.#end(target.dataset.pile)));
    frame.addEventListener('focusout', ({ relatedTarget }) => frame.contains(relatedTarget) || this.spread(null));
  }

  // Return what an empty place shows: the card that it starts with, or its purpose.
  #whatStarts(pile) {
    if (pile[0] === 'R' && this.#game.variant.declaration.reserve.takes.match(/merci|exchange|turn_up/)) return 'Merci';
    const start = this.#game.startOf(pile);
    return start && startOf(...start);
  }

  // Lay out the piles of a game.
  set(game) {
    const start = game.tree.root.position;
    this.#game = game;
    this.#shape = shapeOf(game.variant, start);
    this.places = new Map(game.variant.rows.flat(2).filter((pile) => start.has(pile)).map((pile) => [pile, placeElement(pile, this.#whatStarts(pile))]));
    this.#cards.clear();
    this.#drawn.clear();
    this.#rulers.clear();
    this.#opened = null;
    this.#usual = null;
    this.#layout = null;
    this.#targets.clear();
    this.#felt.replaceChildren(...this.places.values());
  }

  get game() {
    return this.#game;
  }

  // Show a position. `slide` animates the cards, for a position one step from the last.
  show(position, slide) {
    // A page may have several boards.
    nameReserve(this.#game.variant.declaration.reserve);
    this.preview(null);
    this.#position = position;
    this.#fit();
    this.#lend(position);
    const seen = new Set();
    for (const [name, pile] of position) {
      if (this.#drawn.get(name) !== pile) this.#lay(name, pile, slide);
      for (const card of pile.cards) seen.add(card.number);
    }
    for (const [number, { element }] of this.#cards) element.hidden = !seen.has(number);
    // A card that left may have freed others, whose piles are as they were.
    const { coverable, names } = this.#game.deal.rules;
    for (const pile of coverable) this.#label(names[pile]);
  }

  #label(name) {
    const place = this.places.get(name);
    if (place && this.#position.has(name)) setAttribute(place, 'aria-label', pileLabel(this.#game, this.#position, name, this.#targets.has(name)));
  }

  // Tell the state of piles while cards are held: where they come from and where they may go.
  #showHand(cards, piles) {
    const [first] = cards.keys();
    const held = this.#cards.get(first)?.element.dataset.pile;
    for (const [name, place] of this.places) setAttribute(place, 'aria-pressed', name === held ? 'true' : null);
    const changed = new Set([...this.#targets, ...piles.keys()]);
    this.#targets = new Set(piles.keys());
    for (const name of changed) this.#label(name);
  }

  // Lay the first cards a few at a time, with their styles and layout, so that no task is long on a phone. End early once
  // `isWanted` says no.
  async deal(game, position, isWanted = () => true) {
    const laid = new Map();
    this.set(game);
    await this.#settle();
    // The page appears once the places are where they belong.
    await this.#lie(laid);
    document.documentElement.dataset.ready ??= 'table';
    await this.#settle();
    let more = 0;
    for (const [name, pile] of position) {
      laid.set(name, pile);
      more += pile.cards.length;
      if (more < AT_ONCE) continue;
      await this.#lie(laid);
      if (!isWanted()) return;
      more = 0;
    }
    await this.#lie(laid);
  }

  #lie(laid) {
    this.show(new Map(laid), false);
    return this.#settle();
  }

  // Have the browser lay out now what was shown.
  #settle() {
    return breath(this.#felt.offsetHeight);
  }

  // Set marks by card number and by pile, and remove all others.
  mark(name, { cards = new Map(), piles = new Map() }) {
    for (const [number, { element }] of this.#cards) setOr(element.dataset, name, cards.get(number));
    for (const [pile, place] of this.places) setOr(place.dataset, name, piles.get(pile));
    if (name === 'hand') this.#showHand(cards, piles);
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
    if (tone === 'bad' && this.cover) requestAnimationFrame(() => this.#reveal(ghosts));
  }

  // On a phone the sheet that explains a refusal covers the end of the board. Lift the felt so that the refused cards show.
  #reveal(ghosts) {
    const sheet = this.cover.getBoundingClientRect();
    const felt = this.#frame.getBoundingClientRect();
    if (sheet.left > felt.left + felt.width / 2 || !ghosts[0].element.isConnected) return;
    const end = Math.max(...ghosts.map(({ element }) => element.getBoundingClientRect().bottom));
    this.#felt.style.translate = `0 ${-Math.max(0, Math.min(end - sheet.top + 8, felt.bottom - sheet.top))}px`;
  }

  // Spread a compressed pile around a card, { pile, index }, and lay the last one back. Null spreads none. Return whether a pile
  // was spread.
  spread(at) {
    if ((at?.pile === this.#opened?.pile && at?.index === this.#opened?.index) || this.#frame.classList.contains('dragging')) return false;
    const [last, next] = [this.#opened, at && this.#isLong(at.pile) ? at : null];
    this.#opened = next;
    for (const pile of new Set([last?.pile, next?.pile])) if (this.#position.has(pile)) this.#lay(pile, this.#position.get(pile), true);
    return next !== null;
  }

  // Return whether a card can be read and hit: its pile is spread around it, or need not be.
  isReadable({ pile, index }) {
    return !this.#isLong(pile) || (this.#opened?.pile === pile && Math.abs(this.#opened.index - index) < 2);
  }

  // Return the place of the last card of a pile.
  #end(pile) {
    return this.#position?.has(pile) ? { pile, index: this.#position.get(pile).cards.length - 1 } : null;
  }

  #isLong(name) {
    return this.#position.has(name) && this.places.has(name) && isCompressed(name, this.#position.get(name), this.#layout);
  }

  #givesRuns(pile) {
    return pile[0] === 'T' || (pile[0] === 'R' && this.#game.variant.declaration?.reserve?.takes === 'run');
  }

  // Return the pile and the index of the card that an element belongs to.
  locate(element) {
    const card = element?.closest?.('.card:not(.ghost)');
    if (card) {
      const { pile, number } = card.dataset;
      // Where single cards leave a pile, the top card is meant, even while it is still on its way.
      return { pile, index: this.#givesRuns(pile) ? this.#cards.get(Number(number)).index : this.#position.get(pile).cards.length - 1 };
    }
    const place = element?.closest?.('.place');
    return place ? { pile: place.dataset.pile, index: 0 } : null;
  }

  // Return the elements of a card and of the cards on top of it, and draw the card below as a whole.
  lift({ pile, index }) {
    const { cards, faceDown } = this.#position.get(pile);
    this.#rulers.get(pile)?.remove();
    if (index > faceDown) {
      const below = cards[index - 1];
      const { element } = this.#cards.get(below.number);
      element.classList.remove('strip', 'covered');
      turn(element, below.code, { small: this.#layout.small });
    }
    return cards.slice(index).map((card) => this.#cards.get(card.number).element);
  }

  // Draw every card of every pile, and return their elements, the top ones first.
  uncover() {
    const cards = [...this.#position.values()].flatMap((pile) => pile.cards.map((card, index) => ({ ...card, index })));
    return cards.sort((one, other) => other.index - one.index).map(({ number, code }) => {
      const { element } = this.#cards.get(number);
      element.classList.remove('strip', 'covered');
      turn(element, code, { small: this.#layout.small });
      return element;
    });
  }

  // Lay lifted cards back.
  putBack(pile) {
    this.#lay(pile, this.#position.get(pile), true);
  }

  // Return the rectangles of the piles on the screen, from the first card that another one can be dropped on: the last one, or the
  // empty place. Of the pile that a group was lifted from, it is where the group lay.
  boxes(lifted) {
    const felt = this.#felt.getBoundingClientRect();
    return [...this.places.keys()].map((pile) => {
      const { x, y } = this.#layout.places.get(pile);
      const offsets = this.#offsets(pile, this.#position.get(pile));
      const last = offsets.at(-1) ?? { x: 0, y: 0 };
      const first = pile === lifted.pile ? offsets[lifted.index] : { x: last.x, y: 0 };
      const [left, top] = [felt.left + x + first.x, felt.top + y + first.y];
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
    this.#usual = null;
    this.show(this.#position, false);
    this.preview(token, tone);
  }

  #fit() {
    const { face, size } = document.body.dataset;
    const isMirrored = this.#frame.closest('.left-handed') !== null;
    const { frame } = this.#usual ?? {};
    if (frame && frame.face === face && frame.size === size && frame.isMirrored === isMirrored) return;
    const room = this.#room.width ? this.#room : roomIn(this.#frame);
    this.#usual = layoutOf(this.#shape, { ...room, face, size, large: face === 'large', isMirrored });
    this.#layout = null;
    this.#felt.style.setProperty('--w', `${this.#usual.width}px`);
    this.#felt.style.setProperty('--h', `${this.#usual.height}px`);
    this.#felt.classList.toggle('small', this.#usual.small);
    this.#felt.classList.toggle('large', this.#usual.print === 'large');
  }

  // Give a long column room of other lines.
  #lend(position) {
    const layout = roomyFor(this.#usual, position);
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#drawn.clear();
    for (const [name, place] of this.places) {
      const { x, y, row } = this.#layout.places.get(name);
      Object.assign(place.style, { left: `${x}px`, top: `${y}px` });
      place.classList.toggle('stacked', row !== undefined);
    }
  }

  #offsets(name, pile) {
    return offsetsOf(name, pile, this.#layout, name === this.#opened?.pile ? this.#opened.index : null);
  }

  #lay(name, pile, slide) {
    if (!this.places.has(name)) return;
    this.#drawn.set(name, pile);
    const { x, y, row = 0, strip = null } = this.#layout.places.get(name);
    const offsets = this.#offsets(name, pile);
    // In a heap only the top two cards are drawn: the second one shows when the first leaves.
    const heap = pile.cards.length - 2;
    pile.cards.forEach((card, index) => {
      const own = this.#card(card.number);
      const { element } = own;
      const [from, to] = [element.style.transform, `translate(${x + offsets[index].x}px, ${y + offsets[index].y}px)`];
      // Only the cards that move have transitions: a class of the felt would restyle every card.
      element.classList.toggle('sliding', slide && from !== '' && from !== to);
      if (slide && element.dataset.pile !== name) fly(own);
      own.index = index;
      element.dataset.pile = name;
      element.style.transform = to;
      const { isStrip, squeeze } = stripOf(offsets, index, this.#layout, strip);
      element.style.setProperty('--squeeze', squeeze === 1 ? '' : squeeze);
      element.classList.toggle('strip', isStrip);
      element.style.setProperty('--z', row + index + 1);
      const covered = index < heap && offsets[index].x === offsets[index + 1].x && offsets[index].y === offsets[index + 1].y;
      element.classList.toggle('covered', covered);
      turn(element, covered || liesDown(pile, index) ? null : card.code, { strip: isStrip, small: this.#layout.small, flip: slide });
    });
    this.#rule(name, pile, offsets);
    this.#name(name, pile, offsets.at(-1)?.y ?? 0);
  }

  // Lay a ruler on cards whose strips are too low to be read.
  #rule(name, pile, offsets) {
    this.#rulers.get(name)?.remove();
    this.#rulers.delete(name);
    const { labels, lanes } = rulerOf(pile, offsets, this.#layout);
    if (!labels.length) return;
    const { x, y } = this.#layout.places.get(name);
    const wide = (this.#layout.width - 2) / lanes;
    const ruler = make('div', { className: 'ruler', ariaHidden: 'true' }, ...labels.map(({ index, lane, y: top, height }) => {
      const label = labelOf(pile.cards[index].code, wide < height * LABEL);
      Object.assign(label.style, { top: `${top}px`, right: `${1 + lane * wide}px`, width: `${wide}px`, height: `${height}px` });
      return label;
    }));
    ruler.style.transform = `translate(${x}px, ${y}px)`;
    this.#rulers.set(name, ruler);
    this.#felt.append(ruler);
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
    const counted = name === 'S' || (name[0] === 'R' && pile.cards.length > 1 && !this.#givesRuns(name));
    place.querySelector('.count').textContent = counted && pile.cards.length ? pile.cards.length : '';
    this.#label(name);
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

// A moving card is above all piles, and out of the pointer's way, until it lies. On a busy machine it may set off late.
function fly(card) {
  if (isStill()) return;
  clearTimeout(card.flight);
  card.element.classList.add('flying');
  card.flight = setTimeout(land, FLIGHT, card);
}

function land(card) {
  if (card.element.getAnimations().length) card.flight = setTimeout(land, FLIGHT, card);
  else card.element.classList.remove('flying');
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
    make('span', { className: 'empty' }, start), make('span', { className: 'count' }), make('span', { className: 'code' }));
  place.dataset.pile = pile;
  // Shown by the style sheet: the code of a pile is not a part of its name.
  place.querySelector('.code').dataset.code = pile;
  return place;
}

function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function setOr(dataset, name, value) {
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
}
