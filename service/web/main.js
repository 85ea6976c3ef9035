// The page: connects its parts, and opens recognised input and the game in the address.

import * as api from './api.js';
import { AuthorPanel } from './author.js';
import { Board } from './board.js';
import { believed } from './checkpoints.js';
import { Confirmation } from './confirmation.js';
import { button, find, isTyping, make } from './dom.js';
import { Drawer } from './drawer.js';
import { Evidence } from './evidence.js';
import { Game } from './game.js';
import { ofCheckpoint, ofIllegal, ofStep, ofStuck } from './highlights.js';
import { Keeper } from './history.js';
import { Joy } from './joy.js';
import { finish } from './make-move.js';
import { ModeratorPanel } from './moderator.js';
import { LegalList, MoveList } from './moves.js';
import { NewGame } from './new-game.js';
import { Opener, hideNotice, notice, pick, showProblem, showUnknown } from './open-panel.js';
import { Player } from './playback.js';
import { Hand } from './pointer-input.js';
import { Prospects, known, prospectOf } from './prospects.js';
import { fromLink } from './recognise.js';
import { Ribbon } from './ribbon.js';
import { Session } from './session.js';
import { Settings, isOn } from './settings.js';
import { Share } from './share.js';
import { Story } from './story.js';
import { fillStatistics } from './statistics.js';
import { language, stateName, t } from './i18n.js';

speak();
document.body.classList.toggle('embed', location.pathname.endsWith('/embed'));

const session = new Session();
const board = new Board(find('#board'));
new Settings(() => session.game && session.learnt());
const prospects = new Prospects(session);

session.watch((_, previous) => {
  const { game, node, position } = session;
  const same = game === previous.game;
  if (board.game !== game) board.set(game);
  const checkpoint = node.main && !node.illegal ? game.checkpoints.find(({ after, state }) => after === node.ply && state === 'differs') : null;
  board.show(session.theirs && checkpoint ? believed(position, checkpoint) : position, same && Math.abs(node.ply - previous.node.ply) <= 1);
  board.mark('step', node.step && !session.theirs ? ofStep(position, node.step) : {});
  board.mark('trouble', node.illegal ? ofIllegal(position, node.illegal) : checkpoint && !session.theirs ? ofCheckpoint(position, checkpoint) : {});
  board.mark('stuck', stuckCards(game, node));
  if (node.illegal) board.preview(node.token, 'bad');
  find('#board').classList.toggle('theirs', session.theirs);
  document.body.classList.toggle('refused', Boolean(node.illegal));
  if (!same || node !== previous.node) say('');
  document.title = `${game.variant.title}: ${stateName(game.state)} – ${t('title')}`;
  find('#playing').textContent = game.variant.title;
  find('#to-log').hidden = session.line.at(-1) === game.tree.mainEnd;
  find('#finish').hidden = !session.own || !finish(game, session.base);
  if (!same && game.given.kind === 'daily') api.load('./daily.js').then(({ follow }) => follow(session));
  if (!same) find('#actions').replaceChildren(...game.variant.actions.map((action) => button(t(`action.${action}`), () => attempt(action))));
});

function stuckCards(game, node) {
  if (node.illegal || prospectOf(game, node) !== 'dead') return {};
  const stuck = known(game, node)?.proof?.stuck ?? game.turning?.stuck ?? [];
  return { cards: ofStuck(node.position, stuck) };
}

