// Positions that can be won with any order of the cards, by a theorem, and the winning line. See patience/search/redeal_theorem.py.

import { RANKS, rankOf } from '../engine/declaration.js';
import { play } from '../engine/position.js';
import { tokenOf } from '../engine/referee.js';
import { FLOOR } from './rows.js';

// A bound far above the length of a win by the theorem: each redeal finishes a rank.
const MOST_MOVES = 10_000;

// Return the moves that win by the theorem, null where it does not apply.
export function winningRedeals(deal, position) {
  if (!covers(deal) || !redealsSuffice(deal, position) || !descends(deal, position)) return null;
  return playUntilWon(deal, position);
}

function covers({ declaration, base, refills, stockPile }) {
  const { stock, reserve, foundations, suits, packs } = declaration;
  if (!stock || stock.actions.join(' ') !== 'draw redeal' || stock.draw !== 1 || stock.hold !== null || reserve) return false;
  const sorted = (letters) => [...letters].sort().join('');
  return (
    base === 0 &&
    foundations.every((foundation) => foundation.suits.length === 1 && foundation.ranks === RANKS && foundation.build === 'by_suit' && takesFreely(foundation)) &&
    sorted(foundations.map((foundation) => foundation.suits).join('')) === sorted(suits.repeat(packs)) &&
    refills.every((supplies) => !supplies.length || (supplies.length === 1 && supplies[0] === stockPile))
  );
}

const takesFreely = (foundation) => foundation.takes_from === null && !foundation.whole && !foundation.last_after;

function redealsSuffice({ stock, foundations }, { piles, redeals }) {
  const lowest = Math.min(...foundations.map((pile) => piles[pile].length));
  return stock.redeals === null || stock.redeals - redeals >= RANKS.length - lowest;
}

// Whether every column runs down in rank, all cards face up.
const descends = ({ tableau }, { piles, down }) =>
  tableau.every((pile) => (!down[pile] || piles[pile].length < 2) && piles[pile].every((card, place) => place === 0 || rankOf(card) < rankOf(piles[pile][place - 1])));

function playUntilWon(deal, opening) {
  const tokens = [];
  const everywhere = [...deal.tableau, deal.waste];
  let position = opening;
  let sources = everywhere;
  while (!position.won && tokens.length < MOST_MOVES) {
    const home = foundationPlay(deal, position, sources);
    const move = home ?? { action: position.piles[deal.stockPile].length ? 'draw' : 'redeal' };
    position = play(deal, position, move).position;
    tokens.push(tokenOf(deal, move));
    // A draw has not changed the columns.
    sources = move.action === 'draw' ? [deal.waste] : everywhere;
  }
  return position.won ? tokens : null;
}

function foundationPlay(deal, { piles }, sources) {
  for (const source of sources) {
    const top = piles[source].at(-1);
    if (top === undefined) continue;
    for (const target of deal.foundations) {
      const onto = piles[target].at(-1);
      if (deal.takes.get(target)[onto === undefined ? FLOOR : onto % 52].includes(top % 52)) return { source, target, count: 1 };
    }
  }
  return null;
}
