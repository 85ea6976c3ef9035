// The card under the board: one sentence about the current position, and the most useful next actions.

import { today } from '../data/api.js';
import { partBetween } from '../game/checkpoints.js';
import { parseMove } from '../game/notation.js';
import { known, prospectOf } from '../game/prospects.js';
import { leftAt } from '../game/tree.js';
import { actionName, capital, cardSign, dayName, dealInSigns, groupSign, moveInWords, pileName, prospectName, spoken, stateName, stepInWords, t } from '../i18n/page.js';
import { button, fill, find, twofold } from '../dom.js';
import { refusalInWords } from './explain.js';

const ALTERNATIVES = 3;
const MOST_NAMED = 8;

// Return { verdict, tone, sentence, shown, more, actions }: the verdict on the game's claim, the sentence, a shorter form for the eye
// if it is long, further sentences, and the actions as [name, ...values].
export function storyOf(session, asking = null) {
  const { game, node, base } = session;
  const cases = [conflict, refused, differs, ended, dead, opening, step];
  const verdict = game.claim && verdictOn(game.claim);
  for (const describe of cases) {
    const story = describe({ session, game, node, base, asking });
    if (!story) continue;
    const lacksEvidence = verdict && !story.actions.some(([name]) => name === 'evidence');
    // Nothing reassuring stands beside a claim that is wrong.
    const tone = verdict?.tone === 'bad' && story.tone === 'good' ? '' : story.tone;
    const { listed } = game.given;
    const actions = [...story.actions, ...(lacksEvidence ? [['evidence']] : []), ...(listed ? [['next-listed'], ['list', listed.number, listed.of]] : [])];
    return { verdict, more: '', ...story, tone: tone ?? '', actions };
  }
  return null;
}

function conflict({ node }) {
  if (!node.conflict) return null;
  return { tone: 'bad', sentence: t('story.conflict'), more: t('story.conflict-more'), actions: [['evidence'], ['copy-log']] };
}

function refused({ game, node }) {
  if (!node.illegal) return null;
  const refusal = refusalInWords(node.illegal, node.position, game);
  const alternatives = sameCardsFirst(node.illegal.legal_moves, node.token).slice(0, ALTERNATIVES);
  return {
    tone: 'bad',
    sentence: spoken(refusal),
    shown: refusal,
    more: [
      node.main ? t('story.until', game.played, game.log.moves.length) : '',
      alternatives.length ? t('story.instead') : t('play.none'),
    ].filter(Boolean).join(' '),
    actions: [...alternatives.map((token) => ['try', token]), ['rules']],
  };
}

function differs({ session, game, node }) {
  const difference = node.main && game.checkpoints.find(({ after, state }) => state === 'differs' && after === node.ply);
  if (!difference) return null;
  const { agreed, differed } = partBetween(game.checkpoints);
  return {
    tone: 'odd',
    sentence: agreed === null ? t('author.differ', differed) : t('author.part', agreed, differed),
    more: t('story.piles', difference.piles.map(({ pile }) => pileName(pile)).join(', ')),
    actions: [['theirs', !session.theirs], ['evidence']],
  };
}

// Return the verdict on a claim, which is the first that is read at every move.
function verdictOn({ request, answer }) {
  if (!answer) return { tone: 'bad', sentence: `${t('claim.problem')}.` };
  const claim = claimInWords(request.claim);
  if (answer.confirmed) return { tone: 'good', sentence: t('claim.confirmed-long', claim) };
  return { tone: 'bad', sentence: `${t('claim.refuted-long', claim)} ${foundInWords(answer.verdict, request.claim)}` };
}

const claimInWords = ({ outcome, prospect, moves_played: moves }) =>
  t('claim.says', outcome ? stateName(outcome) : prospectName(prospect), moves);

const foundInWords = (verdict, { prospect }) =>
  t('claim.found-long', prospect && verdict.prospect ? prospectName(verdict.prospect) : stateName(verdict.outcome), verdict.moves_played);

function ended({ session, game, node }) {
  if (game.outcomeAt(node) === 'in_progress') return null;
  const won = node.outcome === 'won';
  // A stock that can still be turned is a move, even if no card moves thereafter.
  const turns = !won && game.legalAt(node).length > 0;
  if (!won && node.turning?.winnable_after != null) return { tone: 'bad', sentence: sinceWhen(node.turning), more: t('story.lost', turns), actions: [['review'], ...lostActions(node.turning)] };
  const sentence = t(`story.${won ? 'won' : 'lost'}${session.own ? '-own' : ''}`, won ? node.ply : turns);
  if (won && game.receipt) return { tone: 'good', sentence, more: t(`daily.${game.receipt}`), actions: [[game.receipt === 'failed' ? 'claim-again' : 'calendar'], ['review'], ['again'], ['watch']] };
  return { tone: won ? 'good' : 'bad', sentence, actions: won ? [['review'], ['again'], ['watch']] : [['review'], ['undo'], ['restart'], ['picture'], ['again']] };
}