const player = new Player(session);
const share = new Share(session, board, say);
const drawer = new Drawer(session);
const attempt = (token) => {
  player.pause();
  session.play(token);
};
const hand = new Hand(board, find('#board'), session, attempt, say);
hand.oneTap = () => isOn('one-tap');
new Ribbon(session, player.to);
const because = (name) => (way) => api.load('./because.js').then((module) => module[name](session, board, story, way)).catch(showProblem);
const story = new Story(session, board, {
  ask: () => prospects.ask(session.base),
  'ask-longer': () => prospects.ask(session.base, { longer: true }),
  'show-line': showLine,
  again: () => newGame.again(session.game).catch((problem) => showProblem(problem)),
  because: because('explain'),
  'because-step': because('turn'),
  'because-close': because('close'),
  before: (ply) => goMain(ply),
  'claim-again': () => api.load('./daily.js').then(({ claimAgain }) => claimAgain(session)),
  'copy-day': () => api.load('./daily.js').then(({ copyLink }) => copyLink(session.game)),
  'copy-log': () => find('#copy-log').click(),
  evidence: () => drawer.open('evidence'),
  finish: () => player.make(finish(session.game, session.base) ?? []),
  play: () => player.toggle(),
  receipts: () => api.load('./receipts.js').then(({ showReceipts }) => showReceipts()),
  rules: () => drawer.open('rules'),
  today: () => takeDaily({ variant: session.game.variant.id }),
  theirs: (theirs) => session.showTheirs(theirs),
  try: attempt,
  undo: () => session.goTo(session.ply - 1),
  watch: () => {
    session.goTo(0);
    player.toggle();
  },
}, prospects);
new MoveList(session);
new LegalList(session, board, attempt);
new AuthorPanel(session);
const confirmation = new Confirmation(session);
confirmation.rejected = (problem) => showProblem(problem);
new Evidence(session, () => confirmation.again());
const moderator = new ModeratorPanel(session);
new Joy(session, board);
const keeper = new Keeper(session, share, () => player.running);
const opener = new Opener(take);
const newGame = new NewGame(take);

