// The rules of a game as sentences in the visitor's language. They follow from its declaration alone, and say what the table does not
// show (tests/web/rules.test.mjs). patience/words/rules_in_sentences.py says the same.

import { pileKind, pileName } from '../i18n/page.js';
import { groupBy } from '../dom.js';
import { CODES, MERCIS, columnsOfKind, limitOf, pilesIn, repeats, showsLast } from '../engine/declaration.js';
import { members, rowRanks, suitsApart, takesSets, whyNotFirst } from '../engine/sequences.js';
import { capital } from '../i18n/text.js';
import { giversInWords, lifting, ruleWords } from './explain.js';

const RANKS = 'A23456789TJQK';
const COLOURS = { DH: 'red', CS: 'black' };

const say = (key, evidence = {}) => capital(ruleWords.say({ key, evidence }));

// Return all rules: the goal, the foundations or the pairs, the columns, the reserve, the stock.
export function rulesInWords(game) {
  return rulesByPile(game).map(({ sentence }) => sentence);
}

// Return all rules with what each is about: a letter of the names of piles, the empty columns, or nothing that is shown by piles.
export function rulesByPile(game) {
  const { packs, ranks, pairs, columns } = game.variant.declaration;
  const few = ranks.length < RANKS.length ? say('ranks', { ranks: [...ranks] }) : '';
  const empty = columns && vacancyRule(columns.empty_takes, game);
  const rules = [
    ['', [packs > 1 ? say('packs', { packs }) : '', few, goalInWords(game)]],
    [pairs ? '' : 'F', targetRules(game)],
    [pairs ? '' : 'T', columnRules(game)],
    ['R', reserveRules(game)],
    ['S', stockRules(game)],
  ];
  return rules.flatMap(([about, sentences]) => sentences.filter(Boolean).map((sentence) => ({ about: sentence === empty ? 'empty' : about, sentence })));
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
  const { win, pairs: paired, won_when: some, columns, points, packs, suits, ranks, foundations } = variant.declaration;
  if (columns?.merges.length) return say('goal.merges', { cards: suits.length * packs * ranks.length - foundations[0].cards });
  const pairs = paired && foundations.length === 1;
  if (pairs && win !== 'empty_columns' && !some.length) return say('goal.pairs', { left: Math.max(0, suits.length * packs * ranks.length - foundations[0].cards) });
  const complete = giversInWords(some.filter((name) => name[0] === 'F'));
  const emptied = giversInWords(some.filter((name) => name[0] !== 'F'));
  if (emptied.length) return say('goal.some.emptied', { complete: complete.length ? complete : null, emptied });
  return some.length ? say('goal.some', { complete }) : say(`goal.${win}`, { cards: columns?.capacity ?? 13, points, way: columns?.row && columns.wrap ? 'ring' : columns?.direction ?? null });
}

function targetRules(game) {
  const { pairs, columns, foundations } = game.variant.declaration;
  if (pairs) return [...pairRules(game.variant.declaration), ...(foundations.length > 1 ? foundationRules(game) : [])];
  return columns?.merges.length ? [] : foundationRules(game);
}

// Return the ranks of each set, without the marks of its order.
function ranksOf(sets) {
  return sets.map((set) => [...members(set)]);
}

function pairRules({ pairs: { sets, build, near, piles, beneath }, ranks: pack, foundations, columns }) {
  if (!piles.length) return [];
  const both = sets.filter((ranks) => ranks.length === 2);
  const alone = sets.filter((ranks) => ranks.length === 1);
  const others = [...pack].filter((rank) => !both.join('').includes(rank));
  const paired = pack.length - others.length;
  const equal = both.length === 13 && both.every(([one, other]) => one === other);
  const any = both.length > 1 && both.length === paired * (paired + 1) / 2;
  const named = { kind: equal ? 'equal' : any ? 'any' : 'some', others, sets: both.map((ranks) => [...ranks]) };
  const isBuilt = foundations.length > 1;
  const fromWaste = !piles.includes('W') && piles.includes('T') && columns?.takes_from?.includes('W');
  return [say('pairs', { named, build, near, alone: isBuilt ? [] : alone }), isBuilt ? say('pairs.built') : '', say('pairs.piles', { piles }), fromWaste ? say('pairs.waste') : '', ...(beneath.length ? [say('pairs.beneath', { piles: beneath })] : [])];
}

