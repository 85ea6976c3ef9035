// Deals: seeds, which are PySolFC's game numbers, the shuffle that each one names, and the position in which a deck opens
// (docs/rules.md, The deal and Seeds).

import { isObject } from './check-shape.js';
import { ANY_FOUNDATION, CARDS, RANKS, RequestError, SUITS, codeOf, codesOf, compile, declarationUnder, rankOf, settleOptions, suitOf } from './declaration.js';
import { bringUp, move } from './position.js';
import { acceptingFoundation, isWon, whyNotTaken } from './sequences.js';

/**
 * @typedef {import('./index.d.ts').Variant} Variant
 * @typedef {import('./index.d.ts').RuleOptions} RuleOptions
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 *
 * @typedef {object} Deal
 * @property {Variant} variant
 * @property {RuleOptions} options every option with its value
 * @property {Rules} rules
 * @property {string | null} seed normalised; null if the deck or a board was given
 * @property {number[]} deck empty if a board was given
 * @property {string} board the piles of a board as its text has them; empty if cards were dealt
 * @property {number[][]} orders for each redeal of a deck or board: all cards in the order in which it deals those that are left
 * @property {Position} opening
 *
 * @typedef {(rules: Rules, board: unknown) => { position: Position, text: string }} OpenBoard
 */

/** How often a group is arranged at most, as in PySolFC. */
const MOST_SWAPS = 1000;
const MOST_ORDERS = 99;
const HIGHEST_MS = 8_589_934_591;
const SMALL = 32_000;

/** Rules by declaration or variant, then by options: compiling costs as much as dealing. */
const compiled = new WeakMap();

/** Settings of a variant that are kept; some have thousands. */
const MOST_SETTINGS = 100;

/**
 * Return the deal of a seed, a deck or a board. Throws DeclarationError or RequestError. Boards are opened by `openBoard` of
 * `boards.js`, which pages load only for them.
 * @param {import('./index.d.ts').Variant | import('./index.d.ts').Declaration} source
 * @param {import('./index.d.ts').DealOptions} dealt
 * @param {OpenBoard} openBoard
 * @returns {Deal}
 */
export function dealOf(source, dealt, openBoard) {
  if (!isObject(dealt)) throw new RequestError('', 'expected an object.');
  const { seed, deck, board, redeal_orders: orders = [], rules: chosen = {} } = dealt;
  const isVariant = isObject(source) && 'declaration' in source;
  const variant = isVariant ? source : { id: '', rules_version: '', options: [], declaration: source };
  const options = settleOptions(variant, chosen);
  const known = compiled.get(source) ?? new Map();
  const key = JSON.stringify(options);
  if (!known.has(key)) {
    const compiledRules = compile(declarationUnder(variant, options));
    if (known.size >= MOST_SETTINGS) known.clear();
    compiled.set(source, known.set(key, compiledRules));
  }
  const rules = known.get(key);
  if ([seed, deck, board].filter((given) => given !== undefined).length !== 1) throw new RequestError('', 'expected exactly one of seed, deck and board.');
  if (board !== undefined) {
    const { position, text } = openBoard(rules, board);
    const given = readOrders(rules, orders);
    const opening = { ...position, orders: givenOrders(rules, given, position.redeals) };
    return { variant, options, rules, seed: null, deck: [], board: text, orders: given, opening };
  }
  const normalized = seed === undefined ? null : normalizeSeed(seed);
  const cards = inCopies(normalized === null ? readDeck(rules, deck) : deckOfSeed(rules, normalized));
  const opening = open(rules, cards);
  const given = normalized === null ? readOrders(rules, orders) : [];
  if (normalized === null) opening.orders = givenOrders(rules, given, 0);
  else {
    if (Array.isArray(orders) && orders.length) throw new RequestError('/redeal_orders', 'a seed has its own orders of redeals.');
    if (rules.stock?.shuffles) opening.orders = seededOrders(normalized, cards.length);
  }
  return { variant, options, rules, seed: normalized, deck: cards, board: '', orders: given, opening };
}

/**
 * Return the orders of redeals that a deck or a board is given with.
 * @param {Rules} rules
 * @param {unknown} orders
 */
function readOrders(rules, orders) {
  if (!Array.isArray(orders) || orders.length > MOST_ORDERS) throw new RequestError('/redeal_orders', `expected a list of at most ${MOST_ORDERS} lists of cards.`);
  if (orders.length && !rules.stock?.shuffles) throw new RequestError('/redeal_orders', 'no redeal of this game shuffles.');
  return orders.map((codes, index) => readDeck(rules, codes, `/redeal_orders/${index}`));
}

