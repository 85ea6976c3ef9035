// What moves together and what a pile takes: checks 13 to 22 of docs/rules.md, section 1.

import { ANY_FOUNDATION, NO_PILE, RANKS, SUITS, isRed, rankOf, suitOf } from './declaration.js';
import { handPoints, handsOf } from './hands.js';

/**
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./index.d.ts').Reason} Reason
 * @typedef {import('./position.js').Position} Position
 * @typedef {Omit<import('./index.d.ts').Sequence, 'ends' | 'step'> & { ends?: string, step?: number }} Sequence
 */

/**
 * Return the lowest-numbered foundation that accepts the top `count` cards of a pile, else ANY_FOUNDATION.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 * @param {number} count
 */
export function acceptingFoundation(rules, position, source, count) {
  for (const target of rules.foundations) {
    if (target !== source && takesFrom(rules, target, source) && whyNotOnto(rules, position, source, target, count) === null) return target;
  }
  return ANY_FOUNDATION;
}

/**
 * Return the first pile that takes the card under the top card of a column, foundations first, else NO_PILE.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 */
export function drawnTo(rules, position, source) {
  if (position.piles[source].length < 2 + position.down[source]) return NO_PILE;
  const under = { ...position, piles: position.piles.map((pile, number) => (number === source ? pile.slice(0, -1) : pile)) };
  const takers = [...rules.foundations, ...rules.tableau].filter((pile) => pile !== source && takesFrom(rules, pile, source));
  return takers.find((pile) => whyNotOnto(rules, under, source, pile, 1) === null) ?? NO_PILE;
}

/**
 * Return whether a pile takes cards from another.
 * @param {Rules} rules
 * @param {number} target
 * @param {number} source
 */
export function takesFrom({ givers, names, pairs, pairing, pairMoves }, target, source) {
  const from = givers[target];
  if (pairs && pairing.includes(target)) {
    const opens = pairMoves && names[target][0] === 'T' && from?.some((giver) => [names[source], names[source][0]].includes(giver));
    const gives = pairing.includes(source) ? names[source] !== 'S' : names[source] === 'W' && names[target][0] === 'T' && from?.includes('W');
    return opens || (gives === true && areNear(pairs, names[source], names[target]));
  }
  return from === null || from.includes(names[source]) || from.includes(names[source][0]);
}

/**
 * Return whether two piles are near enough for their cards to make a pair; only columns can be too far apart.
 * @param {import('./index.d.ts').Pairs} pairs
 * @param {string} one
 * @param {string} other
 */
function areNear({ near, width }, one, other) {
  if (near === null || width === null || one[0] !== 'T' || other[0] !== 'T') return true;
  const [here, there] = [one, other].map((name) => Number(name.slice(1)) - 1);
  const rows = Math.abs(Math.floor(here / width) - Math.floor(there / width));
  const places = Math.abs((here % width) - (there % width));
  return near === 'line' ? rows === 0 || places === 0 : Math.max(rows, places) <= 1;
}

/**
 * Return whether the top card of a pile and a card that is moved onto it leave together: checks 17, 19 and 20.
 * @param {import('./index.d.ts').Pairs} pairs
 * @param {readonly number[]} pile
 * @param {number} card
 * @returns {Reason | null}
 */
export function whyNoPair(pairs, pile, card) {
  if (!pile.length) return 'vacancy_reserved';
  const top = pile[pile.length - 1];
  const { sets } = pairs;
  const build = pairBuild(pairs, card);
  if (!suitsFit(build, top, card)) return suitReason(build);
  const [one, other] = [RANKS[rankOf(top)], RANKS[rankOf(card)]];
  return sets.includes(one + other) || sets.includes(other + one) ? null : 'wrong_rank';
}

/**
 * Return how the suits of a pair with a card fit.
 * @param {import('./index.d.ts').Pairs} pairs
 * @param {number} card
 */
export function pairBuild({ build }, card) {
  const [suits, limit = RANKS] = build.split(':');
  return /** @type {import('./index.d.ts').Build} */ (limit.includes(RANKS[rankOf(card)]) ? suits : 'any_suit');
}

/** @param {Rules} rules @param {number} pile */
const foundationOf = (rules, pile) => /** @type {NonNullable<Rules['foundationRules'][number]>} */ (rules.foundationRules[pile]);

/**
 * Return the foundation to which a pair goes, and the piles that its cards leave, in their order.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 * @param {number} target
 */
export function leavingPair(rules, { piles }, source, target) {
  const card = piles[source][piles[source].length - 1];
  const begins = (/** @type {number} */ pile) => foundationOf(rules, pile).suits.has(suitOf(card)) && foundationOf(rules, pile).ranks.slice(0, 2).includes(rankOf(card));
  const home = rules.foundations.find((pile) => !rules.buildsPairs || begins(pile)) ?? NO_PILE;
  const { direction, ranks } = foundationOf(rules, home);
  const isFirst = !rules.buildsPairs || (!direction && ranks[0] === rankOf(card));
  return { home, order: isFirst ? [source, target] : [target, source] };
}

