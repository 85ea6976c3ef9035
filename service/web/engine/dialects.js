// Seeds of other programs: the board that each program deals for a number (docs/reference/positions.md).
//
// A program's seed is an algorithm of its own: a generator of random numbers, a shuffle, and an order of dealing. All decks are
// compared with those that the programs print (fixtures/dialects.jsonl), as those of the Python library are.

import { RANKS, RequestError } from './declaration.js';

const COLUMNS = 7;
const PRIME = 0x7fffffff;
const FACTORIAL = Array.from({ length: 52 }, (_, index) => BigInt(index + 1)).reduce((product, number) => product * number);
const SEED = /^[0-9]{1,68}$/;

/**
 * Return the piles of the board that another program deals for its number. Throws RequestError.
 * @type {typeof import('./index.d.ts').boardOfSeed}
 */
export function boardOfSeed(program, variant, seed) {
  if (!Object.hasOwn(DIALECTS, program)) throw new RequestError('', `unknown program. Known programs: ${Object.keys(DIALECTS).join(', ')}.`);
  const { lowest, highest, games } = DIALECTS[program];
  if (!Object.hasOwn(games, variant)) throw new RequestError('', `the seeds of ${program} deal ${Object.keys(games).join(', ')}.`);
  // A number beyond 2^53 has lost digits already.
  const text = typeof seed === 'number' && !Number.isSafeInteger(seed) ? '' : String(seed);
  if (!SEED.test(text)) throw new RequestError('/seed', 'expected a whole number, as a text if it is above 2^53.');
  const number = BigInt(text);
  if (number < lowest || number > highest) throw new RequestError('/seed', `seeds of ${program} run from ${lowest} to ${highest}.`);
  return games[variant](number);
}

/** @param {string} suits */
const suitBySuit = (suits) => [...suits].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** @param {string} suits */
const rankByRank = (suits) => [...RANKS].flatMap((rank) => [...suits].map((suit) => rank + suit));

/** @param {string[]} cards @param {number} one @param {number} other */
function swap(cards, one, other) {
  [cards[one], cards[other]] = [cards[other], cards[one]];
}

// Orders of dealing

/**
 * Deal rows left to right, the top cards face up; the next card of the stock follows the last one dealt.
 * @param {string[]} cards
 */
function klondike(cards) {
  const columns = rows((row) => Array.from({ length: COLUMNS - row }, (_, index) => row + index), cards);
  return klondikeBoard(columns, cards.slice(28));
}

/**
 * Deal cards row by row to the columns that each row names.
 * @param {(row: number) => number[]} order
 * @param {string[]} cards
 */
function rows(order, cards) {
  const columns = Array.from({ length: COLUMNS }, () => /** @type {string[]} */ ([]));
  let next = 0;
  for (let row = 0; row < COLUMNS; row++) for (const column of order(row)) columns[column].push(cards[next++]);
  return columns;
}

/** @param {string[]} cards */
function columnByColumn(cards) {
  const columns = Array.from({ length: COLUMNS }, (_, index) => cards.slice((index * (index + 1)) / 2, ((index + 1) * (index + 2)) / 2));
  return klondikeBoard(columns, cards.slice(28));
}

/** @param {string[][]} columns @param {string[]} rest in the order in which the stock is drawn */
function klondikeBoard(columns, rest) {
  const piles = columns.map((cards, index) => `T${index + 1}=${index ? `(${cards.slice(0, -1).join('')})` : ''}${cards.at(-1)}`);
  return [...piles, `S=${[...rest].reverse().join('')}`].join(';');
}

// Klondike-Solver

/** @param {bigint} seed */
function klondikeSolver(seed) {
  const draw = twisted(Number(seed));
  const cards = suitBySuit('CDSH');
  for (let pair = 0; pair < 269; pair++) swap(cards, draw() % 52, draw() % 52);
  return klondike(cards);
}

/**
 * Return what draws the generator's numbers of 31 bits.
 * @param {number} seed
 */
function twisted(seed) {
  let [value, mix, twist] = [seed, 51_651_237, 895_213_268];
  const step = () => {
    const y = (twist - mix) ^ twist ^ value ^ mix;
    mix ^= twist ^ value;
    value ^= twist - mix;
    twist ^= value ^ y;
    value ^= (twist << 7) ^ (mix >> 16) ^ (y << 8);
    return value & PRIME;
  };
  for (let warm = 0; warm < 50; warm++) step();
  value = 0x9417b3af ^ seed ^ (seed >> 15);
  for (let warm = 0; warm < 950; warm++) step();
  return step;
}

// Green Felt

/** @param {bigint} seed */
function greenFelt(seed) {
  const cards = suitBySuit('CDHS');
  let number = Number(seed);
  for (let pass = 0; pass < 7; pass++) {
    for (let place = 0; place < 52; place++) {
      number = (number * 16_807) % PRIME;
      swap(cards, place, number % 52);
    }
  }
  return klondike(cards.reverse());
}

// Solvitaire

/**
 * Return a shuffled pack in the order in which it is dealt: from its end.
 * @param {bigint} seed
 */
function solvitaire(seed) {
  const cards = rankByRank('CHSD');
  const draw = mersenne(Number(seed));
  for (let place = 51; place > 0; place--) {
    const size = Math.floor(0xffffffff / (place + 1)) + Number(0xffffffff % (place + 1) === place);
    let other = place + 1;
    while (other > place) other = Math.floor(draw() / size);
    swap(cards, place, other);
  }
  return cards.reverse();
}

