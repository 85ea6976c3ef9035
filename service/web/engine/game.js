// Games: a deal, the moves played, and the position that they reach.

import { automaticMoves } from './autoplay.js';
import { openBoard } from './boards.js';
import { dealOf } from './deals.js';
import { IllegalMoveError, codesOf } from './declaration.js';
import { sentenceOf } from './evidence.js';
import { play, stateJson, stepJson } from './position.js';
import { positionText } from './position-text.js';
import { legalMoves, outcome, readMove, refusalOf } from './referee.js';

/**
 * @typedef {import('./index.d.ts').Game} GameInterface
 * @typedef {import('./deals.js').Deal} Deal
 * @typedef {import('./position.js').Position} Position
 */

/**
 * Deal a game.
 * @param {import('./index.d.ts').Variant | import('./index.d.ts').Declaration} variant
 * @param {import('./index.d.ts').DealOptions} options
 * @returns {GameInterface}
 */
export const newGame = (variant, options) => new Game(dealOf(variant, options, openBoard));

/** @implements {GameInterface} */
class Game {
  #deal;
  #position;
  /** @type {{ move: string, before: Position }[]} */
  #played = [];

  /** @param {Deal} deal */
  constructor(deal) {
    this.#deal = deal;
    this.#position = deal.opening;
  }

  get deck() {
    return codesOf(this.#deal.deck);
  }

  get moves() {
    return this.#played.map(({ move }) => move);
  }

  legalMoves() {
    return legalMoves(this.#deal.rules, this.#position);
  }

  /** @param {string} token */
  check(token) {
    const { rules } = this.#deal;
    const refusal = refusalOf(rules, this.#position, token);
    return refusal && { ...refusal, detail: sentenceOf(rules, this.#position, token, readMove(rules, token), refusal.reason) };
  }

  /** @param {string} token */
  play(token) {
    const { rules } = this.#deal;
    const refusal = this.check(token);
    if (refusal) throw new IllegalMoveError(token, refusal);
    const { position, step } = play(rules, this.#position, readMove(rules, token));
    this.#played.push({ move: token, before: this.#position });
    this.#position = position;
    return stepJson(rules, token, step);
  }

  /** @param {import('./index.d.ts').AutoplayRule} [rule] */
  autoplay(rule = 'microsoft') {
    const played = [];
    for (let [token] = this.#automatic(rule); token; [token] = this.#automatic(rule)) {
      this.play(token);
      played.push(token);
    }
    return played;
  }

  /** @param {import('./index.d.ts').AutoplayRule} rule */
  #automatic(rule) {
    return automaticMoves(this.#deal.rules, this.#position, rule);
  }

  undo() {
    const last = this.#played.pop();
    if (!last) return null;
    this.#position = last.before;
    return last.move;
  }

  /** @param {{ hide?: 'face_down' }} [options] */
  state({ hide } = {}) {
    return stateJson(this.#deal.rules, this.#position, hide === 'face_down');
  }

  positionText() {
    return positionText(this.#deal, this.#position);
  }

  outcome() {
    return outcome(this.#deal.rules, this.#position);
  }

  request() {
    const { variant, options, seed, board, orders } = this.#deal;
    const dealt = board ? { board } : seed === null ? { deck: this.deck } : { seed };
    const redealt = orders.length ? { redeal_orders: orders.map(codesOf) } : {};
    return { variant: variant.id, rules: { ...options }, ...dealt, ...redealt, moves: this.moves };
  }
}