/**
 * Return orders as lists of all cards, each for a redeal: it deals those that are left. Null where no redeal shuffles, so that positions
 * are plain data, which can be sent to a worker.
 * @param {Rules} rules
 * @param {number[][]} given
 * @param {number} before the number of redeals before the opening
 * @returns {Position['orders']}
 */
function givenOrders({ stock }, given, before) {
  if (!stock?.shuffles) return null;
  return {
    knows: (redeal) => redeal - before < given.length,
    shuffled(cards, redeal) {
      const left = cards.map((card) => card % 52);
      const places = given[redeal - before].map((code) => {
        const place = left.indexOf(code);
        if (place >= 0) left[place] = NaN;
        return place;
      });
      return places.filter((place) => place >= 0).reverse();
    },
  };
}

/**
 * Return the orders of a seed: its generator goes on after the shuffle of the deal, redeal by redeal.
 * @param {string} seed a normalised seed
 * @param {number} dealt the number of cards
 * @returns {Position['orders']}
 */
const seededOrders = (seed, dealt) => ({
  knows: () => true,
  shuffled(cards, _redeal, drawn) {
    const pick = numbersAfter(seed, dealt + drawn);
    const places = cards.map((_, place) => place);
    for (let place = places.length - 1; place > 0; place--) {
      const other = pick(place + 1);
      [places[place], places[other]] = [places[other], places[place]];
    }
    return places;
  },
});

/**
 * Number equal cards as copies, in dealing order.
 * @param {number[]} cards
 */
function inCopies(cards) {
  const copies = new Array(52).fill(0);
  return cards.map((card) => card + 52 * copies[card]++);
}

/**
 * Return the cards that a seed deals, in dealing order, the base cards first.
 * @param {Rules} rules
 * @param {string} seed a normalised seed
 */
function deckOfSeed(rules, seed) {
  const order = shuffled(seed, rules.pack);
  const { arrange } = rules.declaration;
  const bases = baseCopies(rules, order);
  if (!['kings_down', 'two_aces_last', 'distinct_ranks', 'sixes_distinct', 'jacks_apart'].includes(arrange ?? '')) order.reverse();
  const copies = [...bases, ...order.filter((copy) => !bases.includes(copy))];
  const cards = copies.map((copy) => printedCard(rules, copy));
  if (arrange === 'distinct_ranks' || arrange === 'sixes_distinct') makeRanksDistinct(rules, cards, numbersAfter(seed, cards.length));
  if (arrange === 'king_first') return lastFirst(cards, isKing);
  if (arrange === 'kings_last') return kingsLast(cards, placesLaid(rules));
  if (arrange === 'two_aces_last') return twoAcesLast(rules, cards);
  // Kings go down in the columns, to which no base card is dealt.
  const first = arrange === 'kings_down' ? bases.length : 0;
  return [...cards.slice(0, first), ...arranged(rules, cards.slice(first))];
}

/**
 * Return the numbers of a deck given as codes. Throws RequestError unless it has exactly the game's cards.
 * @param {Rules} rules
 * @param {unknown} codes
 * @param {string} pointer where they are in the request
 */
