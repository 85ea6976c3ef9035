// Automatic moves: the rules by which programs take cards to the foundations without being asked, as in the Python library, and the one
// that is safe in every game whose columns build down.

import { RequestError, isRed, rankOf, suitOf } from './declaration.js';
import { legalMoves, parse } from './referee.js';

/**
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 * @typedef {import('./index.d.ts').AutoplayRule} AutoplayRule
 */

const RULES = ['microsoft', 'raymond', 'all', 'none'];

/**
 * Return the automatic moves that a rule has in a position; playing one leaves the others.
 * @param {Rules} rules
 * @param {Position} position
 * @param {AutoplayRule} rule
 */
export function automaticMoves(rules, position, rule) {
  if (!RULES.includes(rule)) throw new RequestError('/rule', `expected one of ${RULES.join(', ')}.`);
  if (rule === 'none') return [];
  const homes = [0, 0, 0, 0];
  for (const pile of rules.foundations) {
    const [card] = position.piles[pile];
    if (card !== undefined) homes[suitOf(card)] = position.piles[pile].length;
  }
  return toFoundations(rules, position).filter(({ card, height }) => homes[suitOf(card)] === height && goes(rule, homes, card, height)).map(({ token }) => token);
}

/**
 * Return the moves of cards to foundations after which no card in play lacks a card to be built on: Aces, Twos, and cards of which none
 * one rank lower is in play.
 * @param {Rules} rules
 * @param {Position} position
 */
export function safeMoves(rules, position) {
  const inPlay = new Set(position.piles.flatMap((pile, at) => (rules.foundations.includes(at) ? [] : pile.map((card) => heightOf(card, position)))));
  return toFoundations(rules, position).filter(({ height }) => height < 2 || !inPlay.has(height - 1)).map(({ token }) => token);
}

/**
 * Return the legal moves of single cards to foundations, each with its card and how far it is above the base.
 * @param {Rules} rules
 * @param {Position} position
 */
function toFoundations(rules, position) {
  return legalMoves(rules, position).flatMap((token) => {
    const move = parse(rules, token);
    if (!move || move.action || move.count > 1) return [];
    if (!rules.foundations.includes(move.target) || rules.foundations.includes(move.source)) return [];
    const card = position.piles[move.source].at(-1) ?? 0;
    return [{ token, card, height: heightOf(card, position) }];
  });
}

/** @param {number} card @param {Position} position */
const heightOf = (card, { base }) => (rankOf(card) - base + 13) % 13;

/**
 * Whether a rule takes a card of this height to its foundation, which takes it.
 * @param {AutoplayRule} rule
 * @param {number[]} homes how many cards of each suit are there
 * @param {number} card
 * @param {number} height
 */
function goes(rule, homes, card, height) {
  if (rule === 'all' || height < 2) return true;
  const lowest = (/** @type {boolean} */ red) => Math.min(...homes.filter((_, suit) => isRed(suit * 13) === red));
  const other = lowest(!isRed(card));
  return other >= height || (rule === 'raymond' && other >= height - 1 && lowest(isRed(card)) >= height - 2);
}
