// The page: connects its parts, and opens recognised input and the game in the address.

import * as api from './api.js';
import { AuthorPanel } from './author.js';
import { Board } from './board.js';
import { believed } from './checkpoints.js';
import { find, isTyping, make, recall, remember } from './dom.js';
import { Game } from './game.js';
import { Hand } from './pointer-input.js';
import { fromLink } from './recognise.js';
import { Keeper } from './history.js';
import { ofCheckpoint, ofIllegal, ofStep } from './highlights.js';
import { ModeratorPanel } from './moderator.js';
import { MoveList } from './moves.js';
import { Opener, hideNotice, notice, pick, showProblem, showUnknown } from './open-panel.js';
import { Play } from './make-move.js';
import { Player } from './playback.js';
import { Prospects } from './prospects.js';
import { Session } from './session.js';
import { Share } from './share.js';
import { VerdictPanel } from './verdict.js';
import { LANGUAGES, dealInSigns, language, moveNumber, stateName, stepInWords, t } from './i18n.js';

const FIRST_EXAMPLE = ['rouge-et-noir', 'won'];

speak();
document.body.classList.toggle('embed', location.pathname.endsWith('/embed'));

const session = new Session();
const board = new Board(find('#board'));

session.watch((_, previous) => {
  const { game, node, position } = session;
  const same = game.tree.root === previous.game?.tree.root;
  if (board.variant !== game.variant) board.set(game.variant);
  const checkpoint = node.main && !node.illegal ? game.checkpoints.find(({ after, state }) => after === node.ply && state === 'differs') : null;
  const shown = session.theirs && checkpoint ? believed(position, checkpoint) : position;
  board.show(shown, same && Math.abs(node.ply - previous.node.ply) <= 1);
  board.mark('step', node.step && !session.theirs ? ofStep(position, node.step) : {});
  board.mark('trouble', node.illegal ? ofIllegal(position, node.illegal) : checkpoint && !session.theirs ? ofCheckpoint(position, checkpoint) : {});
  if (node.illegal) board.preview(node.illegal.move, 'bad');
  else if (node.step) board.reveal(node.step.moved.at(-1)?.to);
  find('#board').classList.toggle('theirs', session.theirs);
  narrate();
});

// Release the held cards before the board reads the layout, so that cards slide once.
const play = new Play(session, board, say);
const hand = new Hand(board, find('#board'), session, play.attempt, say);
const player = new Player(session);
new MoveList(session);
const verdictPanel = new VerdictPanel(session, board, play.attempt);
new AuthorPanel(session);
const moderator = new ModeratorPanel(session);
const share = new Share(session, board, say);
const prospects = new Prospects(session, board, sayIfSilent);
const keeper = new Keeper(session, share, () => player.running);
const opener = new Opener(take);
play.started = () => hand.focus();
play.refused = bubble;
play.prospects = prospects;
prospects.shown = () => player.toggle();

