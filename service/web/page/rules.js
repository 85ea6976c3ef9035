// The rules of a game as sentences in the visitor's language. They follow from its declaration alone, and tell whatever the table does
// not show (tests/web/rules.test.mjs).

import { capital, language, pileName, textsOf } from '../i18n/page.js';
import { groupBy } from '../dom.js';
import { pilesIn } from '../engine/declaration.js';
import { buildInWords, columnRule, directionInWords, giverInWords, giversInWords, liftRule, orList, rankInWords, rankSign, ranksInWords, stepInWords, takenFrom } from './explain.js';

const { default: words } = await import(`../i18n/rules/${language}.js`);
const say = textsOf(words);
const RANKS = 'A23456789TJQK';
const SUITS = { DH: 'red', CS: 'black' };

// Return all rules: the goal, the foundations or the pairs, the columns, the reserve, the stock.
export function rulesInWords(game) {
  const { packs, ranks } = game.variant.declaration;
  const few = ranks.length < RANKS.length ? say('packs.ranks', [...ranks].map(rankSign).join(' ')) : '';
  return [packs > 1 ? say('packs', packs) : '', few, goalInWords(game), ...targetRules(game), ...columnRules(game), ...reserveRules(game), ...stockRules(game)].filter(Boolean);
}

// Return the rules that a newcomer needs first, in up to three sentences: the columns, the foundations, the stock or the cells.
export function briefRules(game) {
  const [target] = targetRules(game);
  const [building] = game.variant.declaration.pairs ? [] : columnRules(game).filter(Boolean);
  const [more] = [...stockRules(game), ...reserveRules(game)].filter(Boolean);
  return [building, target, more].filter(Boolean).join(' ');
}

// Return the goal of a game.
export function goalInWords({ variant }) {
  const { win, pairs, won_when: some, columns } = variant.declaration;
  if (pairs && win !== 'empty_columns' && !some.length) return say('goal.pairs');
  const complete = some.filter((name) => name[0] === 'F').map(pileName);
  const emptied = some.filter((name) => name[0] !== 'F').map(giverInWords);
  return some.length ? say('goal.some', complete.join(', '), emptied.join(', ')) : say(`goal.${win}`, columns?.capacity ?? 13);
}

const targetRules = (game) => (game.variant.declaration.pairs ? pairRules(game.variant.declaration) : foundationRules(game));

function pairRules({ pairs: { sets, build, near, piles }, ranks: pack }) {
  const both = sets.filter((ranks) => ranks.length === 2);
  const alone = sets.filter((ranks) => ranks.length === 1).join('');
  const equal = both.length === 13 && both.every(([one, other]) => one === other);
  const none = [...pack].filter((rank) => !both.join('').includes(rank));
  const paired = pack.length - none.length;
  const any = both.length > 1 && both.length === paired * (paired + 1) / 2;
  const named = equal ? say('pairs.equal') : any ? say('pairs.any', ranksInWords(none)) : both.map((ranks) => [...ranks].map(rankSign).join('–')).join(', ');
  return [
    say('pairs', named, build === 'any_suit' ? '' : say(`pairs.${build}`), near ? say(`pairs.${near}`) : '', alone && ranksInWords(alone)),
    say('pairs.piles', piles.map((kind) => say(`pairs.${kind}`)).join(', ')),
  ];
}

function foundationRules(game) {
  const { foundations, foundations_final: final, base, same_base: same, base_from: from, same_direction: sameWay } = game.variant.declaration;
  const alike = groupBy(foundations.filter((pile) => !pile.matches), ({ ranks, build, whole, direction, wrap, cards, outranked, suits }) => JSON.stringify([ranks, build, whole, direction, wrap, cards, outranked, SUITS[sorted(suits)]]));
  const some = (field) => foundations.map((pile, at) => [pileName(`F${at + 1}`), pile[field] && pileName(pile[field])]).filter(([, other]) => other);
  return [
    ...[...alike.values()].flatMap((piles) => foundationRule(piles[0], piles.length, game)),
    ...some('matches').map(([name, other]) => say('foundation.matches', capital(name), other)),
    ...some('last_after').map(([name, other]) => say('foundation.last', capital(name), other)),
    givenBy('foundation', foundations.find((pile) => pile.takes_from) ?? {}),
    base === 'A' ? '' : say('base', rankInWords(game.rankOf('A'))),
    same ? say('same_base') : '',
    sameWay ? say('same_direction') : '',
    from ? say(same === 'first' ? 'base_from' : 'base_from.later', giversInWords(from)) : '',
    foundations.some((pile) => pile.base_stays) ? say('foundation.base_stays') : '',
    final && foundations.length ? say('final') : '',
  ];
}

