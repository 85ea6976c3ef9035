// A declaration as the proofs and the search read it: what lies on what, card by card, and which concepts it uses. Cards are 0 to 51,
// and ranks are those on the cards, so the rules of a deal depend on its base rank.

import { holds, valueAt } from '../engine/conditions.js';
import { RANKS, dealtApart, rankOf, repeats, suitOf } from '../engine/declaration.js';
import { lengthOf, suitsFit } from '../engine/sequences.js';
import { CONDITIONS } from './concepts.js';

export const FLOOR = 52;
export const PACK = Array.from({ length: 52 }, (_, card) => card);

const STEPS = { same: [0], down: [-1], up: [1], either: [-1, 1], one_way: [-1, 1], any: Array.from({ length: 25 }, (_, index) => index - 12), lower: Array.from({ length: 12 }, (_, index) => index - 12) };

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
  const steps = (rank) => ({ double: [(2 * rank + 1) % 13 - rank], by_twos: [(rank + 2) % 13 - rank] })[direction] ?? STEPS[direction];
  const following = (rank) => (ends.includes(RANKS[rank]) ? [] : steps(rank)).map((step) => (wrap ? (rank + step + 13) % 13 : rank + step));
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
export function conceptsOf({ declaration, columnRules, tableau, givers, refills, stockPile, deepReserve, dealtCells, gathers, opened, givesAfter, takesAfter, waste }) {
  const { columns, reserve, stock, foundations } = declaration;
  const builds = [...foundations, ...tableau.map((pile) => columnRules[pile]), declaration.pairs, reserve?.sequence].flatMap((part) => [part?.build?.split(':')[0], part?.lift]);
  const uses = {
    deep_reserve: deepReserve,
    open_refill: tableau.some((pile) => refills[pile].length > 0 && refills[pile].at(-1) !== stockPile),
    other_suit: builds.includes('other_suit'),
    dealt_cells: dealtCells,
    fills_several: refills.some((piles) => piles.indexOf(stockPile) < piles.lastIndexOf(stockPile)),
    gather_beside_stock: gathers && stockPile >= 0,
    takes_from: givers.some((piles) => piles !== null),
    dealt_apart: foundations.some(dealtApart),
    closed_foundations: foundations.some((foundation) => foundation.dealt === lengthOf(foundation)),
    after_stock: givesAfter.size + takesAfter.size > 0,
    after_waste: stock && waste >= 0 && givesAfter.size + takesAfter.size > 0,
    drawn_refill: stock?.draw > 1 && !stock.open && [columns, reserve].some((part) => part?.refill.includes('S')),
    mixed_faces: opened.some(({ size }) => size > 0),
    repeats: foundations.some(({ ranks }) => repeats(ranks)),
    sets: declaration.pairs?.sets.some((ranks) => ranks.length > 2),
  };
  const inFields = Object.keys(CONDITIONS).filter((concept) => holds(CONDITIONS[concept], (path) => valueAt(declaration, path)));
  return [...inFields, ...Object.keys(uses).filter((concept) => uses[concept])];
}

// Return the codes of the suits and ranks that the packs have: of each card how often it occurs.
export function copiesOf({ pack, printed }) {
  const copies = PACK.map(() => 0);
  for (const card of pack) copies[13 * printed[suitOf(card)] + rankOf(card)] += 1;
  return copies;
}

