// A challenge: a deal with the result of another player to beat. A link carries it, with the moves if that player likes. Then this page
// replays them, so a result that is not true shows as such.

import { isCount, isText, listOf, optional, shapedAs } from '../data/untrusted.js';
import { GameRecord } from './record.js';

export const isChallenge = shapedAs({ moves: isCount, seconds: optional(isCount), by: isText, log: listOf(isText) });

// Return what becomes of a challenge to a game: { state, found }. Its state is proved, false or unproved; `found` are the moves that its
// log wins in, null if it does not win.
export async function verified({ log, variant }, challenge) {
  if (!challenge.log.length) return { state: 'unproved', found: null };
  const game = await GameRecord.under(variant, { ...log, moves: challenge.log }, { kind: 'link' }).catch(() => null);
  const found = game && !game.illegal && game.last.outcome === 'won' ? game.played : null;
  return { state: found === challenge.moves ? 'proved' : 'false', found };
}

// Return who is ahead: 1 if a win by these moves and seconds beats the challenge, -1 if it does not, 0 if both are equal. Fewer moves
// win, then less time.
export function compared({ moves, seconds }, challenge) {
  const bySeconds = challenge.seconds && seconds ? Math.sign(challenge.seconds - seconds) : 0;
  return Math.sign(challenge.moves - moves) || bySeconds;
}
