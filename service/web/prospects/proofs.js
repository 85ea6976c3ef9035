// Proofs about a position that need no search: the verdicts of patience/search/proofs.py.

import { outcome } from '../engine/referee.js';
import { PROVED } from './concepts.js';
import { deadEnd } from './dead-ends.js';
import { winningRedeals } from './redeal-theorem.js';
import { buriedInWaste } from './waste-bound.js';

export const OPEN = { prospect: 'undecided', proof: null };

// Return what is proved of a position: { prospect, proof, stuck?, continuation? }. It is always true, and not always found. An open
// finding names the concepts that were `declined`, if any.
export function prove(deal, position) {
  if (position.won) return { prospect: 'winnable', proof: 'won', continuation: [] };
  if (outcome(deal, position) === 'lost') return { prospect: 'dead', proof: 'lost' };
  const declined = deal.concepts.filter((concept) => !PROVED.includes(concept));
  if (declined.length) return { ...OPEN, declined };
  if (mayGather(deal, position)) return OPEN;
  const continuation = winningRedeals(deal, position);
  if (continuation) return { prospect: 'winnable', proof: 'theorem', continuation };
  const buried = buriedInWaste(deal, deal.movement, position);
  const stuck = buried === null ? deadEnd(deal, deal.movement, position) : [buried];
  return stuck ? { prospect: 'dead', proof: 'static', stuck } : OPEN;
}

// Whether a redeal that gathers the columns is left.
const mayGather = ({ stock, gathers }, { redeals }) => gathers && (stock.redeals === null || redeals < stock.redeals);
