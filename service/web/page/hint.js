// Shows hints with the reason in a few words. Which move is the best is known from a winning line, or a small search of each legal move
// finds out which ones keep the win.

import * as api from '../data/api.js';
import { better, hintsAt, natural } from '../game/hints.js';
import { checkHere, known, prospectOf, reasonOf } from '../game/prospects.js';
import { cardSign, moveInWords, t } from '../i18n/panels.js';

const BUDGET = 30_000;
// How many moves this page checks one by one.
const MOST_CHECKED = 4;

// The hint that is shown, and how many were shown at its node.
const shown = { node: null, times: 0, token: null, reason: null };
const watched = new WeakSet();

// Show the best move. Further hints at the same node show the other legal moves in turn.
export async function hint(session, board, say) {
  watch(session, board);
  const { game, base } = session;
  game.progress.hints += 1;
  const legal = game.legalAt(base);
  if (session.node !== base) session.go(base);
  if (!legal.length) return say(t('play.none'));
  if (shown.node !== base) {
    Object.assign(shown, { node: base, times: 0, token: null });
    if (!known(game, base)?.continuation?.length && prospectOf(game, base) !== 'dead') await search(session, say);
    if (session.base !== base) return null;
  }
  const moves = hintsAt(game, base);
  Object.assign(shown, moves[shown.times % moves.length]);
  shown.times += 1;
  board.preview(shown.token, 'good');
  return say(inWords(game, base, shown, legal.length));
}

// Updates of the same node leave its hint on the board.
function watch(session, board) {
  if (watched.has(session)) return;
  watched.add(session);
  session.watch(() => {
    if (session.node !== shown.node) shown.node = null;
    else if (shown.token) board.preview(shown.token, 'good');
  });
}

// Ask for the prospect after each move. A node's `moves` are what was found, its `problem` says why nothing was.
async function search(session, say) {
  const { game, base } = session;
  if (base.moves || base.problem) return;
  say(t('play.hint-asking'));
  try {
    const answer = await api.prospect(game.logTo(base), ['continuation', 'moves'], BUDGET);
    base.prospect = answer;
    base.moves = new Map(answer.moves.map(({ move, prospect }) => [move, prospect]));
  } catch (problem) {
    if (!(problem instanceof api.Problem)) throw problem;
    const here = await checkHere(game, base, 'THOROUGH');
    if (here) base.prospect = here;
    if (!here?.search && !here?.proof) base.problem = reasonOf(problem, here?.declined);
    if (here?.prospect === 'winnable') await checkNatural(session, base);
  }
  session.learnt();
}

// Find out here which moves that a person would rather make than that of the known win keep it, too.
async function checkNatural(session, node) {
  const { game } = session;
  node.moves = new Map();
  for (const { token } of better(game, node).slice(0, MOST_CHECKED)) {
    const found = session.base === node && await checkHere(game, game.after(node, token), 'THOROUGH');
    if (found) node.moves.set(token, found.prospect);
    if (found?.prospect === 'winnable') return;
  }
}

// Nothing is better than the stock only if every other move is known to lose.
function isTrue(game, node, reason) {
  return reason !== 'stock' || natural(game, node).every((move) => move.reason === 'stock' || node.moves?.get(move.token) === 'dead');
}

function inWords(game, node, { token, times, reason, card }, number) {
  const why = isTrue(game, node, reason) && t(`hint.${reason}`, card && cardSign(card));
  const move = `${moveInWords(token, node.position)}${why ? ` – ${why}` : ''}`;
  const found = known(game, node);
  const line = found?.continuation;
  if (line?.length && line[0] === token) return t('play.hint-wins', move, line.length);
  if (node.moves?.get(token) === 'winnable') return t('play.hint-wins', move, 0);
  const usual = t('play.hint', move, number);
  if (prospectOf(game, node) === 'dead') return `${t('play.hint-dead')} ${usual}`;
  const undecided = times === 1 && node.moves && found?.search;
  return undecided ? `${usual} ${t('play.hint-undecided', found.search.positions)}` : usual;
}