// The page contains only the keys of its texts.
function speak() {
  Object.assign(document.documentElement, { lang: language }).dataset.spoken = '';
  for (const element of document.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', t(element.dataset.label));
  find('#anything').placeholder = t('intake.hint');
  find('#help-text').replaceChildren(...t('help').map(([keys, meaning]) => make('div', {}, make('dt', {}, keys), make('dd', {}, meaning))));
}

// Show a status beside the sentence until the next step.
function say(text, tone = '') {
  find('#status').textContent = text;
  find('#status').className = tone;
}

// Go to a place of the original log.
function goMain(ply) {
  const { tree } = session.game;
  for (let at = tree.nodes[ply].next; at; at = at.next) at.parent.next = null;
  session.go(tree.nodes[ply]);
}

async function showLine() {
  const { base } = session;
  const first = await prospects.line(base);
  if (!first || session.base !== base) return;
  session.line = [];
  session.go(base);
  player.toggle();
}

const hint = () => api.load('./hint.js').then((module) => module.hint(session, board, say)).catch(showProblem);

let openings = 0;

// Only the last of several concurrent requests is shown.
async function open(log, { given, ply, claim = null, cut = null, odd = [], kept = null }) {
  openings += 1;
  const own = openings;
  hideNotice();
  try {
    const [game, judged] = await Promise.all([Game.judged(log, given), claim && judgeClaim(claim)]);
    if (own !== openings) return;
    game.claim = judged;
    show(game, { ply, kept });
    const wrong = [...(cut ? [t('link.arrived', cut.arrived, cut.sent)] : []), ...odd.map(([what, value]) => t(`link.${what}`, value))];
    if (wrong.length) notice(t(cut ? 'link.cut' : 'link.odd'), wrong.map((text) => make('p', {}, text)), { tone: 'odd' });
  } catch (problem) {
    if (own !== openings) return;
    if (!session.game && problem.status) front(true);
    showProblem(problem, () => open(log, { given, ply, claim, cut, odd, kept }));
  }
}

// Judge a claim and show its game, confirmed or refuted.
async function judgeClaim(request) {
  try {
    return { request, answer: await api.claim(request) };
  } catch (problem) {
    if (problem instanceof api.Problem) return { request, problem };
    throw problem;
  }
}

function show(game, { ply, kept }) {
  const first = !session.game;
  let node = ply === undefined ? game.firstTrouble : game.tree.nodes[Math.min(ply, game.tree.mainEnd.ply)];
  if (kept) {
    game.tree.restore(kept.variations);
    node = game.tree.nodes[kept.place] ?? node;
    game.tree.prefer(node);
    keeper.returned(history.state.id);
  }
  front(false);
  session.open(game, node);
  if (!kept) keeper.entered(first);
  if (game.claim || game.checkpoints.length) {
    if (innerWidth >= 1000) drawer.open('evidence');
  }
}

// Show the front page, or the table.
function front(shown) {
  document.body.classList.toggle('fronting', shown);
  find('#resume').hidden = !session.game;
  if (shown) {
    player.pause();
    newGame.open(session.game?.variant.id).catch((problem) => showProblem(problem, () => front(true)));
  }
}

function take(found) {
  const { kind, from, log, ply, cut, odd, source, warnings, proven, grade } = found;
  hideNotice();
  find('#anything').value = '';
  find('#anything').blur();
  if (kind === 'game') return open(log, { given: { kind: from, source, warnings, proven, grade }, ply, cut, odd });
  if (kind === 'daily') return takeDaily(found);
  if (kind === 'claim') return open(log, { given: { kind: 'claim' }, ply, cut, odd, claim: found.claim });
  if (kind === 'many') return pick(found.items, take);
  if (kind === 'receipt') return takeReceipt(found.text);
  if (kind === 'save') return takeSave(found.bytes);
  if (kind === 'answer') return takeAnswer(found);
  return showUnknown(found);
}

// Open the deal of a day.
async function takeDaily(found) {
  try {
    const { dailyDeal } = await api.load('./daily.js');
    const deal = await dailyDeal(found);
    if (deal) return open(deal.log, { given: deal.given });
  } catch (problem) {
    showProblem(problem, () => takeDaily(found));
  }
  if (!session.game) front(true);
  return null;
}

async function takeReceipt(text) {
  const state = await moderator.showReceipt(text);
  drawer.open('evidence');
  find('#receipt').scrollIntoView({ block: 'nearest' });
  if (state !== 'genuine') notice(t(`receipt.${state}`), [make('p', {}, t('receipt.says-short'))]);
}

async function takeSave(bytes) {
  try {
    const { request, source, warnings } = await api.importSave(bytes);
    await open(request, { given: { kind: 'save', source, warnings } });
  } catch (problem) {
    if (problem instanceof api.Problem && [404, 405, 501].includes(problem.status)) {
      return notice(t('save.title'), [make('p', {}, t('save.missing'))]);
    }
    showProblem(problem, () => takeSave(bytes), t('save.title'));
  }
}

// An answer without its log is reported, but has no board.
function takeAnswer({ from, body }) {
  if (from === 'problem') return showProblem(new api.Problem({ status: 400, ...body }), null, t('answer.problem'));
  if (from === 'claim') {
    const details = body.refutations.map(({ detail }) => make('li', { lang: 'en' }, detail));
    notice(t(body.confirmed ? 'claim.confirmed' : 'claim.refuted'), [make('p', {}, t('taken', t('taken.answer'))), make('ul', {}, ...details), make('p', {}, t('unknown.verdict'))], { tone: body.confirmed ? 'odd' : 'bad' });
    return body.receipt && takeReceipt(body.receipt);
  }
  const illegal = body.first_illegal_move;
  const result = illegal ? `${illegal.move}: ${illegal.detail}` : stateName(body.outcome);
  notice(t('answer.verdict'), [make('p', {}, result), make('p', {}, t('unknown.verdict'))], { tone: illegal ? 'bad' : 'odd' });
}

async function openFromAddress(state) {
  const kept = keeper.kept(state);
  if (kept) return open(kept.log, { given: kept.given, claim: kept.claim, kept });
  const { hash } = location;
  const named = fromLink(hash);
  if (named.kind !== 'unknown') return take(named);
  front(true);
  if (hash.length > 1) showUnknown(named);
}

async function claimIt() {
  try {
    const request = share.claim;
    moderator.show({ request, answer: await api.claim(request) });
    drawer.open('evidence');
    find('#claim').scrollIntoView({ block: 'nearest' });
  } catch (problem) {
    showProblem(problem, claimIt);
  }
}

function listen() {
  const on = (selector, act) => find(selector).addEventListener('click', act);
  on('#new-game', () => front(true));
  on('#to-front', () => front(true));
  on('#resume', () => front(false));
  on('#hint', hint);
  on('#finish', () => player.make(finish(session.game, session.base) ?? []));
  on('#claim-it', claimIt);
  on('#to-log', () => session.toLog());
  on('#to-help', () => find('#help').showModal());
  on('#to-settings', () => {
    fillStatistics();
    find('#settings').showModal();
  });
  for (const dialog of document.querySelectorAll('dialog')) dialog.querySelector('.close').addEventListener('click', () => dialog.close());
  document.addEventListener('keydown', (event) => {
    if (event.key === '?' && !isTyping(event.target) && !find('#help').open) find('#help').showModal();
  });
  window.addEventListener('popstate', (event) => openFromAddress(event.state));
}

listen();
openFromAddress(history.state).catch((problem) => showProblem(problem));