/**
 * Return whether the top card of a pile makes a pair with the card under it, as far as the declaration says.
 * @param {Pick<Rules, 'pairs' | 'kinds'>} rules
 * @param {number} pile
 */
export const pairsBeneath = ({ pairs, kinds }, pile) => pairs?.beneath.includes(kinds[pile]) === true;

/**
 * Return how many cards of its source a move takes away: a pair of one pile is its two top cards.
 * @param {Rules} rules
 * @param {import('./position.js').CardMove} move
 */
export const leaving = (rules, { source, target, count }) => (source === target && count === 1 && pairsBeneath(rules, source) ? 2 : count);

/**
 * Return whether a target is covered, is not a cell, which takes cards all the same, and pairs with no cover.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 * @param {number} target
 */
export function takesNothingUnder(rules, position, source, target) {
  if (target === ANY_FOUNDATION || rules.cells.includes(target) || !isCovered(rules, position, target)) return false;
  if (!pairsBeneath(rules, source) || position.down[target] >= position.piles[target].length) return true;
  return rules.covers[target].some((cover) => cover !== source && position.piles[cover].length) || !rules.covers[target].includes(source);
}

/**
 * Return the ranks of a set, without the marks of its order.
 * @param {string} ranks
 */
export const members = (ranks) => ranks.replaceAll('-', '');

/**
 * Return whether a rank comes next to another in a set; in one without an order, all do.
 * @param {string} ranks @param {string} one @param {string} other
 */
const areBeside = (ranks, one, other) => !ranks.includes('-') || ranks.includes(`${one}-${other}`) || ranks.includes(`${other}-${one}`);

/**
 * Return why a card does not join those on the cells in a set: checks 17, 19 and 20.
 * @param {Pick<Rules, 'pairs' | 'collected' | 'cells'>} rules
 * @param {Pick<Position, 'piles'>} position
 * @param {number} card
 * @returns {Reason | null}
 */
export function whyNotInSet({ pairs, collected, cells }, { piles }, card) {
  const held = cells.flatMap((cell) => piles[cell]);
  const build = pairs ? pairBuild(pairs, card) : 'any_suit';
  if (!held.every((each) => suitsFit(build, each, card))) return suitReason(build);
  const letter = RANKS[rankOf(card)];
  if (!collected.some((ranks) => ranks.includes(letter))) return 'needs_king';
  const others = held.map((each) => RANKS[rankOf(each)]);
  const together = [...others, letter];
  const count = (/** @type {Iterable<string>} */ ranks, /** @type {string} */ rank) => [...ranks].filter((each) => each === rank).length;
  const holds = (/** @type {string} */ ranks) => together.every((rank) => count(together, rank) <= count(ranks, rank));
  const joins = (/** @type {string} */ ranks) => !others.length || others.some((other) => areBeside(ranks, other, letter));
  const fits = collected.some((ranks) => holds(ranks) && joins(ranks));
  return fits ? null : 'wrong_rank';
}

/**
 * Checks 13 to 21, for a group that lies face up on its pile.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 * @param {number} target
 * @param {number} count
 * @returns {Reason | null}
 */
export function whyNotOnto(rules, position, source, target, count) {
  const pile = position.piles[source];
  const waits = rules.givesAfter.has(source) || rules.takesAfter.has(target);
  if (waits && cardsToPlay(rules, position)) return 'stock_not_empty';
  if (lacking(rules, position, target).length) return 'target_locked';
  if (rules.exchanges && target === rules.merci) return whyNotTaken(rules, position, target, pile, 0) ?? (count > 1 ? null : 'vacancy_reserved');
  if (rules.turnedTo >= 0 && target === rules.merci && count === 1) return whyNotTaken(rules, position, target, pile, 0) ?? (turnsOut(rules, position, source) ? null : 'vacancy_reserved');
  if (count > 1) {
    if (movesSingly(rules, source, target)) return 'one_card_only';
    if (!movesAsUnit(columnsOf(rules, source), pile, count, rules.kinds[target] === 'T')) return 'broken_sequence';
  } else if (rules.columns?.lift === 'whole' && rules.kinds[source] === 'T' && rules.kinds[target] === 'T' && pile.length > 1) return 'broken_sequence';
  if (rules.kinds[target] === 'T' && !position.piles[target].length && !opensNow(rules, position, source)) return 'vacancy_reserved';
  if (rules.kinds[target] === 'T' && position.piles[target].length && !rules.builds.has(source)) return 'target_locked';
  if (source === target) return whyNoPair(/** @type {import('./index.d.ts').Pairs} */ (rules.pairs), pile.slice(0, -1), pile[pile.length - 1]);
  const misfit = whyNotTaken(rules, position, target, pile, pile.length - count);
  if (misfit) return misfit;
  if (!isGiven(rules, source, target, pile[pile.length - count])) return 'target_locked';
  if (target === rules.merci) return drawnTo(rules, position, source) === NO_PILE ? 'vacancy_reserved' : null;
  return rules.kinds[target] === 'T' && count > roomFor(rules, position, source, target, count) ? 'too_many_cards' : null;
}