// The page contains only the keys of its texts.
function speak() {
  Object.assign(document.documentElement, { lang: language }).dataset.spoken = '';
  for (const element of document.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', t(element.dataset.label));
  find('#anything').placeholder = t(innerWidth < 560 ? 'intake.hint-short' : 'intake.hint');
  find('#help-text').replaceChildren(...t('help').map(([keys, meaning]) => make('div', {}, make('dt', {}, keys), make('dd', {}, meaning))));
}

// Show a status beside the board until the next step.
function say(text, tone = '') {
  find('#status').textContent = text;
  find('#status').className = tone;
}

// A background result does not replace the status of an action.
function sayIfSilent(text) {
  if (!find('#status').textContent) say(text);
}

function narrate() {
  const { game, node } = session;
  say('');
  const caption = find('#caption');
  caption.classList.toggle('bad', Boolean(node.illegal));
  if (node.illegal) {
    caption.replaceChildren(make('b', {}, `✗ ${t('illegal.title', moveNumber(node.ply))} ${node.token}: `), make('span', { lang: 'en' }, node.illegal.detail));
  } else if (node.step?.move === 'deal') {
    caption.replaceChildren(
      make('span', { className: 'unseen' }, `${t('caption.move', node.ply)} ${stepInWords(node.step)}`),
      make('span', { ariaHidden: 'true' }, `${t('caption.move', node.ply)} ${dealInSigns(node.step)}`),
    );
  } else {
    caption.textContent = node.step ? `${t('caption.move', node.ply)} ${stepInWords(node.step)}` : t('caption.start');
  }
  const { state } = session;
  find('#state').hidden = !state;
  find('#state').textContent = state && stateName(state);
  find('#state').className = `badge ${state}`;
  document.title = `${game.variant.title}: ${stateName(game.state)} – ${t('title')}`;
  find('#bubble').hidden = true;
}

// Show a refusal beside the pointer, too.
function bubble({ detail }) {
  const { spot } = hand;
  if (!spot) return;
  const told = find('#bubble');
  told.textContent = detail;
  told.hidden = false;
  const { width, height } = told.getBoundingClientRect();
  told.style.left = `${Math.max(4, Math.min(innerWidth - width - 4, spot.x - width / 2))}px`;
  told.style.top = `${spot.y > height + 40 ? spot.y - height - 24 : spot.y + 30}px`;
}

let asked = 0;

// Only the last of several concurrent requests is shown.
async function open(log, { given, ply, claim = null, cut = null, kept = null }) {
  asked += 1;
  const mine = asked;
  hideNotice();
  try {
    const [game, judged] = await Promise.all([Game.judged(log, given), claim && judgeClaim(claim)]);
    if (mine !== asked) return;
    game.claim = judged;
    show(game, { ply, kept, playing: given.kind === 'deal' });
    if (cut) notice(t('link.cut'), [make('p', {}, t('link.arrived', cut.arrived, cut.sent))], { tone: 'odd' });
  } catch (problem) {
    if (mine === asked) showProblem(problem, () => open(log, { given, ply, claim, cut, kept }));
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

function show(game, { ply, kept, playing }) {
  const first = !session.game;
  let node = ply === undefined ? game.firstTrouble : game.tree.nodes[Math.min(ply, game.tree.mainEnd.ply)];
  if (kept) {
    game.tree.restore(kept.variations);
    node = game.tree.nodes[kept.place] ?? node;
    game.tree.prefer(node);
    keeper.returned(history.state.id);
  }
  session.open(game, node, kept ? kept.playing : playing);
  const [refutation] = game.claim?.answer?.refutations ?? [];
  if (refutation) say(refutation.detail, 'bad');
  if (!kept) keeper.entered(first);
  if (find('#table').getBoundingClientRect().top < 0) find('#table').scrollIntoView();
}

function take(found) {
  const { kind, from, log, ply, cut, source, warnings } = found;
  hideNotice();
  find('#anything').value = '';
  find('#anything').blur();
  if (kind === 'game') return open(log, { given: { kind: from, source, warnings }, ply, cut });
  if (kind === 'claim') return open(log, { given: { kind: 'claim' }, ply, cut, claim: found.claim });
  if (kind === 'many') return pick(found.items, take);
  if (kind === 'receipt') return moderator.showReceipt(found.text);
  if (kind === 'save') return takeSave(found.bytes);
  if (kind === 'answer') return takeAnswer(found);
  return showUnknown(found);
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
    const title = t(body.confirmed ? 'claim.confirmed' : 'claim.refuted');
    const details = body.refutations.map(({ detail }) => make('li', { lang: 'en' }, detail));
    notice(title, [make('p', {}, t('taken', t('taken.answer'))), make('ul', {}, ...details), make('p', {}, t('unknown.verdict'))], { tone: body.confirmed ? 'odd' : 'bad' });
    return body.receipt && moderator.showReceipt(body.receipt);
  }
  const illegal = body.first_illegal_move;
  const said = illegal ? `${moveNumber(illegal.index + 1)} ${illegal.move}: ${illegal.detail}` : stateName(body.outcome);
  notice(t('answer.verdict'), [make('p', {}, said), make('p', {}, t('unknown.verdict'))], { tone: illegal ? 'bad' : 'odd' });
}

async function openFromAddress(state) {
  const kept = keeper.kept(state);
  if (kept) return open(kept.log, { given: kept.given, claim: kept.claim, kept });
  const { hash } = location;
  const named = fromLink(hash);
  if (named.kind !== 'unknown') return take(named);
  if (!session.game) await opener.example(...FIRST_EXAMPLE);
  if (hash.length > 1) showUnknown(named);
}

function dialogs() {
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.querySelector('.close').addEventListener('click', () => dialog.close());
  }
  find('#to-help').addEventListener('click', () => find('#help').showModal());
  document.addEventListener('keydown', (event) => {
    if (event.key === '?' && !isTyping(event.target) && !find('#help').open) find('#help').showModal();
    const undoes = event.key === 'z' && (event.ctrlKey || event.metaKey) && !isTyping(event.target);
    if (undoes) play.undo();
  });
}

function choices() {
  const four = find('#four-colours');
  four.checked = recall('four-colours') === 'yes';
  const colour = () => document.body.classList.toggle('four-colours', four.checked);
  four.addEventListener('change', () => {
    remember('four-colours', four.checked ? 'yes' : 'no');
    colour();
  });
  colour();
  const tongue = find('#language');
  tongue.replaceChildren(...Object.keys(LANGUAGES).map((tag) => make('option', { value: tag, selected: tag === language }, LANGUAGES[tag])));
  tongue.addEventListener('change', () => {
    remember('language', tongue.value);
    location.reload();
  });
}

async function claimIt() {
  try {
    const request = share.claim;
    moderator.show({ request, answer: await api.claim(request) });
    find('#claim').scrollIntoView({ block: 'nearest' });
  } catch (problem) {
    showProblem(problem, claimIt);
  }
}

// The list of legal moves is requested when it is opened.
function legalMoves() {
  const details = find('#legal');
  const list = async () => {
    if (!details.open || !session.game) return;
    const { base, game } = session;
    const legal = await game.legalAt(base).catch(() => []);
    if (session.base !== base) return;
    find('#legal-count').textContent = ` (${legal.length})`;
    find('#legal-here').replaceChildren(verdictPanel.legalList(legal, base.position));
  };
  details.addEventListener('toggle', list);
  session.watch(() => {
    find('#legal-count').textContent = '';
    list();
  });
}

api.waiting.changed = (number) => find('#busy').classList.toggle('waiting', number > 0);
find('#claim-it').addEventListener('click', claimIt);
find('#to-log').addEventListener('click', () => {
  const { tree } = session.game;
  session.playing = false;
  for (let at = tree.mainEnd; at.parent; at = at.parent) at.parent.next = null;
  session.open(session.game, tree.nodes[Math.min(session.ply, tree.mainEnd.ply)]);
});
session.watch(() => {
  find('#to-log').hidden = session.line.at(-1) === session.game.tree.mainEnd;
});
document.addEventListener('pointerdown', () => {
  find('#bubble').hidden = true;
});
dialogs();
choices();
legalMoves();
window.addEventListener('popstate', (event) => openFromAddress(event.state));
openFromAddress(history.state).catch((problem) => showProblem(problem));
opener.fill().catch((problem) => showProblem(problem));
