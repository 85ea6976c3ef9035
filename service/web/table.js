// The table: shows the game in the address and takes moves. It is all that the first card needs.

import * as api from './api.js';
import { Board, ofCheckpoint, ofIllegal, ofStep } from './board.js';
import { applySettings, breath, button, find, isOn, make } from './dom.js';
import { Game, believed } from './game.js';
import { fromLink } from './notation.js';
import { Keeper, Player, Session } from './session.js';
import { Hand } from './pointer-input.js';
import { language, stateName, t } from './i18n.js';

// How many cards are laid at once when the page opens.
const AT_ONCE = 8;

const rest = () => import('./main.js');
const panels = () => import('./open-panel.js');

// The texts around the table come with main.js or with the front page.
document.documentElement.lang = language;
for (const part of ['header', '#table']) speak(find(part));
applySettings();
// The board is laid out while its game is on the way.
document.body.classList.remove('starting');
document.body.classList.toggle('fronting', !location.hash);
document.body.classList.toggle('embed', location.pathname.endsWith('/embed'));

export const session = new Session();
export const board = new Board(find('#board'));

session.watch((_, previous) => {
  const { game, node, position } = session;
  const same = game === previous.game;
  if (board.game !== game) board.set(game);
  const checkpoint = node.main && !node.illegal ? game.checkpoints.find(({ after, state }) => after === node.ply && state === 'differs') : null;
  board.show(session.theirs && checkpoint ? believed(position, checkpoint) : position, same && Math.abs(node.ply - previous.node.ply) <= 1);
  board.mark('step', node.step && !session.theirs ? ofStep(position, node.step) : {});
  board.mark('trouble', node.illegal ? ofIllegal(position, node.illegal) : checkpoint && !session.theirs ? ofCheckpoint(position, checkpoint) : {});
  if (node.illegal) board.preview(node.token, 'bad');
  find('#board').classList.toggle('theirs', session.theirs);
  document.body.classList.toggle('refused', Boolean(node.illegal));
  if (!same || node !== previous.node) say('');
  document.title = `${game.variant.title}: ${stateName(game.state)} – ${t('title')}`;
  find('#playing').textContent = game.variant.title;
  if (!same) find('#actions').replaceChildren(...game.variant.actions.map((action) => button(t(`action.${action}`), () => attempt(action))));
});

export const player = new Player(session);
const keeper = new Keeper(session, () => player.running);
const hand = new Hand(board, find('#board'), session, attempt, say);
hand.oneTap = () => isOn('one-tap');

// The buttons that were pressed before main.js listened to them, which presses them again, and the piles and cards that were
// pressed before all cards lay.
export const pressed = new Set();
const tapped = [];
document.addEventListener('click', ({ target }) => {
  pressed.add(target.closest('#new-game, #to-front, #to-drawer, #to-settings, #to-help, #hint, #front button'));
  if (!session.game) tapped.push(target.closest('#felt > *'));
});

// No form sends itself, not even before main.js listens to it.
document.addEventListener('submit', (event) => event.preventDefault());

export function attempt(token) {
  player.pause();
  session.play(token);
}

// The page contains only the keys of its texts. Fill in those of a part that were not yet.
export function speak(part) {
  for (const element of [part, ...part.querySelectorAll('[data-t], [data-label]')]) {
    const { t: text, label } = element.dataset;
    if (text) element.textContent = t(text);
    if (label) element.setAttribute('aria-label', t(label));
    // The buttons of the header are signs.
    if (label && element.matches('header > *')) element.title = t(label);
    delete element.dataset.t;
    delete element.dataset.label;
  }
}

// Show a status beside the sentence until the next step.
export function say(text, tone = '') {
  find('#status').textContent = text;
  find('#status').className = tone;
}

let openings = 0;