/**
 * Return the foundations without a card for which a pile waits.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} target
 */
export const lacking = ({ awaits }, { piles }, target) => (awaits[target] ?? []).filter((pile) => !piles[pile].length);

/**
 * Return whether a pile takes a card of this rank from another.
 * @param {Rules} rules
 * @param {number} source
 * @param {number} target
 * @param {number} card
 */
export function isGiven({ names, foundationRules }, source, target, card) {
  const limit = foundationRules[target]?.limit;
  return !limit || limit.free.some((from) => from === names[source] || from === names[source][0]) || limit.ranks.includes(RANKS[rankOf(card)]);
}

/**
 * Return how many cards piles wait for: those of the stock, and of the waste if they do, or those that a round lacks.
 * @param {Rules} rules
 * @param {Position} position
 */
export function cardsToPlay({ stockPile, waste, stock, rounds, tableau }, { piles, phase }) {
  const cards = (piles[stockPile]?.length ?? 0) + (stock?.after_waste ? (piles[waste]?.length ?? 0) : 0);
  if (!rounds) return cards;
  const lacking = rounds === 1 ? Math.max(1, tableau.filter((column) => !piles[column].length).length) : rounds - phase;
  return phase ? Math.min(cards, lacking) : 0;
}

/**
 * Return whether cards of a pile open an empty column now.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 */
export const opensNow = ({ opens, opensAfter }, { piles }, source) => opens.has(source) && !opensAfter[source].some((pile) => piles[pile].length);

/**
 * Check 13: whether cards go from source to target one at a time.
 * @param {Rules} rules
 * @param {number} source
 * @param {number} target
 */
function movesSingly({ columnRules, kinds, foundationRules, declaration: { reserve } }, source, target) {
  const inRuns = reserve?.takes === 'run' ? 'TR' : 'T';
  const columns = columnRules[source];
  if (columns === null || !inRuns.includes(kinds[source])) return true;
  if (kinds[target] === 'R' && reserve?.takes === 'run') return false;
  if ('RWS'.includes(kinds[target])) return true;
  const turns = kinds[target] === 'T' && columnRules[target]?.direction !== columns.direction;
  const alone = turns || (columns.lift === 'one' && !columns.supermove);
  return alone || (kinds[target] === 'F' && !foundationRules[target]?.whole);
}

/**
 * Check 14: whether the top `count` cards of a column move together.
 * @param {NonNullable<Rules['columns']>} columns
 * @param {readonly number[]} pile
 * @param {number} count
 * @param {boolean} toColumn
 */
function movesAsUnit(columns, pile, count, toColumn) {
  if (toColumn && (columns.whole_only || columns.lift === 'whole') && count < pile.length) return false;
  const build = buildMoved(columns, toColumn);
  if (build === 'any') return true;
  const group = pile.slice(-count);
  const isLevel = group.every((card, place) => place === 0 || liesLevel(columns, group[place - 1], card));
  return isLevel || firstBreak(columns, build, pile, pile.length - count) < 0;
}

/**
 * Return whether columns take a card onto one of the same rank.
 * @param {NonNullable<Rules['columns']>} columns
 * @param {number} under
 * @param {number} card
 */
const liesLevel = ({ level }, under, card) => level !== null && rankOf(under) === rankOf(card) && suitsFit(level, under, card);

/**
 * Return the build of a run that may leave a column; `any` where the order of its cards does not matter.
 * @param {NonNullable<Rules['columns']>} columns
 */
const runBuild = ({ lift, build }) => (lift === 'whole' ? build : lift);

/**
 * Return the build of a run that moves to a column, or to a foundation: that of the columns where it moves in parts, and
 * where single cards leave columns otherwise.
 * @param {NonNullable<Rules['columns']>} columns
 * @param {boolean} toColumn
 */
export const buildMoved = (columns, toColumn) => (columns.supermove && (toColumn || columns.lift === 'one') ? columns.build : runBuild(columns));

/**
 * Return the place of the first card from `start` + 1 on that does not follow the card below it in a group, else -1. Where
 * columns build up or down, a group goes one way: the place is that of the way that goes further.
 * @param {NonNullable<Rules['columns']>} columns
 * @param {string} build
 * @param {readonly number[]} pile
 * @param {number} start
 */
export function firstBreak(columns, build, pile, start) {
  const isTwoWay = columns.direction === 'either' && !['one', 'any', 'whole'].includes(columns.lift);
  if (!isTwoWay) return firstMisfit(columns, build, pile, start);
  const places = /** @type {const} */ (['down', 'up']).map((direction) => firstMisfit({ ...columns, direction }, build, pile, start));
  return places.includes(-1) ? -1 : Math.max(...places);
}

/**
 * Return the place of the first card from `start` + 1 on that does not follow the card below it, else -1.
 * @param {NonNullable<Rules['columns']>} columns
 * @param {string} build
 * @param {readonly number[]} pile
 * @param {number} start
 */
function firstMisfit(columns, build, pile, start) {
  for (let place = start + 1; place < pile.length; place++) {
    if (!follows(columns, build, pile[place - 1], pile[place])) return place;
  }
  return -1;
}

