// The page around the table: the story, the drawer, the front page, and whatever else may be opened. It loads after the first card.

import * as api from '../data/api.js';
import { automatic, finish } from '../game/auto-moves.js';
import { Prospects, known, prospectOf } from '../game/prospects.js';
import { language, speak, t } from '../i18n/page.js';
import { Confirmation } from './confirmation.js';
import { breath, find, isOn, isTyping, make } from '../dom.js';
import { Drawer } from './drawer.js';
import { Effects } from './effects.js';
import { Evidence } from './evidence.js';
import { ExploreKeys } from './explore-keys.js';
import { firstOf, keepFocus } from './focus-keeper.js';
import { Narrator } from './narrator.js';
import { Opener, showProblem } from './open-panel.js';
import { Ribbon } from './ribbon.js';
import { ScoreKeeper } from './score-keeper.js';
import { Share } from './share.js';
import { Story } from './story.js';
import { Taker } from './taker.js';
import { ofStuck } from '../table/highlights.js';

// Build the page around a table. Its parts come one after another, so that taps are answered in between.
export async function buildPage(table) {
  const { session, board, playback } = table;
  document.head.append(make('link', { rel: 'stylesheet', href: new URL('later.css', import.meta.url) }));
  speak(document.body);
  for (const link of document.querySelectorAll('[href=rules]')) link.search = `?lang=${language}`;
  find('#anything').placeholder = t('intake.hint');
  find('#help-text').replaceChildren(...t('help').map(([keys, meaning]) => make('div', {}, make('dt', {}, keys), make('dd', {}, meaning))));
  const prospects = new Prospects(session);
  const drawer = new Drawer(table);
  session.watch((_, previous) => follow(table, drawer, previous));
  if (document.body.dataset.back === 'own') api.load('../page/own-back.js').then(({ showPicture }) => showPicture()).catch(() => {});
  new Share(session, board, table.say);
  new Ribbon(session, playback.to);
  await breath();
  // Few visits open the list of legal moves, or have checkpoints.
  find('#legal').addEventListener('toggle', () => api.load('../page/legal-list.js').then(({ LegalList }) => new LegalList(session, board, table.attempt)), { once: true });
  session.watch((_, previous) => session.game !== previous.game && session.game.checkpoints.length && showAuthors(session));
  await breath();
  const confirmation = new Confirmation(session);
  confirmation.rejected = (problem) => showProblem(problem);
  new Evidence(session, () => confirmation.again());
  // Few visits bring a claim or a receipt.
  let panel = null;
  const moderator = () => (panel ??= api.load('../page/claim-panel.js').then(({ ClaimPanel }) => new ClaimPanel(session)));
  session.watch((_, previous) => session.game !== previous.game && session.game.claim && moderator());
  const taker = new Taker(table, drawer, moderator);
  new Opener(taker.take);
  let loaded = null;
  // The choice of games loads with the front page, or with the first deal after a game.
  const newGame = () => (loaded ??= api.load('../page/new-game.js').then(({ NewGame }) => new NewGame(taker.take)));
  const again = (grade) => newGame().then((choice) => choice.again(session.game, grade)).catch(showProblem);
  new Effects(session, board);
  new ScoreKeeper(session, board, {
    again: () => again(),
    deal: again,
    line: () => showWholeLine(table, prospects),
    statistics: () => api.load('../page/statistics.js').then(({ showStatistics }) => showStatistics()),
    picture: () => picture(table),
    review: () => reviewed(table, prospects, drawer),
    challenge: (seconds) => api.load('../page/challenge.js').then(({ showChallenge }) => showChallenge(session, seconds, () => picture(table))).catch(showProblem),
  });
  await breath();
  const story = new Story(session, board, actsOf(table, { prospects, drawer, again, taker, story: () => story }), prospects, new Narrator(session, playback));
  table.input.offer = (held, tokens) => story.offer(held, tokens);
  // Few visits type moves.
  let typed = null;
  const typing = () => (typed ??= api.load('../page/typed-move.js').then(({ TypedMove }) => new TypedMove(session, table.attempt)));
  find('#typed').addEventListener('focus', () => typing().then((move) => move.complete()).catch(showProblem));
  find('#typed-move').addEventListener('submit', () => typing().then((move) => move.play()).catch(showProblem));
  new ExploreKeys(table, () => {
    drawer.open('moves');
    find('#typed').focus();
  });
  keepFocus(firstOf(table.input));
  session.watch(() => startAids(table));
  listen(table, { drawer, moderator, newGame });
  return { newGame, takeDaily: (found) => taker.takeDaily(found) };
}

