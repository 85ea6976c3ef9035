// Which cards could ever leave their places, if moves cost nothing and no card were ever covered again. The sets contain whatever
// happens in a real line of play; patience/search/reachability.py has the proof, and this file follows it step by step.

import { lengthOf } from '../engine/sequences.js';
import { fillsOfColumns } from './movement.js';
import { PACK } from './rows.js';

const NONE = -1;

// The cards of a position, numbered pile by pile, bottom to top. Cards on foundations are included only where these give cards back.
function cardIndex(deal, { piles, down }) {
  const index = { card: [], pile: [], below: [], down: [], top: new Map(), copies: PACK.map(() => []) };
  for (const pile of deal.names.keys()) {
    if (deal.final && deal.kinds[pile] === 'F') continue;
    let below = NONE;
    for (const [place, card] of piles[pile].entries()) {
      const number = index.card.length;
      index.copies[card % 52].push(number);
      index.card.push(card % 52);
      index.pile.push(pile);
      index.below.push(below);
      index.down.push(place < down[pile]);
      below = number;
    }
    if (below !== NONE) index.top.set(pile, below);
  }
  return index;
}

export class Reachability {
  #waiting = new Map();
  #todo = [];

  constructor(deal, movement, position) {
    Object.assign(this, { deal, movement, position });
    const index = (this.index = cardIndex(deal, position));
    const flags = () => new Uint8Array(index.card.length);
    // By number: whether it could be the top card of its pile; leave the card below it; lie on a column; move, alone or leading a group.
    Object.assign(this, { exposed: flags(), left: flags(), landed: flags(), liftable: flags() });
    this.inOrder = index.below.map((below, number) => this.#isInOrder(number, below));
    this.room = deal.tableau.some((pile) => !position.piles[pile].length);
    const supplies = new Set(deal.refills.flat());
    this.spareCell = deal.cells.some((cell) => !position.piles[cell].length || supplies.has(cell));
    // By card: the numbers of the cards that could be exposed on a column and take it, and the copies that could be put on foundations.
    this.landings = PACK.map(() => []);
    this.supply = PACK.map(() => 0);
    this.movable = new Uint8Array(52);
    this.#setOutChains();
    this.#setOutCards();
    while (this.#todo.length) this.#try(this.#todo.pop());
  }

  // Whether a card lies on one that it can follow in a whole sequence.
  #isInOrder(number, below) {
    const { card, pile, down } = this.index;
    if (!this.movement.wholes.length || below === NONE || down[below]) return false;
    return this.deal.kinds[pile[number]] === 'T' && this.movement.order[card[below]].has(card[number]);
  }

  // By chain and step: how many of its foundations have taken that step, and could have taken it at one time.
  #setOutChains() {
    const { piles } = this.position;
    this.home = this.movement.chains.map((chain) => chain.steps.map((_, step) => chain.piles.filter((pile) => piles[pile].length > step).length));
    this.reach = this.home.map((steps) => steps.map(() => 0));
    for (const chain of this.movement.chains.keys()) this.#raise(chain, 0);
  }

