// Seeds, which are PySolFC's game numbers, and the numbers that each one's generator draws (docs/rules.md, Seeds).

import { RequestError, rankOf } from './declaration.js';

const HIGHEST_MS = 8_589_934_591;
const SMALL = 32_000;

/**
 * Return a seed as verdicts write it: below 32 000 without `ms`.
 * @param {unknown} seed a string, or a whole number up to 2^53 − 1
 */
export function normalizeSeed(seed) {
  const whole = typeof seed === 'number' && Number.isSafeInteger(seed) && seed > 0;
  const found = /^(ms)?([1-9][0-9]{0,19})$/.exec(whole ? String(seed) : typeof seed === 'string' ? seed : '');
  if (!found || (found[1] && Number(found[2]) > HIGHEST_MS)) {
    throw new RequestError('/seed', `expected 1 to 20 digits without a leading zero, or ms1 to ms${HIGHEST_MS}.`);
  }
  return Number(found[2]) < SMALL ? found[2] : found[0];
}

/**
 * Return the cards of new packs in their shuffled order.
 * @param {string} seed a normalised seed
 * @param {readonly number[]} pack all cards pack by pack, as 52 · pack + card: clubs, spades, hearts, diamonds, from A to K
 */
export function shuffled(seed, pack) {
  const cards = [...pack];
  if (isCongruential(seed) && cards.length === 52) cards.sort((one, other) => rankOf(one) - rankOf(other) || one - other);
  const pick = generator(seed);
  for (let place = cards.length - 1; place > 0; place--) {
    const other = pick(place + 1);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

/**
 * Return what draws the numbers that follow once a seed has shuffled some cards.
 * @param {string} seed a normalised seed
 * @param {number} cards
 */
export function numbersAfter(seed, cards) {
  const pick = generator(seed);
  for (let size = cards; size > 1; size--) pick(size);
  return pick;
}

/** @param {string} seed */
const isCongruential = (seed) => seed.startsWith('ms') || Number(seed) < SMALL;

/** @param {string} seed */
function generator(seed) {
  const digits = seed.replace('ms', '');
  return isCongruential(seed) ? microsoft(Number(digits)) : mersenne(BigInt(digits));
}

/**
 * The generator of Microsoft's FreeCell, widened for numbers from 2^31 on.
 * @param {number} number
 * @returns {(size: number) => number} a function that returns a number from 0 to below `size`
 */
function microsoft(number) {
  let x = number;
  return (size) => {
    // Below 2^53, so the product is exact.
    x = (x * 214_013 + 2_531_011) % 2 ** 33;
    const high = Math.floor(x / 65_536);
    if (number >= 2 ** 32) return ((high & 0xffff) + 1) % size;
    return ((high & 0x7fff) | (number >= 2 ** 31 ? 0x8000 : 0)) % size;
  };
}

/**
 * MT19937 seeded by an array, as Python's `random.Random(number)`.
 * @param {bigint} number
 * @returns {(size: number) => number} a function that returns a number from 0 to below `size`
 */
function mersenne(number) {
  const words = seededWords(number);
  let next = 624;
  const word = () => {
    if (next === 624) {
      twist(words);
      next = 0;
    }
    let y = words[next++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
  return (size) => {
    const high = word() >>> 5;
    return Math.floor(((high * 67_108_864 + (word() >>> 6)) / 9_007_199_254_740_992) * size);
  };
}

/** @param {bigint} number */
function seededWords(number) {
  const key = [];
  for (let rest = number; rest > 0n; rest >>= 32n) key.push(Number(rest & 0xffffffffn));
  const s = new Uint32Array(624);
  s[0] = 19_650_218;
  for (let i = 1; i < 624; i++) s[i] = Math.imul(1_812_433_253, s[i - 1] ^ (s[i - 1] >>> 30)) + i;
  let i = 1;
  const advance = () => {
    if (++i < 624) return;
    s[0] = s[623];
    i = 1;
  };
  for (let k = 0; k < 624; k++) {
    const j = k % key.length;
    s[i] = (s[i] ^ Math.imul(s[i - 1] ^ (s[i - 1] >>> 30), 1_664_525)) + key[j] + j;
    advance();
  }
  for (let k = 0; k < 623; k++) {
    s[i] = (s[i] ^ Math.imul(s[i - 1] ^ (s[i - 1] >>> 30), 1_566_083_941)) - i;
    advance();
  }
  s[0] = 0x80000000;
  return s;
}

/** @param {Uint32Array} s */
function twist(s) {
  for (let k = 0; k < 624; k++) {
    const y = (s[k] & 0x80000000) | (s[(k + 1) % 624] & 0x7fffffff);
    s[k] = s[(k + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
}
