// The dialog of the statistics, with a small chart, export and import. They never leave the device unless the visitor exports them.

import { button, draw, find, make } from '../dom.js';
import { isObject, readJson } from '../data/untrusted.js';
import { t } from '../i18n/panels.js';
import { CHARTED, all, joined, keepAll, records } from './records.js';

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
    const { value } = readJson(await field.files[0].text());
    if (isObject(value)) {
      keepAll(joined(all(), value));
      return done();
    }
    field.setCustomValidity(t('stats.not-read'));
    return field.reportValidity();
  });
  return field;
}
