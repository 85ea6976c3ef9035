// Has the service confirm what the page judged. Every legal line is replayed by the service in the background; the page
// reports both answers if they ever differ.

import * as api from '../data/api.js';
import { isOn } from '../dom.js';
import { movesTo } from '../game/tree.js';

const PAUSE = 400;

export class Confirmation {
  #session;
  #timer = null;
  #asking = false;
  // Called with the service's Problem about a log that the page accepted.
  rejected = () => {};

  // A node gets `conflict` with both answers if they differ. A game is `unreached` while the service cannot be reached.
  constructor(session) {
    this.#session = session;
    session.watch((_, previous) => {
      if (session.game !== previous.game) this.#log(session.game);
      this.#later();
    });
  }

  // Ask once more after the service could not be reached.
  again() {
    this.#log(this.#session.game);
    this.#later(0);
  }

  // The log itself is confirmed at once, with its static proofs.
  async #log(game) {
    await this.#compare(game, game.last, game.received, game.illegal);
  }

  #later(pause = PAUSE) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#line(), pause);
  }

  async #line() {
    const { game, base } = this.#session;
    const lacksPoints = isOn('score') && this.#session.own && !base.points;
    if (base.conflict || ((base.main || base.confirmed) && !lacksPoints)) return;
    if (this.#asking) return this.#later();
    this.#asking = true;
    await this.#compare(game, base, game.logTo(base), null);
    this.#asking = false;
    if (this.#session.base !== base) this.#later();
  }

  async #compare(game, node, log, illegal) {
    const include = ['final_state', 'legal_moves', 'prospect', ...(isOn('score') ? ['score'] : [])];
    try {
      const verdict = await api.replay(log, include);
      if (node === game.last) game.verdict = verdict;
      if (verdict.score) node.points = verdict.score.points;
      const [ours, theirs] = [answerOf(game, node, illegal), readAnswer(verdict)];
      if (ours === theirs) confirm(node);
      else node.conflict = { ours, theirs };
      if (verdict.prospect) node.prospect ??= verdict;
      game.unreached = false;
    } catch (problem) {
      if (!(problem instanceof api.Problem)) throw problem;
      if (problem.status === 0 || problem.status >= 429) game.unreached = true;
      else if (log === game.received) this.rejected(problem);
      else node.conflict = { ours: answerOf(game, node, illegal), theirs: problem.detail };
    }
    if (this.#session.game === game) this.#session.learnt();
  }
}

// All positions on the way were confirmed, too.
function confirm(node) {
  for (let at = node; at && !at.confirmed; at = at.parent) at.confirmed = true;
}

function answerOf(game, node, illegal) {
  const refusal = illegal ? `${movesTo(node).length} ${illegal.move} ${illegal.reason}` : null;
  return canonical([game.outcomeAt(node), refusal, game.legalAt(node), game.stateAt(node)]);
}

function readAnswer({ outcome, first_illegal_move: illegal, legal_moves: legal, final_state: state }) {
  return canonical([outcome, illegal && `${illegal.index} ${illegal.move} ${illegal.reason}`, legal, state]);
}

// Equal values give equal texts, whatever the order of their members.
function canonical(value) {
  return JSON.stringify(value, (_, member) => (member !== null && typeof member === 'object' && !Array.isArray(member)
    ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
    : member));
}
