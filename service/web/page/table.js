// The table: the game that is open, on a board that takes its moves. It opens games and shows the front page.

import * as api from '../data/api.js';
import { breath, button, find, isOn, make } from '../dom.js';
import { believed } from '../game/checkpoints.js';
import { GameHistory, lastGame } from '../game/history.js';
import { fromLink } from '../game/notation.js';
import { Progress } from '../game/progress.js';
import { GameRecord } from '../game/record.js';
import { Session } from '../game/session.js';
import { actionName, stateName, t } from '../i18n/text.js';
import { ofCheckpoint, ofIllegal, ofStep } from '../table/highlights.js';
import { announce } from './announcer.js';
import { Playback } from './playback.js';
import { PointerInput } from '../table/pointer-input.js';

const panels = () => import('./open-panel.js');

export class Table {
  session = new Session();
  #page;
  #history;
  input;
  #tapped;
  // Only the last of several concurrent requests is shown.
  #openings = 0;

  // `page` returns a promise of the page around the table. `tapped` are the elements that were pressed before a game was open.
  constructor(board, page, tapped) {
    this.board = board;
    board.cover = find('#card');
    this.#page = page;
    this.#tapped = tapped;
    this.session.watch((_, previous) => this.#show(previous));
    this.playback = new Playback(this.session);
    this.#history = new GameHistory(this.session, () => this.playback.running);
    this.input = new PointerInput(board, find('#board'), this.session, this.attempt, this.say);
    this.input.oneTap = () => isOn('one-tap');
    this.input.double = () => document.body.dataset.double;
    this.input.right = () => document.body.dataset.right;
    this.input.letters = () => isOn('letter-keys');
  }

  attempt = (token) => {
    this.playback.pause();
    this.session.play(token);
  };

  // Show a status beside the sentence until the next step.
  say = (text, tone = '') => {
    find('#status').textContent = text;
    find('#status').className = tone;
    announce(text);
  };

  #show(previous) {
    const { board } = this;
    const { game, node, position, theirs } = this.session;
    const same = game === previous.game;
    if (board.game !== game) board.set(game);
    const checkpoint = node.main && !node.illegal ? game.checkpoints.find(({ after, state }) => after === node.ply && state === 'differs') : null;
    board.show(theirs && checkpoint ? believed(position, checkpoint) : position, same && Math.abs(node.ply - previous.node.ply) <= 1);
    board.mark('step', node.step && !theirs && node.outcome !== 'won' ? ofStep(position, node.step) : {});
    board.mark('trouble', node.illegal ? ofIllegal(position, node.illegal) : checkpoint && !theirs ? ofCheckpoint(position, checkpoint) : {});
    if (node.illegal) board.preview(node.token, 'bad');
    find('#board').classList.toggle('theirs', theirs);
    document.body.classList.toggle('refused', Boolean(node.illegal));
    if (!same || node !== previous.node) this.say('');
    document.title = `${game.variant.title}: ${stateName(game.state)} – ${t('title')}`;
    find('#playing').textContent = t('playing', game.variant.title, game.log.seed);
    this.#offer(same);
  }

