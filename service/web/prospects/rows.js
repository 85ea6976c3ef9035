// A declaration as the proofs and the search read it: what lies on what, card by card, and which concepts it uses. Cards are 0 to 51,
// and ranks are those on the cards, so the rules of a deal depend on its base rank.

import { RANKS, rankOf, suitOf } from '../engine/declaration.js';
import { handsOf } from '../engine/hands.js';
import { lengthOf, suitsFit } from '../engine/sequences.js';

export const FLOOR = 52;
export const PACK = Array.from({ length: 52 }, (_, card) => card);
const SUIT_ORDER = 'CSHD';
const STEPS = { same: [0], down: [-1], up: [1], either: [-1, 1], any: Array.from({ length: 25 }, (_, index) => index - 12) };

// Return the rules of a deal: those of its declaration, with its concepts and rows. A row has, by the top card of a pile (FLOOR if it is
// empty), the cards that may lie on it. Only a reader that knows all the concepts may rely on rows.
export function rowsOfDeal(rules, base) {
  const { columns, foundations, foundationRules } = rules;
  const turned = (rank) => (rank + base) % 13;
  const isBuild = columns !== null && !['one', 'any', 'whole'].includes(columns.lift);
  const ranksOf = new Map(foundations.map((pile) => [pile, foundationRules[pile].ranks.map(turned)]));
  return {
    ...rules,
    base,
    concepts: conceptsOf(rules),
    ranksOf,
    final: rules.declaration.foundations_final,
    columnRow: columns && [...runRow(columns, columns.build).slice(0, FLOOR), PACK.filter((card) => columns.empty_takes.has((rankOf(card) - base + 13) % 13))],
    run: isBuild ? runRow(columns, columns.lift) : null,
    wasteRow: rules.stock?.waste_takes ? [...runRow(rules.stock.waste_takes, rules.stock.waste_takes.build).slice(0, FLOOR), PACK] : null,
    buildRun: columns?.supermove ? runRow(columns, columns.build) : null,
    // By foundation: what it takes, alone or leading a whole sequence, and what follows what in a sequence.
    takes: rowsOf(rules, ranksOf, true),
    follows: rowsOf(rules, ranksOf, false),
  };
}

// Return the cards that may lie on a card in a run of columns, by its suit as a build says.
function runRow({ direction, wrap, ends = '' }, build) {
  const following = (rank) => (ends.includes(RANKS[rank]) ? [] : STEPS[direction]).map((step) => (wrap ? (rank + step + 13) % 13 : rank + step));
  return [...PACK.map((under) => cardsOf(following(rankOf(under))).filter((card) => suitsFit(build, under, card))), []];
}

// Return the rows of foundations. Most are alike but for the suit, and many in all.
function rowsOf({ declaration, foundations, foundationRules }, ranksOf, leading) {
  const known = new Map();
  return new Map(foundations.map((pile, index) => {
    const key = JSON.stringify(declaration.foundations[index]);
    if (!known.has(key)) known.set(key, foundationRow(foundationRules[pile], ranksOf.get(pile), leading && foundationRules[pile].whole));
    return [pile, known.get(key)];
  }));
}

function foundationRow({ build, suits, direction, wrap }, ranks, whole) {
  const first = cardsOf(direction ? ranks : [ranks[0]]).filter((card) => suits.has(suitOf(card)));
  if (direction) return [...runRow({ direction, wrap }, build).slice(0, FLOOR), first];
  const onto = (under) => {
    const place = ranks.indexOf(rankOf(under));
    return place < 0 || place + 1 === ranks.length ? [] : cardsOf([ranks[place + 1]]).filter((card) => suitsFit(build, under, card));
  };
  return [...PACK.map((under) => (whole ? [] : onto(under))), first];
}

const OF_RANK = Array.from({ length: 13 }, (_, rank) => PACK.filter((card) => rankOf(card) === rank));

const cardsOf = (ranks) => [...new Set(ranks)].flatMap((rank) => OF_RANK[rank] ?? []);

// Return what can lie on each step of a foundation that builds card by card.
export function stepsOf(deal, pile) {
  const row = deal.takes.get(pile);
  const steps = [];
  let tops = [FLOOR];
  while (steps.length < lengthOf(deal.foundationRules[pile])) {
    tops = union(tops.map((top) => row[top]));
    steps.push(tops);
  }
  return steps;
}

export const union = (lists) => [...new Set(lists.flat())].sort((one, other) => one - other);