/**
 * Return what draws the words of MT19937 seeded by one number, as C++'s `std::mt19937`.
 * @param {number} seed
 */
function mersenne(seed) {
  const state = [seed];
  for (let index = 1; index < 624; index++) state.push((Math.imul(1_812_433_253, state[index - 1] ^ (state[index - 1] >>> 30)) + index) >>> 0);
  let next = 624;
  const twist = () => {
    for (let k = 0; k < 624; k++) {
      const y = (state[k] & 0x80000000) | (state[(k + 1) % 624] & PRIME);
      state[k] = state[(k + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    next = 0;
  };
  return () => {
    if (next === 624) twist();
    let y = state[next++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
}

/** @param {bigint} seed */
function solvitaireKlondike(seed) {
  const cards = solvitaire(seed);
  // The stock is dealt first, its bottom card first of all; then rows, each from the right.
  const columns = rows((row) => Array.from({ length: COLUMNS - row }, (_, index) => COLUMNS - 1 - index), cards.slice(24));
  return klondikeBoard(columns, cards.slice(0, 24).reverse());
}

/** @param {bigint} seed */
function solvitaireFreecell(seed) {
  const cards = solvitaire(seed);
  return Array.from({ length: 8 }, (_, index) => `T${index + 1}=${cards.filter((_, place) => place % 8 === index).join('')}`).join(';');
}

// lonelybot

/** @param {bigint} seed */
function lonelybot(seed) {
  const cards = rankByRank('HDCS');
  const draw = xoshiro(seed);
  let [chunk, left] = [0, 0];
  for (let place = 1; place < 52; place++) {
    if (!left) {
      // One draw below place + 1, times place + 2, … serves as many places as 32 bits have room for.
      let bound = place + 1;
      for (left = 1; bound * (place + left + 1) <= 0xffffffff; left++) bound *= place + left + 1;
      chunk = below(bound, draw);
    }
    swap(cards, place, chunk % (place + 1));
    chunk = Math.floor(chunk / (place + 1));
    left--;
  }
  return columnByColumn(cards);
}

/**
 * Return a number below a bound: the high word of a product, corrected by a second draw (Canon).
 * @param {number} bound
 * @param {() => bigint} draw
 */
function below(bound, draw) {
  const product = draw() * BigInt(bound);
  const low = product & 0xffffffffn;
  const carry = low > 0x1_0000_0000n - BigInt(bound) && low + ((draw() * BigInt(bound)) >> 32n) > 0xffffffffn;
  return Number(product >> 32n) + Number(carry);
}

const LONG = 0xffff_ffff_ffff_ffffn;

/** @param {bigint} word @param {bigint} places */
const rotated = (word, places) => ((word << places) | (word >> (64n - places))) & LONG;

/**
 * Return what draws the upper halves of the words of xoshiro256++, whose state SplitMix64 makes of a number.
 * @param {bigint} seed
 */
function xoshiro(seed) {
  let [a, b, c, d] = [1n, 2n, 3n, 4n].map((step) => {
    let word = (seed + step * 0x9e3779b97f4a7c15n) & LONG;
    word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & LONG;
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & LONG;
    return word ^ (word >> 31n);
  });
  return () => {
    const word = (rotated((a + d) & LONG, 23n) + a) & LONG;
    const [mixed, turned] = [c ^ a, d ^ b];
    [a, b, c, d] = [a ^ turned, b ^ mixed, mixed ^ ((b << 17n) & LONG), rotated(turned, 45n)];
    return word >> 32n;
  };
}

/**
 * Swap each of the places with a place up to it, which the number's next remainder names.
 * @param {string[]} cards
 * @param {bigint} number
 * @param {number[]} places
 */
function permuted(cards, number, places) {
  for (const place of places) {
    swap(cards, place, Number(number % BigInt(place + 1)));
    number /= BigInt(place + 1);
  }
  return cards;
}

const UPWARDS = Array.from({ length: 51 }, (_, index) => index + 1);

/** @param {bigint} seed */
const exact = (seed) => columnByColumn(permuted(rankByRank('HDCS'), seed, UPWARDS));

/** @param {bigint} seed */
const microsoft = (seed) => klondike(permuted(suitBySuit('SHCD'), seed, [...UPWARDS].reverse()).reverse());

/** @type {Record<string, { lowest: bigint, highest: bigint, games: Record<string, (seed: bigint) => string> }>} */
const DIALECTS = {
  solvitaire: { lowest: 0n, highest: 2n ** 31n - 1n, games: { klondike: solvitaireKlondike, freecell: solvitaireFreecell } },
  'klondike-solver': { lowest: 0n, highest: 2n ** 31n - 1n, games: { klondike: klondikeSolver } },
  'green-felt': { lowest: 0n, highest: 2n ** 31n - 2n, games: { klondike: greenFelt } },
  lonelybot: { lowest: 0n, highest: LONG, games: { klondike: lonelybot } },
  'lonelybot-exact': { lowest: 0n, highest: FACTORIAL - 1n, games: { klondike: exact } },
  'lonelybot-microsoft': { lowest: 0n, highest: FACTORIAL - 1n, games: { klondike: microsoft } },
};