// Play on from the last position that could be won, or see how; a loss is a story to tell, too.
function lostActions({ winnable_after: winnable }) {
  return [...(winnable === null ? [['undo'], ['restart']] : [['back-to', winnable], ['line-from', winnable]]), ['picture'], ['again']];
}

function dead({ session, game, base }) {
  if (prospectOf(game, base) !== 'dead') return null;
  const because = ['because', namesHidden(base.position, known(game, base)?.proof?.because)];
  if (base.turning) return { tone: 'bad', sentence: sinceWhen(base.turning), more: whyDead(session, known(game, base)?.proof), actions: [...lostActions(base.turning).slice(0, 2), because, ['picture']] };
  const { turning } = game;
  const follows = turning?.dead_after != null && leftAt(base).ply >= turning.dead_after;
  return {
    tone: 'bad',
    sentence: follows ? sinceWhen(turning) : t('prospect.dead'),
    more: whyDead(session, known(game, base)?.proof, follows ? turning.stuck : null),
    actions: [
      follows && turning.winnable_after !== null ? ['before', turning.winnable_after] : base.turning === undefined ? ['loss'] : ['undo'],
      because, ['again'],
    ],
  };
}

// Whether the reasons of a dead position name face-down cards. If they are not known yet, they may.
function namesHidden(position, because) {
  const piles = [...position.values()];
  const down = new Set(piles.flatMap(({ cards, faceDown }) => cards.slice(0, faceDown).map(({ code }) => code)));
  return because ? because.some(({ card, cards = [] }) => [card, ...cards].some((code) => down.has(code))) : down.size > 0;
}

const sinceWhen = ({ winnable_after: winnable, dead_after: dead, exact }) =>
  (dead ? t('prospect.since', dead, winnable, exact) : t('prospect.never'));

// Face-down cards are counted, not named.
function whyDead({ position }, proof, stuckBefore = null) {
  const stuck = proof?.stuck ?? stuckBefore ?? [];
  const shown = new Set([...position.values()].flatMap(({ cards, faceDown }) => cards.slice(faceDown).map(({ code }) => code)));
  const named = [...new Set(stuck)].filter((code) => shown.has(code)).slice(0, MOST_NAMED).map(cardSign).join(' ');
  return [t(`prospect.proof.${proof?.kind}`), stuck.length ? t('prospect.stuck', named, stuck.length) : ''].filter(Boolean).join(' ');
}

function opening({ session, game, node, asking }) {
  if (node.ply) return null;
  const title = titleOf(game);
  if (!game.log.moves.length) return { sentence: title, more: [challengeInWords(game), prospectWords(game, node, asking)].filter(Boolean).join(' '), actions: [...prospectActions(game, node, asking), ...dayActions(game)] };
  const state = game.illegal ? t('story.until', game.played, game.log.moves.length) : t('story.log', game.log.moves.length, stateName(game.last.outcome));
  return { sentence: title, more: state, actions: [['play'], ...(session.own ? [] : prospectActions(game, node, asking))] };
}

// Say what there is to beat, and whether it is true as far as that is known.
function challengeInWords({ given: { challenge }, challenged }) {
  if (!challenge) return '';
  const says = t('challenge.says', challenge.by, challenge.moves, challenge.seconds);
  if (challenged?.state === 'false') return `${says} ${t('challenge.false', challenged.found)}`;
  return `${says} ${t('challenge.beat')}${challenged?.state === 'proved' ? ` ${t('challenge.proved')}` : ''}`;
}

function titleOf({ variant, log, given: { grade, date } }) {
  const graded = grade && t(`grade.${grade}`);
  return date ? t('daily.title', variant.title, dayName(date), graded) : t('story.title', variant.title, log.seed ?? null, graded);
}

// A deal of the day has a link to share. When its day is over, there is another one.
function dayActions({ given: { date } }) {
  if (!date) return [];
  return [['copy-day'], ...(date === today() ? [] : [['today']])];
}

function step({ game, node, asking }) {
  const sentence = `${t('caption.move', node.ply)} ${stepInWords(node.step)}`;
  const shown = node.step.move === 'deal' ? `${t('caption.move', node.ply)} ${dealInSigns(node.step)}` : sentence;
  return { isStep: true, sentence, shown, more: prospectWords(game, node, asking), actions: prospectActions(game, node, asking) };
}

function prospectWords(game, node, asking) {
  if (asking === node) return t('prospect.asking');
  if (node.problem) return problemInWords(node.problem);
  const found = known(game, node);
  if (!found?.search && prospectOf(game, node) === 'undecided') return '';
  if (prospectOf(game, node) === 'winnable') return t('prospect.winnable', found?.search?.positions);
  return t('prospect.searched', found.search.positions);
}

