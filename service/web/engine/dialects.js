// Seeds of other programs: the board that each program deals for a number (docs/reference/positions.md).
//
// A program's seed is an algorithm of its own: a generator of random numbers, a shuffle, and an order of dealing. All decks are
// compared with those that the programs print (fixtures/dialects.jsonl), as those of the Python library are.

import { RANKS, RequestError } from './declaration.js';

const COLUMNS = 7;
const PRIME = 0x7fffffff;
const FACTORIAL = Array.from({ length: 52 }, (_, index) => BigInt(index + 1)).reduce((product, number) => product * number);
const SEED = /^-?[0-9]{1,68}$/;

/**
 * Return the piles of the board that another program deals for its number. Throws RequestError.
 * @type {typeof import('./index.d.ts').boardOfSeed}
 */
export function boardOfSeed(program, variant, seed, rules = {}) {
  if (!Object.hasOwn(DIALECTS, program)) throw new RequestError('', `unknown program. Known programs: ${Object.keys(DIALECTS).join(', ')}.`);
  const { lowest, highest, games, suits } = DIALECTS[program];
  if (!Object.hasOwn(games, variant)) throw new RequestError('', `the seeds of ${program} deal ${Object.keys(games).join(', ')}.`);
  // A number beyond 2^53 has lost digits already.
  const text = typeof seed === 'number' && !Number.isSafeInteger(seed) ? '' : String(seed);
  if (!SEED.test(text)) throw new RequestError('/seed', 'expected a whole number, as a text if it is above 2^53.');
  const number = BigInt(text);
  if (number < lowest || number > highest) throw new RequestError('/seed', `seeds of ${program} run from ${lowest} to ${highest}.`);
  const printed = suits?.[String(rules.suits)];
  const board = games[variant](number);
  return printed ? board.replace(/(?<=[A2-9TJQK])[CDHS]/g, (suit) => printed['CDHS'.indexOf(suit)]) : board;
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

// KPatience, and Microsoft's FreeCell. KPatience deals from the end of its shuffled pack.

/**
 * Return the cards in the order in which they are dealt.
 * @param {bigint} seed
 * @param {number} packs
 */
function kpatience(seed, packs) {
  const cards = Array.from({ length: packs }, () => rankByRank('CDHS')).flat();
  let state = Number(seed);
  for (let place = cards.length - 1; place > 0; place--) {
    state = (Math.imul(state, 214_013) + 2_531_011) | 0;
    swap(cards, place, ((state >>> 16) & 0x7fff) % (place + 1));
  }
  return cards.reverse();
}

/**
 * Deal cards to the columns of an order, and return the text of each.
 * @param {number[]} order
 * @param {string[]} cards
 * @param {number[]} [down] how many cards of each column lie face down
 */
function laid(order, cards, down = []) {
  const columns = Array.from({ length: Math.max(...order) + 1 }, () => /** @type {string[]} */ ([]));
  order.forEach((column, place) => columns[column].push(cards[place]));
  return columns.map((column, index) => pile(`T${index + 1}`, column, down[index]));
}

/** @param {string} name @param {string[]} cards @param {number} [down] */
const pile = (name, cards, down = 0) => `${name}=${down ? `(${cards.slice(0, down).join('')})` : ''}${cards.slice(down).join('')}`;

/** @param {number} columns @param {number} cards */
const inRows = (columns, cards) => Array.from({ length: cards }, (_, place) => place % columns);

/** @param {number[]} sizes the columns of each row, from the first one */
const inSizes = (sizes) => sizes.flatMap((size) => inRows(size, size));

/**
 * Return the piles of a stock of which the first card is drawn first, or lies on the waste.
 * @param {string[]} rest
 * @param {boolean} [waste]
 */
const stocked = (rest, waste) => [...(waste ? [pile('W', rest.slice(0, 1))] : []), pile('S', rest.slice(Number(waste)).reverse())];

/** @param {number} columns @param {number} [cells] @returns {(cards: string[]) => string[]} */
const openGame = (columns, cells = 0) => (cards) => [
  ...laid(inRows(columns, 52 - cells), cards.slice(cells)),
  ...cards.slice(0, cells).map((card, index) => pile(`R${index + 1}`, [card])),
];

/** @param {number} columns @param {number} dealt @param {{ down?: number, waste?: boolean }} [options] @returns {(cards: string[]) => string[]} */
const withStock = (columns, dealt, { down = 0, waste = false } = {}) => (cards) => [
  ...laid(inRows(columns, dealt), cards, Array(columns).fill(down)),
  ...stocked(cards.slice(dealt), waste),
];

/** @param {string[]} cards */
function spider(cards) {
  const stock = [40, 30, 20, 10, 0].flatMap((start) => cards.slice(54 + start, 64 + start));
  return [...laid(inRows(10, 54), cards, inRows(10, 10).map((column) => (column < 4 ? 5 : 4))), pile('S', stock)];
}

/** @param {string[]} cards */
function yukon(cards) {
  const columns = inRows(7, 7);
  const order = inRows(11, 11).flatMap((row) => columns.filter((column) => (column ? row < column + 5 : !row)));
  return laid(order, cards, columns);
}

const HOMES = { C: 'F1', S: 'F2', H: 'F3', D: 'F4' };

/**
 * Deal eight rows, the Aces first, or also each card that follows.
 * @param {boolean} [following]
 * @returns {(cards: string[]) => string[]}
 */
const castle = (following) => (cards) => {
  const columns = inRows(8, 8).map(() => /** @type {string[]} */ ([]));
  const homes = Object.entries(HOMES).map(([suit, name]) => ({ suit, name, cards: [`A${suit}`] }));
  cards.filter((card) => card[0] !== 'A').forEach((card, place) => {
    const home = homes.find(({ suit, cards: held }) => following && suit === card[1] && RANKS.indexOf(card[0]) === held.length);
    (home?.cards ?? columns[place % 8]).push(card);
  });
  return [...columns.map((column, index) => pile(`T${index + 1}`, column)), ...homes.map(({ name, cards: held }) => pile(name, held))];
};

/** The foundations' first cards, from F1. */
const CLOCK = ['2S', '3H', '4C', '5D', '6S', '7H', '8C', '9D', 'TS', 'JH', 'QC', 'KD'];

/** @param {string[]} cards */
const clock = (cards) => [
  ...laid(inRows(8, 40), cards.filter((card) => !CLOCK.includes(card))),
  ...CLOCK.map((card, index) => pile(`F${index + 1}`, [card])),
];

/**
 * Deal triangles from alternating sides, and the rest in rows of six.
 * @param {string[]} cards
 */
function grandfather(cards) {
  const rounds = inRows(7, 7).map((round) => {
    const columns = inRows(7, 7).slice(Math.ceil(round / 2), 7 - Math.floor(round / 2));
    return round % 2 ? columns.reverse() : columns;
  });
  const order = rounds.flat();
  order.push(...inRows(6, 52 - order.length).map((column) => column + 1));
  const down = inRows(7, 7).map((column) => rounds.filter(([start, ...rest]) => start !== column && rest.includes(column)).length);
  return laid(order, cards, down);
}

/**
 * Each King changes places with the lowest card of its column that is not a King.
 * @param {string[]} cards
 */
function bakersDozen(cards) {
  const columns = inRows(13, 13).map((column) => cards.filter((_, place) => place % 13 === column));
  for (const column of columns) {
    let kings = 0;
    column.forEach((card, place) => card[0] === 'K' && swap(column, place, kings++));
  }
  return columns.map((column, index) => pile(`T${index + 1}`, column));
}

/** @param {string[]} cards rows of pictures that begin with 2, 3 and 4, which the variant has in the other order */
const mod3 = (cards) => [
  ...laid(inRows(8, 8), cards.slice(24)),
  ...[16, 8, 0].flatMap((start) => cards.slice(start, start + 8)).map((card, index) => pile(`R${index + 1}`, [card])),
  ...stocked(cards.slice(32)),
];

/** @type {Record<string, (seed: bigint) => string>} */
const KPATIENCE = Object.fromEntries(
  /** @type {[string, number, (cards: string[]) => string | string[]][]} */ ([
    ['klondike', 1, klondike],
    ['freecell', 1, openGame(8)],
    ['bakers-game', 1, openGame(8)],
    ['eight-off', 1, openGame(8, 4)],
    ['forecell', 1, openGame(8, 4)],
    ['seahaven-towers', 1, openGame(10, 2)],
    ['spider', 2, spider],
    ['yukon', 1, yukon],
    ['simple-simon', 1, (cards) => laid(inSizes([9, 8, 7, 6, 5, 4, 3, 10]), cards)],
    ['golf', 1, withStock(7, 35, { waste: true })],
    ['gypsy', 2, withStock(8, 24, { down: 1 })],
    ['forty-and-eight', 2, withStock(8, 32, { waste: true })],
    ['aces-up', 1, withStock(4, 4)],
    ['beleaguered-castle', 1, castle()],
    ['siegecraft', 1, castle()],
    ['citadel', 1, castle(true)],
    ['streets-and-alleys', 1, openGame(8)],
    ['stronghold', 1, openGame(8)],
    ['grandfathers-clock', 1, clock],
    ['tvetes-grandfather', 1, grandfather],
    ['bakers-dozen', 1, bakersDozen],
    ['spanish-patience', 1, bakersDozen],
    ['picture-gallery', 2, mod3],
  ]).map(([variant, packs, deal]) => [variant, (seed) => [deal(kpatience(seed, packs))].flat().join(';')]),
);

/**
 * Deal what Microsoft's FreeCell deals; -1 and -2 are sorted by hand.
 * @param {bigint} seed
 */
function freecell(seed) {
  if (seed > 0n) return KPATIENCE.freecell(seed);
  if (seed === 0n) throw new RequestError('/seed', "Microsoft's FreeCell does not have a deal 0.");
  const [left, right, suits] = seed === -1n ? ['A3579JK', 'QT8642', 'CDHS'] : ['AKQJT98', '765432', 'SHDC'];
  const halves = [left, right].flatMap((half) => [...suits].map((suit) => [...half].map((rank) => rank + suit)));
  return halves.map((cards, index) => pile(`T${index + 1}`, cards)).join(';');
}

/** @type {Record<string, { lowest: bigint, highest: bigint, games: Record<string, (seed: bigint) => string>, suits?: Record<string, string> }>} */
const DIALECTS = {
  solvitaire: { lowest: 0n, highest: 2n ** 31n - 1n, games: { klondike: solvitaireKlondike, freecell: solvitaireFreecell } },
  'klondike-solver': { lowest: 0n, highest: 2n ** 31n - 1n, games: { klondike: klondikeSolver } },
  'green-felt': { lowest: 0n, highest: 2n ** 31n - 2n, games: { klondike: greenFelt } },
  lonelybot: { lowest: 0n, highest: LONG, games: { klondike: lonelybot } },
  'lonelybot-exact': { lowest: 0n, highest: FACTORIAL - 1n, games: { klondike: exact } },
  'lonelybot-microsoft': { lowest: 0n, highest: FACTORIAL - 1n, games: { klondike: microsoft } },
  'microsoft-freecell': { lowest: -2n, highest: 1_000_000n, games: { freecell } },
  kpatience: { lowest: 1n, highest: 2n ** 31n - 1n, games: KPATIENCE, suits: { one: 'CCCC', two: 'HCHC' } },
};