/**
 * @param {NonNullable<Rules['columns']>} columns
 * @param {string} build
 * @param {number} under
 * @param {number} card
 */
const follows = (columns, build, under, card) => whyNotNext({ ...columns, build: /** @type {Sequence["build"]} */ (build) }, under, card) === null;

/**
 * Return the rules of a column.
 * @param {Rules} rules
 * @param {number} pile
 */
export function columnsOf({ columnRules }, pile) {
  const columns = columnRules[pile];
  if (columns === null) throw new RangeError('This game has no columns.');
  return columns;
}

/**
 * Return whether the suit of a card fits the card below it.
 * @param {string} build
 * @param {number} under
 * @param {number} card
 */
export function suitsFit(build, under, card) {
  if (build === 'any_suit') return true;
  if (build === 'by_suit') return suitOf(under) === suitOf(card);
  if (build === 'other_suit') return suitOf(under) !== suitOf(card);
  return (isRed(under) === isRed(card)) === (build === 'by_color');
}

/** @param {string} build @returns {Reason} */
const suitReason = (build) => (build === 'by_color' || build === 'alternating' ? 'wrong_color' : 'wrong_suit');

/**
 * Return whether columns build from the rank of one card to that of another.
 * @param {Pick<Sequence, 'direction' | 'wrap' | 'step'>} sequence
 * @param {number} under
 * @param {number} card
 */
function ranksFit({ direction, wrap, step: size = 1 }, under, card) {
  if (direction === 'any') return true;
  const step = rankOf(card) - rankOf(under);
  if (direction === 'same') return step === 0;
  if (direction === 'lower') return step < 0;
  if (direction === 'by_twos') return rankOf(card) === (rankOf(under) + 2) % 13;
  if (direction === 'double') return rankOf(card) === (2 * rankOf(under) + 1) % 13;
  const isUp = step === size || (wrap && step === size - 13);
  const isDown = step === -size || (wrap && step === 13 - size);
  return direction === 'either' || direction === 'one_way' ? isUp || isDown : direction === 'up' ? isUp : isDown;
}

/**
 * Checks 15 to 21, except for the room: whether a pile takes the cards of `group` from `start` on.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} target
 * @param {readonly number[]} group
 * @param {number} start
 * @returns {Reason | null}
 */
export function whyNotTaken(rules, position, target, group, start) {
  const pile = position.piles[target];
  const kind = rules.kinds[target];
  if (target === rules.merci) return position.merciUsed === rules.mercis ? 'cell_occupied' : null;
  const opensColumn = rules.pairMoves && kind === 'T' && !pile.length;
  if (rules.pairs && rules.pairing.includes(target) && !opensColumn) return whyNoPair(rules.pairs, pile, group[start]);
  if (kind === 'F') return whyNoFoundation(rules, position, target, group, start);
  if (kind === 'R' && rules.pairs && rules.collected.length) return pile.length ? 'cell_occupied' : whyNotInSet(rules, position, group[start]);
  if (kind === 'R' && rules.declaration.reserve?.takes === 'run' && position.piles[rules.stockPile].length) return 'cell_occupied';
  if (kind === 'R') return whyNoCell(rules, target, pile, group[start]);
  if (kind === 'W') return pile.length === 0 ? null : whyNotNext(/** @type {Sequence} */ (rules.stock?.waste_takes), pile[pile.length - 1], group[start]);
  const columns = columnsOf(rules, target);
  const card = group[start];
  if (columns.row) return whyNoPlace(rules, position, target, card);
  if (isApart(columns, card)) return 'wrong_suit';
  if (!pile.length) {
    if (!columns.empty_takes.size) return 'vacancy_reserved';
    return columns.empty_takes.has(relativeRank(position, card)) || isOpenToAll(rules, position, columns) ? null : 'needs_king';
  }
  if (rules.own.length) return rules.own[target].includes(rankOf(card)) ? null : 'wrong_rank';
  if (columns.closed && position.down[target] === pile.length) return columns.closed === 'takes_any' ? null : 'face_down_card';
  const under = pile[pile.length - 1];
  if (liesLevel(columns, under, card)) return null;
  return whyNotNext(columns, under, card) ?? (turnsBack(position, columns, target, card) ? 'wrong_rank' : null);
}

/**
 * Return whether a card goes against the way of the two top cards of a column that keeps its way.
 * @param {Pick<Position, 'piles' | 'down'>} position
 * @param {NonNullable<Rules['columns']>} columns
 * @param {number} target
 * @param {number} card
 */
function turnsBack({ piles, down }, columns, target, card) {
  const pile = piles[target];
  if (columns.direction !== 'one_way' || pile.length - down[target] < 2) return false;
  const [lower, upper] = pile.slice(-2);
  if (whyNotNext(columns, lower, upper) !== null) return false;
  return (rankOf(card) - 2 * rankOf(upper) + rankOf(lower)) % 13 !== 0;
}

