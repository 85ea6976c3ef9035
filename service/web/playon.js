// Playing on: moves of one's own from any ply, each judged by the referee.

import * as api from './api.js';
import { copy, find, make } from './dom.js';
import { claimOf } from './log.js';
import { legalList, markMove } from './verdict.js';
import { capital } from './words.js';

export class PlayOn {
  #session;
  #board;
  #say;
  #busy = false;

  // Called when somebody begins to play on by the button.
  started = () => {};

  constructor(session, board, say) {
    this.#session = session;
    this.#board = board;
    this.#say = say;
    const on = (id, act) => find(id).addEventListener('click', () => this.#guard(act));
    on('#play-on-here', () => this.#start());
    on('#undo', () => this.undo());
    on('#go-back', () => session.goBack());
    on('#copy-log', () => copy(JSON.stringify(session.game.logWith(session.ply)), 'Log', say));
    on('#copy-claim', () => copy(JSON.stringify(this.#claim()), 'Claim', say));
    on('#claim', () => this.#sendClaim());
    session.watch((_, previous) => this.#show(previous.game));
  }

  // Play a token after the present ply, or say why it cannot be.
  attempt = (token) => this.#guard(async () => {
    const { game, ply } = this.#session;
    if (game.log.moves[ply] === token && ply < game.played) return this.#session.go(ply + 1);
    const { game: longer, illegal } = await game.tried(ply, token);
    // What was on the table when the answer came is no longer what was asked about.
    if (this.#session.game !== game || this.#session.ply !== ply) return;
    if (longer) this.#session.playOn(longer, ply + 1);
    else this.#refuse(illegal);
  });

  async undo() {
    const { game, ply, playingOn } = this.#session;
    if (playingOn && ply) this.#session.playOn(await game.cutAt(ply - 1), ply - 1);
  }

  async #start() {
    const { game, ply } = this.#session;
    this.#session.playOn(await game.cutAt(ply), ply);
    this.started();
  }

  // One request at a time: a second click before the answer would be about another position.
  async #guard(act) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      await act();
    } catch (problem) {
      if (!(problem instanceof api.Problem)) throw problem;
      this.#say(problem.detail || problem.title);
    } finally {
      this.#busy = false;
    }
  }

  #refuse({ move, detail }) {
    this.#board.mark('trouble', { piles: markMove(new Map(), move) });
    const refusal = find('#refusal');
    refusal.hidden = false;
    refusal.replaceChildren(make('code', {}, move), ` is illegal here. ${detail}`);
    this.#say(`${move} is illegal here. ${detail}`);
  }

  async #show(before) {
    const { game, ply, playingOn, position } = this.#session;
    find('#refusal').hidden = true;
    find('#claimed').hidden = true;
    find('#play-on-here').hidden = playingOn;
    find('#playing').hidden = !playingOn;
    find('#undo').disabled = !ply;
    if (game !== before) this.#showActions(game.variant.actions);
    if (!playingOn) return;
    const from = this.#session.left.ply;
    find('#left-at').textContent = from ? `after move ${from}` : 'from the deal';
    const legal = await game.legalAt(ply).catch(() => []);
    if (this.#session.position !== position) return;
    find('#legal-count').textContent = legal.length;
    find('#legal-here').replaceChildren(legalList(legal, position, this.attempt));
  }

  #showActions(actions) {
    find('#actions').replaceChildren(...actions.map((action) => {
      const button = make('button', { type: 'button' }, capital(action));
      button.addEventListener('click', () => this.attempt(action));
      return button;
    }));
  }

  #claim() {
    const { game, ply } = this.#session;
    const outcome = ply === game.played ? game.verdict.outcome : 'in_progress';
    return claimOf(game.logWith(ply), outcome);
  }

  async #sendClaim() {
    const answer = await api.claim(this.#claim());
    const refuted = answer.refutations?.map((refutation) => refutation.detail).join(' ');
    const claimed = find('#claimed');
    claimed.hidden = false;
    claimed.replaceChildren(answer.confirmed ? 'The referee confirms the claim.' : `Refuted: ${refuted}`);
    if (answer.receipt) {
      const button = make('button', { type: 'button' }, 'Copy the receipt');
      button.addEventListener('click', () => copy(answer.receipt, 'Receipt', this.#say));
      claimed.append(' ', button);
    } else if (answer.confirmed) {
      claimed.append(' This instance signs no receipts.');
    }
    this.#say(claimed.textContent);
  }
}