const sorted = (text) => [...text].sort().join('');

function foundationRule(pile, number, game) {
  const named = (rank) => rankInWords(game.rankOf(rank));
  const suits = SUITS[sorted(pile.suits)];
  return [main(), suits ? say('foundation.suits', say(`suits.${suits}`)) : ''];

  function main() {
    const { ranks, build, whole, cards, outranked } = pile;
    if (outranked) return say('foundation.outranked');
    if (pile.direction && whole) return say('foundation.whole.free', number, sequenceInWords(pile), cards);
    if (pile.direction) return say('foundation.free', number, sequenceInWords(pile), cards, ranks.length < 13 && ranksInWords([...ranks].map((rank) => game.rankOf(rank)).join('')));
    if (ranks.length === 1) return say('foundation.one', number, named(ranks));
    return say(whole ? 'foundation.whole' : 'foundation', number, stepsInWords(ranks), buildInWords(build), named(ranks[0]), named(ranks.at(-1)));
  }
}

function stepsInWords(ranks) {
  const step = (RANKS.indexOf(ranks[1]) - RANKS.indexOf(ranks[0]) + 13) % 13;
  const down = step > 6;
  const size = down ? 13 - step : step;
  const direction = say(down ? 'steps.down' : 'steps.up');
  return `${direction}${stepInWords(size)}`;
}

// "up or down regardless of suit and wrap between Ace and King"
const sequenceInWords = ({ direction, build, wrap, step }) => [directionInWords({ direction, step }), buildInWords(build), wrap ? say('wrap') : ''].filter(Boolean).join(' ');

function columnRules(game) {
  const { columns, stock } = game.variant.declaration;
  if (!columns) return [];
  const { empty_takes: opens, takes_from: givers, refill, ends, wrap, supermove, covered_by: covers, capacity, longest_first: longest, opened_by: openedBy, side_columns: aside, side_takes_from: asideFrom } = columns;
  if (columns.row) return rowRules(columns);
  const takes = !givers || givers.length > 0;
  const { own_ranks: own } = columns;
  const builds = takes && capacity !== 1 && !own.length;
  return [
    givenBy('columns', columns),
    builds ? `${columnRule(columns)}${wrap ? ` ${say('wrap')}` : ''}.` : '',
    builds && ends && ends.length < 13 ? say('columns.ends', ranksInWords(ends)) : '',
    builds ? liftRule(columns) : '',
    builds && supermove ? say('columns.supermove') : '',
    covers.length ? say('columns.covers') : '',
    own.length ? say('columns.own') : columns.closed ? say('columns.closed') : '',
    capacity ? say('columns.capacity', capacity) : '',
    columns.complete_stays ? say('columns.complete') : '',
    refill.length ? say('empty.refill', orList(refill.map(pileName))) : '',
    longest ? say('empty.longest') : '',
    ...(openedBy ?? []).map((givers, later) => say(later ? 'empty.last' : 'empty.from', takenFrom(givers))),
    takes && !(refill.length && !opens) && stock?.deal_to !== 'gaps' ? vacancyRule(opens, game) : '',
    aside ? say('columns.aside', aside, takenFrom(asideFrom)) : '',
  ];
}

function rowRules({ row, direction, build, empty_takes: first }) {
  const either = direction === 'either';
  const follows = directionInWords({ direction: either ? 'up' : direction });
  return [say('row', row, follows, buildInWords(build)), either ? say('row.either') : '', say('row.first', ranksInWords(first))];
}

