// What the rows and columns of a square are worth, as hands of poker or cribbage.

import { rankOf, suitOf } from './declaration.js';

const ACE = 0;
const JACK = 10;
/** The points of cards of equal rank in a hand of poker, by their numbers of two or more. */
const BY_COUNTS = new Map([['4', 50], ['3,2', 25], ['3', 10], ['2,2', 5], ['2', 2]]);

/**
 * Return the hands that rows and columns of a square are, null where no points win.
 * @param {import('./fields.d.ts').Declaration} declaration
 */
export const handsOf = ({ win }) => (win === 'poker' || win === 'cribbage' ? win : null);

/**
 * Return what the square of a game that is won by points is worth.
 * @param {import('./declaration.js').Rules} rules
 * @param {import('./position.js').Position} position
 */
export function handPoints({ declaration, tableau, stockPile }, { piles }) {
  const hands = handsOf(declaration);
  const width = hands === 'poker' ? 5 : 4;
  const line = [...Array(width).keys()];
  const lines = line.flatMap((at) => [line.map((place) => at * width + place), line.map((place) => place * width + at)]);
  const cards = lines.map((places) => places.flatMap((place) => piles[tableau[place]]));
  if (hands === 'poker') return sum(cards.map(ofPoker));
  const isFull = tableau.every((pile) => piles[pile].length);
  const starter = isFull ? (piles[stockPile].at(-1) ?? null) : null;
  const heels = starter !== null && rankOf(starter) === JACK ? 2 : 0;
  return heels + sum(cards.map((hand) => ofCribbage(hand, starter)));
}

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** @param {readonly number[]} hand */
const ranksOf = (hand) => hand.map(rankOf).sort((one, other) => one - other);

/** @param {readonly number[]} ranks */
const isRun = (ranks) => ranks.every((rank, at) => at === 0 || rank === ranks[at - 1] + 1);

/** @param {readonly number[]} hand */
const isFlush = (hand) => hand.every((card) => suitOf(card) === suitOf(hand[0]));

/** @param {readonly number[]} hand */
function ofPoker(hand) {
  const ranks = ranksOf(hand);
  const isFull = hand.length === 5;
  const isHigh = isFull && ranks.join() === [ACE, 9, 10, 11, 12].join();
  const isStraight = isHigh || (isFull && isRun(ranks));
  if (isFull && isFlush(hand)) return isStraight ? (isHigh ? 100 : 75) : 20;
  if (isStraight) return 15;
  const counts = [...new Set(ranks)].map((rank) => ranks.filter((other) => other === rank).length).filter((count) => count > 1);
  return BY_COUNTS.get(counts.sort((one, other) => other - one).join()) ?? 0;
}

/**
 * @param {readonly number[]} hand
 * @param {number | null} starter
 */
function ofCribbage(hand, starter) {
  let points = 0;
  if (hand.length === 4 && isFlush(hand)) points += starter !== null && suitOf(starter) === suitOf(hand[0]) ? 5 : 4;
  if (starter !== null) points += hand.filter((card) => rankOf(card) === JACK && suitOf(card) === suitOf(starter)).length;
  const ranks = ranksOf(starter === null ? hand : [...hand, starter]);
  /** @type {number[][]} */
  const choices = ranks.reduce((found, rank) => [...found, ...found.map((choice) => [...choice, rank])], /** @type {number[][]} */ ([[]]));
  points += 2 * choices.filter((choice) => sum(choice.map((rank) => Math.min(rank + 1, 10))) === 15).length;
  points += 2 * choices.filter(([one, other, more]) => other !== undefined && more === undefined && one === other).length;
  const runs = choices.filter((choice) => choice.length > 2 && isRun(choice)).map(({ length }) => length);
  const longest = Math.max(0, ...runs);
  return points + longest * runs.filter((length) => length === longest).length;
}
