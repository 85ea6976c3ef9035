// The prospect panel: whether the game can still be won from the current node, why not, and since when.

import * as api from './api.js';
import { button, fill, make } from './dom.js';
import { ofStuck } from './highlights.js';
import { leftAt, spelled } from './tree.js';
import { capital, cardSign, moveNumber, t } from './i18n.js';

const MOST_NAMED = 12;
// The budget of a longer search in positions. A service may allow less.
const LONGER = 300_000;

export class Prospects {
  #session;
  #board;
  #say;
  #asking = null;

  // Called with a winning line that was added as a variation, to play it.
  shown = () => {};

  constructor(session, board, say) {
    this.#say = say;
    this.#session = session;
    this.#board = board;
    session.watch(() => this.#show());
  }

  // Return the prospect of a node, requested if necessary. Null if it is unavailable; the panel reports why.
  async of(node) {
    const { game } = this.#session;
    const { prospect, continuation, search } = known(game, node) ?? {};
    if (!continuation && !search && prospect !== 'dead') await this.#ask(node);
    return known(game, node);
  }

  #show() {
    const { game, base } = this.#session;
    if (base === game.tree.nodes[game.verdict.moves_played]) {
      if (game.verdict.proof) base.prospect ??= game.verdict;
      // At the end of a dead game, show its turning point.
      if (base.prospect?.prospect === 'dead' && !game.turning && !base.prospect.problem) this.#ask(base, { turning: true });
    }
    this.#draw();
  }

  #draw() {
    const { game, base, node, playing, position } = this.#session;
    const found = known(game, base);
    const stuck = found?.prospect === 'dead' ? (found.proof?.stuck ?? game.turning?.stuck ?? []) : [];
    const marked = ofStuck(position, stuck, playing);
    this.#board.mark('stuck', node.illegal ? {} : { cards: marked });
    fill('#prospect', base.outcome === 'won' ? null : [
      make('h2', {}, t('prospect.title')),
      ...this.#answer(base, found, stuck, marked),
      ...this.#turned(game, base),
      this.#asking === base ? make('p', { className: 'quiet' }, t('prospect.asking')) : null,
      ...(this.#asking === base ? [] : this.#failed(base)),
    ]);
  }

  #answer(base, found, stuck, marked) {
    const ask = (words, more) => this.#asking !== base && button(t(words), () => this.#ask(base, more));
    if (!found?.prospect) return [make('p', { className: 'quiet' }, t('prospect.open')), ask('prospect.ask')];
    const said = make('p', { className: `said ${found.prospect}` }, t(`prospect.${found.prospect}`) ?? found.prospect);
    if (found.prospect === 'winnable') return [said, button(t('prospect.show'), () => this.#lay(base))];
    if (found.prospect === 'dead') return [said, make('p', { className: 'quiet' }, this.#why(found.proof, stuck, marked))];
    const { budget, positions } = found.search;
    return [
      said, make('p', { className: 'quiet' }, t('prospect.searched', positions)),
      budget < LONGER && ask('prospect.longer', { budget: LONGER }),
    ];
  }

  #failed(base) {
    const { problem, prospect } = base.prospect ?? {};
    if (!problem) return [];
    const again = prospect && button(t('again'), () => this.#ask(base, { turning: prospect === 'dead' }));
    return [make('p', { className: 'why' }, problem), again];
  }

  // During play, face-down cards are counted, not named.
  #why(proof, stuck, marked) {
    const codes = this.#session.playing ? stuck.filter((code) => [...marked.values()].includes(code)) : stuck;
    const named = [...new Set(codes)].slice(0, MOST_NAMED).map(cardSign).join(' ');
    const reasons = [t(`prospect.proof.${proof?.kind}`), stuck.length ? t('prospect.stuck', named, stuck.length) : ''];
    return reasons.filter(Boolean).join(' ');
  }

  // Show the turning point as far as it is known, with a link to it.
  #turned({ turning, tree }, base) {
    if (!turning || turning.dead_after === null || leftAt(base).ply < turning.dead_after) return [];
    const { dead_after: dead } = turning;
    const go = () => {
      tree.prefer(tree.nodes[dead]);
      this.#session.go(tree.nodes[dead]);
    };
    return [make('p', {}, sinceWhen(turning)), base.ply !== dead && button(t('prospect.see', dead), go)];
  }

  async #ask(node, { turning = false, budget } = {}) {
    if (this.#asking) return;
    this.#asking = node;
    this.#draw();
    const { game } = this.#session;
    try {
      const answer = await (turning ? turningPoint(game.logTo(node)) : api.prospect(game.logTo(node), ['continuation'], budget));
      node.prospect = answer;
      if (turning) game.turning = await this.#withStuck(game, answer);
      if (turning && this.#session.base === node) this.#say(sinceWhen(game.turning, 'prospect.since-short'));
    } catch (problem) {
      if (!(problem instanceof api.Problem)) throw problem;
      node.prospect = { ...node.prospect, problem: t(`prospect.problem.${problem.status}`) ?? (problem.detail || t('failure.unreached')) };
    } finally {
      this.#asking = null;
      this.#draw();
    }
  }

  // Cards that were stuck when the game died remain stuck until its end.
  async #withStuck(game, { proof, turning_point: turning }) {
    if (proof?.stuck || !turning.dead_after) return turning;
    const died = game.tree.nodes[turning.dead_after];
    const then = await api.replay(game.logTo(died), ['prospect']);
    return { ...turning, stuck: then.proof?.stuck };
  }

  // Add a winning line as a variation of the game and go to it.
  async #lay(node) {
    const { game } = this.#session;
    const found = await this.of(node);
    if (!found?.continuation || this.#session.game !== game) return;
    const log = game.logTo(node);
    const { trace, outcome } = await api.replay({ ...log, moves: [...log.moves, ...found.continuation] }, ['trace']);
    let last = node;
    found.continuation.forEach((token, index) => {
      last = game.tree.add(last, token, trace[log.moves.length + index]);
      last.prospect ??= { prospect: 'winnable', continuation: found.continuation.slice(index + 1) };
    });
    last.outcome ??= outcome;
    if (this.#session.base !== node) return;
    game.tree.prefer(last);
    this.#session.along(node);
    this.shown();
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

function sinceWhen({ winnable_after: winnable, dead_after: dead, exact }, words = 'prospect.since') {
  return dead ? t(words, capital(moveNumber(dead)), winnable, exact) : t('prospect.never');
}

// Return the prospect that was requested for a node or follows from the log's turning point.
function known({ turning, tree, verdict }, node) {
  const told = node.prospect?.prospect;
  if (told && told !== 'undecided') return node.prospect;
  if (node.main && verdict.valid && verdict.outcome === 'won') {
    const rest = tree.nodes.slice(node.ply + 1, verdict.moves_played + 1);
    return { prospect: 'winnable', continuation: rest.map(({ token, step }) => spelled(token, step)) };
  }
  const { ply } = leftAt(node);
  if (turning && turning.dead_after !== null && ply >= turning.dead_after) return { prospect: 'dead', proof: null };
  if (turning && turning.winnable_after !== null && node.main && ply <= turning.winnable_after) return { prospect: 'winnable' };
  return node.prospect;
}