// Return the concepts beyond the simplest declarations that rules use. A reader lists the concepts that it knows, and declines others.
export function conceptsOf({ declaration, pairMoves, deepReserve, dealtCells, cells, gathers, opened }) {
  const { columns, reserve, stock, foundations, layout } = declaration;
  const builds = [...foundations.map(({ build }) => build), columns?.build, columns?.lift, declaration.pairs?.build];
  const uses = {
    packs: declaration.packs !== 2,
    cells: cells.length > 0,
    supermove: columns?.supermove,
    wrap: columns?.wrap,
    base: declaration.base !== 'A',
    draw: stock?.draw > 1,
    deep_reserve: deepReserve,
    open_refill: columns?.refill.length > 0 && columns.refill.at(-1) !== 'S',
    whole_only: columns?.whole_only,
    level: columns !== null && columns.level !== null,
    lift_whole: columns?.lift === 'whole',
    givers_first: declaration.same_base === 'givers_first',
    complete_stays: columns?.complete_stays,
    capacity: columns && columns.capacity !== null,
    other_suit: builds.includes('other_suit'),
    direction: ['up', 'either'].includes(columns?.direction),
    ends: Boolean(columns?.ends),
    steps: columns && (columns.step > 1 || columns.direction === 'same'),
    wide_cells: cells.length > 0 && reserve.capacity > 1,
    cell_sequences: reserve !== null && reserve.sequence !== null,
    merci: reserve?.takes === 'merci',
    dealt_cells: dealtCells,
    cell_runs: reserve?.takes === 'run',
    sorted: declaration.layout.some(({ by }) => by),
    own_cells: reserve !== null && reserve.sequence === null && reserve.begins.length > 0,
    cell_ranks: cells.length > 0 && reserve.ranks.length < RANKS.length,
    closed_columns: Boolean(columns?.closed),
    closed_takes_none: columns?.closed === 'takes_none',
    closed_reserve: reserve?.closed,
    no_actions: stock && !stock.actions.length,
    fills_waste: stock?.fills_waste,
    bases_stay: foundations.some((foundation) => foundation.base_stays),
    same_base: declaration.same_base !== null,
    same_direction: declaration.same_direction,
    base_apart: declaration.base !== 'A' && columns !== null && !columns.wrap && !['same', 'any'].includes(columns.direction),
    kinds: columns?.kinds.length > 0,
    kinds_apart: columns?.kinds.some((kind) => kind.build !== null || kind.lift !== null || kind.empty_takes !== null),
    outranked: foundations.some(({ outranked }) => outranked),
    matches: foundations.some(({ matches }) => matches),
    deal_to_empty: stock?.deal_to === 'empty_columns',
    deal_to_filled: stock?.deal_to === 'filled_columns',
    win_empty_piles: declaration.won_when.some((name) => name[0] !== 'F'),
    win_empty_stock: declaration.win === 'empty_stock',
    win_one_each: declaration.win === 'one_each',
    win_sequences: declaration.win === 'sequences',
    own_ranks: columns && columns.own_ranks.length > 0,
    win_colours_apart: declaration.win === 'colours_apart',
    win_points: handsOf(declaration) !== null,
    win_face_up: declaration.win === 'face_up',
    win_in_place: declaration.win === 'in_place',
    row: columns !== null && columns.row !== null,
    merges: columns !== null && columns.merges.length > 0,
    whole_steps: foundations.some(({ whole, direction }) => whole && direction),
    any_rank: columns?.direction === 'any',
    takes_from: [columns, reserve, ...foundations].some((part) => part && part.takes_from !== null),
    hold_waste: stock?.hold === 'waste',
    chosen_bases: foundations.some(({ dealt, suits }) => dealt && suits.length > 1),
    closed_foundations: foundations.some((foundation) => foundation.dealt === lengthOf(foundation)),
    suits: declaration.suits !== SUIT_ORDER,
    ranks: declaration.ranks !== RANKS,
    arrange: declaration.arrange !== null,
    heads: layout.some(({ heads }) => heads),
    home: layout.some(({ home }) => home),
    after_base: layout.some(({ after_base: late }) => late),
    sweeps: layout.some(({ sweeps }) => sweeps.size),
    after_stock: stock && stock.gives_after.length + stock.takes_after.length > 0,
    packet: stock?.draw_as.includes('packet'),
    last_draw_only: stock?.draw_as.includes('last_only'),
    after_waste: stock && stock.actions.includes('draw') && stock.gives_after.length + stock.takes_after.length > 0,
    whole_supermoves: columns?.supermove && columns.lift === 'one' && declaration.foundations.some((pile) => pile.whole),
    drawn_refill: stock?.draw > 1 && [columns, reserve].some((part) => part?.refill.includes('S')),
    opened_by: columns && columns.opened_by !== null,
    opened_in_turn: columns?.opened_by?.length > 1,
    mixed_faces: opened.some(({ size }) => size > 0),
    longest_first: columns?.longest_first,
    deals: stock?.deals.length > 0,
    covered_by_all: reserve?.covered_while === 'all',
    repeats: foundations.some(({ ranks }) => new Set(ranks).size < ranks.length),
    reserve_covers: reserve?.covered_by.some((covers) => covers),
    gather: gathers,
    gather_in_rounds: stock && !['groups', 'stock'].includes(stock.gather_as),
    restocks: stock?.gather_as === 'stock',
    open_stock: stock?.open,
    shuffles: stock && stock.shuffles,
    deal_to_reserve: stock?.deal_to === 'reserve',
    win_all_cards: declaration.win === 'all_cards',
    win_empty_columns: declaration.win === 'empty_columns',
    waste_takes: stock && stock.waste_takes !== null,
    covers: columns?.covered_by.some((covers) => covers),
    gaps: stock?.deal_to === 'gaps',
    foundation_steps: foundations.some(({ direction }) => direction !== null),
    pairs: declaration.pairs !== null,
    pair_moves: pairMoves,
    beneath: declaration.pairs !== null && declaration.pairs.beneath.length > 0,
    near: declaration.pairs !== null && declaration.pairs.near !== null,
    sets: declaration.pairs?.sets.some((ranks) => ranks.length > 2),
    hold_spare_card: stock?.hold === 'spare_card',
    hold_cells: stock?.hold === 'cells',
  };
  return Object.keys(uses).filter((concept) => uses[concept]);
}

// Return the codes of the suits and ranks that the packs have: of each card how often it occurs.
export function copiesOf({ pack, printed }) {
  const copies = PACK.map(() => 0);
  for (const card of pack) copies[13 * printed[suitOf(card)] + rankOf(card)] += 1;
  return copies;
}

