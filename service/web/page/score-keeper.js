// Keeps the player's own record: the clock, the statistics, and the card that sums a win up. What a reload must not change is in the
// game's `progress`.

import * as api from '../data/api.js';
import { t } from '../i18n/page.js';
import { find, isOn, isStill } from '../dom.js';
import { keep, record, withStart, withWin } from './records.js';
import { keepWin } from './won-days.js';

const TICK = 1000;

export class ScoreKeeper {
  #session;
  #board;
  #acts;
  // What shows a win. It comes with the first move, so that the card takes the focus before the move that wins is said: some readers
  // drop a sentence for the focus.
  #parts = null;

  // `acts` are the functions that the card of a win offers.
  constructor(session, board, acts) {
    this.#session = session;
    this.#board = board;
    this.#acts = acts;
    session.watch((_, previous) => this.#watch(previous));
    setInterval(() => this.#update(), TICK);
    document.addEventListener('visibilitychange', () => this.#update());
  }

  #watch(previous) {
    const { game, node, own } = this.#session;
    if (node !== previous.node && find('#won')) find('#won').hidden = true;
    if (game !== previous.game) previous.game?.progress.run(false);
    else if (node !== previous.node && own) this.#played(previous.node);
    this.#update();
  }

  #played(before) {
    const { game, node } = this.#session;
    const { progress, variant: { id, title } } = game;
    progress.begun = true;
    this.#load().catch(() => {});
    if (node.ply < before.ply && !before.illegal) progress.undos += 1;
    if (node.illegal || node.parent !== before) return;
    // A game counts as played from its first move.
    if (isCounted(game) && progress.number === null) {
      const begun = withStart(record(id));
      keep(id, { ...begun, title });
      progress.number = begun.played;
    }
    if (node.outcome === 'won') this.#won();
  }

  async #won() {
    const { game, node } = this.#session;
    const { progress, variant: { id } } = game;
    const { seconds } = progress;
    const before = progress.number === null ? null : record(id);
    const isOwn = game.isDeal && !progress.won && !progress.shown;
    const goals = { withoutUndo: !progress.undos, withoutHint: !progress.hints };
    if (isOwn && game.given.kind === 'daily') keepWin(game.given.date, id, { moves: node.ply, ...goals });
    progress.won = true;
    if (isOwn && before) keep(id, withWin(before, progress.number, node.ply, seconds));
    const { cascade, showWin, comparison } = this.#parts ?? (await this.#load());
    if (!isStill()) await cascade(this.#board);
    if (isOwn && this.#session.node === node) showWin(this.#session, { seconds, before, goals, against: game.given.challenge && comparison(game, { moves: node.ply, seconds }) }, this.#acts);
  }

  async #load() {
    const loaded = await Promise.all([api.load('../page/win.js'), this.#session.game.given.challenge && api.load('../page/challenge.js')]);
    this.#parts = Object.assign({}, ...loaded);
    return this.#parts;
  }

  // Let the clock run while the game is played and in sight, and show it.
  #update() {
    if (!this.#session.game) return;
    const { game, game: { progress }, node, own, base } = this.#session;
    const isInSight = !document.hidden && !document.body.classList.contains('fronting');
    progress.run(progress.begun && own && node.outcome !== 'won' && isInSight);
    const { seconds } = progress;
    const time = own && isOn('timer') && node.outcome !== 'won' ? t('clock', Math.floor(seconds / 60), seconds % 60, node.ply) : '';
    // The service counts the points. Until it answers, those of the move before are shown.
    const counted = isOn('score') ? base.points ?? base.parent?.points : null;
    const points = Object.entries(game.squareAt(base) ?? counted ?? {});
    find('#clock').textContent = [time, ...points.map(([name, number]) => t('score', t(`score.${name}`) ?? name, number))].filter(Boolean).join(' · ');
    find('#clock').hidden = !find('#clock').textContent;
  }
}

// Whether a game counts in the statistics. A board or a deck that somebody laid out does not.
const isCounted = ({ isDeal, log }) => isDeal && log.seed !== undefined;
