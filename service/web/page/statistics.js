// Statistics of the games played on this device, by variant. They never leave it, unless the visitor exports them.

import { button, draw, find, make, recall, remember } from '../dom.js';
import { t } from '../i18n/text.js';

const KEY = 'statistics';
const NONE = { played: 0, won: 0, streak: 0, before: 0, longest: 0, fewest: null, fastest: null, title: null, last: '' };
// How many of the last games are charted.
const CHARTED = 40;

const all = () => JSON.parse(recall(KEY) ?? '{}');

export const record = (variant) => ({ ...NONE, ...all()[variant] });

const records = () => Object.entries(all()).map(([variant, found]) => ({ variant, ...NONE, ...found })).sort((one, other) => other.played - one.played);

// Return a record with one more game, which breaks the streak until it is won. `last` has a digit for each of the last games: 1 if
// it was won.
export const withStart = (found) => ({ ...found, played: found.played + 1, before: found.streak, streak: 0, last: `${found.last ?? ''}0`.slice(-CHARTED) });

// Return a record whose last game was won.
export function withWin(found, moves, seconds) {
  const streak = found.before + 1;
  return {
    ...found,
    won: found.won + 1,
    streak,
    longest: Math.max(found.longest, streak),
    fewest: Math.min(found.fewest ?? moves, moves),
    fastest: Math.min(found.fastest ?? seconds, seconds),
    last: `${(found.last ?? '').slice(0, -1)}1`,
  };
}

export function keep(variant, found) {
  remember(KEY, JSON.stringify({ ...all(), [variant]: found }));
}

// Return the records of a file that `exportText` wrote, joined with those of the device: of each variant the one with more games.
export function joined(own, other) {
  const valid = Object.entries(other).filter(([, found]) => Number.isInteger(found?.played) && Number.isInteger(found.won));
  return Object.fromEntries([...Object.entries(own), ...valid.filter(([variant, found]) => found.played > (own[variant]?.played ?? 0))]);
}

// Show the records in a dialog.
export function showStatistics() {
  const dialog = find('#statistics') ?? make('dialog', { id: 'statistics', ariaLabel: t('stats.title') });
  const found = records();
  dialog.replaceChildren(
    make('h2', {}, t('stats.title')),
    found.length ? table(found) : make('p', { className: 'quiet' }, t('stats.none')),
    make('p', { className: 'quiet' }, t('stats.device')),
    make('div', { className: 'row' },
      button(t('close'), () => dialog.close(), { className: 'close main' }),
      button(t('stats.export'), exportAll),
      make('label', { className: 'file button' }, make('span', {}, t('stats.import')), fileField(showStatistics))),
  );
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
}

function table(found) {
  const columns = ['game', 'played', 'won', 'streak', 'longest', 'fewest', 'fastest', 'last'];
  const head = make('tr', {}, ...columns.map((name) => make('th', { scope: 'col' }, t(`stats.${name}`))));
  const rows = found.map((row) => {
    const { played, won, streak, longest, fewest, fastest } = row;
    const share = played ? `${won} (${Math.round((100 * won) / played)} %)` : '0';
    const time = fastest ? t('win.clock', Math.floor(fastest / 60), fastest % 60) : '–';
    return make('tr', {}, make('th', { scope: 'row' }, row.title ?? row.variant), ...[played, share, streak, longest, fewest ?? '–', time].map((value) => make('td', {}, String(value))), make('td', {}, chart(row.last)));
  });
  return make('div', { className: 'wide', tabIndex: 0, role: 'group', 'aria-label': t('stats.title') }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows)));
}

// Draw the last games as bars: tall for a win.
function chart(last) {
  const bars = [...last].map((won, index) => draw('rect', { class: won === '1' ? 'won' : 'lost', x: index * 4, width: 3, y: won === '1' ? 0 : 11, height: won === '1' ? 16 : 5 }));
  const wins = [...last].filter((won) => won === '1').length;
  return draw('svg', { class: 'chart', viewBox: `0 0 ${CHARTED * 4} 16`, role: 'img', 'aria-label': t('stats.chart', wins, last.length) }, ...bars);
}

async function exportAll() {
  const { download } = await import('./share.js');
  download('patience-statistics.json', JSON.stringify(all(), null, 1), 'application/json');
}

function fileField(done) {
  const field = make('input', { type: 'file', accept: 'application/json' });
  field.addEventListener('change', async () => {
    const text = await field.files[0].text();
    try {
      remember(KEY, JSON.stringify(joined(all(), JSON.parse(text))));
      done();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      field.setCustomValidity(t('stats.not-read'));
      field.reportValidity();
    }
  });
  return field;
}
