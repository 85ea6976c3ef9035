// Playing: the visitor's moves from any node, each judged by the service. Undo and redo are steps in the tree.

import * as api from './api.js';
import { button, find } from './dom.js';
import { parseMove } from './notation.js';
import { t } from './i18n.js';

export class Play {
  #session;
  #board;
  #say;
  #busy = false;
  #hinted = { node: null, next: 0 };

  // Called when play starts, and with a refusal.
  started = () => {};
  refused = () => {};
  // Finds a winning move for a hint.
  prospects = null;

  constructor(session, board, say) {
    this.#session = session;
    this.#board = board;
    this.#say = say;
    const on = (id, act) => find(id).addEventListener('click', () => act());
    on('#play-here', () => this.start());
    on('#watch', () => session.setPlaying(false));
    on('#undo', () => this.undo());
    on('#redo', () => session.goTo(session.ply + 1));
    on('#hint', () => this.#guard(() => this.#hint()));
    session.watch((_, previous) => this.#show(previous.game));
  }

  start() {
    this.#session.setPlaying(true);
    this.started();
  }

  // Play a token at the current node, or report why it is illegal.
  attempt = (token) => this.#guard(async () => {
    const { game, base } = this.#session;
    const known = game.tree.child(base, token);
    if (known && !this.#session.playing) return this.#session.go(known);
    const reached = known ?? await game.tried(base, token);
    // Ignore the answer if another position is shown by now.
    if (this.#session.game !== game || this.#session.base !== base) return;
    this.#session.play(reached);
    if (reached.illegal) this.refused(reached.illegal);
  });

  undo() {
    if (this.#session.playing) this.#session.goTo(this.#session.ply - 1);
  }

  // Return a winning move if one is found. Repeated calls return the legal moves in turn, foundation moves first.
  async #hint() {
    const { game, base } = this.#session;
    const found = await this.prospects.of(base);
    const legal = await game.legalAt(base);
    if (this.#session.base !== base) return;
    if (this.#session.node !== base) this.#session.go(base);
    if (!legal.length) return this.#say(t('play.none'));
    if (found?.continuation?.length && this.#hinted.node !== base) {
      this.#hinted = { node: base, next: 0 };
      this.#board.preview(found.continuation[0], 'good');
      return this.#say(t('play.hint-wins', found.continuation[0], found.continuation.length));
    }
    const usual = legal.toSorted((one, other) => rankOf(one) - rankOf(other));
    if (this.#hinted.node !== base) this.#hinted = { node: base, next: 0 };
    const token = usual[this.#hinted.next % usual.length];
    this.#hinted.next += 1;
    this.#board.preview(token, 'good');
    this.#say([found?.prospect === 'dead' ? t('play.hint-dead') : '', t('play.hint', token, legal.length)].filter(Boolean).join(' '));
  }

  // One request at a time, because a second click would refer to another position.
  async #guard(act) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      await act();
    } catch (problem) {
      if (!(problem instanceof api.Problem)) throw problem;
      this.#say(problem.detail || t('failure.unreached'), 'bad');
    } finally {
      this.#busy = false;
    }
  }

  #show(before) {
    const { game, playing } = this.#session;
    document.body.classList.toggle('plays', playing);
    if (game === before) return;
    find('#actions').replaceChildren(...game.variant.actions.map((action) => button(t(`action.${action}`), () => this.attempt(action))));
  }
}

// Foundation moves first, then moves between columns, then the stock.
function rankOf(token) {
  const move = parseMove(token);
  if (!move) return 2;
  return move.target[0] === 'F' ? 0 : 1;
}