function foundationRules(game) {
  const { foundations, foundations_final: final, base, same_base: same, base_from: from } = game.variant.declaration;
  const alike = groupBy(foundations.filter((pile) => pile.matches[0] !== 'F'), ({ ranks, build, whole, direction, wrap, cards, suits }) => JSON.stringify([ranks, build, whole, direction, wrap, cards, COLOURS[sorted(suits)]]));
  const some = (key, field) => foundations.flatMap((pile, at) => (pile[field] && pile[field][0] !== 'T' ? [say(key, { pile: pileName(`F${at + 1}`), other: pileName(pile[field]) })] : []));
  return [
    ...[...alike.values()].flatMap((piles) => foundationRule(piles[0], piles.length, game)),
    ...some('foundation.matches', 'matches'),
    ...lowestFirst(foundations),
    ...some('foundation.last', 'last_after'),
    ...foundations.flatMap(limitRule),
    givenBy('foundation', foundations.find((pile) => pile.takes_from && !limitOf(pile)) ?? {}),
    base === 'A' ? '' : say('base', { base: game.rankOf('A') }),
    same ? say('same_base') : '',
    foundations.some(({ direction }) => direction === 'one_way') ? say('same_direction') : '',
    from ? say(same === 'first' ? 'base_from' : 'base_from.later', { givers: giversInWords(from) }) : '',
    foundations.some((pile) => pile.base_stays) ? say('foundation.base_stays') : '',
    final && foundations.length ? say('final') : '',
  ];
}

// Say which foundations begin with the lowest card on columns, and of which suits.
function lowestFirst(foundations) {
  const lowest = foundations.flatMap(({ matches }, at) => (matches[0] === 'T' ? [[`F${at + 1}`, matches.slice(2)]] : []));
  const alone = lowest.flatMap(([name, other]) => (other ? [] : [name]));
  const like = lowest.filter(([, other]) => other);
  const [piles, others] = [0, 1].map((side) => giversInWords([...new Set(like.map((pair) => pair[side]))]));
  return [
    lowest.length ? say('foundation.lowest') : '',
    alone.length > 1 ? say('foundation.lowest.alone', { piles: giversInWords(alone) }) : '',
    like.length ? say('foundation.lowest.suits', { piles, others }) : '',
  ];
}

// Say from which piles a foundation takes any card, if from others it takes only some.
function limitRule(pile, at) {
  const limit = limitOf(pile);
  if (!limit) return [];
  const { free, other, ranks } = limit;
  return [say('foundation.limit', { pile: pileName(`F${at + 1}`), givers: giversInWords(free), others: giversInWords([other]), ranks: [...ranks] })];
}

const sorted = (text) => [...text].sort().join('');

function foundationRule(pile, number, game) {
  const colour = COLOURS[sorted(pile.suits)];
  const ranks = [...pile.ranks].map((rank) => game.rankOf(rank));
  const evidence = { number, first: ranks[0], last: ranks.at(-1), cards: pile.cards, build: pile.build };
  return [main(), colour ? say('foundation.suits', { colour }) : ''];

  function main() {
    if (pile.direction && game.variant.declaration.pairs) return say('foundation.pair', { number, sets: [ranks] });
    if (pile.direction === 'outranked') return say('foundation.outranked');
    const begins = ranks.length < RANKS.length ? ranks : [];
    if (takesSets(pile)) return say('foundation.sets', { ...evidence, each: pile.suits.length });
    if (pile.direction) return say(pile.whole ? 'foundation.whole.free' : 'foundation.free', { ...evidence, sequence: sequenceOf(pile), begins });
    if (repeats(ranks) || !(pile.whole || isSteady(ranks))) return say('foundation.repeats', { ...evidence, legs: legsOf(ranks) });
    if (ranks.length === 1) return say('foundation.one', evidence);
    return say(pile.whole ? 'foundation.whole' : 'foundation', { ...evidence, steps: stepsOf(pile.ranks) });
  }
}

