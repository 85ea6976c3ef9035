// The board: places for piles, and cards that slide between them. It shows positions and marks; it decides nothing.

import { cardElement } from './cards.js';
import { make } from './dom.js';
import { layoutOf } from './layout.js';
import { depthsOf, measure } from './measure.js';
import { pileInWords } from './words.js';

export class Board {
  #element;
  #layout;
  #size;
  #positions = [];
  #opening;
  #position;
  #drawn = new Map();
  #cards = new Map();

  places = new Map();

  constructor(element) {
    this.#element = element;
    new ResizeObserver(() => this.#fit()).observe(element);
    window.addEventListener('resize', () => this.#fit());
  }

  // Lay out a game; the cards stay where they are if its deal is the one on the table.
  set(game) {
    this.#positions = game.positions;
    if (this.#opening !== game.positions[0]) {
      this.#opening = game.positions[0];
      this.#lay(game);
    }
    this.#fit();
  }

  // Show a position: one step apart from the last, cards slide; further apart, they are just there.
  show(position, slide) {
    this.#element.classList.toggle('still', !slide);
    this.#position = position;
    for (const [name, pile] of position) {
      if (this.#drawn.get(name) !== pile) this.#place(name, pile);
    }
  }

  // Marks by card number and by pile; all others go.
  mark(name, { cards = new Map(), piles = new Map() }) {
    for (const [number, { element }] of this.#cards) setOr(element.dataset, name, cards.get(number));
    for (const [pile, place] of this.places) setOr(place.dataset, name, piles.get(pile));
  }

  // Which pile and which card of it an element belongs to.
  locate(element) {
    const card = element?.closest?.('.card');
    if (card) {
      return { pile: card.dataset.pile, index: this.#cards.get(Number(card.dataset.number)).index };
    }
    const place = element?.closest?.('.place');
    return place ? { pile: place.dataset.pile, index: 0 } : null;
  }

  // A card and all on top of it.
  lifted(pile, index) {
    const cards = this.#position.get(pile).cards.slice(index);
    return cards.map((card) => this.#cards.get(card.number).element);
  }

  whereIs(pile) {
    return this.#layout.places.get(pile);
  }

  #lay(game) {
    this.#layout = layoutOf(game.variant.rows);
    this.#drawn.clear();
    this.places = new Map(game.variant.piles.map((pile) => [pile.pile, placeElement(pile)]));
    this.#cards = new Map(
      [...this.#opening.values()].flatMap((pile) =>
        pile.cards.map((card) => [card.number, { element: cardElement(card), index: 0 }])),
    );
    const elements = [...this.#cards.values()].map((card) => card.element);
    this.#element.replaceChildren(...this.places.values(), ...elements);
  }

  #fit() {
    if (!this.#layout) return;
    const size = measure(this.#layout, this.#element.clientWidth, this.#positions);
    this.#size = size;
    for (const [name, value] of Object.entries({ w: size.width, h: size.height, label: size.label })) {
      this.#element.style.setProperty(`--${name}`, `${value}px`);
    }
    this.#element.style.height = `${size.board}px`;
    this.#element.classList.toggle('small', size.width < 58);
    for (const [name, place] of this.places) {
      const { x, y } = this.#at(name);
      place.style.transform = `translate(${x}px, ${y - size.label}px)`;
    }
    this.#drawn.clear();
    if (this.#position) this.show(this.#position, false);
  }

  #at(pile) {
    const { x, y } = this.#layout.places.get(pile);
    const { left, width, gap, height, label, rowGap } = this.#size;
    return { x: left + x * (width + gap), y: label + y * (height + label + rowGap) };
  }

  #place(name, pile) {
    if (!this.#layout.places.has(name)) return;
    this.#drawn.set(name, pile);
    const at = this.#at(name);
    const depths = name[0] === 'T' ? depthsOf(pile, this.#size) : pile.cards.map(() => 0);
    pile.cards.forEach((card, index) => {
      const own = this.#cards.get(card.number);
      own.index = index;
      own.element.dataset.pile = name;
      own.element.style.transform = `translate(${at.x}px, ${at.y + depths[index]}px)`;
      own.element.style.zIndex = index + 1;
      own.element.classList.toggle('down', index < pile.faceDown);
      // Of a heap only what can be seen is drawn: its top card, and the one that shows when that leaves.
      own.element.classList.toggle('covered', name[0] !== 'T' && index < pile.cards.length - 2);
    });
    this.#label(name, pile, depths.at(-1) ?? 0);
  }

  #label(name, pile, depth) {
    const place = this.places.get(name);
    const counted = name === 'S' || name === 'W';
    place.querySelector('.label').textContent = counted ? `${name} ${pile.cards.length}` : name;
    place.setAttribute('aria-label', pileInWords(name, pile));
    place.style.height = `${this.#size.label + this.#size.height + depth}px`;
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