// What only some settings need, by module.
const AIDS = { scanner: () => document.body.dataset.scan !== 'off', magnifier: () => isOn('magnifier') };
const aids = new Map();

// Start what the settings ask for, once. It looks at them itself when they change.
function startAids(table) {
  for (const [name, isWanted] of Object.entries(AIDS)) {
    if (isWanted() && !aids.has(name)) aids.set(name, api.load(`../page/${name}.js`).then(({ start }) => start(table)).catch(showProblem));
  }
}

let authors = null;

// Show the panel of checkpoints, which then follows every game.
function showAuthors(session) {
  authors ??= api.load('../page/author-panel.js').then(({ AuthorPanel }) => new AuthorPanel(session));
}

// Show what a change means for the parts of the page that have no file of their own.
function follow(table, drawer, previous) {
  const { session, board } = table;
  const { game, node } = session;
  board.mark('stuck', stuckCards(game, node));
  find('#to-log').hidden = session.line.at(-1) === game.tree.mainEnd;
  // A lost game says where it was lost.
  if (session.own && node.outcome === 'lost' && node.turning === undefined) findLoss(session);
  find('#finish').hidden = !session.own || !finish(game, session.base);
  if (game === previous.game) return void playOn(table, previous.node);
  if (game.given.challenge) api.load('../page/challenge.js').then((challenge) => challenge.follow(session));
  if (game.given.kind === 'daily') api.load('../page/daily.js').then((daily) => daily.follow(session));
  if ((game.claim || game.checkpoints.length) && innerWidth >= 1000) drawer.open('evidence');
}

// Let cards go to the foundations by themselves after a move of the player's, as far as the settings say.
function playOn({ session, playback }, before) {
  const { game, node, own } = session;
  if (!own || playback.running || node.illegal || node === before || node.parent !== (before.illegal ? before.parent : before)) return;
  const moves = automatic(game, node, document.body.dataset.auto);
  if (moves.length) playback.make(moves);
}

const findLoss = (session) => api.load('../page/loss.js').then((loss) => loss.findLoss(session));
const picture = (table) => api.load('../page/picture.js').then(({ sharePicture }) => sharePicture(table)).catch(showProblem);

function stuckCards(game, node) {
  if (node.illegal || prospectOf(game, node) !== 'dead') return {};
  const stuck = known(game, node)?.proof?.stuck ?? game.turning?.stuck ?? [];
  return { cards: ofStuck(node.position, stuck) };
}