// Return whether each rank follows the one before by the same step, round from King to Ace.
const isSteady = (ranks) => new Set(ranks.slice(1).map((rank, place) => (RANKS.indexOf(rank) - RANKS.indexOf(ranks[place]) + RANKS.length) % RANKS.length)).size < 2;

// Return which way the ranks of a foundation go, as evidence.
function stepsOf(ranks) {
  const step = (RANKS.indexOf(ranks[1]) - RANKS.indexOf(ranks[0]) + RANKS.length) % RANKS.length;
  return step > 6 ? { direction: 'down', step: RANKS.length - step } : { direction: 'up', step };
}

// Return the ranks of a foundation as evidence: each stretch that goes up or down, and how often it comes.
function legsOf(ranks) {
  const legs = [];
  let before = 0;
  for (const [place, rank] of ranks.entries()) {
    const step = place ? RANKS.indexOf(rank) - RANKS.indexOf(ranks[place - 1]) : 0;
    const goesOn = Math.abs(step) === 1 && before !== -step;
    if (goesOn) legs.at(-1).push(rank);
    else legs.push([rank]);
    before = goesOn ? step : 0;
  }
  const alike = [];
  for (const leg of legs) {
    if (alike.length && alike.at(-1).leg.join('') === leg.join('')) alike.at(-1).times++;
    else alike.push({ leg, times: 1 });
  }
  return alike.map(({ leg, times }) => ({ first: leg[0], last: leg.length > 1 ? leg.at(-1) : null, times }));
}

const sequenceOf = ({ direction, build, wrap, step = 1 }) => ({ direction, step, build, wrap: Number(wrap) });

function columnRules(game) {
  const { columns, stock, pairs } = game.variant.declaration;
  if (!columns) return [];
  const { empty_takes: opens, takes_from: givers, refill, capacity, own_ranks: own, opened_by: openedBy } = columns;
  if (columns.row) return rowRules(game.variant.declaration);
  const takes = !givers || givers.length > 0;
  const inPairs = takes && pairs?.piles.includes('T');
  const builds = takes && !inPairs && capacity !== 1 && !own.length;
  return [
    inPairs ? say('empty.from', { givers: giversInWords(givers) }) : givenBy('columns', columns),
    ...(builds ? builtRules(columns) : []),
    columns.covered_by.length ? say('columns.covers') : '',
    own.length ? say('columns.own') : columns.closed ? say('columns.closed', { takes: Number(columns.closed === 'takes_any') }) : '',
    capacity ? say('columns.capacity', { cards: capacity }) : '',
    columns.complete_stays ? say('columns.complete') : '',
    refill.length ? refillRule(refill) : '',
    columns.longest_first ? say('empty.longest') : '',
    ...(openedBy ?? []).map((some, later) => say(later ? 'empty.last' : 'empty.from', { givers: giversInWords(some) })),
    columns.merges.length ? say('merges', mergedOf(columns)) : '',
    takes && !columns.merges.length && !(refill.length && !opens) && stock?.deal_to !== 'gaps' ? vacancyRule(opens, game) : '',
    ...columns.kinds.flatMap((kind) => kindRules(kind, columnsOfKind(columns, pilesIn(kind.of, 'columns.kinds')[0]), game)),
  ];
}

// Return how far cards of a line go to the left and to the right, as evidence.
function mergedOf({ merges }) {
  const steps = [...merges].sort((one, other) => Math.abs(one) - Math.abs(other));
  const [left, right] = [1, -1].map((way) => steps.filter((step) => step * way > 0).map(Math.abs));
  return { left: left.length ? left : null, right: right.length ? right : null };
}

// Say in what some columns differ from the others.
function kindRules({ of, build, lift, empty_takes: opens, takes_from: givers, refill }, columns, game) {
  return [
    say('columns.kind', { piles: giversInWords(pilesIn(of, 'columns.kinds')) }),
    givers ? say('columns.from', { givers: giversInWords(givers) }) : '',
    ...(build || lift ? builtRules(columns) : []),
    refill ? (refill.length ? refillRule(refill) : say('empty.unfilled')) : '',
    opens === null ? '' : vacancyRule(opens, game),
  ];
}