/**
 * Return whether empty columns take any card: whether all cards of the first ranks lie lowest in columns.
 * @param {Rules} rules
 * @param {Position} position
 * @param {NonNullable<Rules['columns']>} columns
 */
function isOpenToAll({ tableau, pack }, { piles }, { opens_to_all: opens, empty_takes: first }) {
  const isFirst = (/** @type {number} */ card) => first.has(rankOf(card));
  return opens && tableau.filter((column) => piles[column].length && isFirst(piles[column][0])).length === pack.filter(isFirst).length;
}

/**
 * Return whether the top card of a column may be turned up.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
export const turnsUp = (rules, position, pile) => liesClosed(rules, position, pile) && takesFrom(rules, pile, pile);

/**
 * Return whether a merci can turn up a face-down card of a column.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 */
function turnsOut({ own, turnedTo }, { piles, down }, source) {
  const giver = piles[turnedTo];
  return down[source] > 0 && giver.length > down[turnedTo] && own[turnedTo].includes(rankOf(giver[giver.length - 1]));
}

/** @param {Rules} rules @param {Position} position @param {number} pile */
const liesClosed = (rules, { piles, down }, pile) =>
  Boolean(rules.columns?.closed) && rules.kinds[pile] === 'T' && down[pile] > 0 && down[pile] === piles[pile].length;

/**
 * Return whether a pile takes nothing until the player turns its top card up.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
export const waitsForPlayer = (rules, position, pile) => rules.columns?.closed === 'takes_none' && liesClosed(rules, position, pile);

/**
 * Checks 15 to 20 for a place in a row: the card follows the one before, or the one after follows it.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} target
 * @param {number} card
 * @returns {Reason | null}
 */
function whyNoPlace(rules, { piles }, target, card) {
  const { build, direction, row, wrap: isRing, empty_takes: firsts } = columnsOf(rules, target);
  const { length } = rules.tableau;
  if (piles[target].length) return 'cell_occupied';
  if (row && target % row === 0 && !isRing) return firsts.has(rankOf(card)) ? null : 'needs_king';
  const going = /** @type {Sequence} */ ({ build, direction: direction === 'down' ? 'down' : 'up', wrap: false });
  const [left] = piles[(target + length - 1) % length];
  const right = isRing || target + 1 < length ? piles[(target + 1) % length] : [];
  if (isRing && left !== undefined && RANKS[rankOf(left)] === rowRanks(rules.declaration).at(-1) && firsts.has(rankOf(card))) return null;
  const before = left === undefined ? [] : [whyNotNext(going, left, card)];
  const after = direction === 'either' ? right.map((beside) => whyNotNext(going, card, beside)) : [];
  const reasons = [...before, ...after];
  return reasons.includes(null) ? null : (reasons[0] ?? 'vacancy_reserved');
}

/**
 * Return the ranks of the cards in rows, from that which begins rows on.
 * @param {Rules['declaration']} declaration
 */
export function rowRanks({ columns, ranks, foundations }) {
  const away = foundations.map((pile) => pile.ranks).join('');
  const all = columns?.direction === 'down' ? [...RANKS].reverse() : [...RANKS];
  return all.slice(all.indexOf(columns?.empty_takes ?? '')).filter((rank) => ranks.includes(rank) && !away.includes(rank));
}

/**
 * Return the columns whose cards are in place: runs in suit, in each row from its first place on, or cards of its own rank, face up.
 * @param {Rules} rules
 * @param {Position} position
 */
export function inPlace(rules, { piles, down }) {
  if (rules.own.length) return new Set(rules.tableau.filter((column) => !down[column] && piles[column].every((card) => rules.own[column].includes(rankOf(card)))));
  const { row, wrap: isRing } = columnsOf(rules, rules.tableau[0]);
  const { length } = rules.tableau;
  const ranks = rowRanks(rules.declaration);
  return new Set(rules.tableau.filter((column) => {
    const [card] = piles[column];
    const before = card === undefined ? -1 : ranks.indexOf(RANKS[rankOf(card)]);
    if (before < 0 || !(isRing || before === column % (row ?? 1))) return false;
    const places = ranks.slice(0, before).map((_, place) => (column - before + place + length) % length);
    return places.every((at, place) => piles[at].length && RANKS[rankOf(piles[at][0])] === ranks[place] && suitOf(piles[at][0]) === suitOf(card));
  }));
}

/**
 * @param {Rules} rules
 * @param {number} target
 * @param {readonly number[]} pile its cards
 * @param {number} card
 * @returns {Reason | null}
 */
export function whyNoCell({ declaration: { reserve }, begins }, target, pile, card) {
  const firsts = begins[target] ?? reserve?.ranks ?? '';
  if (pile.length >= (reserve?.capacity ?? 1) || (pile.length && reserve?.sequence && whyNotFirst(firsts, pile[0]))) return 'cell_occupied';
  if (pile.length && reserve?.sequence) return whyNotNext(reserve.sequence, pile[pile.length - 1], card);
  return whyNotFirst(firsts, card);
}

/**
 * Return why a card does not begin a cell of these ranks and suits, or ranks or suits alone.
 * @param {string} letters
 * @param {number} card
 * @returns {Reason | null}
 */
