// Necessary conditions of winning, compared with what the cards could ever do. See patience/search/dead_ends.py.

import { rankOf } from '../engine/declaration.js';
import { FLOOR, PACK } from './rows.js';
import { Reachability } from './reachability.js';

// Return a few cards, sorted, that can never all be freed although every win needs them, or null if none are known.
export function deadEnd(deal, movement, position) {
  const reachability = new Reachability(deal, movement, position);
  const found = missedByChains(reachability) ?? missedBySequences(reachability) ?? neverLeaving(reachability) ?? withoutFoundation(reachability);
  return found && found.map((number) => reachability.index.card[number]).sort((one, other) => one - other);
}

// Return the cards that a foundation needs and can never get, where it builds card by card.
function missedByChains({ deal, movement, reach, index, exposed }) {
  for (const [number, chain] of movement.chains.entries()) {
    const wanted = chain.piles.filter((pile) => deal.winning?.includes(pile)).length;
    for (const [step, cards] of chain.steps.entries()) {
      if (reach[number][step] >= wanted) continue;
      const covered = copiesOf(index, cards).filter((copy) => !exposed[copy]);
      return covered.length ? covered : copiesOf(index, sameRank(cards));
    }
  }
  return null;
}

// Return the cards that whole sequences need and can never get, if too few sequences can be led.
function missedBySequences(reachability) {
  const { deal, movement, index } = reachability;
  const open = movement.wholes.filter((pile) => deal.winning?.includes(pile) && !reachability.isComplete(pile));
  const headsOf = (pile) => deal.takes.get(pile)[FLOOR];
  for (const foundation of open) {
    const heads = copiesOf(index, headsOf(foundation).filter((card) => movement.heads.has(card)));
    const idle = heads.filter((head) => !reachability.couldLead(head));
    const alike = open.filter((pile) => JSON.stringify(headsOf(pile)) === JSON.stringify(headsOf(foundation))).length;
    if (!idle.length || heads.length - idle.length >= alike) continue;
    for (const head of idle) {
      const lacking = copiesOf(index, reachability.lackingInSequence(head));
      if (lacking.length) return lacking;
    }
    return idle;
  }
  return null;
}

// Return the card nearest the top of its pile that must leave it and never can.
function neverLeaving({ deal, movement, index, left, inOrder }) {
  if (!movement.allHome) return null;
  let nearest = null;
  for (const [number, pile] of index.pile.entries()) {
    if (left[number] || inOrder[number] || deal.kinds[pile] === 'F') continue;
    const over = index.top.get(pile) - number;
    if (!nearest || over < nearest.over) nearest = { over, number };
  }
  return nearest && [nearest.number];
}

// Return a card that no foundation can ever take, if all cards on foundations win.
function withoutFoundation(reachability) {
  const { deal, movement, index } = reachability;
  if (deal.winning || movement.wholes.length || !deal.final) return null;
  const number = index.card.findIndex((_, copy) => !reachability.couldGoHome(copy));
  return number < 0 ? null : [number];
}

const copiesOf = (index, cards) => [...cards].sort((one, other) => one - other).flatMap((card) => index.copies[card]);

const sameRank = (cards) => PACK.filter((card) => cards.some((other) => rankOf(other) === rankOf(card)));