function readDeck(rules, codes, pointer = '/deck') {
  if (!Array.isArray(codes)) throw new RequestError(pointer, 'expected a list of cards.');
  const wrong = codes.findIndex((code) => !CARDS.has(code));
  if (wrong >= 0) throw new RequestError(`${pointer}/${wrong}`, 'expected a card such as TH.');
  const cards = codes.map((code) => /** @type {number} */ (CARDS.get(code)));
  const expected = rules.pack.map((copy) => printedCard(rules, copy)).sort();
  const given = [...cards].sort();
  if (given.length !== expected.length || given.some((card, place) => card !== expected[place])) {
    throw new RequestError(pointer, `expected the ${expected.length} cards of the game, each as often as its packs have it.`);
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
  const bases = baseCards(rules).map(({ pile, fits }) => ({ pile, card: cards.splice(cards.findIndex(fits), 1)[0] }));
  const dealt = arranged(rules, cards);
  const position = {
    piles: rules.names.map(() => /** @type {number[]} */ ([])),
    down: rules.names.map(() => 0),
    redeals: 0,
    merciUsed: 0,
    phase: 0,
    base: baseRank(rules, dealt),
    won: false,
    orders: /** @type {Position['orders']} */ (null),
    drawn: 0,
  };
  for (const { pile, card } of bases) position.piles[pile].push(card);
  let next = 0;
  for (const round of rules.layout) {
    if (round.dealsAll) {
      spread(position, round, dealt.slice(next));
      next = dealt.length;
      continue;
    }
    for (const pile of round.piles) {
      let again = true;
      while (again) again = dealCard(rules, position, round, pile, dealt[next++]);
    }
    sweep(rules, position, round.sweeps);
  }
  for (const column of rules.tableau) bringUp(rules, position, column, column, []);
  const drawn = next + (rules.stock?.drawn_at_start ?? 0);
  if (rules.waste >= 0) position.piles[rules.waste].push(...dealt.slice(next, drawn));
  if (rules.stockPile >= 0) position.piles[rules.stockPile] = dealt.slice(drawn).reverse();
  // Cards that go home while they are dealt may complete a foundation.
  position.won = isWon(rules, position);
  return position;
}

/** @param {Rules} rules */
export function baseCards(rules) {
  return rules.foundations.flatMap((pile) => {
    const { suits: every, dealt_as: other, ranks, dealt, direction } = foundationOf(rules, pile);
    const named = (/** @type {string} */ letters) => [...other].filter((letter) => letters.includes(letter)).map((letter) => letters.indexOf(letter));
    const others = named(RANKS);
    const firsts = direction && dealt ? [new Set(others.length ? others : ranks)] : ranks.slice(0, dealt).map((rank) => new Set([rank]));
    const suits = named(SUITS).length ? new Set(named(SUITS)) : every;
    return firsts.map((known) => ({
      pile,
      chosen: suits.size * known.size > 1,
      cards: `${[...known].sort().join()} ${[...suits].sort().join()}`,
      fits: (/** @type {number} */ card) => known.has(rankOf(card)) && suits.has(suitOf(card)),
    }));
  });
}

/** @param {Rules} rules @param {number} pile */
function foundationOf(rules, pile) {
  const foundation = rules.foundationRules[pile];
  if (!foundation) throw new RangeError(`${rules.names[pile]} is not a foundation.`);
  return foundation;
}

/**
 * Return the copies of the base cards in foundation order: of each card the first ones of the packs, or the last ones,
 * or the first one as shuffled of those among which the deal chooses.
 * @param {Rules} rules
 * @param {readonly number[]} order
 */
function baseCopies(rules, order) {
  /** @type {number[]} */
  const copies = [];
  const bases = baseCards(rules);
  const lastKings = rules.declaration.arrange === 'last_kings';
  for (const [place, { fits, chosen, cards }] of bases.entries()) {
    const left = (chosen ? order : rules.pack).filter((each) => fits(printedCard(rules, each)) && !copies.includes(each));
    const other = bases.findIndex((base, later) => later > place && base.cards !== cards);
    const isLast = lastKings && left.every((each) => isKing(each % 52));
    const copy = chosen ? left[(other < 0 ? bases.length : other) - place - 1] : left.at(isLast ? -1 : 0);
    if (copy === undefined) throw new RequestError('', 'the packs have no card left to begin a foundation.');
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
  if (arrange === 'kings_down') return kingsDown(rules, cards);
  if (arrange === 'two_aces_last' && cards.slice(-2).some((card) => rankOf(card) !== 0)) return twoAcesLast(rules, cards);
  if (arrange === 'jacks_apart') return jacksApart(rules, cards);
  if (arrange === 'king_first' && !isKing(cards[0])) return lastFirst(cards, isKing);
  if (arrange === 'ace_or_king_first' && !cards.slice(0, rules.layout[0].piles.length).some(isAceOrKing)) return lastFirst(cards, isAceOrKing);
  if (arrange === 'kings_last' && cards.slice(0, placesLaid(rules)).some(isKing)) return kingsLast(cards, placesLaid(rules));
  if (RANKS_FIRST.has(arrange ?? '')) return ranksFirst(cards, RANKS_FIRST.get(arrange ?? '') ?? '');
  if (arrange === 'ace_of_spades_last') {
    const place = cards.findIndex((card) => codeOf(card) === 'AS');
    return [...cards.slice(0, place), ...cards.slice(place + 1), cards[place]];
  }
  if (arrange === 'ace_last') {
    const [ace, ...others] = lastFirst(cards, (card) => rankOf(card) === 0);
    return [...others, ace];
  }
  if (base !== 'first_rank') return cards;
  const isBase = (/** @type {number} */ card) => rankOf(card) === rankOf(cards[0]);
  return [...cards.filter(isBase), ...cards.filter((card) => !isBase(card))];
}

/**
 * Return the Aces of these cards: clubs, spades, hearts, diamonds.
 * @param {readonly number[]} cards
 */
const acesBySuit = (cards) => [...'CSHD'].flatMap((suit) => cards.filter((card) => codeOf(card) === `A${suit}`));

/**
 * Return the cards with Kings down, and then the two Aces that would be dealt last after all others.
 * @param {Rules} rules
 * @param {readonly number[]} deck
 */
function twoAcesLast(rules, deck) {
  const cards = kingsDown(rules, deck);
  const last = cards.flatMap((card, place) => (rankOf(card) === 0 ? [place] : [])).slice(-2);
  return [...cards.filter((_, place) => !last.includes(place)), ...acesBySuit(last.map((place) => cards[place]))];
}

/** @param {Rules} rules */
const placesLaid = ({ layout }) => layout.reduce((sum, { piles }) => sum + piles.length, 0);

/**
 * Return the cards with the last `laid` that are not Kings before all others, and the Kings among them after all.
 * @param {readonly number[]} cards
 * @param {number} laid
 */
function kingsLast(cards, laid) {
  const start = cards.flatMap((card, place) => (isKing(card) ? [] : [place])).slice(-laid)[0];
  const last = cards.slice(start);
  return [...last.filter((card) => !isKing(card)), ...cards.slice(0, start), ...last.filter(isKing)];
}

/** The ranks that are dealt first, by arrangement. */
const RANKS_FIRST = new Map([['aces_first', 'A'], ['twos_first', '2A'], ['aces_and_kings_first', 'AK']]);

/**
 * Return the cards with those of some ranks, rank by rank and by suit, before all others.
 * @param {readonly number[]} cards
 * @param {string} ranks
 */
function ranksFirst(cards, ranks) {
  const first = [...ranks].flatMap((rank) => [...'CSHD'].flatMap((suit) => cards.filter((card) => codeOf(card) === rank + suit)));
  return [...first, ...cards.filter((card) => !ranks.includes(RANKS[rankOf(card)]))];
}

/** @param {number} card */
const isKing = (card) => rankOf(card) === 12;

/** @param {number} card */
const isAceOrKing = (card) => isKing(card) || rankOf(card) === 0;

/**
 * Return the cards with the one of some that is dealt last before all others.
 * @param {readonly number[]} cards
 * @param {(card: number) => boolean} isMeant
 */
function lastFirst(cards, isMeant) {
  const place = cards.map(isMeant).lastIndexOf(true);
  return [cards[place], ...cards.slice(0, place), ...cards.slice(place + 1)];
}

/**
 * Return the places of the cards that rounds of one card each deal to the same pile, one after the other.
 * @param {Rules} rules
 */
function groupsOf({ layout, declaration, pack }) {
  if (declaration.arrange === 'sixes_distinct') {
    return Array.from({ length: Math.ceil(pack.length / 6) - 1 }, (_, index) => ({ start: 6 * index, end: 6 * index + 6 }));
  }
  const slots = layout.flatMap(({ piles }) => piles.map((pile) => (piles.length === 1 ? pile : NaN)));
  const starts = slots.flatMap((pile, place) => (pile === slots[place - 1] ? [] : [place]));
  const groups = starts.map((start, index) => ({ start, end: starts[index + 1] ?? slots.length }));
  return groups.filter(({ start, end }) => end - start > 1);
}

/**
 * Swap cards of a rank that a group has twice with cards dealt after the group, drawn by number.
 * @param {Rules} rules
 * @param {number[]} cards
 * @param {(size: number) => number} draw
 */
function makeRanksDistinct(rules, cards, draw) {
  for (const { start, end } of groupsOf(rules)) {
    for (let swaps = 0; swaps < MOST_SWAPS; swaps++) {
      const ranks = cards.slice(start, end).map(rankOf);
      const again = ranks.find((rank, place) => ranks.indexOf(rank) < place);
      if (again === undefined) break;
      const place = start + ranks.indexOf(again);
      const other = end + draw(cards.length - end);
      [cards[place], cards[other]] = [cards[other], cards[place]];
    }
  }
}

/**
 * Return the cards with the second of three Jacks in a group near the end of the deck.
 * @param {Rules} rules
 * @param {readonly number[]} deck
 */
function jacksApart(rules, deck) {
  const isJack = (/** @type {number} */ card) => rankOf(card) === 10;
  const jacks = groupsOf(rules).map(({ start, end }) => deck.flatMap((card, place) => (place >= start && place < end && isJack(card) ? [place] : [])));
  const several = jacks.find(({ length }) => length > 1) ?? [];
  const cards = [...deck];
  if (several.length !== 3) return cards;
  const last = cards.length - (isJack(cards[cards.length - 1]) ? 2 : 1);
  [cards[several[1]], cards[last]] = [cards[last], cards[several[1]]];
  return cards;
}

/**
 * Return how many cards the first rounds deal to columns, T1 first.
 * @param {Rules} rules
 */
function toColumns({ layout }) {
  const other = layout.findIndex(({ piles }) => piles.some((pile, place) => pile !== layout[0].piles[place]));
  return layout.slice(0, other < 0 ? layout.length : other).flatMap(({ piles }) => piles).length;
}

/**
 * Swap each King, in dealing order, with the lowest card of its column that is not a King.
 * @param {Rules} rules
 * @param {readonly number[]} deck
 */
function kingsDown(rules, deck) {
  const cards = [...deck];
  const isKing = (/** @type {number} */ card) => rankOf(card) === 12;
  const columns = rules.layout[0].piles.length;
  for (const place of deck.slice(0, toColumns(rules)).flatMap((card, index) => (isKing(card) ? [index] : []))) {
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
  return rankOf(dealt[slots.indexOf(ANY_FOUNDATION)]);
}

/**
 * Deal a card, and return whether the next one takes its place.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Rules['layout'][number]} round
 * @param {number} pile
 * @param {number} card
 */
function dealCard(rules, position, { faceUp, home, heads }, pile, card) {
  if (pile === ANY_FOUNDATION) {
    dealToFoundation(rules, position, card);
    return false;
  }
  position.piles[pile].push(card);
  if (!faceUp) position.down[pile] = position.piles[pile].length;
  const goes = home && (!heads.size || heads.has(rankOf(card)));
  const target = goes ? homeFor(rules, position, pile, card) : ANY_FOUNDATION;
  if (target === ANY_FOUNDATION) return false;
  move(position, pile, target, 1);
  return heads.size > 0;
}

/**
 * Return where a dealt card goes at once: to a foundation, or, in rows without foundations, to the first empty place that begins a row.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 * @param {number} card
 */
function homeFor(rules, position, pile, card) {
  const row = rules.columns?.row;
  if (!row || rules.foundations.length) return acceptingFoundation(rules, position, pile, 1);
  const first = rules.tableau.find((column) => column % row === 0 && whyNotTaken(rules, position, column, [card], 0) === null);
  return first ?? ANY_FOUNDATION;
}

/**
 * Deal all cards that are left, by suit or rank, or those of some ranks each to the next column.
 * @param {Position} position
 * @param {Rules['layout'][number]} round
 * @param {number[]} cards
 */
function spread({ piles }, round, cards) {
  let column = 0;
  for (const card of cards) {
    if (round.by) column = [...round.by].findIndex((letter) => codeOf(card).includes(letter));
    else if (piles[round.piles[column]].length && round.heads.has(rankOf(round.endsPiles ? (piles[round.piles[column]].at(-1) ?? card) : card))) column++;
    piles[round.piles[column]].push(card);
  }
}

/**
 * Move top cards of columns with these ranks to foundations, as long as one takes any.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Set<number>} ranks
 */
function sweep(rules, position, ranks) {
  const home = (/** @type {number} */ column) => {
    const top = position.piles[column].at(-1);
    return top !== undefined && ranks.has(rankOf(top)) ? acceptingFoundation(rules, position, column, 1) : ANY_FOUNDATION;
  };
  const next = () => rules.tableau.find((column) => home(column) !== ANY_FOUNDATION);
  for (let column = next(); column !== undefined; column = next()) move(position, column, home(column), 1);
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

/**
 * Return a seed as verdicts write it: below 32 000 without `ms`.
 * @param {unknown} seed a string, or a whole number up to 2^53 − 1
 */
function normalizeSeed(seed) {
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
function numbersAfter(seed, cards) {
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
