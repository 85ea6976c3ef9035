// The sentences that explain an illegal move in English, one or two for each reason: word for word those of the service.
//
// What a pile would take is named from the checks that judge. In a set of cards, null stands for an empty pile below them.

import { CODES, NO_PILE, RANKS, SUITS, rankOf, suitOf } from './declaration.js';
import { holdingMove, tokenOf } from './referee.js';
import { columnsOf, firstBreak, isComplete, isCovered, keepsLast, lengthOf, relativeRank, roomFor, suitsFit, whyNoPair, whyNoStep, whyNotNext, whyNotTaken, whyNotWithOthers } from './sequences.js';

/**
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 * @typedef {import('./position.js').CardMove} CardMove
 * @typedef {import('./position.js').Move} Move
 * @typedef {import('./index.d.ts').Reason} Reason
 *
 * @typedef {object} About what a sentence is about
 * @property {Rules} rules
 * @property {Position} position
 * @property {string} text the shortest token of the move
 * @property {string} action
 * @property {string} source
 * @property {string} target
 * @property {CardMove} move
 */

/** @type {Record<string, string>} */
const ORDERS = {
  by_suit: 'by suit',
  by_color: 'by colour',
  alternating: 'in alternating colours',
  other_suit: 'in any suit but the same',
  any_suit: 'regardless of suit',
};
/** @type {Record<string, string>} */
const DIRECTIONS = { down: 'down', up: 'up', either: 'up or down', same: 'with cards of the same rank', any: 'in any order' };
/** @type {Record<string, string>} */
const FITTING = {
  by_suit: 'the suit must be the same',
  by_color: 'the colour must be the same',
  alternating: 'colours must alternate',
  other_suit: 'the suit must be another',
};
/** @type {Record<string, string>} */
const WON = {
  all_cards: 'all cards are on foundations',
  empty_columns: 'no column has a card',
  empty_stock: 'the stock has no card',
  one_each: 'the foundations are complete and each column has one card',
  sequences: 'some column has cards, and each that has is complete',
  in_place: 'all cards are in place',
  face_up: 'no card of the columns lies face down',
};
/** @type {Record<string, string>} */
const RANK_WORDS = { A: 'Ace', T: '10', J: 'Jack', Q: 'Queen', K: 'King' };
/** @type {Record<string, string>} */
const SYMBOLS = { C: '♣', D: '♦', H: '♥', S: '♠' };
/** @type {Record<string, string>} */
const KINDS = { T: 'columns', F: 'foundations', R: 'the reserve', W: 'the waste', S: 'the stock' };
/** @type {Record<string, string>} */
const COLORS = { CS: 'a black', DH: 'a red' };
const PACK = CODES.map((_, card) => card);

/**
 * Return the sentence about a move that is illegal here for this reason.
 * @param {Rules} rules
 * @param {Position} position
 * @param {string} token
 * @param {Move} move
 * @param {Reason} reason
 */
export function sentenceOf(rules, position, token, move, reason) {
  const text = token.replace(/x1$/, '');
  const [source = '', target = ''] = move.action ? [] : text.split(/[-x]/);
  const card = move.action ? { source: NO_PILE, target: NO_PILE, count: 1 } : move;
  return SENTENCES[reason]({ rules, position, text, action: move.action ?? '', source, target, move: card });
}

// Names

/** @param {string} letter */
const rankWord = (letter) => RANK_WORDS[letter] ?? letter;

/** @param {string} letter */
const aRank = (letter) => `${'A8'.includes(letter) ? 'an' : 'a'} ${rankWord(letter)}`;

/** @param {number} card */
const symbol = (card) => `${RANKS[rankOf(card)].replace('T', '10')}${SYMBOLS[SUITS[suitOf(card)]]}`;