function problemInWords({ status, detail, declined }) {
  const problem = t(`prospect.problem.${status}`) ?? (detail || t('failure.unreached'));
  return declined.length ? `${problem} ${t('prospect.declined', declined.join(', '))}` : problem;
}

function prospectActions(game, node, asking) {
  if (asking === node) return [];
  const prospect = prospectOf(game, node);
  if (prospect === 'winnable') return [['show-line']];
  const searched = known(game, node)?.search;
  if (!searched) return [['ask']];
  return searched.positions && searched.budget < 300_000 ? [['ask-longer']] : [];
}

// Moves of the same cards first, then moves from the same pile.
function sameCardsFirst(legal, token) {
  const meant = parseMove(token);
  if (!meant) return legal;
  const far = (move) => (move?.source !== meant.source ? 2 : Number(move.cards !== meant.cards));
  return legal.toSorted((one, other) => far(parseMove(one)) - far(parseMove(other)));
}

export class Story {
  #session;
  #board;
  #acts;
  #prospects;
  #narrator;
  #other = null;

  // `acts` are the functions of the actions by name.
  constructor(session, board, acts, prospects, narrator) {
    this.#session = session;
    this.#board = board;
    this.#acts = acts;
    this.#prospects = prospects;
    this.#narrator = narrator;
    session.watch(() => this.#show());
  }

  // Show another story of the current node until the session leaves it. Null brings the usual one back.
  tell(other) {
    this.#other = other && { node: this.#session.node, shown: other.sentence, ...other };
    this.#show();
  }

  // Offer moves of what is held, as buttons. Without moves the offer ends.
  offer(held, tokens) {
    if (tokens.length) this.tell({ tone: '', sentence: held, more: '', actions: tokens.map((token) => ['try', token]), isOffer: true });
    else if (this.#other?.isOffer && this.#other.node === this.#session.node) this.tell(null);
  }

  #show() {
    const other = this.#other?.node === this.#session.node ? this.#other : null;
    const story = other ?? storyOf(this.#session, this.#prospects.asking);
    const { verdict = null, tone, isStep = false, sentence, shown, more, actions } = story;
    this.#narrator.tell(story);
    fill('#claim-verdict', verdict && [verdict.sentence]);
    find('#claim-verdict').className = verdict?.tone ?? '';
    find('#card').className = tone || (isStep ? 'step' : '');
    const long = shown && shown !== sentence;
    const caption = find('#caption');
    const isNew = caption.dataset.sentence !== sentence;
    if (isNew) {
      caption.dataset.sentence = sentence;
      caption.replaceChildren(...(long ? twofold(shown, sentence) : [sentence]));
    }
    find('#more').textContent = more;
    const labels = labelsOf(actions, this.#session);
    fill('#next', actions.map(([name, ...values], index) => this.#action(labels[index], name, values)));
    // Where the page scrolls, as at 400 %, a refusal comes into view.
    if (isNew && this.#session.node.illegal) find('#card').scrollIntoView({ block: 'nearest' });
  }

  #action(label, name, values) {
    const act = button(label, () => this.#acts[name](...values), { className: name });
    if (name === 'try') {
      const { node } = this.#session;
      act.replaceChildren(...twofold(act.textContent, moveInWords(values[0], node.position)));
      for (const event of ['pointerenter', 'focus']) act.addEventListener(event, () => this.#board.preview(values[0], 'good'));
      for (const event of ['pointerleave', 'blur']) act.addEventListener(event, () => this.#session.node === node && this.#board.preview(node.illegal ? node.token : null, 'bad'));
    }
    return act;
  }
}

// Return what the buttons of actions say. Moves that would look alike name their piles.
export function labelsOf(actions, session) {
  const labels = actions.map(([name, ...values]) => labelOf(name, values, session));
  return labels.map((label, index) => {
    const isAlone = labels.indexOf(label) === labels.lastIndexOf(label);
    return isAlone ? label : labelOf(actions[index][0], actions[index].slice(1), session, true);
  });
}

function labelOf(name, values, { game, node }, withPiles = false) {
  if (name !== 'try') return t(`do.${name}`, ...values);
  const move = parseMove(values[0]);
  if (!move) return actionName(values[0], game.variant.actions);
  const { cards } = node.position.get(move.source);
  const top = node.position.get(move.target)?.cards.at(-1);
  const group = groupSign(cards.slice(-move.cards).map((card) => card.code));
  const target = pileName(move.target);
  if (withPiles) return `${group} (${pileName(move.source)}) → ${target}`;
  return `${group} → ${top && move.target[0] === 'T' ? cardSign(top.code) : capital(target)}`;
}
