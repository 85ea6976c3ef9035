// The evidence for moderators and authors: what was read, what the service answered, its identifiers and codes.

import * as api from './api.js';
import { button, fill, make } from './dom.js';
import { aligned, leftAt, movesTo, partBetween } from './game.js';
import { optionName, optionValue } from './new-game.js';
import { capital, cardSign, pileName, stateName, t } from './i18n.js';

export class Evidence {
  constructor(session, again) {
    session.watch(() => fill('#verdict', summary(session, again)));
  }
}

function summary({ game, node }, again) {
  const { variant, log, given, state, verdict, illegal } = game;
  const rules = Object.entries(log.rules ?? {}).map(([name, value]) => `${optionName(name)}: ${optionValue(value)}`);
  const refusal = node.illegal ?? illegal;
  return [
    make('h2', {}, variant.title),
    make('p', { className: `badge ${state}` }, stateName(state)),
    make('p', {}, illegal ? t('verdict.until', game.played, log.moves.length) : t('verdict.legal', log.moves.length)),
    state === 'refuted' ? make('p', {}, t('verdict.behind', stateName(illegal ? 'invalid' : game.last.outcome))) : null,
    node.main || node.illegal ? null : make('p', { className: 'own' }, ownLine(node)),
    make('p', { className: 'quiet' }, [log.deck ? t('verdict.deck') : t('verdict.seed', log.seed), ...rules].join(' · ')),
    make('p', { className: 'quiet', id: 'taken' }, t('taken', t(`taken.${given.kind}`))),
    ...(given.warnings ?? []).map((warning) => make('p', { className: 'quiet', lang: 'en' }, warning)),
    given.source?.undone_moves ? make('p', { className: 'quiet' }, t('taken.undone', given.source.undone_moves)) : null,
    refusal && details(refusal, game.illegal === refusal ? game.tree.mainEnd.ply : node.ply, verdict),
    node.conflict && make('pre', { tabIndex: 0 }, `${t('story.ours')}\n${node.conflict.ours}\n\n${t('story.theirs')}\n${node.conflict.theirs}`),
    game.unreached ? make('p', { className: 'why' }, t('verdict.unreached')) : null,
    game.unreached ? button(t('again'), again) : null,
    verdict && make('dl', { className: 'members' }, ...['id', 'game_id', 'deal_id', 'rules_version'].flatMap(
      (name) => [make('dt', {}, t(`receipt.${name}`) ?? name), make('dd', {}, make('code', {}, verdict[name]))])),
  ];
}

// The codes of a refusal, for those who read logs.
function details({ move, reason }, ply, verdict) {
  const confirmed = verdict?.first_illegal_move;
  return make(
    'p', { className: 'quiet', id: 'codes' }, make('code', {}, move), ` · ${t('details.index', ply - 1)} · `, make('code', {}, reason),
    confirmed?.move === move ? make('span', { lang: 'en' }, ` · ${confirmed.detail}`) : '',
  );
}

function ownLine(node) {
  const from = leftAt(node);
  return t('verdict.own', node.ply - from.ply, from.ply, node.outcome ? stateName(node.outcome) : '');
}

// Has the service confirm what the page judged. Every legal line is replayed by the service in the background; the page
// reports both answers if they ever differ.

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
    if (base.main || base.confirmed || base.conflict) return;
    if (this.#asking) return this.#later();
    this.#asking = true;
    await this.#compare(game, base, game.logTo(base), null);
    this.#asking = false;
    if (this.#session.base !== base) this.#later();
  }

  async #compare(game, node, log, illegal) {
    const include = ['final_state', 'legal_moves', 'prospect'];
    try {
      const verdict = await api.replay(log, include);
      if (node === game.last) game.verdict = verdict;
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

// The panel for authors of other programs: the states of their checkpoints and where the two boards diverge.

export class AuthorPanel {
  #session;

  constructor(session) {
    this.#session = session;
    session.watch(() => this.#show());
  }

  #show() {
    const { checkpoints, firstDifference } = this.#session.game;
    if (!checkpoints.length) return fill('#checkpoints', null);
    const agreed = checkpoints.filter(({ state }) => state === 'agrees').length;
    const unreached = checkpoints.filter(({ state }) => state === 'unreached').length;
    fill('#checkpoints', [
      make('h2', {}, this.#title(agreed, unreached, checkpoints.length)),
      this.#marks(checkpoints),
      ...(firstDifference ? this.#differences(this.#differenceHere() ?? firstDifference) : []),
    ]);
  }

  #title(agreed, unreached, all) {
    const part = partBetween(this.#session.game.checkpoints);
    if (part) return part.agreed === null ? t('author.differ', part.differed) : t('author.part', part.agreed, part.differed);
    return agreed === all ? t('author.agree', all) : t('author.agreed', agreed, unreached);
  }

  #differenceHere() {
    const { game, node } = this.#session;
    return node.main && game.checkpoints.find(({ after, state }) => state === 'differs' && after === node.ply);
  }

  // One mark per checkpoint. A click goes to it.
  #marks(checkpoints) {
    const { tree } = this.#session.game;
    return make('div', { className: 'marks' }, ...checkpoints.map(({ after, state }) => {
      const go = button(`${after}`, () => {
        const node = tree.nodes[after];
        tree.prefer(node);
        this.#session.go(node);
      }, { className: state, disabled: state === 'unreached' });
      go.setAttribute('aria-label', t('author.mark', after, t(`author.${state}`)));
      return go;
    }));
  }

  #differences(difference) {
    const { theirs } = this.#session;
    const here = this.#differenceHere() === difference;
    const toggle = button(theirs ? t('author.ours') : t('author.yours'), () => this.#toggle(difference), { className: 'toggle' });
    toggle.setAttribute('aria-pressed', theirs);
    const go = button(t('show'), () => this.#session.go(this.#session.game.tree.nodes[difference.after]));
    return [...difference.piles.map(pileDifference), here ? toggle : go];
  }

  #toggle() {
    this.#session.showTheirs(!this.#session.theirs);
  }
}

function pileDifference({ pile, expected, found }) {
  const pairs = aligned(expected, found);
  return make(
    'div', { className: 'difference' },
    make('h3', {}, capital(pileName(pile))),
    make('p', {}, inWords(pairs)),
    make('dl', {},
      make('dt', {}, t('author.log')), make('dd', {}, ...signs(pairs, 'expected')),
      make('dt', {}, t('author.referee')), make('dd', {}, ...signs(pairs, 'found'))),
  );
}

// Sum up a difference: "The log lacks 4♣." Long lists become counts.
function inWords(pairs) {
  const lacks = pairs.filter(({ expected }) => expected === null).map(({ found }) => cardSign(found));
  const adds = pairs.filter(({ found }) => found === null).map(({ expected }) => cardSign(expected));
  const sentences = [lacks.length ? t('author.lacks', lacks.slice(0, 5).join(' '), lacks.length) : '', adds.length ? t('author.adds', adds.slice(0, 5).join(' '), adds.length) : ''];
  return sentences.filter(Boolean).join(' ');
}

function signs(pairs, side) {
  const other = side === 'found' ? 'expected' : 'found';
  const cards = pairs.filter((pair) => pair[side] !== null);
  if (!cards.length) return [t('author.empty')];
  return cards.flatMap((pair) => [
    pair[other] === null ? make('strong', {}, cardSign(pair[side])) : cardSign(pair[side]), ' ',
  ]);
}
