// Whether a game can still be won: what is known at each node, and the requests that find out.

import * as api from '../data/api.js';
import { leftAt, spelled } from './tree.js';
import { t } from '../i18n/text.js';

// The budget of a longer search in positions. A service may allow less.
const LONGER = 300_000;

export class Prospects {
  #session;
  #asking = null;

  constructor(session) {
    this.#session = session;
    session.watch((_, previous) => session.game !== previous.game && this.#turning());
  }

  get asking() {
    return this.#asking;
  }

  // Return the prospect of a node, requested if necessary. Null if it is unavailable; `node.problem` says why.
  async of(node) {
    const { game } = this.#session;
    const { prospect, continuation, search } = known(game, node) ?? {};
    if (!continuation && !search && prospect !== 'dead') await this.ask(node);
    return known(game, node);
  }

  // A game that was not won has a turning point: find it.
  async #turning() {
    const { game } = this.#session;
    if (game.played > 0 && game.last.outcome !== 'won' && !['deal', 'daily'].includes(game.given.kind)) await this.ask(game.last, { turning: true });
  }

  async ask(node, { turning = false, longer = false } = {}) {
    if (this.#asking) return;
    this.#asking = node;
    const { game } = this.#session;
    if (!turning) this.#session.learnt();
    try {
      const log = game.logTo(node);
      const answer = await (turning ? turningPoint(log) : api.prospect(log, ['continuation'], longer ? LONGER : undefined));
      node.prospect = answer;
      node.problem = null;
      if (turning) game.turning = await withStuck(game, answer);
    } catch (problem) {
      if (!(problem instanceof api.Problem)) throw problem;
      node.problem = t(`prospect.problem.${problem.status}`) ?? (problem.detail || t('failure.unreached'));
    } finally {
      this.#asking = null;
      if (this.#session.game === game) this.#session.learnt();
    }
  }

  // Add a winning line as a variation. Return its first node, or null.
  async line(node) {
    const { game } = this.#session;
    const found = await this.of(node);
    if (!found?.continuation || this.#session.game !== game) return null;
    let last = node;
    found.continuation.forEach((token, index) => {
      last = game.tried(last, token);
      last.prospect ??= { prospect: 'winnable', continuation: found.continuation.slice(index + 1) };
    });
    game.tree.prefer(last);
    return node.next;
  }
}

// Without a search, proofs alone may find the turning point.
async function turningPoint(log) {
  const include = ['continuation', 'turning_point'];
  try {
    return await api.prospect(log, include);
  } catch (problem) {
    if (problem.status !== 501) throw problem;
    return api.prospect(log, include, 0);
  }
}

// Cards that were stuck when the game died remain stuck until its end.
async function withStuck(game, { proof, turning_point: turning }) {
  if (proof?.stuck || !turning?.dead_after) return { ...turning, stuck: proof?.stuck };
  const then = await api.replay(game.logTo(game.tree.nodes[turning.dead_after]), ['prospect']);
  return { ...turning, stuck: then.proof?.stuck };
}

// Return what is known about a node: what was requested, or what follows from the log's turning point or its win.
export function known(game, node) {
  const { turning, tree, played, last } = game;
  const prospect = node.prospect?.prospect;
  if (prospect && prospect !== 'undecided') return node.prospect;
  if (node.main && last.outcome === 'won') {
    const rest = tree.nodes.slice(node.ply + 1, played + 1);
    return { prospect: 'winnable', continuation: rest.map(({ token, step }) => spelled(token, step)) };
  }
  const { ply } = leftAt(node);
  if (turning?.dead_after != null && ply >= turning.dead_after) return { prospect: 'dead', proof: null };
  if (turning?.winnable_after != null && node.main && ply <= turning.winnable_after) return { prospect: 'winnable' };
  return node.prospect ?? null;
}

// Return the prospect of a node as far as it is known: winnable, dead or undecided.
export function prospectOf(game, node) {
  const outcome = node.outcome ?? 'in_progress';
  if (outcome !== 'in_progress') return outcome === 'won' ? 'winnable' : 'dead';
  if (node.main && game.last.outcome === 'won') return 'winnable';
  return known(game, node)?.prospect ?? 'undecided';
}

// Return the prospect of every node of a line. Before a winnable position all were winnable, and after a dead one all are dead.
export function prospectsAlong(game, line) {
  const own = line.map((node) => (node.illegal ? 'undecided' : prospectOf(game, node)));
  const winnable = own.lastIndexOf('winnable');
  const dead = own.indexOf('dead');
  return own.map((_, ply) => {
    if (line[ply].illegal) return 'refused';
    if (ply <= winnable) return 'winnable';
    return dead >= 0 && ply >= dead ? 'dead' : 'undecided';
  });
}