export function whyNotFirst(letters, card) {
  const [suits, ranks] = [SUITS, RANKS].map((known) => [...letters].filter((letter) => known.includes(letter)));
  if (suits.length && !suits.includes(SUITS[suitOf(card)])) return 'wrong_suit';
  return ranks.length && !ranks.includes(RANKS[rankOf(card)]) ? 'needs_king' : null;
}

/**
 * Return the suits that stay apart.
 * @param {Pick<Sequence, 'ends'>} sequence
 */
export const suitsApart = ({ ends = '' }) => [...ends].filter((letter) => SUITS.includes(letter));

/**
 * Return whether a card is of a suit that stays apart.
 * @param {Pick<Sequence, 'ends'>} sequence
 * @param {number} card
 */
export const isApart = ({ ends }, card) => ends?.includes(SUITS[suitOf(card)]) === true;

/**
 * Return why a card may not lie on another one in a sequence.
 * @param {Sequence} sequence
 * @param {number} under
 * @param {number} card
 * @returns {Reason | null}
 */
export function whyNotNext(sequence, under, card) {
  if (isApart(sequence, under) || isApart(sequence, card)) return 'wrong_suit';
  if (!suitsFit(sequence.build, under, card)) return suitReason(sequence.build);
  return !sequence.ends?.includes(RANKS[rankOf(under)]) && ranksFit(sequence, under, card) ? null : 'wrong_rank';
}

/**
 * Return the rank of a card as the declaration names it, 0 for the base rank.
 * @param {Pick<Position, 'base'>} position
 * @param {number} card
 */
export const relativeRank = ({ base }, card) => (rankOf(card) - base + 13) % 13;

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} target
 * @param {readonly number[]} group
 * @param {number} start
 * @returns {Reason | null}
 */
function whyNoFoundation(rules, position, target, group, start) {
  const reason = whyNotFollowing(rules, position, target, group, start);
  const staysAlone = !rules.pairs || rules.pairs.sets.includes(RANKS[rankOf(group[start])]);
  return staysAlone || (reason !== null && reason !== 'wrong_rank') ? reason : 'needs_pair';
}

/**
 * Return why cards do not follow those of a foundation, whether they leave alone or not.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} target
 * @param {readonly number[]} group
 * @param {number} start
 * @returns {Reason | null}
 */
function whyNotFollowing(rules, position, target, group, start) {
  const foundation = foundationOf(rules, target);
  const { ranks, build, suits, repeats } = foundation;
  const pile = position.piles[target];
  if (pile.length === lengthOf(foundation)) return 'foundation_full';
  if (foundation.direction) {
    if (foundation.whole && !isSteppedSequence(foundation, group, start)) return 'incomplete_sequence';
    return whyNoStep(position, foundation, pile, group[start]) ?? whyNotWithOthers(rules, position, target, group[start]);
  }
  if (foundation.whole && !isWholeSequence(foundation, position, group, start)) return 'incomplete_sequence';
  const card = group[start];
  const rank = relativeRank(position, card);
  const empty = pile.length === 0;
  const suitIsFixed = (rank === ranks[0] && (empty || !repeats)) || foundation.keepsSuit || (empty && build !== 'alternating');
  if (suitIsFixed && !suits.has(suitOf(card))) return foundation.suitReason;
  if (empty && rank !== ranks[0]) return 'needs_base';
  if (!empty && !foundation.keepsSuit && !suitsFit(build, pile[pile.length - 1], card)) return suitReason(build);
  if (rank !== ranks[pile.length]) return 'wrong_rank';
  const isLast = pile.length + 1 === ranks.length;
  const waits = isLast && foundation.lastAfter !== NO_PILE && !isComplete(rules, position, foundation.lastAfter);
  return waits ? 'king_locked' : null;
}

/**
 * Checks 17 to 20 for a foundation without an order of ranks.
 * @param {Pick<Position, 'base'>} position
 * @param {NonNullable<Rules['foundationRules'][number]>} foundation
 * @param {readonly number[]} pile
 * @param {number} card
 * @returns {Reason | null}
 */
export function whyNoStep({ base }, foundation, pile, card) {
  const { suits, suitReason: misfit, ranks } = foundation;
  if (pile.length && !takesSets(foundation)) return whyNotNext(stepsOf(foundation), pile[pile.length - 1], card);
  if (!suits.has(suitOf(card))) return misfit;
  return ranks.includes(relativeRank({ base }, card)) ? null : 'needs_base';
}

/**
 * Checks 18 and 20 for a foundation that depends on other piles.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} target
 * @param {number} card
 * @returns {Reason | null}
 */
