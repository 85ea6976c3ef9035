// Whether a game can still be won: what is known at each node, and the requests that find out.

import * as api from '../data/api.js';
import { leftAt, spelled } from './tree.js';

// The budget of a longer search in positions. A service may allow less.
const LONGER = 300_000;
// How long a player rests on a position, in milliseconds, before the page checks it unasked.
const REST = 300;
// The answers of a service that has no search or cannot be reached: then the page's own finding stands.
const WITHOUT_SEARCH = [0, 429, 501, 503];

export class Prospects {
  #session;
  #asking = null;
  #resting = 0;

  constructor(session) {
    this.#session = session;
    session.watch((_, previous) => {
      if (session.game !== previous.game) this.#turning();
      if (session.node !== previous.node) this.#rest();
    });
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

  // A player hears at once that a game can no longer be won, whether or not there is a network. What else the page finds unasked it
  // keeps to itself.
  #rest() {
    clearTimeout(this.#resting);
    const { game, node, own } = this.#session;
    if (!own || !node.ply || node.illegal || game.outcomeAt(node) !== 'in_progress' || prospectOf(game, node) !== 'undecided') return;
    if (known(game, node)?.search) return;
    this.#resting = setTimeout(async () => {
      if (this.#asking || this.#session.node !== node) return;
      const found = await checkHere(game, node, 'QUICK');
      if (found?.prospect !== 'dead') return;
      node.prospect = found;
      if (this.#session.game === game) this.#session.learnt();
    }, REST);
  }

  async ask(node, options = {}) {
    if (this.#asking) return;
    this.#asking = node;
    const { game } = this.#session;
    if (!options.turning) this.#session.learnt();
    try {
      await this.#find(game, node, options);
    } finally {
      this.#asking = null;
      if (this.#session.game === game) this.#session.learnt();
      this.#rest();
    }
  }

  // What the page finds is enough if it decides the game, and stands if the service does not search.
  async #find(game, node, { turning = false, longer = false }) {
    const here = turning || longer ? null : await checkHere(game, node, 'THOROUGH');
    if (here && here.prospect !== 'undecided') {
      Object.assign(node, { prospect: here, problem: null });
      return;
    }
    try {
      const log = game.logTo(node);
      const answer = await (turning ? turningPoint(log) : api.prospect(log, ['continuation'], longer ? LONGER : undefined));
      Object.assign(node, { prospect: answer, problem: null });
      if (turning) game.turning = await withStuck(game, answer);
    } catch (problem) {
      if (!(problem instanceof api.Problem)) throw problem;
      if (here && WITHOUT_SEARCH.includes(problem.status)) node.prospect = here;
      node.problem = here?.search ? null : reasonOf(problem, here?.declined);
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

// Return what this page finds about a node, null if it cannot check it.
export async function checkHere(game, node, budget) {
  const stuckCheck = await api.load('../game/stuck-check.js').catch(() => null);
  return stuckCheck && stuckCheck.check(game, node, stuckCheck[budget]);
}

// Why nothing is known of a node: what the service says, and the rules that the page's own check does not know.
export const reasonOf = ({ status, detail }, declined = []) => ({ status, detail, declined });

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
