// Playing: moves of one's own from any place, each judged by the referee; undo and redo are walks in the tree.

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

  // Called when somebody begins to play by the button, and with a refusal.
  started = () => {};
  refused = () => {};
  // Whom to ask for a move that wins.
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

  // Play a token at the present place, or say why it cannot be.
  attempt = (token) => this.#guard(async () => {
    const { game, base } = this.#session;
    const known = game.tree.child(base, token);
    if (known && !this.#session.playing) return this.#session.go(known);
    const reached = known ?? await game.tried(base, token);
    // What was on the table when the answer came is no longer what was asked about.
    if (this.#session.game !== game || this.#session.base !== base) return;
    this.#session.play(reached);
    if (reached.illegal) this.refused(reached.illegal);
  });

  undo() {
    if (this.#session.playing) this.#session.goTo(this.#session.ply - 1);
  }

  // A move that wins, if one is found; asked again, one legal move after another, those to a foundation first.
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

  // One request at a time: a second click before the answer would be about another position.
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

// Cards go to a foundation first, then between columns; the stock is asked last.
function rankOf(token) {
  const move = parseMove(token);
  if (!move) return 2;
  return move.target[0] === 'F' ? 0 : 1;
}