  // Offer the actions of the stock and hints. Those that are not legal stay, because they explain why.
  #offer(same) {
    const { game, base } = this.session;
    if (!same) find('#actions').replaceChildren(...game.variant.actions.map((action) => button(actionName(action, game.variant.actions), () => this.attempt(action), { id: `to-${action}` })));
    const legal = game.legalAt(base);
    for (const action of game.variant.actions) find(`#to-${action}`).setAttribute('aria-disabled', !legal.includes(action));
    find('#bar').classList.toggle('over', game.outcomeAt(base) === 'won');
  }

  // Open a log. `early` is its game if it is judged already. Return true
  // once it is open, the problem if it cannot be opened, and nothing if another one was opened meanwhile.
  async open(log, { given, ply, claim = null, cut = null, odd = [], kept = null, early = null }) {
    this.#openings += 1;
    const own = this.#openings;
    find('#notice').hidden = true;
    try {
      // The evidence is beside the table from the start.
      const [game, judged] = await Promise.all([early ?? GameRecord.judged(log, given), claim && judgeClaim(claim), (claim || log.checkpoints) && this.#page()]);
      await breath();
      if (own !== this.#openings) return undefined;
      game.claim = judged;
      await this.#enter(game, { ply, kept, own });
      const wrong = [...(cut ? [t('link.arrived', cut.arrived, cut.sent)] : []), ...odd.map(([what, value]) => t(`link.${what}`, value))];
      if (wrong.length) (await panels()).notice(t(cut ? 'link.cut' : 'link.odd'), wrong.map((text) => make('p', {}, text)), { tone: 'odd' });
      if (game.malformed) await this.#sayMalformed(game);
      return true;
    } catch (problem) {
      if (own !== this.#openings) return undefined;
      if (!this.session.game && problem.status) this.front(true);
      (await panels()).showProblem(problem, () => this.open(log, { given, ply, claim, cut, odd, kept }));
      return problem;
    }
  }

  async #sayMalformed({ malformed: { index, move } }) {
    const { notice } = await panels();
    notice(t('malformed', index + 1), [make('p', {}, t('malformed.move', move)), make('p', {}, t('malformed.before', index))]);
  }

  async #enter(game, { ply, kept, own }) {
    const first = !this.session.game;
    game.progress = new Progress(kept?.progress ?? {});
    const isWanted = () => own === this.#openings;
    const node = kept ? restored(game, kept, ply) : game.nodeAt(ply);
    const fromFront = find('#front').contains(document.activeElement);
    this.front(false);
    if (first && this.board.game !== game) {
      find('#story').classList.add('dealing');
      await this.board.deal(game, node.position, isWanted);
    }
    if (!isWanted()) return;
    this.session.open(game, node);
    find('#story').classList.remove('dealing');
    if (fromFront) this.input.focus();
    for (const element of this.#tapped.splice(0)) element?.click();
    if (kept?.id) this.#history.returned(kept.id);
    else this.#history.entered(first && location.hash !== '');
  }

  // Leave the table for the front page, which has an entry of its own in the history.
  toFront() {
    this.#history.left(true);
    return this.front(true);
  }

  // Return to the game on the table, or open the one that was played at the last visit.
  resume() {
    const kept = lastGame();
    if (!this.session.game) return this.open(kept.log, { given: kept.given, claim: kept.claim, kept });
    this.front(false);
    if (!this.#history.isOpen) this.#history.entered(false);
    return null;
  }

  // Show the front page, or the table.
  async front(shown, chosen = this.session.game?.variant.id) {
    document.body.classList.toggle('fronting', shown);
    if (!shown) return;
    const { game, node } = this.session;
    const last = game ? { title: game.variant.title, moves: node.ply } : lastGame();
    find('#resume').hidden = !last;
    if (last) find('#resume').textContent = t('front.resume', last.title, last.moves);
    const { speak } = await import('../i18n/page.js');
    speak(document.body);
    find('#embed-code').textContent = `<iframe src="${api.addressOf('embed')}#v=1&variant=klondike&seed=1" width="800" height="600"></iframe>`;
    document.documentElement.dataset.ready ??= 'table';
    this.playback.pause();
    const { newGame } = await this.#page();
    const toSearch = () => document.activeElement === find('#front') && find('#search').focus();
    newGame().then((choice) => choice.open(chosen)).then(toSearch).catch(async (problem) => (await panels()).showProblem(problem, () => this.front(true)));
  }

  // Open a recognised game or claim.
  openFound({ kind, early, from, log, claim = null, ply, cut, odd, source, warnings, proven, grade, challenge, listed }) {
    return this.open(log, { given: kind === 'claim' ? { kind, listed } : { kind: from, source, warnings, proven, grade, challenge, listed }, ply, cut, odd, claim, early });
  }

  async openFromAddress(state, early = null) {
    const kept = this.#history.kept(state);
    if (kept) return this.open(kept.log, { given: kept.given, claim: kept.claim, kept });
    const { hash } = location;
    // The page of a game leads to the front page, with the game chosen.
    const chosen = /^#game=([\w-]+)$/.exec(hash)?.[1];
    if (chosen) return this.front(true, chosen);
    const found = fromLink(hash);
    if (found.kind === 'daily') return (await this.#page()).takeDaily(found);
    if (found.kind !== 'unknown') return this.openFound({ ...found, early });
    this.#history.left(false);
    this.front(true);
    if (hash.length > 1) (await panels()).showUnknown(found);
  }
}

// Give a kept game its variations again, and return the node that was shown last.
function restored(game, kept, ply) {
  const nodes = game.restore(kept.variations);
  const last = nodes[kept.place] ?? game.nodeAt(ply);
  game.tree.prefer(last);
  return last;
}

// Judge a claim, confirmed or refuted.
async function judgeClaim(request) {
  try {
    return { request, answer: await api.claim(request) };
  } catch (problem) {
    if (problem instanceof api.Problem) return { request, problem };
    throw problem;
  }
}
