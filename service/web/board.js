// The board: places for piles, and cards that slide between them. It shows positions and marks, and has no game logic.

import { cardElement, turn } from './cards.js';
import { draw, make } from './dom.js';
import { SMALL, cornerOf, depthsOf, layoutOf, measure } from './geometry.js';
import { parseMove } from './notation.js';
import { cardsOf, pileInWords } from './i18n.js';

export class Board {
  #frame;
  #felt;
  #layout;
  #size;
  #variant;
  #position;
  #drawn = new Map();
  #cards = new Map();
  #previewed = { elements: [], token: null };

  places = new Map();

  // `frame` keeps its size. The felt in it scrolls if cards would become too small.
  constructor(frame) {
    this.#frame = frame;
    this.#felt = frame.firstElementChild;
    new ResizeObserver(() => this.#resized()).observe(frame);
  }

  // Lay out the piles of a variant.
  set(variant) {
    this.#variant = variant;
    this.#layout = layoutOf(variant.rows);
    this.places = new Map(variant.piles.map((pile) => [pile.pile, placeElement(pile)]));
    this.#cards.clear();
    this.#drawn.clear();
    this.#size = null;
    this.#felt.replaceChildren(...this.places.values());
  }

  get variant() {
    return this.#variant;
  }

  // Show a position. `slide` animates the cards, for a position one step from the last.
  show(position, slide) {
    this.preview(null);
    this.#position = position;
    this.#fit();
    this.#felt.classList.toggle('still', !slide);
    const seen = new Set();
    for (const [name, pile] of position) {
      if (this.#drawn.get(name) !== pile) this.#lay(name, pile);
      for (const card of pile.cards) seen.add(card.number);
    }
    for (const [number, { element }] of this.#cards) element.hidden = !seen.has(number);
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
    const move = token && parseMove(token);
    if (!move || !this.#layout.places.has(move.source) || !this.#layout.places.has(move.target)) return;
    const ghosts = this.#ghosts(move, tone);
    if (!ghosts.length) return;
    this.#previewed.elements = [...ghosts, this.#arrow(move, tone)];
    this.#felt.append(...this.#previewed.elements);
    this.#reveal(ghosts[0]);
  }

  // Return the pile and the index of the card that an element belongs to.
  locate(element) {
    const card = element?.closest?.('.card:not(.ghost)');
    if (card) return { pile: card.dataset.pile, index: this.#cards.get(Number(card.dataset.number)).index };
    const place = element?.closest?.('.place');
    return place ? { pile: place.dataset.pile, index: 0 } : null;
  }

  // Return the elements of a card and of the cards on top of it.
  lifted(pile, index) {
    const cards = this.#position.get(pile).cards.slice(index);
    return cards.map((card) => this.#cards.get(card.number).element);
  }

  whereIs(pile) {
    return this.#layout.places.get(pile);
  }

  // Return what is shown, for the exported picture.
  get shown() {
    return { layout: this.#layout, size: this.#size, position: this.#position };
  }

  #resized() {
    if (!this.#position) return;
    const { token, tone } = this.#previewed;
    this.#size = null;
    this.show(this.#position, false);
    this.preview(token, tone);
  }

  #fit() {
    const style = getComputedStyle(this.#frame);
    const frame = {
      width: this.#frame.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
      height: this.#frame.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom),
    };
    const size = measure(this.#layout, frame, this.#position);
    if (this.#size && Object.keys(size).every((name) => size[name] === this.#size[name])) return;
    this.#size = size;
    this.#drawn.clear();
    for (const [name, value] of Object.entries({ w: size.width, h: size.height, label: size.label })) {
      this.#felt.style.setProperty(`--${name}`, `${value}px`);
    }
    this.#felt.style.height = `${Math.min(size.content, Math.max(frame.height, size.content))}px`;
    // A scrolling board can be scrolled by keys.
    this.#frame.tabIndex = size.content > frame.height ? 0 : -1;
    this.#felt.classList.toggle('small', size.width < SMALL);
    for (const [name, place] of this.places) {
      const { x, y } = this.#corner(name);
      place.style.transform = `translate(${x}px, ${y - size.label}px)`;
    }
  }

  #corner(pile) {
    return cornerOf(this.#layout, this.#size, pile);
  }

  #depths(name, pile) {
    return name[0] === 'T' ? depthsOf(pile, this.#size) : pile.cards.map(() => 0);
  }

  #lay(name, pile) {
    if (!this.#layout.places.has(name)) return;
    this.#drawn.set(name, pile);
    const { x, y } = this.#corner(name);
    const depths = this.#depths(name, pile);
    pile.cards.forEach((card, index) => {
      const own = this.#card(card.number);
      own.index = index;
      own.element.dataset.pile = name;
      own.element.style.transform = `translate(${x}px, ${y + depths[index]}px)`;
      own.element.style.zIndex = index + 1;
      // In a heap only the top two cards are drawn: the second one shows when the first leaves.
      const covered = name[0] !== 'T' && index < pile.cards.length - 2;
      own.element.classList.toggle('covered', covered);
      turn(own.element, covered || index < pile.faceDown ? null : card.code);
    });
    this.#label(name, pile, depths.at(-1) ?? 0);
  }

  #card(number) {
    if (!this.#cards.has(number)) {
      const element = cardElement(number);
      this.#cards.set(number, { element, index: 0 });
      this.#felt.append(element);
    }
    return this.#cards.get(number);
  }

  #label(name, pile, depth) {
    const place = this.places.get(name);
    const counted = name === 'S' || name === 'W' || (name[0] === 'R' && pile.cards.length > 1);
    place.querySelector('.label').textContent = counted ? `${name} ${pile.cards.length}` : name;
    place.setAttribute('aria-label', pileInWords(name, pile));
    place.style.height = `${this.#size.label + this.#size.height + depth}px`;
  }

  // Return where cards would be on a pile: below its last card, or in its empty place.
  #landing(name, more) {
    const pile = this.#position.get(name);
    const { x, y } = this.#corner(name);
    const cards = [...pile.cards, ...more];
    return this.#depths(name, { ...pile, cards }).slice(pile.cards.length).map((depth) => ({ x, y: y + depth }));
  }

  #ghosts(move, tone) {
    const cards = cardsOf(move, this.#position);
    const landing = this.#landing(move.target, cards);
    return cards.map((card, index) => {
      const ghost = cardElement(card.number);
      turn(ghost, card.code);
      ghost.classList.add('ghost', tone);
      ghost.style.transform = `translate(${landing[index].x}px, ${landing[index].y}px) ${tone === 'bad' ? 'rotate(2deg)' : ''}`;
      return ghost;
    });
  }

  #arrow(move, tone) {
    const { width, height, content } = this.#size;
    const [first] = cardsOf(move, this.#position);
    const pile = this.#position.get(move.source);
    const from = this.#corner(move.source);
    const depth = this.#depths(move.source, pile)[pile.cards.indexOf(first)];
    const [to] = this.#landing(move.target, [first]);
    // The arrow runs between the middles of cards, so it covers no rank.
    const start = [from.x + width / 2, from.y + depth + height * 0.6];
    const end = [to.x + width / 2, to.y + height * 0.6];
    const lift = Math.min(start[1], end[1]) - Math.min(60, Math.hypot(end[0] - start[0], end[1] - start[1]) / 4);
    const path = `M${start} Q${(start[0] + end[0]) / 2} ${Math.max(0, lift)} ${end}`;
    const angle = Math.atan2(end[1] - Math.max(0, lift), (end[0] - start[0]) / 2);
    const long = Math.min(20, width / 3);
    const wing = (turned) => [end[0] - long * Math.cos(angle + turned), end[1] - long * Math.sin(angle + turned)];
    return draw(
      'svg', { class: `arrow ${tone}`, 'aria-hidden': 'true', width: '100%', height: content },
      draw('path', { class: 'edge', d: path }), draw('path', { class: 'line', d: path }),
      draw('path', { class: 'head', d: `M${end} L${wing(0.5)} L${wing(-0.5)}z` }),
    );
  }

  // Scroll the felt to the top card of a pile.
  reveal(pile) {
    const top = this.#position.get(pile)?.cards.at(-1);
    if (top && this.#size.content > this.#frame.clientHeight) this.#reveal(this.#cards.get(top.number).element);
  }

  // Only the felt scrolls, never the page.
  #reveal(element) {
    const y = parseFloat(element.style.transform.split(',')[1]);
    const { scrollTop, clientHeight } = this.#frame;
    if (y < scrollTop || y + this.#size.height > scrollTop + clientHeight) this.#frame.scrollTop = y - clientHeight / 2;
  }
}

function placeElement({ pile, takes }) {
  const place = make('div', { className: 'place', role: 'img', title: takes }, make('span', { className: 'label' }));
  place.append(make('span', { className: 'empty' }));
  place.dataset.pile = pile;
  return place;
}

function setOr(dataset, name, value) {
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
}