// Only the last of several concurrent requests is shown.
// `early` is a promise of the game, or of null if it is not judged yet.
export async function open(log, { given, ply, claim = null, cut = null, odd = [], kept = null, early = null }) {
  openings += 1;
  const own = openings;
  find('#notice').hidden = true;
  try {
    // The evidence is beside the table from the start.
    const [game, judged] = await Promise.all([judge(log, given, early), claim && judgeClaim(claim), (claim || log.checkpoints) && rest()]);
    await breath();
    if (own !== openings) return;
    game.claim = judged;
    await show(game, { ply, kept, own });
    const wrong = [...(cut ? [t('link.arrived', cut.arrived, cut.sent)] : []), ...odd.map(([what, value]) => t(`link.${what}`, value))];
    if (wrong.length) (await panels()).notice(t(cut ? 'link.cut' : 'link.odd'), wrong.map((text) => make('p', {}, text)), { tone: 'odd' });
  } catch (problem) {
    if (own !== openings) return;
    if (!session.game && problem.status) front(true);
    (await panels()).showProblem(problem, () => open(log, { given, ply, claim, cut, odd, kept }));
  }
}

const judge = async (log, given, early) => (await early) ?? Game.judged(log, given);

// Judge a claim and show its game, confirmed or refuted.
async function judgeClaim(request) {
  try {
    return { request, answer: await api.claim(request) };
  } catch (problem) {
    if (problem instanceof api.Problem) return { request, problem };
    throw problem;
  }
}

async function show(game, { ply, kept, own }) {
  const first = !session.game;
  const node = placeIn(game, { ply, kept });
  const fromFront = find('#front').contains(document.activeElement);
  front(false);
  if (first) await deal(game, node.position, own);
  if (own !== openings) return;
  session.open(game, node);
  find('#story').classList.remove('dealing');
  if (fromFront) hand.focus();
  for (const element of tapped.splice(0)) element?.click();
  // The first cards are shown before the history is written.
  if (first) await new Promise(requestAnimationFrame).then(breath);
  if (kept?.id) keeper.returned(kept.id);
  else keeper.entered(first);
}

// Return the node of a game that is shown first. A kept game has its variations again.
function placeIn(game, { ply, kept }) {
  const { tree } = game;
  const node = ply === undefined ? game.firstTrouble : tree.nodes[Math.min(ply, tree.mainEnd.ply)];
  if (!kept) return node;
  tree.restore(kept.variations);
  game.shown = kept.shown;
  const last = tree.nodes[kept.place] ?? node;
  tree.prefer(last);
  return last;
}

// Lay the first cards a few at a time, with their styles and layout, so that no task is long on a phone. End early if another
// game is opened.
async function deal(game, position, own) {
  const laid = new Map();
  const settle = () => {
    board.settle();
    return breath();
  };
  const lay = () => {
    board.show(new Map(laid), false);
    return settle();
  };
  find('#story').classList.add('dealing');
  board.set(game);
  await settle();
  // The page appears once the places are where they belong.
  await lay();
  document.documentElement.dataset.ready ??= 'table';
  await settle();
  let more = 0;
  for (const [name, pile] of position) {
    laid.set(name, pile);
    more += pile.cards.length;
    if (more < AT_ONCE) continue;
    await lay();
    if (own !== openings) return;
    more = 0;
  }
  await lay();
}

// Show the front page, or the table.
export async function front(shown) {
  document.body.classList.toggle('fronting', shown);
  find('#resume').hidden = !session.game;
  if (!shown) return;
  speak(document.body);
  find('#embed-code').textContent = `<iframe src="${api.addressOf('embed')}#v=1&variant=klondike&seed=1" width="800" height="600"></iframe>`;
  document.documentElement.dataset.ready ??= 'table';
  player.pause();
  const { newGame } = await rest();
  newGame.open(session.game?.variant.id).catch(async (problem) => (await panels()).showProblem(problem, () => front(true)));
}

// Open a recognised game or claim.
export function openFound({ kind, early, from, log, claim = null, ply, cut, odd, source, warnings, proven, grade }) {
  return open(log, { given: kind === 'claim' ? { kind } : { kind: from, source, warnings, proven, grade }, ply, cut, odd, claim, early });
}

export async function openFromAddress(state, early = null) {
  const kept = keeper.kept(state);
  if (kept) return open(kept.log, { given: kept.given, claim: kept.claim, kept });
  const { hash } = location;
  const found = fromLink(hash);
  if (found.kind === 'daily') return (await rest()).takeDaily(found);
  if (found.kind !== 'unknown') return openFound({ ...found, early });
  front(true);
  if (hash.length > 1) (await panels()).showUnknown(found);
}