export function whyNotWithOthers(rules, position, target, card) {
  const { piles } = position;
  const foundation = rules.foundationRules[target];
  if (foundation?.outranked) {
    const tops = rules.tableau.flatMap((pile) => piles[pile].slice(-1));
    return tops.some((top) => suitOf(top) === suitOf(card) && (rankOf(top) || 13) > (rankOf(card) || 13)) ? null : 'wrong_rank';
  }
  const isEmpty = piles[target].length === 0;
  if (foundation?.lowestFirst) return !isEmpty || beginsLowest(rules, position, foundation.matches, card) ? null : 'needs_base';
  if (foundation?.matches) {
    const matched = piles[rules.byName.get(foundation.matches) ?? NO_PILE] ?? [];
    const ranks = (isEmpty ? matched.slice(0, 1) : matched).map(rankOf);
    return ranks.includes(rankOf(card)) ? null : isEmpty ? 'needs_base' : 'wrong_rank';
  }
  if (rules.sameDirection && !isEmpty) {
    const step = openingStep(rules, position);
    return step === undefined || step === (rankOf(card) - rankOf(piles[target][piles[target].length - 1]) + 13) % 13 ? null : 'wrong_rank';
  }
  const base = rules.declaration.same_base && isEmpty ? openingRank(rules, position) : undefined;
  return base === undefined || base === rankOf(card) ? null : 'needs_base';
}

/**
 * Return whether a card is the lowest of its suit on columns, no foundation takes it, and its suit fits.
 * @param {Rules} rules
 * @param {Position} position
 * @param {string} matched the foundation whose suit it has, or nothing
 * @param {number} card
 */
function beginsLowest(rules, { piles }, matched, card) {
  const isAlike = (/** @type {number | undefined} */ other) => other !== undefined && suitOf(other) === suitOf(card);
  const tops = rules.tableau.flatMap((pile) => piles[pile].slice(-1));
  if (tops.some((top) => isAlike(top) && rankOf(top) < rankOf(card))) return false;
  const begun = rules.foundations.filter((pile) => piles[pile].length);
  const ruleOf = (/** @type {number} */ pile) => /** @type {NonNullable<Rules['foundationRules'][number]>} */ (rules.foundationRules[pile]);
  if (begun.some((pile) => whyNotNext(stepsOf(ruleOf(pile)), piles[pile][piles[pile].length - 1], card) === null)) return false;
  if (matched) return isAlike(piles[rules.byName.get(matched) ?? NO_PILE]?.[0]);
  return !begun.some((pile) => ruleOf(pile).lowestFirst && !ruleOf(pile).matches && isAlike(piles[pile][0]));
}

/**
 * Return the rank with which foundations have begun, undefined if none has.
 * @param {Rules} rules
 * @param {Position} position
 */
export function openingRank({ foundations }, { piles }) {
  const begun = foundations.find((pile) => piles[pile].length);
  return begun === undefined ? undefined : rankOf(piles[begun][0]);
}

/**
 * Return by how many ranks, modulo 13, foundations go from card to card, undefined if none has two cards.
 * @param {Rules} rules
 * @param {Position} position
 */
export function openingStep({ foundations }, { piles }) {
  const begun = foundations.find((pile) => piles[pile].length > 1);
  return begun === undefined ? undefined : (rankOf(piles[begun][1]) - rankOf(piles[begun][0]) + 13) % 13;
}

/**
 * Return whether the first card on a foundation must come before anything else.
 * @param {Rules} rules
 * @param {Position} position
 */
export const awaitsBase = (rules, position) => rules.openers.length > 0 && openingRank(rules, position) === undefined;

/**
 * Return whether the first card of a foundation stays, and is the only one there.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
export const keepsLast = ({ foundationRules }, { piles }, pile) => foundationRules[pile]?.base_stays === true && piles[pile].length === 1;

/**
 * @param {NonNullable<Rules['foundationRules'][number]>} foundation
 * @param {readonly number[]} group
 * @param {number} start
 */
function isSteppedSequence(foundation, group, start) {
  const cards = group.slice(start);
  return cards.length === atOnce(foundation) && cards.every((card, index) => index === 0 || whyNotNext(stepsOf(foundation), cards[index - 1], card) === null);
}

/** @param {NonNullable<Rules['foundationRules'][number]>} foundation @returns {Sequence} */
const stepsOf = ({ build, wrap, direction }) => ({ build, direction: direction ?? 'any', wrap });

/**
 * Return whether a foundation takes cards of one rank together, one set after the other.
 * @param {{ whole: boolean, direction: string | null }} foundation
 */
export const takesSets = ({ whole, direction }) => whole && direction === 'same';

/**
 * Return how many cards come to a foundation in one move where they do not come singly.
 * @param {NonNullable<Rules['foundationRules'][number]>} foundation
 */
export const atOnce = (foundation) => (takesSets(foundation) ? foundation.suits.size : lengthOf(foundation));

/** @param {NonNullable<Rules['foundationRules'][number]>} foundation */
export const lengthOf = ({ ranks, cards }) => cards ?? ranks.length;

/**
 * Return whether a pile that lies on this one has a card.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
export function isCovered(rules, { piles }, pile) {
  const held = rules.covers[pile].filter((cover) => piles[cover].length > 0).length;
  return held > 0 && (held === rules.covers[pile].length || !rules.coveredByAll.has(pile));
}

/**
 * Check 16: whether a group is all that a foundation takes at once.
 * @param {NonNullable<Rules['foundationRules'][number]>} foundation
 * @param {Position} position
 * @param {readonly number[]} group
 * @param {number} start
 */
