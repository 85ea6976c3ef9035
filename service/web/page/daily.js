// The deal of the day. A game that is won on it is claimed, and its receipt is kept on the device.

import * as api from '../data/api.js';
import { t } from '../i18n/page.js';
import { make } from '../dom.js';
import { dayBegun } from '../game/history.js';
import { notice } from './open-panel.js';
import { keepReceipt } from './kept-receipts.js';
import { copy } from './share.js';

// Return the log and the source of the deal of a day, by default of today, and what is kept of it if it was begun. Null if there
// is none, with a notice that says why.
export async function dailyDeal({ variant, date }) {
  try {
    const { deal, date: day, commitment } = await api.daily(variant, date);
    if (!deal) return refuse('coming');
    const given = { kind: 'daily', date: day, commitment, grade: deal.difficulty.grade, proven: { prospect: 'winnable' } };
    return { log: { variant, seed: deal.seed, moves: [] }, given, kept: dayBegun(variant, day) };
  } catch (problem) {
    if (problem.status !== 404 && problem.status !== 501) throw problem;
    return refuse(problem.status);
  }
}

function refuse(reason) {
  notice(t('daily.none-title'), [make('p', {}, t(`daily.none.${reason}`))], { tone: 'odd' });
  return null;
}

export const copyLink = ({ variant, given }) => copy(api.addressOf(`.#v=1&variant=${variant.id}&daily=${given.date}`), 'link');

const followed = new WeakSet();

// Claim games on deals of the day as soon as they are won. `game.receipt` is the state of the claim.
export function follow(session) {
  if (followed.has(session)) return;
  followed.add(session);
  session.watch(() => claimWin(session));
  claimWin(session);
}

// Claim the game on the table again after the service could not be reached.
export function claimAgain(session) {
  session.game.receipt = null;
  return claimWin(session);
}

async function claimWin(session) {
  const { game, node } = session;
  if (game.given.kind !== 'daily' || node.outcome !== 'won' || game.receipt || game.progress.shown) return;
  game.receipt = 'sending';
  const { date, grade, commitment } = game.given;
  try {
    const { confirmed, receipt } = await api.claim({ ...game.logTo(node), claim: { outcome: 'won', moves_played: node.ply } });
    if (confirmed) keepReceipt({ date, grade, commitment, variant: game.variant.id, title: game.variant.title, moves: node.ply, receipt });
    game.receipt = receipt ? 'signed' : confirmed ? 'unsigned' : 'failed';
  } catch (problem) {
    if (!(problem instanceof api.Problem)) throw problem;
    game.receipt = problem.status === 401 ? 'token' : 'failed';
  }
  if (session.game === game) session.learnt();
}