function vacancyRule(opens, game) {
  if (opens.length === 13) return say('empty.any');
  return opens ? say('empty.some', ranksInWords([...opens].map((rank) => game.rankOf(rank)).join(''))) : say('empty.none');
}

// Say from which piles a kind of piles takes cards, where that is restricted.
function givenBy(kind, { takes_from: givers }) {
  return givers ? say(`${kind}.from`, takenFrom(givers)) : '';
}

function reserveRules(game) {
  const { reserve, pairs } = game.variant.declaration;
  if (!reserve) return [];
  const { piles, takes, capacity, sequence, begins, ranks, refill, closed, covered_by: covers, covered_while: coveredWhile } = reserve;
  const only = ranks.length < 13 && ranksInWords(ranks);
  if (sequence) return [say('cells.built', piles, capacity, sequenceInWords(sequence), ranksInWords([...new Set(begins)].join(''))), givenBy('cells', reserve)];
  const sets = pairs?.sets.filter((set) => set.length > 2).map((set) => [...set].map(rankSign).join('–')) ?? [];
  if (takes === 'merci') return [say('merci', giversInWords(reserve.takes_from))];
  if (takes === 'run') return [say('cells.run', piles), givenBy('cells', reserve)];
  if (takes === 'one' && sets.length) return [say('cells.sets', piles, orList(sets)), givenBy('cells', reserve)];
  if (takes === 'one') return [capacity > 1 ? say('cells.room', piles, capacity, only) : say('cells', piles, only), givenBy('cells', reserve), ...covers.map((names, at) => say('cells.covers', capital(pileName(`R${at + 1}`)), orList(pilesIn(names, 'covered_by').map(pileName)), coveredWhile === 'all'))];
  return [say('reserve', piles), refill.length ? say('reserve.refill', orList(refill.map(pileName))) : '', closed ? say('reserve.closed') : '', covers.length ? say('reserve.covers') : ''];
}

// Say to which piles a deal goes, or one for which there are too few cards.
function dealtTo(names, index) {
  const piles = [...new Set(names)];
  return say(index ? 'deal.rest' : 'deal.piles', names.length / piles.length, pileName(piles[0]), piles.length > 1 && pileName(piles.at(-1)));
}

const lateRule = (piles) => say('after_base', pileName(piles[0]), piles.length > 1 && pileName(piles.at(-1)));

function stockRules(game) {
  const { stock, layout } = game.variant.declaration;
  if (!stock) return [];
  const { actions, draw, redeals, hold, gather, gather_as: as, shuffles, close, waste_takes: sequence, deal_to: to, deals, fills_waste: fills, open } = stock;
  const gathers = actions.includes('redeal') && !actions.includes('draw');
  const again = actions.includes('redeal') && !gathers ? say('redeals', redeals) : '';
  return [
    ...sequence ? [say('waste', sequenceInWords(sequence)), sequence.ends ? say('columns.ends', ranksInWords(sequence.ends)) : ''] : [],
    actions.includes('draw') ? say('draw', draw) : '',
    fills ? say('fills_waste') : '',
    open ? say('open') : '',
    ...layout.filter(({ after_base: late }) => late).map(({ to }) => lateRule(pilesIn(to, 'layout'))),
    to === 'gaps' && !actions.length ? say('gaps') : '',
    actions.includes('deal') && !deals.length ? say(`deal.${to}`) : '',
    ...deals.map((piles, index) => dealtTo(pilesIn(piles, 'stock.deals'), index)),
    close ? say(`close.${close}`) : '',
    gathers ? say(`gather.${as}`, redeals, shuffles, gather, to) : again,
    stock.gives_after.length ? say('after.gives', giversInWords(stock.gives_after)) : '',
    stock.takes_after.length ? say('after.takes', giversInWords(stock.takes_after)) : '',
    hold ? say(`hold.${hold}`) : '',
  ];
}
