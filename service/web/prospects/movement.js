// How cards can move under some rules, costs ignored: what columns take, and the steps of foundations that build alike.
// See patience/search/sequence_counts.py.

import { lengthOf } from '../engine/sequences.js';
import { FLOOR, PACK, copiesOf, rowsOfDeal, stepsOf, union } from './rows.js';

// Return the rules of a deal for the proofs and the search. The search has heuristics of their own for some variants, by id.
export function rulesOf(id, rules, base) {
  const deal = rowsOfDeal(rules, base);
  return { ...deal, id, movement: movementOf(deal) };
}

function movementOf(deal) {
  const { columns, foundations, foundationRules, winning, pack } = deal;
  const wholes = foundations.filter((pile) => foundationRules[pile].whole);
  const chains = chainsOf(deal, foundations.filter((pile) => !foundationRules[pile].whole));
  const capacity = foundations.reduce((sum, pile) => sum + lengthOf(foundationRules[pile]), 0);
  const copies = copiesOf(deal);
  return {
    faces: new Set(PACK.filter((card) => copies[card])),
    onto: deal.columnRow ?? [...PACK, FLOOR].map(() => []),
    intoEmpty: new Set(deal.columnRow?.[FLOOR] ?? []),
    liftsAny: columns?.lift === 'any',
    chains,
    // By card: the chains that take it, each with the step at which it does.
    places: PACK.map((card) => chains.flatMap(({ steps }, chain) => steps.flatMap((faces, step) => (faces.includes(card) ? [[chain, step]] : [])))),
    wholes,
    heads: headsOf(deal, wholes),
    // By card: what can follow it in a whole sequence.
    order: PACK.map((card) => new Set(wholes.flatMap((pile) => deal.follows.get(pile)[card]))),
    // By card: what can follow it in a group; null where groups need no order.
    run: runOf(deal),
    allHome: deal.declaration.win === 'all_cards' || (winning?.length === foundations.length && capacity === pack.length),
  };
}

// Foundations that take the same cards, one by one, in the same order.
function chainsOf(deal, piles) {
  const chains = new Map();
  for (const pile of piles) {
    const steps = stepsOf(deal, pile);
    const key = JSON.stringify(steps);
    if (!chains.has(key)) chains.set(key, { piles: [], steps });
    chains.get(key).piles.push(pile);
  }
  return [...chains.values()];
}

// Return, by card that leads a whole sequence, what can follow it, card by card.
function headsOf(deal, wholes) {
  const heads = new Map();
  for (const pile of wholes) {
    const follows = deal.follows.get(pile);
    for (const head of deal.takes.get(pile)[FLOOR]) {
      let steps = [[head]];
      while (steps.length < deal.ranksOf.get(pile).length) steps.push(union(steps.at(-1).map((card) => follows[card])));
      steps = steps.slice(1);
      const others = heads.get(head);
      heads.set(head, others ? steps.slice(0, others.length).map((faces, place) => union([faces, others[place]])) : steps);
    }
  }
  return heads;
}

// Supermoves run as columns build, whole sequences as the lift says.
function runOf({ run, buildRun, columns }) {
  const columnRun = columns?.supermove ? buildRun : run;
  if (!run || !columnRun) return columnRun && columnRun.map((cards) => new Set(cards));
  return run.map((cards, under) => new Set([...cards, ...columnRun[under]]));
}

// Return the piles whose cards fill columns, also by way of another pile that fills them.
export function fillsOfColumns({ tableau, refills, waste, stockPile }) {
  const fills = new Set(tableau.flatMap((column) => refills[column]));
  for (const pile of [...fills]) for (const supply of refills[pile]) fills.add(supply);
  if (fills.has(waste)) fills.add(stockPile);
  return fills;
}
