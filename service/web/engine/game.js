// Games: a deal, the moves played, and the position that they reach.

import { RANKS, codesOf } from './cards.js';
import { deckOfSeed, normalizeSeed, open, readDeck } from './deal.js';
import { compile, declarationUnder, settleOptions } from './declaration.js';
import { IllegalMoveError, RequestError } from './errors.js';
import { play } from './position.js';
import { legalMoves, outcome, paramsOf, parse, whyNot } from './referee.js';

/**
 * @typedef {import('./index.d.ts').Variant} Variant
 * @typedef {import('./index.d.ts').RuleOptions} RuleOptions
 * @typedef {import('./index.d.ts').Game} GameInterface
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 * @typedef {import('./position.js').Step} Step
 *
 * @typedef {object} Deal
 * @property {Variant} variant
 * @property {RuleOptions} options every option with its value
 * @property {Rules} rules
 * @property {string | null} seed normalised; null if the deck was given
 * @property {number[]} deck
 * @property {Position} opening
 */

/** Rules by declaration or variant, then by options: compiling costs as much as dealing. */
const compiled = new WeakMap();

/** Settings of a variant that are kept; some have thousands. */
const MOST_SETTINGS = 100;

/**
 * Return the deal of a seed or a deck. Throws DeclarationError or RequestError.
 * @param {import('./index.d.ts').Variant | import('./index.d.ts').Declaration} source
 * @param {import('./index.d.ts').DealOptions} options
 * @returns {Deal}
 */
export function dealOf(source, { seed, deck, rules: chosen = {} }) {
  const variant = source && 'declaration' in source ? source : { id: '', rules_version: '', options: [], declaration: source };
  const options = settleOptions(variant, chosen);
  const known = compiled.get(source) ?? new Map();
  const key = JSON.stringify(options);
  if (!known.has(key)) {
    const compiledRules = compile(declarationUnder(variant, options));
    if (known.size >= MOST_SETTINGS) known.clear();
    compiled.set(source, known.set(key, compiledRules));
  }
  const rules = known.get(key);
  if ((seed === undefined) === (deck === undefined)) throw new RequestError('', 'expected exactly one of seed and deck.');
  const normalized = seed === undefined ? null : normalizeSeed(seed);
  const cards = normalized === null ? readDeck(rules, deck) : deckOfSeed(rules, normalized);
  return { variant, options, rules, seed: normalized, deck: cards, opening: open(rules, cards) };
}

/**
 * Deal a game.
 * @type {typeof import('./index.d.ts').newGame}
 */
export const newGame = (variant, options) => new Game(dealOf(variant, options));

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
    return refusalOf(this.#deal.rules, this.#position, token);
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

  outcome() {
    return outcome(this.#deal.rules, this.#position);
  }

  request() {
    const { variant, options, seed } = this.#deal;
    const dealt = seed === null ? { deck: this.deck } : { seed };
    return { variant: variant.id, rules: { ...options }, ...dealt, moves: this.moves };
  }
}

/**
 * Return a token as a move. Throws RequestError for a token outside the grammar.
 * @param {Rules} rules
 * @param {string} token
 */
export function readMove(rules, token) {
  const move = parse(rules, token);
  if (!move) throw new RequestError('/moves', `${JSON.stringify(token)} is not a move such as T3-T7x4, W-F or draw.`);
  return move;
}

/**
 * Return why a token is illegal, with parameters for a sentence, or null if it is legal.
 * @param {Rules} rules
 * @param {Position} position
 * @param {string} token
 * @returns {import('./index.d.ts').Refusal | null}
 */
export function refusalOf(rules, position, token) {
  const move = readMove(rules, token);
  const reason = whyNot(rules, position, move);
  return reason && { reason, params: paramsOf(rules, position, token, move, reason) };
}

/**
 * Return every pile of a position, as the service's `final_state`.
 * @param {Rules} rules
 * @param {Position} position
 * @param {boolean} hidden whether face-down and stock cards are `??`
 * @returns {import('./index.d.ts').State}
 */
export function stateJson(rules, { piles, down, redeals, base }, hidden = false) {
  const plain = (/** @type {number} */ pile) => ({ pile: rules.names[pile], cards: codesOf(piles[pile]) });
  const withFaces = (/** @type {number} */ pile) => ({
    pile: rules.names[pile],
    face_down: down[pile],
    cards: codesOf(piles[pile]).map((code, place) => (hidden && place < down[pile] ? '??' : code)),
  });
  const stock = codesOf(piles[rules.stockPile] ?? []);
  return {
    tableau: rules.tableau.map(withFaces),
    foundations: rules.foundations.map(plain),
    reserve: rules.reserve.map(rules.deepReserve ? withFaces : plain),
    stock: hidden ? stock.map(() => '??') : stock,
    waste: codesOf(piles[rules.waste] ?? []),
    redeals,
    ...(rules.declaration.base === 'A' ? {} : { base_rank: RANKS[base] }),
  };
}

/**
 * Return what a move did, as in the service's `trace`.
 * @param {Rules} rules
 * @param {string} move
 * @param {Step} step
 * @returns {import('./index.d.ts').Step}
 */
export function stepJson({ names }, move, { moved, turnedUp, filled }) {
  const written = (/** @type {import('./position.js').Moved} */ { source, target, cards }) => ({
    from: names[source],
    to: names[target],
    cards: codesOf(cards),
  });
  return {
    move,
    moved: moved.map(written),
    turned_up: turnedUp.map(({ pile, card }) => ({ pile: names[pile], card: codesOf([card])[0] })),
    filled: filled.map(written),
  };
}