// Say on which ranks nothing goes, and which suits stay apart.
function endRules(letters) {
  const ranks = [...letters].filter((letter) => RANKS.includes(letter));
  const suits = suitsApart({ ends: letters });
  return [ranks.length && ranks.length < RANKS.length ? say('columns.ends', { ranks }) : '', suits.length ? say('columns.apart', { suits }) : ''];
}

// Say how cards follow each other on columns, and which of them move together.
function builtRules(columns) {
  const { ends, wrap, supermove, direction } = columns;
  const oneWay = direction === 'one_way';
  return [
    say('columns', { rule: { step: 1, ...columns, ...(oneWay ? { direction: 'either' } : {}) }, wrap: Number(wrap) }),
    oneWay ? say('columns.one_way') : '',
    ...endRules(ends),
    say('columns.lift', { rule: lifting(columns) }),
    supermove ? say('columns.supermove') : '',
  ];
}

function rowRules(declaration) {
  const { row, direction, build, wrap: isRing, empty_takes: first } = declaration.columns;
  const either = direction === 'either';
  return [
    say('row', { places: row, follows: { direction: either ? 'up' : direction, step: 1 }, build }),
    either ? say('row.either') : '',
    isRing ? say('row.ring', { first, last: rowRanks(declaration).at(-1) }) : say('row.first', { ranks: [...first] }),
  ];
}

function vacancyRule(opens, game) {
  if (opens.length === RANKS.length) return say('empty.any');
  if (opens.endsWith('*')) return say('empty.first', { ranks: [...opens.slice(0, -1)] });
  return opens ? say('empty.some', { ranks: [...opens].map((rank) => game.rankOf(rank)) }) : say('empty.none');
}

const refillRule = (piles) => say('empty.refill', { supplies: suppliesOf([...new Set(piles)]), filled: Math.max(1, piles.filter((pile) => pile === 'S').length) });

const suppliesOf = (piles) => piles.map((pile) => ({ kind: pile[0], number: pile.slice(1) }));

// Say from which piles a kind of piles takes cards, where that is restricted.
function givenBy(kind, { takes_from: givers }) {
  return givers ? say(`${kind}.from`, { givers: giversInWords(givers) }) : '';
}

function reserveRules(game) {
  const { reserve, pairs, stock, layout } = game.variant.declaration;
  if (!reserve) return [];
  const { piles, takes, capacity, sequence, begins, refill, closed, covered_by: covers } = reserve;
  const ranks = reserve.ranks.length < RANKS.length ? [...reserve.ranks] : [];
  const collected = pairs?.sets.filter((set) => set.length > 2) ?? [];
  if (MERCIS.includes(takes)) return [say(takes, { givers: giversInWords(reserve.takes_from), times: capacity })];
  const ordered = ranksOf(collected.filter((set) => set.includes('-')));
  if (sequence || takes !== 'none') return [cells(), ordered.length ? say('cells.sets.in_order', { sets: ordered.length < collected.length ? ordered : null }) : '', ...(sequence ? [] : [...new Set(begins)].map((letters) => ownCards(letters, begins))), areDealt() ? say('cells.dealt') : '', givenBy('cells', reserve), ...coveredRules(reserve)];
  return [
    say('reserve', { piles }),
    refill.length ? say('reserve.refill', { supplies: suppliesOf(refill) }) : '',
    closed ? say('reserve.closed') : '',
    covers.length ? say('reserve.covers') : '',
  ];

  // Return whether cells can have more cards than they have room for.
  function areDealt() {
    const laid = layout.flatMap(({ to }) => pilesIn(to, 'layout')).filter((name) => name[0] === 'R');
    const byDeals = stock?.actions.includes('deal') && (stock.deals.length ? stock.deals.some((names) => names.includes('R')) : stock.deal_to === 'reserve');
    return byDeals || laid.some((name) => laid.filter((other) => other === name).length > capacity);
  }

  function cells() {
    if (sequence) return say('cells.built', { piles, room: capacity, sequence: sequenceOf(sequence), ranks: [...new Set(begins.join(''))] });
    if (takes === 'run') return say('cells.run', { piles });
    if (collected.length) return say('cells.sets', { piles, sets: ranksOf(collected) });
    return say(capacity > 1 ? 'cells.room' : 'cells', { piles, room: capacity, ranks });
  }
}

