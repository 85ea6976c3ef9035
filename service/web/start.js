// Starts the page and builds it: the board with its first cards, then the table that takes moves, then the page around it. The texts
// and the description of the game are requested at once, and the game is judged as soon as they are there.

import { knownDeals, service, variant, variants } from './data/api.js';
import { applySettings, breath, chosenLanguage, find, recall } from './dom.js';

const { hash } = location;
const named = history.state?.id ? null : new URLSearchParams(hash.slice(1)).get('variant');
import(`./i18n/${chosenLanguage()}.js`);
const judged = named && judge().catch(() => null);
// The front page needs all of these, so they are requested together.
if (!hash && !history.state?.id) {
  const code = [import('./page/page.js'), import('./page/new-game.js'), import(`./i18n/page/${chosenLanguage()}.js`)];
  for (const one of [...code, variant(recall('variant') ?? 'klondike'), service(), variants(), knownDeals()]) one.catch(() => {});
}
// An async module may run before the page is complete.
if (document.readyState === 'loading') await new Promise((done) => document.addEventListener('DOMContentLoaded', done));
const [{ Board }, { language, speak }] = await Promise.all([import('./table/board.js'), import('./i18n/text.js')]);

// What is pressed before anything listens to it is pressed again: buttons once the page is there, cards once they all lie.
const pressed = new Set();
const tapped = [];
let table = null;
let page = null;
document.addEventListener('click', ({ target }) => {
  pressed.add(target.closest('#new-game, #to-front, #to-drawer, #to-settings, #to-help, #hint, #front button'));
  if (!table?.session.game) tapped.push(target.closest('#felt > *'));
});
// Back may be pressed before the page is there.
window.addEventListener('popstate', ({ state }) => table?.openFromAddress(state));
// No form sends itself.
document.addEventListener('submit', (event) => event.preventDefault());

// The texts around the table come with the page or with the front page.
document.documentElement.lang = language;
for (const part of ['header', '#table']) speak(find(part));
applySettings();
// The board is laid out while its game is on the way.
document.body.classList.remove('starting');
document.body.classList.toggle('fronting', !location.hash);
document.body.classList.toggle('embed', location.pathname.endsWith('/embed'));
const board = new Board(find('#board'));
await breath();

const game = await judged;
// Checkpoints have their evidence beside the board from the start.
if (game && !game.checkpoints.length) {
  find('#story').classList.add('dealing');
  await board.deal(game, game.nodeAt(game.given.ply).position);
}
const { Table } = await import('./page/table.js');
table = new Table(board, around, tapped);
await table.openFromAddress(history.state, location.hash === hash ? game : null).catch(() => {});
await around();
if (document.body.classList.contains('embed')) (await import('./page/embed-messages.js')).speakWithHost(table);
document.documentElement.dataset.ready = 'page';
for (const element of pressed) element?.click();
// What the page needs without a network is fetched once nothing else is waited for. A frame on another site keeps nothing.
if (!document.body.classList.contains('embed')) (globalThis.requestIdleCallback ?? setTimeout)(() => navigator.serviceWorker?.register('offline.js').catch(() => {}));

// Judge the game of the address. Its problems are shown where it is opened.
async function judge() {
  variant(named).catch(() => {});
  const [{ GameRecord }, { fromLink }] = await Promise.all([import('./game/record.js'), import('./game/notation.js')]);
  const { kind, log, from, ply, challenge } = fromLink(location.hash);
  return kind === 'game' ? GameRecord.judged(log, { kind: from, ply, challenge }) : null;
}

// Return the page around the table, which is built once.
function around() {
  // Its texts are requested beside it, not after it.
  page ??= Promise.all([import('./page/page.js'), import(`./i18n/page/${language}.js`)]).then(([{ buildPage }]) => buildPage(table));
  return page;
}
