// The page around the table: the story, the drawer, the front page, and whatever else may be opened. It loads after the first card.

import * as api from './api.js';
import { ofStuck } from './board.js';
import { AuthorPanel, Confirmation, Evidence } from './evidence.js';
import { breath, find, isTyping, make } from './dom.js';
import { Drawer } from './drawer.js';
import { Joy } from './joy.js';
import { finish } from './pointer-input.js';
import { ModeratorPanel } from './moderator.js';
import { LegalList, MoveList } from './moves.js';
import { NewGame } from './new-game.js';
import { Opener, hideNotice, notice, pick, showProblem, showUnknown } from './open-panel.js';
import { Prospects, Ribbon, known, prospectOf } from './prospects.js';
import { Settings, fillStatistics } from './settings.js';
import { Share } from './share.js';
import { Story } from './story.js';
import { attempt, board, front, open, openFound, openFromAddress, player, pressed, say, session, speak } from './table.js';
import { stateName, t } from './i18n.js';

speak(document.body);
find('#anything').placeholder = t('intake.hint');
find('#help-text').replaceChildren(...t('help').map(([keys, meaning]) => make('div', {}, make('dt', {}, keys), make('dd', {}, meaning))));
new Settings(() => session.game && session.learnt());
const prospects = new Prospects(session);
const drawer = new Drawer(session);

session.watch((_, previous) => {
  const { game, node } = session;
  board.mark('stuck', stuckCards(game, node));
  find('#to-log').hidden = session.line.at(-1) === game.tree.mainEnd;
  find('#finish').hidden = !session.own || !finish(game, session.base);
  if (game !== previous.game && game.given.kind === 'daily') api.load('./daily.js').then(({ follow }) => follow(session));
  if (game !== previous.game && (game.claim || game.checkpoints.length) && innerWidth >= 1000) drawer.open('evidence');
});

function stuckCards(game, node) {
  if (node.illegal || prospectOf(game, node) !== 'dead') return {};
  const stuck = known(game, node)?.proof?.stuck ?? game.turning?.stuck ?? [];
  return { cards: ofStuck(node.position, stuck) };
}

// The parts come one after another, so that taps are answered in between.
new Share(session, board, say);
new Ribbon(session, player.to);
await breath();
new MoveList(session);
new LegalList(session, board, attempt);
new AuthorPanel(session);
await breath();
const confirmation = new Confirmation(session);
confirmation.rejected = (problem) => showProblem(problem);
new Evidence(session, () => confirmation.again());
const moderator = new ModeratorPanel(session);
new Joy(session, board);
new Opener(take);
export const newGame = new NewGame(take);
await breath();
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
  restart: () => session.goTo(0),
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
  // A line that is only watched does not count as the visitor's win.
  session.game.shown = true;
  session.line = [];
  session.go(base);
  player.toggle();
}

const hint = () => api.load('./hint.js').then((module) => module.hint(session, board, say)).catch(showProblem);

function take(found) {
  const { kind } = found;
  hideNotice();
  find('#anything').value = '';
  find('#anything').blur();
  if (kind === 'game' || kind === 'claim') return openFound(found);
  if (kind === 'daily') return takeDaily(found);
  if (kind === 'many') return pick(found.items, take);
  if (kind === 'receipt') return takeReceipt(found.text);
  if (kind === 'save') return takeSave(found.bytes);
  if (kind === 'answer') return takeAnswer(found);
  return showUnknown(found);
}

// Open the deal of a day.
export async function takeDaily(found) {
  try {
    const { dailyDeal } = await api.load('./daily.js');
    const deal = await dailyDeal(found);
    if (deal) return open(deal.log, { given: deal.given, kept: deal.kept });
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

async function claimIt() {
  try {
    const request = session.claim;
    moderator.show({ request, answer: await api.claim(request) });
    drawer.open('evidence');
    find('#claim').scrollIntoView({ block: 'nearest' });
  } catch (problem) {
    showProblem(problem, claimIt);
  }
}

function listen() {
  const on = (selector, act) => find(selector).addEventListener('click', act);
  // On the front page, it deals one.
  on('#new-game', ({ detail }) => {
    if (!document.body.classList.contains('fronting')) front(true);
    else if (detail < 2) newGame.random().catch(showProblem);
  });
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
document.documentElement.dataset.ready = 'page';
for (const element of pressed) element?.click();