// Say which cells take only cards of these ranks and suits.
function ownCards(letters, begins) {
  const cards = CODES.filter((_, card) => whyNotFirst(letters, card) === null);
  const piles = begins.flatMap((own, at) => (own === letters ? [`R${at + 1}`] : []));
  return say('cells.own', { piles: giversInWords(piles), cards });
}

function coveredRules({ covered_by: covers, covered_while: together }) {
  const key = together === 'all' ? 'cells.covers.all' : 'cells.covers';
  return covers.map((names, at) => say(key, { cell: pileName(`R${at + 1}`), covers: pilesIn(names, 'covered_by').map(pileName) }));
}

// Return the first and the last of some piles, as evidence.
const endsOf = (piles) => ({ first: pileName(piles[0]), last: piles.length > 1 ? pileName(piles.at(-1)) : null });

// Say to which piles a deal goes, or one for which there are too few cards, or for more piles the last one.
function dealtTo(names, index, most) {
  const piles = [...new Set(names)];
  if (index && names.length > most) return say('deal.last', { number: names.length, piles: giversInWords(names) });
  return say(index ? 'deal.rest' : 'deal.piles', { cards: names.length / piles.length, ...endsOf(piles) });
}

function stockRules(game) {
  const { stock, layout } = game.variant.declaration;
  if (!stock) return [];
  const { actions, draw, redeals, hold, close, waste_takes: sequence, deal_to: to, deals } = stock;
  const late = layout.filter((line) => line.after_base);
  const untilFull = stock.open && hold === 'empty_column';
  const waste = Number(actions.includes('draw') && stock.after_waste);
  const afterStock = stock.takes_after.filter((name) => !name.includes(':'));
  const afterPiles = stock.takes_after.filter((name) => name.includes(':')).map((name) => name.split(':'));
  const before = (pile) => `${pile[0]}${Number(pile.slice(1)) - 1}`;
  const inTurn = afterPiles.filter(([pile, awaited]) => awaited === before(pile));
  return [
    ...sequence ? [say('waste', { sequence: sequenceOf(sequence) }), sequence.ends ? say('columns.ends', { ranks: [...sequence.ends] }) : ''] : [],
    actions.includes('draw') ? say('draw', { cards: draw }) : '',
    stock.draw_as.includes('packet') ? say('draw.packet') : '',
    stock.draw_as.includes('last_only') ? say('draw.last') : '',
    stock.fills_waste ? say('fills_waste') : '',
    stock.open ? say('open') : '',
    showsLast(stock) ? say('deal.shown') : '',
    ...late.map((line) => say('after_base', endsOf(pilesIn(line.to, 'layout')))),
    to === 'gaps' && !actions.length ? say('gaps') : '',
    actions.includes('deal') && !deals.length ? say(`deal.${to}`) : '',
    ...deals.map((piles, index) => dealtTo(pilesIn(piles, 'stock.deals'), index, pilesIn(deals[0], 'stock.deals').length)),
    close ? say(`close.${close}`) : '',
    actions.includes('redeal') ? redealRule(stock) : '',
    stock.gives_after.length ? say(stock.open && draw > 1 ? 'after.round' : untilFull ? 'after.full' : 'after.gives', { piles: giversInWords(stock.gives_after), waste, cards: draw }) : '',
    afterStock.length ? say('after.takes', { piles: giversInWords(afterStock), waste }) : '',
    inTurn.length > 2 ? say('after.in_turn', { piles: giversInWords([before(inTurn[0][0]), ...inTurn.map(([pile]) => pile)]) }) : '',
    ...(inTurn.length > 2 ? afterPiles.filter((pair) => !inTurn.includes(pair)) : afterPiles).map(([pile, awaited]) => say('after.piles', { pile: pileName(pile), awaited: giversInWords(awaited.split(' ')) })),
    hold && !untilFull ? say(`hold.${hold}`) : '',
  ];
}

function redealRule({ actions, redeals, gather, gather_as: as, shuffles, deal_to: to }) {
  if (actions.includes('draw') && as !== 'under') return say('redeals', { redeals });
  return say(as === 'under' && actions.includes('deal') ? 'gather.under.deal' : `gather.${as}`, { redeals, shuffles: Number(shuffles), cards: gather, gathered: to });
}