  #setOutCards() {
    const { index, deal, movement } = this;
    const free = this.#freePiles();
    const ontoColumns = this.#dealtPiles();
    const tops = new Set(index.top.values());
    // Dealt into place, these go to a foundation as part of a whole sequence.
    const continuing = new Set(movement.order.flatMap((cards) => [...cards]));
    for (const [number, pile] of index.pile.entries()) {
      const inColumn = deal.kinds[pile] === 'T';
      this.landed[number] = Number(inColumn);
      if (this.inOrder[number] || ontoColumns.has(pile)) this.movable[index.card[number]] = 1;
      if (movement.liftsAny && inColumn && !index.down[number]) {
        this.liftable[number] = 1;
        this.#todo.push(number);
      }
    }
    for (const [number, pile] of index.pile.entries()) {
      if (free.has(pile) && ontoColumns.has(pile)) {
        this.#land(number);
        if (continuing.has(index.card[number])) this.#leave(number);
      }
      if (free.has(pile) || (tops.has(number) && pile !== deal.stockPile)) this.#expose(number);
    }
  }

  // Return the piles whose every card could be exposed: the stock, a waste to be turned over, sources of fills.
  #freePiles() {
    const { stock, refills, waste, stockPile } = this.deal;
    const free = new Set(refills.flat());
    if (!stock) return free;
    if (this.#canRedeal()) free.add(waste);
    if (this.#canTurn()) free.add(stockPile);
    return free;
  }

  // Return the piles whose cards come to columns without a move: by a deal, or as fills.
  #dealtPiles() {
    const { stock, waste, stockPile } = this.deal;
    const dealt = fillsOfColumns(this.deal);
    if (stock?.actions.includes('deal')) dealt.add(stockPile);
    if (dealt.has(stockPile) && this.#canRedeal()) dealt.add(waste);
    return dealt;
  }

  #canRedeal() {
    const { stock } = this.deal;
    return Boolean(stock?.actions.includes('redeal')) && (stock.redeals === null || this.position.redeals < stock.redeals);
  }

  // Whether the stock could be dealt. If every column needs a card first, there must be enough cards.
  #canTurn() {
    const { stock, stockPile, tableau } = this.deal;
    if (stock.hold !== 'empty_column') return true;
    return this.index.pile.filter((pile) => pile !== stockPile).length >= tableau.length;
  }

  // Raise the reach of a chain from this step on, after more cards or more foundations became available.
  #raise(number, step) {
    const chain = this.movement.chains[number];
    const home = this.home[number];
    const reach = this.reach[number];
    let before = step ? reach[step - 1] : chain.piles.length;
    for (let place = step; place < reach.length; place++) {
      const supply = chain.steps[place].reduce((sum, card) => sum + this.supply[card], 0);
      const after = Math.min(before, home[place] + supply);
      if (place > step) this.#wake(chain.steps[place]);
      if (after === reach[place]) return;
      reach[place] = before = after;
    }
  }

  #wake(cards) {
    for (const card of cards) this.#todo.push(...this.index.copies[card]);
  }

  #expose(number) {
    if (this.exposed[number]) return;
    this.exposed[number] = 1;
    if (this.deal.kinds[this.index.pile[number]] !== 'F') this.#supply(this.index.card[number]);
    if (this.landed[number]) this.#open(number);
    this.#lift(number);
  }

  // Note that the card could move. If groups are runs, so could the cards below it that are in order.
  #lift(number) {
    const { index, movement } = this;
    for (;;) {
      this.liftable[number] = 1;
      this.#todo.push(number);
      const below = index.below[number];
      if (!movement.run || below === NONE || index.down[below] || !movement.run[index.card[below]].has(index.card[number])) return;
      number = below;
    }
  }

  #land(number) {
    this.landed[number] = 1;
    this.#open(number);
  }

  // Note that other cards could be put on the card.
  #open(number) {
    for (const card of this.movement.onto[this.index.card[number]]) {
      this.landings[card].push(number);
      this.#todo.push(...this.index.copies[card]);
    }
  }

  #leave(number) {
    const { index, deal } = this;
    this.left[number] = 1;
    const card = index.card[number];
    const pile = index.pile[number];
    if (!this.movable[card]) {
      this.movable[card] = 1;
      this.#wake(this.movement.heads.keys());
    }
    if (this.#waiting.has(pile)) {
      this.#todo.push(...this.#waiting.get(pile));
      this.#waiting.delete(pile);
    }
    // It becomes available to other foundations.
    if (deal.kinds[pile] === 'F') this.#supply(card);
    if (index.below[number] !== NONE) {
      this.#expose(index.below[number]);
    } else if (deal.kinds[pile] === 'T' && !this.room) {
      this.room = true;
      this.#wake(this.movement.intoEmpty);
    } else if (deal.cells.includes(pile) && !this.spareCell) {
      this.spareCell = true;
      this.#todo.push(...index.card.keys());
    }
  }

  #supply(card) {
    this.supply[card] += 1;
    for (const [chain, step] of this.movement.places[card]) this.#raise(chain, step);
  }

  #try(number) {
    if (!this.liftable[number] || (this.left[number] && this.landed[number])) return;
    if (this.#couldLieElsewhere(number)) {
      if (!this.landed[number]) this.#land(number);
      if (!this.left[number]) this.#leave(number);
    } else if (!this.left[number] && ((this.spareCell && this.exposed[number]) || this.couldGoHome(number) || this.couldLead(number))) {
      this.#leave(number);
    }
  }

  #couldLieElsewhere(number) {
    const card = this.index.card[number];
    const pile = this.index.pile[number];
    if (this.room && this.movement.intoEmpty.has(card)) return true;
    for (const landing of this.landings[card]) {
      if (!this.#carries(number, landing)) return true;
      if (!this.#waiting.has(pile)) this.#waiting.set(pile, []);
      this.#waiting.get(pile).push(number);
    }
    return false;
  }

  // Whether the upper card lies over this one in its column for as long as this one stays.
  #carries(number, upper) {
    const { pile } = this.index;
    if (number >= upper || pile[upper] !== pile[number] || this.deal.kinds[pile[number]] !== 'T') return false;
    return !this.left.subarray(number + 1, upper + 1).includes(1);
  }

  // Whether a foundation that builds card by card could take the card.
  couldGoHome(number) {
    if (!this.exposed[number]) return false;
    return this.movement.places[this.index.card[number]].some(([chain, step]) => {
      const before = step ? this.reach[chain][step - 1] : this.movement.chains[chain].piles.length;
      return before > this.takenBy(chain, step);
    });
  }

  // Return how many foundations of a chain have taken a step. One that may give back another card than takes its place does not count.
  takenBy(chain, step) {
    const isAmbiguous = !this.deal.final && this.movement.chains[chain].steps[step].length > 1;
    return isAmbiguous ? 0 : this.home[chain][step];
  }

  isComplete(pile) {
    return this.position.piles[pile].length === lengthOf(this.deal.foundationRules[pile]);
  }

  // Whether a whole sequence that this card leads could go to a foundation.
  couldLead(number) {
    if (!this.movement.heads.has(this.index.card[number]) || !this.liftable[number]) return false;
    if (this.movement.wholes.every((pile) => this.isComplete(pile))) return false;
    return !this.lackingInSequence(number).length;
  }

  // Return, for a card that leads whole sequences, the first step that no card can fill; empty if all can be filled.
  lackingInSequence(number) {
    let inPlace = true;
    for (const [place, cards] of (this.movement.heads.get(this.index.card[number]) ?? []).entries()) {
      inPlace = inPlace && Boolean(this.inOrder[number + 1 + place]);
      if (!inPlace && !cards.some((card) => this.movable[card])) return cards;
    }
    return [];
  }
}