function isWholeSequence({ ranks, build }, position, group, start) {
  if (group.length - start !== ranks.length) return false;
  return ranks.every((rank, index) => {
    const place = start + index;
    const fits = index === 0 || suitsFit(build, group[place - 1], group[place]);
    return fits && relativeRank(position, group[place]) === rank;
  });
}

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile a foundation
 */
export function isComplete(rules, position, pile) {
  const foundation = rules.foundationRules[pile];
  return foundation !== null && position.piles[pile].length === lengthOf(foundation);
}

/**
 * Return whether the foundations win the game.
 * @param {Rules} rules
 * @param {Position} position
 */
export function isWon(rules, position) {
  if (rules.declaration.win === 'one_each') {
    return rules.tableau.every((pile) => position.piles[pile].length === 1) && rules.foundations.every((pile) => isComplete(rules, position, pile));
  }
  if (rules.declaration.win === 'sequences') return isSorted(rules, position);
  if (rules.declaration.win === 'suit_sequences') {
    const inSuit = rules.tableau.every((pile) => new Set(position.piles[pile].map(suitOf)).size < 2);
    return inSuit && isSorted(rules, position) && rules.foundations.every((pile) => isComplete(rules, position, pile));
  }
  if (rules.declaration.win === 'one_column') return rules.tableau.some((pile) => position.piles[pile].length === rules.pack.length);
  if (rules.declaration.win === 'colours_apart') return rules.tableau.every((pile) => position.piles[pile].every((card) => isRed(card) === pile < rules.tableau.length / 2));
  if (handsOf(rules.declaration)) return rules.tableau.every((pile) => position.piles[pile].length) && handPoints(rules, position) >= (rules.declaration.points ?? 0);
  if (rules.declaration.win === 'face_up') return rules.tableau.every((pile) => !position.down[pile]);
  if (rules.declaration.win === 'in_place') {
    const places = inPlace(rules, position);
    return rules.tableau.every((pile) => places.has(pile) || !position.piles[pile].length);
  }
  if (rules.winning || rules.emptied.length) {
    return (rules.winning ?? []).every((pile) => isComplete(rules, position, pile)) && rules.emptied.every((pile) => !position.piles[pile].length);
  }
  const onFoundations = rules.foundations.reduce((sum, pile) => sum + position.piles[pile].length, 0);
  return onFoundations === rules.pack.length;
}

/**
 * Return whether stock and waste are empty, and each column that has cards, at least one, is a complete run.
 * @param {Rules} rules
 * @param {Position} position
 */
function isSorted(rules, position) {
  const left = [rules.stockPile, rules.waste].some((pile) => position.piles[pile]?.length);
  const columns = rules.tableau.filter((pile) => position.piles[pile].length);
  return !left && columns.length > 0 && columns.every((pile) => isCompleteRun(columnsOf(rules, pile), position, pile));
}

/**
 * Return whether a column has as many cards as it has once complete, all face up, and they are a run as columns build.
 * @param {NonNullable<Rules['columns']>} columns
 * @param {Position} position
 * @param {number} pile
 */
function isCompleteRun(columns, { piles, down }, pile) {
  return piles[pile].length === (columns.capacity ?? 13) && !down[pile] && firstMisfit(columns, columns.build, piles[pile], 0) < 0;
}

/**
 * Return whether a pile is a complete column that gives no card.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
export const staysThere = ({ columns, kinds }, position, pile) => columns?.complete_stays === true && kinds[pile] === 'T' && isCompleteRun(columns, position, pile);

/**
 * Check 20a: return how many of the top `count` cards of a pile may go to a column together.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 * @param {number} target
 * @param {number} count
 */
export function roomFor(rules, position, source, target, count) {
  const columns = columnsOf(rules, target);
  const room = columns.capacity === null ? count : columns.capacity - position.piles[target].length;
  if (!columns.supermove || count === 1) return room;
  return Math.min(room, cardsInParts(columns, position.piles[source].slice(-count), partsMoved(rules, position, target)));
}

/**
 * Return how many parts of a group can go to a column by way of the empty cells and columns.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} target
 */
function partsMoved(rules, { piles }, target) {
  const cells = rules.cells.filter((pile) => !piles[pile].length).length;
  const takesAll = columnsOf(rules, target).empty_takes.size === 13;
  const empty = takesAll ? rules.tableau.filter((pile) => pile !== target && !piles[pile].length).length : 0;
  return (1 + cells) * 2 ** empty;
}

/**
 * Return how many cards, from the top of a group, are in its first `parts` parts.
 * @param {NonNullable<Rules['columns']>} columns
 * @param {readonly number[]} group
 * @param {number} parts
 */
function cardsInParts(columns, group, parts) {
  let left = parts;
  for (let place = group.length - 1; place > 0; place--) {
    const startsPart = columns.lift === 'one' || !follows(columns, columns.lift, group[place - 1], group[place]);
    if (startsPart && --left === 0) return group.length - place;
  }
  return group.length;
}
