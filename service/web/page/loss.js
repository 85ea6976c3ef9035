// Where a game that the visitor plays was lost: the last of its positions that could be won, and the first that could not.

import * as api from '../data/api.js';
import { reasonOf } from '../game/prospects.js';

// Find it out once for a line. Its positions learn what follows for them.
export async function findLoss(session) {
  const { game, base } = session;
  if (base.turning !== undefined) return;
  base.turning = null;
  const line = session.line.slice(0, base.ply + 1);
  try {
    const { turning_point: turning } = await api.prospect(game.logTo(base), ['turning_point']);
    if (turning?.dead_after == null) return;
    for (const node of line.slice(turning.dead_after)) {
      node.turning = turning;
      learn(node, { prospect: 'dead', proof: null });
    }
    if (turning.winnable_after !== null) learn(line[turning.winnable_after], { prospect: 'winnable' });
  } catch (problem) {
    if (!(problem instanceof api.Problem)) throw problem;
    base.problem = reasonOf(problem);
  } finally {
    if (session.game === game) session.learnt();
  }
}

// A proof that is known already says more.
function learn(node, prospect) {
  if (!node.prospect || node.prospect.prospect === 'undecided') node.prospect = prospect;
}