/** @param {readonly string[]} items @param {string} [last] */
function listed(items, last = 'and') {
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${last} ${items[items.length - 1]}` : items.join('');
}

/** @param {number} number @param {string} noun */
const countOf = (number, noun) => (number === 1 ? `1 ${noun}` : `${number || 'no'} ${noun}s`);

/** @param {number} number */
const countCards = (number) => countOf(number, 'card');

/**
 * Name exactly these cards, at least one, rank by rank: `any 9`, `a black 9`, `9♣ or 9♦`.
 * @param {readonly number[]} cards
 */
function nameCards(cards) {
  const names = [...RANKS].flatMap((letter, rank) => {
    const found = cards.filter((card) => rankOf(card) === rank);
    const suits = found.map((card) => SUITS[suitOf(card)]).join('');
    if (!found.length) return [];
    if (suits.length === 4) return [`any ${rankWord(letter)}`];
    return suits in COLORS ? [`${COLORS[suits]} ${rankWord(letter)}`] : found.map(symbol);
  });
  return listed(names, 'or');
}

/** @param {string} ranks */
const nameRanks = (ranks) => (ranks.length === 13 ? 'any card' : listed([...ranks].map(aRank), 'or'));

/**
 * Name the ranks of a foundation: by its ends if none is left out, else one by one.
 * @param {string} ranks
 */
function nameSteps(ranks) {
  const round = RANKS + RANKS;
  const whole = round.includes(ranks) || round.includes([...ranks].reverse().join(''));
  return whole ? `${rankWord(ranks[0])} to ${rankWord(ranks[ranks.length - 1])}` : [...ranks].map(rankWord).join('-');
}

/** @param {readonly string[]} givers */
const takenFrom = (givers) => (givers.length ? `cards from ${listed(givers.map((giver) => KINDS[giver] ?? giver), 'or')} only` : 'no moved card');

/**
 * Return ranks that a declaration names as they are on the cards.
 * @param {Position} position
 * @param {Iterable<number>} ranks
 */
const letters = ({ base }, ranks) => [...ranks].map((rank) => RANKS[(rank + base) % 13]).join('');

/** @param {About} about */
const actions = ({ rules }) => rules.stock?.actions ?? [];

// What piles take

/** @param {Rules} rules @param {number} pile */
const foundationOf = (rules, pile) => /** @type {NonNullable<Rules['foundationRules'][number]>} */ (rules.foundationRules[pile]);

/**
 * Return the cards that may lie on a card of a pile, alone or leading a group, whatever lies elsewhere.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 * @param {number | null} under
 */
function fits(rules, position, pile, under) {
  return PACK.filter((card) => {
    if (rules.kinds[pile] === 'F') return fitsFoundation(rules, position, pile, under, card);
    const built = rules.begins[pile] && rules.declaration.reserve?.sequence;
    if (built && under !== null) return whyNotNext(built, under, card) === null;
    if (rules.pairing.includes(pile)) return under !== null && whyNoPair(/** @type {NonNullable<Rules['pairs']>} */ (rules.pairs), [under], card) === null;
    const lying = { ...position, piles: position.piles.map((cards, index) => (index === pile ? [under ?? []].flat() : cards)) };
    return whyNotTaken(rules, lying, pile, [card], 0) === null;
  });
}

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 * @param {number | null} under
 * @param {number} card
 */
function fitsFoundation(rules, position, pile, under, card) {
  const foundation = foundationOf(rules, pile);
  const { ranks, build, suits, direction } = foundation;
  if (rules.pairs) return rules.pairs.sets.includes(RANKS[rankOf(card)]);
  if (direction) return whyNoStep(position, foundation, under === null ? [] : [under], card) === null;
  const rank = relativeRank(position, card);
  if (under === null) return rank === ranks[0] && suits.has(suitOf(card));
  const place = ranks.indexOf(relativeRank(position, under));
  if (foundation.whole || place < 0 || rank !== ranks[place + 1]) return false;
  return suitsFit(build, under, card) && (rank !== ranks[0] || suits.has(suitOf(card)));
}

/** @param {Position} position @param {number} pile */
const topOf = ({ piles }, pile) => (piles[pile].length ? piles[pile][piles[pile].length - 1] % 52 : null);

/**
 * Return the single cards that fit a pile now.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
function takes(rules, position, pile) {
  const cards = fits(rules, position, pile, topOf(position, pile));
  if (rules.kinds[pile] !== 'F' || !foundationOf(rules, pile).direction) return cards;
  return cards.filter((card) => whyNotWithOthers(rules, position, pile, card) === null);
}

/**
 * Return what else a card that follows on a foundation has to wait for, if anything.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 * @param {number} card
 */
function once(rules, position, pile, card) {
  const { lastAfter, ranks } = foundationOf(rules, pile);
  if (lastAfter === NO_PILE || isComplete(rules, position, lastAfter)) return '';
  return relativeRank(position, card) === ranks[ranks.length - 1] ? ` once ${rules.names[lastAfter]} is complete` : '';
}

// Parts of sentences

/** @param {About} about the lowest card of the group, which must fit the target */
const leaderOf = ({ position, move }) => position.piles[move.source][position.piles[move.source].length - move.count] % 52;

/** @param {About} about */
function offer(about) {
  const { count } = about.move;
  return `${symbol(leaderOf(about))}${count > 1 ? ` with ${countCards(count - 1)} on it` : ''}`;
}

/** @param {About} about */
function place({ position, move, target }) {
  const under = topOf(position, move.target);
  if (under === null) return `the empty ${target}`;
  const isDown = position.down[move.target] >= position.piles[move.target].length;
  return `${isDown ? 'a face-down card' : symbol(under)} on ${target}`;
}

/** @param {About} about @param {string} rule */
const refusal = (about, rule) => `${offer(about)} cannot go on ${place(about)}: ${rule}.`;

/** @param {Rules} rules @param {boolean} toColumn */
function runOrder(rules, toColumn) {
  const columns = columnsOf(rules);
  const level = columns.level === null ? '' : ', or be of one rank';
  return `${DIRECTIONS[columns.direction]} ${ORDERS[toColumn && columns.supermove ? columns.build : columns.lift]}${level}`;
}

/**
 * Return whether the target is a place in a row.
 * @param {About} about
 */
const isPlace = ({ rules, move }) => rules.kinds[move.target] === 'T' && columnsOf(rules).row !== null;

/**
 * Explain that a card does not follow those beside an empty place.
 * @param {About} about
 */
function noPlace(about) {
  const fitting = takes(about.rules, about.position, about.move.target);
  return refusal(about, `this place takes ${fitting.length ? nameCards(fitting) : 'no card'} now`);
}

/**
 * Explain a wrong colour or suit, or a missing base.
 * @param {About} about
 */
function doesNotFit(about) {
  const { rules, position, target, move } = about;
  if (isPlace(about)) return noPlace(about);
  const leader = leaderOf(about);
  if (rules.pairs && rules.pairing.includes(move.target)) return refusal(about, `in a pair ${FITTING[rules.pairs.build]}`);
  if (rules.pairs && rules.cells.includes(move.target)) return refusal(about, `in a set ${FITTING[rules.pairs.build]}`);
  if (rules.kinds[move.target] !== 'F') {
    const sequence = { W: rules.stock?.waste_takes, R: rules.declaration.reserve?.sequence }[rules.kinds[move.target]] ?? rules.columns;
    return refusal(about, FITTING[sequence?.build ?? '']);
  }
  const foundation = foundationOf(rules, move.target);
  if (foundation.outranked) return refusal(about, `${aRank(RANKS[rankOf(leader)])} stays`);
  const isEmpty = topOf(position, move.target) === null;
  const opening = isEmpty ? takes(rules, position, move.target) : fits(rules, position, move.target, null);
  if (!opening.length) return refusal(about, `${target} begins once ${foundation.matches} has begun`);
  const isFirst = isEmpty || (!foundation.direction && rankOf(leader) === rankOf(opening[0]));
  if (isFirst && !opening.includes(leader)) {
    return refusal(about, `${target} begins with ${nameCards(opening)}${once(rules, position, move.target, opening[0])}`);
  }
  return refusal(about, FITTING[foundation.build]);
}

/** @param {About} about */
function wrongRank(about) {
  const { rules, position, target, move } = about;
  if (isPlace(about)) return noPlace(about);
  const under = /** @type {number} */ (topOf(position, move.target));
  if (rules.pairing.includes(move.target)) return noPair(about, under);
  if (rules.pairs && rules.cells.includes(move.target)) {
    const held = rules.cells.flatMap((cell) => position.piles[cell]).map(symbol);
    return refusal(about, `it belongs to no set with ${listed(held)}`);
  }
  const refused = `${offer(about)} does not follow ${place(about)}.`;
  if (rules.foundationRules[move.target]?.outranked) return refusal(about, 'no column has a higher card of its suit on top');
  const capacity = rules.kinds[move.target] === 'T' ? columnsOf(rules).capacity : null;
  if (capacity !== null && position.piles[move.target].length >= capacity) return `${refused} Nothing goes on ${symbol(under)}: ${target} is full.`;
  const following = takes(rules, position, move.target);
  if (!following.length) return `${refused} Nothing goes on ${symbol(under)}.`;
  const waits = rules.kinds[move.target] === 'F' ? once(rules, position, move.target, following[0]) : '';
  return `${refused} Next comes ${nameCards(following)}${waits}.`;
}

/** @param {About} about @param {number} under */
function noPair(about, under) {
  const { rules, position, move } = about;
  const partners = fits(rules, position, move.target, under);
  const isAlone = fits(rules, position, rules.foundations[0], null).includes(under);
  const together = partners.length ? `leaves with ${nameCards(partners)}` : 'makes no pair';
  const leaves = !isAlone ? together : partners.length ? `${together}, or alone` : 'leaves alone';
  return `${offer(about)} and ${place(about)} are not a pair. ${symbol(under)} ${leaves}.`;
}

/** @param {About} about */
function noFoundationAccepts(about) {
  const { rules, position, source, move } = about;
  const refused = `No foundation takes ${offer(about)} from ${source}`;
  if (!rules.foundations.length) return `${refused}: this game has no foundations.`;
  const noneTakes = rules.takesAfter.size > 0 && rules.foundations.every((pile) => rules.takesAfter.has(pile));
  if ((noneTakes || rules.givesAfter.has(move.source)) && position.piles[rules.stockPile].length) return `${refused} as long as the stock has cards.`;
  if (rules.pairs) return `${refused}: ${move.count === 1 ? 'it leaves only with another card' : 'cards leave one by one or in pairs'}.`;
  if (move.count === 1) {
    const needed = rules.foundations.flatMap((pile) => needs(about, pile)).join(' or ');
    if (needed) return `${refused}: it needs ${needed}.`;
    if (rules.foundations.every((pile) => foundationOf(rules, pile).whole)) return `${refused}: foundations take whole sequences only.`;
    if (areAllPast(about)) return `${refused}: those that could are past the ${rankWord(RANKS[rankOf(leaderOf(about))])} already.`;
    return `${refused}: none has a place for it.`;
  }
  const sequences = rules.foundations.filter((pile) => foundationOf(rules, pile).whole).map((pile) => led(rules, position, pile));
  if (!sequences.length) return `${refused}: foundations are built card by card.`;
  if (rules.kinds[move.source] !== 'T') return `${refused}: cards leave ${source} one at a time.`;
  const { lift } = columnsOf(rules);
  const pile = position.piles[move.source];
  if (!['any', 'one', 'whole'].includes(lift) && firstBreak(columnsOf(rules), lift, pile, pile.length - move.count) >= 0) {
    return `${refused}: cards moved together must run ${runOrder(rules, false)}.`;
  }
  return `${refused}: a group must be a whole sequence, and ${listed(sequences, 'or')} must be empty.`;
}

/**
 * Name a foundation of whole sequences, with what must lead them if that is not every suit.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
function led(rules, position, pile) {
  const opening = fits(rules, position, pile, null);
  return `${rules.names[pile]}${opening.length < 4 ? ` (led by ${nameCards(opening)})` : ''}`;
}

/**
 * Return whether some foundations take this single card at some time, and all are past its rank.
 * @param {About} about
 */
function areAllPast(about) {
  const { rules, position, move } = about;
  const card = leaderOf(about);
  const past = rules.foundations.flatMap((pile) => {
    const foundation = foundationOf(rules, pile);
    if (foundation.whole || pile === move.source) return [];
    const layers = layersOn(rules, position, pile, [null], lengthOf(foundation));
    if (!layers.some((under) => under.some((top) => fits(rules, position, pile, top).includes(card)))) return [];
    return [!foundation.direction && position.piles[pile].length > foundation.ranks.indexOf(relativeRank(position, card))];
  });
  return past.length > 0 && past.every(Boolean);
}

/**
 * Return, card by card, what can come to lie on top of a foundation, from these cards on.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 * @param {(number | null)[]} first
 * @param {number} most
 */
function layersOn(rules, position, pile, first, most) {
  const layers = [first];
  while (layers.length < most && layers[layers.length - 1].length) {
    layers.push([...new Set(layers[layers.length - 1].flatMap((top) => fits(rules, position, pile, top)))]);
  }
  return layers;
}

/**
 * Return what can come to lie on top of a foundation, its top card included.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
function topsToCome(rules, position, pile) {
  const found = new Set([topOf(position, pile)]);
  // A set is walked in the order in which its members are added, those added on the way included.
  for (const top of found) for (const card of fits(rules, position, pile, top)) found.add(card);
  return found;
}

/**
 * Return what would have to lie on a foundation for a single card to go there.
 * @param {About} about
 * @param {number} pile
 * @returns {string[]}
 */
function needs(about, pile) {
  const { rules, position, move } = about;
  const card = leaderOf(about);
  const foundation = foundationOf(rules, pile);
  const name = rules.names[pile];
  const takesCard = (/** @type {number | null} */ top) => fits(rules, position, pile, top).includes(card);
  if (foundation.whole || pile === move.source) return [];
  if (foundation.direction) {
    const { same_base: sameBase, same_direction: sameDirection } = rules.declaration;
    if (foundation.outranked || foundation.matches || sameBase || sameDirection) return [];
    const toCome = topsToCome(rules, position, pile);
    const under = PACK.filter((top) => toCome.has(top) && takesCard(top));
    return under.length && !isComplete(rules, position, pile) ? [`${nameCards(under)} on ${name}`] : [];
  }
  // A foundation that is higher already has a card of this rank.
  const layers = layersOn(rules, position, pile, [topOf(position, pile)], foundation.ranks.length + 1);
  return layers.flatMap((layer) => {
    const under = layer.filter(takesCard).sort((one, other) => (one ?? 52) - (other ?? 52));
    if (!under.length) return [];
    // An empty foundation would take the card, but for its lock.
    if (under[0] === null) return [`${rules.names[foundation.lastAfter]} complete`];
    return [`${nameCards(/** @type {number[]} */ (under))} on ${name}${once(rules, position, pile, card)}`];
  });
}

/** @param {About} about */
function noMerci(about) {
  const { piles, down } = about.position;
  const pile = piles[about.move.source];
  if (pile.length < 2 + down[about.move.source]) return refusal(about, 'no face-up card lies under it');
  return refusal(about, `no pile takes ${symbol(pile[pile.length - 2])}, which lies under it`);
}

/** @param {About} about */
function targetLocked(about) {
  const { rules, source, target, move } = about;
  return `Nothing can go from ${source} to ${target}: ${whyLocked()}.`;

  function whyLocked() {
    if (rules.pairs && rules.pairing.includes(move.target)) return whyNeverPaired(about);
    if (rules.targets.includes(move.target)) return `${target} takes ${takenFrom((rules.kinds[move.target] === 'T' && rules.columns?.opened_by ? rules.columns.takes_from : rules.givers[move.target]) ?? [])}`;
    if (target[0] === 'R') return 'the piles of this reserve take no moved card';
    if (target === 'W') return 'only a draw puts cards on the waste';
    return actions(about).includes('redeal') ? 'only a redeal puts cards back into the stock' : 'the stock takes no cards';
  }
}

/**
 * Say why no card of one pile makes a pair with a card of the other, whatever the cards are.
 * @param {About} about
 */
function whyNeverPaired({ rules, source, target, move }) {
  if (move.source === rules.stockPile) {
    const pair = target === 'S' ? '' : ` with ${target}-${source}`;
    return `the card of the stock is moved only to a foundation, and leaves in a pair${pair}`;
  }
  if (rules.pairing.includes(move.source)) return `cards of ${source} and ${target} leave together only if they lie near each other`;
  return `a card that leaves with that of ${target} does not come from ${source}`;
}

/** @param {About} about */
function tooManyCards({ rules, position, target, move }) {
  const columns = columnsOf(rules);
  const room = roomFor(rules, position, move.source, move.target, move.count);
  if (columns.capacity !== null && room === columns.capacity - position.piles[move.target].length) {
    return `${target} has room for ${countCards(columns.capacity)}, so ${room ? countCards(room) : 'no card'} can be added, not ${move.count}.`;
  }
  const isEmpty = (/** @type {number} */ pile) => !position.piles[pile].length;
  const others = rules.tableau.filter((pile) => isEmpty(pile) && pile !== move.target).length;
  const ways = [
    ...(rules.cells.length ? [countOf(rules.cells.filter(isEmpty).length, 'empty cell')] : []),
    ...(columns.empty_takes.size === 13 ? [countOf(others, 'other empty column')] : []),
  ];
  const moved = `nly ${countCards(room)} of ${move.count} can go to ${target} together`;
  return ways.length ? `With ${listed(ways)}, o${moved}.` : `O${moved}.`;
}

/** @param {About} about */
function unknownPile({ rules, text, source, target }) {
  const groups = [rules.tableau, rules.foundations, rules.reserve].filter((piles) => piles.length);
  const ends = groups.map((piles) => [...new Set([piles[0], piles[piles.length - 1]])].map((pile) => rules.names[pile]).join(' to '));
  const piles = [...ends, ...['W', 'S'].filter((name) => rules.byName.has(name))];
  return `${text} names ${rules.byName.has(source) ? target : source}, which this game does not have. Its piles: ${piles.join(', ')}.`;
}

/** @param {About} about */
function incompleteSequence({ rules, position, text, target, move }) {
  const foundation = foundationOf(rules, move.target);
  const { direction, build, wrap, ranks } = foundation;
  const length = lengthOf(foundation);
  const run = direction ? `${DIRECTIONS[direction]} ${ORDERS[build]}${wrap ? ', round from King to Ace' : ''}` : `${nameSteps(letters(position, ranks))} ${ORDERS[build]}`;
  const offers = move.count === length ? 'offers another group' : `offers ${move.count}`;
  return `${target} takes only a whole sequence, ${run}, ${length} cards in one move; ${text} ${offers}.`;
}

/** @type {Record<Reason, (about: About) => string>} */
const SENTENCES = {
  game_over({ rules, text }) {
    const { win, won_when: winners } = rules.declaration;
    const complete = `${listed(winners) || 'every foundation'} ${winners.length > 1 ? 'are' : 'is'} complete`;
    const played = ['stock', 'waste'].filter((_, at) => rules.byName.has('SW'[at]));
    const first = win !== 'sequences' || !played.length ? '' : played.length > 1 ? 'stock and waste are empty, ' : `the ${played[0]} is empty, `;
    return `${text} comes too late: the game is already won, for ${win === 'complete' ? complete : first + WON[win]}.`;
  },
  unknown_action(about) {
    const { action, rules } = about;
    const known = actions(about);
    const stock = rules.stock?.open ? 'the top card of its stock is played from there' : 'its stock fills piles by itself';
    if (!known.length) return `This game has no “${action}”: ${rules.stock ? stock : 'it has no stock'}.`;
    if (!rules.byName.has('S')) return `This game has no “${action}”: it has no stock, only ${listed(known.map((name) => `“${name}”`))}.`;
    return `This game has no “${action}”. Its stock moves by ${listed(known.map((name) => `“${name}”`))} only.`;
  },
  stock_empty({ rules, action }) {
    if (rules.closes) return `“${action}” has nothing to do: the stock is empty, and no gap is to be closed.`;
    return `The stock is empty: there is no card to ${action}.`;
  },
  stock_not_empty: ({ rules, position, text }) => `${text === 'redeal' ? 'A redeal' : text} must wait until the stock is empty: it still has ${countCards(position.piles[rules.stockPile].length)}.`,
  waste_empty: ({ rules }) => (rules.restocks ? '“redeal” has nothing to do: there is no card to gather for a new stock.' : 'The waste is empty: there is no card to redeal.'),
  no_redeals_left({ rules, position }) {
    const { redeals = 0 } = rules.stock ?? {};
    if (redeals === null || position.redeals < redeals) return 'The order after this redeal is not known: give it in redeal_orders.';
    return `No redeal is left: this game allows ${redeals || 'none'}.`;
  },
  moves_available({ rules, position, action }) {
    const holding = holdingMove(rules, position);
    const example = holding ? tokenOf(rules, holding) : '';
    if (rules.stock?.hold !== 'forward_move') return `“${action}” is allowed only while no card can be moved, but ${example} is possible.`;
    return `“${action}” is allowed only while no move goes forward, but ${example} does: it cannot simply be undone.`;
  },
  empty_column({ rules, position, action }) {
    const empty = rules.tableau.filter((pile) => !position.piles[pile].length).map((pile) => rules.names[pile]);
    return `“${action}” must wait until no column is empty: ${listed(empty)} ${empty.length === 1 ? 'is' : 'are'}.`;
  },
  waste_not_empty: ({ rules, position, action }) => `“${action}” must wait until the waste is empty: it has ${countCards(position.piles[rules.waste].length)}.`,
  no_gap: ({ action }) => `“${action}” fills empty columns, and no column is empty.`,
  unknown_pile: unknownPile,
  source_locked(about) {
    const { rules, text, source } = about;
    const [action] = actions(about);
    if (rules.stock && source === 'S') return `${text} cannot take cards off the stock: ${action ? `use “${action}”` : 'it fills piles by itself'}.`;
    if (source[0] === 'T') return `No card leaves ${source}: it is complete.`;
    return source === 'W' ? 'No card leaves W: cards are moved onto it.' : `No card leaves ${source}: foundations are final.`;
  },
  target_locked: targetLocked,
  same_pile({ rules, text, source }) {
    if (rules.columns?.closed && source[0] === 'T') return `${text} turns nothing up: expected one face-down card on top of ${source}.`;
    return `${text} moves nothing: ${source} is both source and target.`;
  },
  source_empty: ({ source }) => `${source} is empty: there is no card to move.`,
  not_enough_cards({ rules, position, text, source, move }) {
    if (keepsLast(rules, position, move.source)) return `The first card of ${source} stays there, so ${text} is not possible.`;
    return `${source} has only ${countCards(position.piles[move.source].length)}, so ${move.count} cannot be moved.`;
  },
  face_down_card({ position, source, move }) {
    const faceUp = position.piles[move.source].length - position.down[move.source];
    if (!faceUp) return `${source} has 0 cards face up, so ${move.count} cannot be moved.`;
    const shown = faceUp === 1 ? 'card' : `${faceUp} cards`;
    return `Only the top ${shown} of ${source} ${faceUp === 1 ? 'is' : 'are'} face up, so ${move.count} cannot be moved.`;
  },
  covered_card({ rules, position, text, move }) {
    const pile = isCovered(rules, position, move.source) ? move.source : move.target;
    const covers = rules.covers[pile].filter((cover) => position.piles[cover].length).map((cover) => rules.names[cover]);
    return `${rules.names[pile]} is covered by ${listed(covers)}, so ${text} is not possible yet.`;
  },
  base_not_set({ rules, text }) {
    const givers = takenFrom(rules.declaration.base_from ?? []);
    return `No foundation has a card yet: first a foundation takes ${givers}, then ${text} may be possible.`;
  },
  one_card_only({ rules, source, target, move }) {
    if (move.target === rules.merci) return `One card is drawn out from under another: ${move.count} cannot go to ${target}.`;
    if (rules.cells.includes(move.target)) {
      const one = (rules.declaration.reserve?.capacity ?? 1) === 1 ? 'one card' : 'single cards';
      return `${target} is a cell: it takes ${one}, so ${move.count} cannot go there together.`;
    }
    const inGroups = rules.kinds[move.source] === 'T' && (columnsOf(rules).lift !== 'one' || columnsOf(rules).supermove);
    if (inGroups && rules.kinds[move.target] === 'F') return `${target} is built card by card, so ${move.count} cards cannot go there together.`;
    return `Cards leave ${source} one at a time, so ${move.count} cannot move together.`;
  },
  broken_sequence({ rules, position, source, move }) {
    const toColumn = rules.kinds[move.target] === 'T';
    const columns = columnsOf(rules);
    const pile = position.piles[move.source];
    const build = toColumn && columns.supermove ? columns.build : columns.lift;
    const found = build === 'any' || build === 'whole' ? -1 : firstBreak(columns, build, pile, pile.length - move.count);
    if (found < 0) {
      const whole = `the whole column of ${countCards(pile.length)}`;
      return `Only ${columns.lift === 'whole' ? whole : `one card, or ${whole},`} moves from ${source} to a column.`;
    }
    const broken = `${symbol(pile[found])} does not follow ${symbol(pile[found - 1])} in the group from ${source}.`;
    return `${broken} Cards moved together must run ${runOrder(rules, toColumn)}.`;
  },
  foundation_full: ({ position, target, move }) => `${target} is complete, with ${symbol(topOf(position, move.target) ?? 0)} on top: it takes no more cards.`,
  cell_occupied({ rules, position, target, move }) {
    if (move.target === rules.merci) return `${target} takes no card any more: a card was drawn out once, and that is all.`;
    if (rules.kinds[move.target] === 'T') return `${target} already has ${symbol(topOf(position, move.target) ?? 0)}: a place in a row takes one card.`;
    if (rules.declaration.reserve?.takes === 'run') {
      if (!position.piles[move.target].length) return `${target} takes cards once the stock is empty: it still has ${countCards(position.piles[rules.stockPile].length)}.`;
      return `${target} already has ${symbol(topOf(position, move.target) ?? 0)}: it takes cards only while it is empty.`;
    }
    const room = rules.declaration.reserve?.capacity ?? 1;
    const [first] = position.piles[move.target];
    const begins = rules.begins[move.target];
    if (begins && !begins.includes(RANKS[rankOf(first)])) {
      return `${target} begins with ${nameRanks(begins)}: it takes no card while ${symbol(topOf(position, move.target) ?? 0)} lies there.`;
    }
    return `${target} already has ${symbol(topOf(position, move.target) ?? 0)}: a cell takes ${room === 1 ? 'one card' : countCards(room)}.`;
  },
  incomplete_sequence: incompleteSequence,
  wrong_color: doesNotFit,
  wrong_suit: doesNotFit,
  needs_base: doesNotFit,
  needs_pair(about) {
    const alone = about.rules.pairs?.sets.filter((ranks) => ranks.length === 1).join('') ?? '';
    return refusal(about, alone ? `only ${nameRanks(alone)} leaves alone` : 'cards leave only in pairs');
  },
  needs_king(about) {
    const { rules, position, move } = about;
    const collected = [...RANKS].filter((rank) => rules.collected.some((ranks) => ranks.includes(rank))).join('');
    const cell = collected || (rules.begins[move.target] ?? rules.declaration.reserve?.ranks ?? '');
    if (rules.cells.includes(move.target)) return refusal(about, `this cell takes only ${nameRanks(cell)}`);
    if (isPlace(about)) return noPlace(about);
    return refusal(about, `an empty column takes only ${nameRanks(letters(position, columnsOf(rules).empty_takes))}`);
  },
  vacancy_reserved(about) {
    const { rules, move } = about;
    if (rules.pairing.includes(move.target)) return refusal(about, 'there is no card to make a pair with');
    if (isPlace(about)) return noPlace(about);
    if (move.target === rules.merci) return noMerci(about);
    const { opened_by: openedBy, empty_takes: opens } = columnsOf(rules);
    if (rules.opensAfter[move.source]?.length) return refusal(about, `an empty column takes none of ${about.source} as long as the reserve has cards`);
    if (openedBy && opens.size) return refusal(about, `an empty column takes ${takenFrom(openedBy.flat())}`);
    const supplies = columnsOf(rules).refill.map((pile) => KINDS[pile] ?? pile).join(', else ');
    return refusal(about, `an empty column ${supplies ? `is filled from ${supplies} alone` : 'takes no moved card'}`);
  },
  wrong_rank: wrongRank,
  too_many_cards: tooManyCards,
  king_locked(about) {
    const { rules, position, target, move } = about;
    const guard = foundationOf(rules, move.target).lastAfter;
    const { whole, ranks } = foundationOf(rules, guard);
    const need = whole ? 'be complete' : `get its ${rankWord(letters(position, ranks.slice(-1)))}`;
    return `${offer(about)} cannot go on ${target} yet: ${rules.names[guard]} must first ${need}.`;
  },
  no_foundation_accepts: noFoundationAccepts,
};