// Return the functions of the actions that the story offers, by name.
function actsOf(table, { prospects, drawer, again, taker, story }) {
  const { session, board, playback } = table;
  const because = (name) => (way) => api.load('../page/proof-steps.js').then((module) => module[name](session, board, story(), way)).catch(showProblem);
  return {
    ask: () => prospects.ask(session.base),
    'ask-longer': () => prospects.ask(session.base, { longer: true }),
    'show-line': () => showLine(table, prospects),
    again: () => again(),
    because: because('explain'),
    'because-step': because('turn'),
    'because-close': because('close'),
    before: (ply) => goMain(session, ply),
    calendar: () => api.load('../page/calendar.js').then(({ showCalendar }) => showCalendar(session.game.variant, (date) => taker.takeDaily({ variant: session.game.variant.id, date }))),
    'claim-again': () => api.load('../page/daily.js').then((daily) => daily.claimAgain(session)),
    'back-to': (ply) => session.goTo(ply),
    'line-from': (ply) => {
      session.goTo(ply);
      return showLine(table, prospects);
    },
    loss: async () => {
      table.say(t('prospect.asking'));
      await findLoss(session);
      table.say('');
    },
    picture: () => picture(table),
    'copy-day': () => api.load('../page/daily.js').then((daily) => daily.copyLink(session.game)),
    'copy-log': () => find('#copy-log').click(),
    evidence: () => drawer.open('evidence'),
    'next-listed': () => api.load('../page/desk.js').then(({ openNext }) => openNext()),
    list: () => api.load('../page/desk.js').then(({ showListAgain }) => showListAgain()),
    play: () => playback.toggle(),
    restart: () => session.goTo(0),
    review: () => reviewed(table, prospects, drawer),
    rules: () => drawer.open('rules'),
    today: () => taker.takeDaily({ variant: session.game.variant.id }),
    theirs: (theirs) => session.showTheirs(theirs),
    try: table.attempt,
    undo: () => session.goTo(session.ply - 1),
    watch: () => {
      session.goTo(0);
      playback.toggle();
    },
  };
}

// Go to a place of the original log.
function goMain(session, ply) {
  const { tree } = session.game;
  for (let at = tree.nodes[ply].next; at; at = at.next) at.parent.next = null;
  session.go(tree.nodes[ply]);
}

// Show the solver's win from the deal.
async function showWholeLine({ session, playback, say }, prospects) {
  const { root } = session.game.tree;
  session.go(root);
  say(t('play.hint-asking'));
  await showLine({ session, playback }, prospects);
  if (session.node === root) say(session.base.next ? t('win.known', session.last) : t('win.unknown'));
}

// Review the game that is over, beside its moves.
async function reviewed(table, prospects, drawer) {
  drawer.open('moves');
  try {
    const { showReview } = await api.load('../page/review.js');
    await showReview(table.session, () => showLine(table, prospects));
  } catch (problem) {
    showProblem(problem);
  }
}

async function showLine({ session, playback }, prospects) {
  const { base } = session;
  const first = await prospects.line(base);
  if (!first || session.base !== base) return;
  // A line that is only watched does not count as the visitor's win.
  session.game.progress.shown = true;
  session.line = [];
  session.go(base);
  playback.toggle();
}

async function claimIt({ session }, drawer, moderator) {
  try {
    const request = session.claim;
    const answer = await api.claim(request);
    (await moderator()).show({ request, answer });
    drawer.open('evidence');
    find('#claim').scrollIntoView({ block: 'nearest' });
  } catch (problem) {
    showProblem(problem, () => claimIt({ session }, drawer, moderator));
  }
}

function listen(table, { drawer, moderator, newGame }) {
  const { session, board, playback } = table;
  const on = (selector, act) => find(selector).addEventListener('click', act);
  for (const id of ['#new-game', '#to-front']) on(id, () => document.body.classList.contains('fronting') || table.toFront());
  on('.skip', async () => {
    if (document.body.classList.contains('fronting')) await (await newGame()).fill();
    firstOf(table.input)()?.focus();
  });
  on('#resume', () => table.resume());
  on('#hint', () => api.load('../page/hint.js').then((module) => module.hint(session, board, table.say)).catch(showProblem));
  on('#finish', () => playback.make(finish(session.game, session.base) ?? []));
  on('#claim-it', () => claimIt(table, drawer, moderator));
  on('#to-log', () => session.toLog());
  on('#to-help', () => find('#help').showModal());
  let settings = null;
  on('#to-settings', async () => {
    settings ??= api.load('../page/settings.js').then(({ fillSettings }) => fillSettings(() => session.game && session.learnt()));
    await settings;
    find('#settings').showModal();
  });
  for (const dialog of document.querySelectorAll('dialog')) dialog.querySelector('.close').addEventListener('click', () => dialog.close());
  document.addEventListener('keydown', (event) => {
    if (event.key === '?' && isOn('letter-keys') && !isTyping(event.target) && !find('#help').open) find('#help').showModal();
  });
}
