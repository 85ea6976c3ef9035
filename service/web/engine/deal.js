// Deals: the deck that a seed names, and the position in which a deck opens (docs/rules.md, The deal).

import { CARDS, CODES, codesOf, rankOf, suitOf } from './cards.js';
import { ANY_FOUNDATION } from './declaration.js';
import { RequestError } from './errors.js';
import { acceptingFoundation, isWon } from './fits.js';
import { move } from './position.js';
import { shuffled } from './seeds.js';

/**
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 */

/**
 * Return the cards that a seed deals, in dealing order, the base cards first.
 * @param {Rules} rules
 * @param {string} seed a normalised seed
 */
export function deckOfSeed(rules, seed) {
  const order = shuffled(seed, rules.pack);
  if (rules.declaration.arrange !== 'kings_down') order.reverse();
  const bases = baseCopies(rules);
  const copies = [...bases, ...order.filter((copy) => !bases.includes(copy))];
  return arranged(rules, copies.map((copy) => printedCard(rules, copy)));
}

/**
 * Return the numbers of a deck given as codes. Throws RequestError unless it has exactly the game's cards.
 * @param {Rules} rules
 * @param {unknown} codes
 */
export function readDeck(rules, codes) {
  if (!Array.isArray(codes)) throw new RequestError('/deck', 'expected a list of cards.');
  const wrong = codes.findIndex((code) => !CARDS.has(code));
  if (wrong >= 0) throw new RequestError(`/deck/${wrong}`, 'expected a card such as TH.');
  const cards = codes.map((code) => /** @type {number} */ (CARDS.get(code)));
  const expected = rules.pack.map((copy) => printedCard(rules, copy)).sort();
  const given = [...cards].sort();
  if (given.length !== expected.length || given.some((card, place) => card !== expected[place])) {
    throw new RequestError('/deck', `expected the ${expected.length} cards of the game, each as often as its packs have it.`);
  }
  return cards;
}

/**
 * Return the position in which a deck opens.
 * @param {Rules} rules
 * @param {readonly number[]} deck
 * @returns {Position}
 */
export function open(rules, deck) {
  const cards = [...deck];
  const bases = baseCards(rules);
  for (const { card } of bases) cards.splice(cards.indexOf(card), 1);
  const dealt = arranged(rules, cards);
  const position = {
    piles: rules.names.map(() => /** @type {number[]} */ ([])),
    down: rules.names.map(() => 0),
    redeals: 0,
    base: baseRank(rules, dealt),
    won: false,
  };
  for (const { pile, card } of bases) position.piles[pile].push(card);
  let next = 0;
  if (rules.declaration.base === 'first_rank') while (next < 3) dealToFoundation(rules, position, dealt[next++]);
  for (const round of rules.layout) {
    for (const pile of round.piles) dealCard(rules, position, round, pile, dealt[next++]);
  }
  const drawn = next + (rules.stock?.drawn_at_start ?? 0);
  if (rules.waste >= 0) position.piles[rules.waste] = dealt.slice(next, drawn);
  if (rules.stockPile >= 0) position.piles[rules.stockPile] = dealt.slice(drawn).reverse();
  // Cards that go home while they are dealt may complete a foundation.
  position.won = isWon(rules, position);
  return position;
}

/** @param {Rules} rules */
function baseCards(rules) {
  return rules.foundations.flatMap((pile) => {
    const { suits, ranks, dealt } = foundationOf(rules, pile);
    return ranks.slice(0, dealt).map((rank) => ({ pile, card: 13 * [...suits][0] + rank }));
  });
}

/** @param {Rules} rules @param {number} pile */
function foundationOf(rules, pile) {
  const foundation = rules.foundationRules[pile];
  if (!foundation) throw new RangeError(`${rules.names[pile]} is not a foundation.`);
  return foundation;
}

/**
 * Return the copies of the base cards in foundation order: of each card the first ones of the packs.
 * @param {Rules} rules
 */
function baseCopies(rules) {
  /** @type {number[]} */
  const copies = [];
  for (const { card } of baseCards(rules)) {
    const copy = rules.pack.find((each) => printedCard(rules, each) === card && !copies.includes(each));
    if (copy === undefined) throw new RequestError('', `the packs have no ${CODES[card]} left to begin a foundation.`);
    copies.push(copy);
  }
  return copies;
}

/** @param {Rules} rules @param {number} copy 52 · pack + card */
const printedCard = (rules, copy) => 13 * rules.printed[suitOf(copy % 52)] + rankOf(copy);

/**
 * Return the cards in the order in which they are dealt, once Kings or cards of the base rank are moved.
 * @param {Rules} rules
 * @param {number[]} cards
 */
function arranged(rules, cards) {
  const { arrange, base } = rules.declaration;
  if (arrange === 'kings_down') return kingsDown(cards, rules.tableau.length);
  if (base !== 'first_rank') return cards;
  const isBase = (/** @type {number} */ card) => rankOf(card) === rankOf(cards[0]);
  return [...cards.filter(isBase), ...cards.filter((card) => !isBase(card))];
}

/**
 * Swap each King, in dealing order, with the lowest card of its column that is not a King.
 * @param {number[]} deck
 * @param {number} columns
 */
function kingsDown(deck, columns) {
  const cards = [...deck];
  const isKing = (/** @type {number} */ card) => rankOf(card) === 12;
  for (const place of deck.flatMap((card, index) => (isKing(card) ? [index] : []))) {
    let lower = place % columns;
    while (lower < place && isKing(cards[lower])) lower += columns;
    if (lower < place) [cards[place], cards[lower]] = [cards[lower], cards[place]];
  }
  return cards;
}

/**
 * Return the rank of the deal's base card, 0 if the declaration's ranks are those on the cards.
 * @param {Rules} rules
 * @param {number[]} dealt
 */
function baseRank(rules, dealt) {
  if (rules.declaration.base === 'A') return 0;
  const slots = rules.layout.flatMap(({ piles }) => piles);
  return rankOf(dealt[rules.declaration.base === 'first' ? slots.indexOf(ANY_FOUNDATION) : 0]);
}

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {Rules['layout'][number]} round
 * @param {number} pile
 * @param {number} card
 */
function dealCard(rules, position, { faceUp, home }, pile, card) {
  if (pile === ANY_FOUNDATION) return dealToFoundation(rules, position, card);
  position.piles[pile].push(card);
  if (!faceUp) position.down[pile]++;
  const foundation = home ? acceptingFoundation(rules, position, pile, 1) : ANY_FOUNDATION;
  if (foundation !== ANY_FOUNDATION) move(position, pile, foundation, 1);
}

/**
 * Put a base card on the lowest-numbered empty foundation that its suit begins.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} card
 */
function dealToFoundation(rules, position, card) {
  const pile = rules.foundations.find(
    (each) => !position.piles[each].length && foundationOf(rules, each).suits.has(suitOf(card)),
  );
  if (pile === undefined) throw new RequestError('/deck', `no empty foundation begins with ${codesOf([card])}.`);
  position.piles[pile].push(card);
}
