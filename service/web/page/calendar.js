// The deals of the day as a month: the days that were won have a star and their receipt, and past days can be played.

import { today } from '../data/api.js';
import { dayName, language, t } from '../i18n/panels.js';
import { button, find, make } from '../dom.js';
import { announce } from './announcer.js';
import { receiptsOf } from './kept-receipts.js';
import { showReceipts } from './receipts.js';
import { dateBefore, datesWon, streaksOf } from './won-days.js';

// How many days back the service has deals.
const PLAYABLE = 30;

const dateOf = (time) => new Date(time).toISOString().slice(0, 10);

// Return the days of a month by weeks from Monday, with null beside the first and the last one.
export function weeksOf(month) {
  const first = new Date(`${month}-01`);
  const lead = (first.getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const days = [...Array(lead).fill(null), ...Array.from({ length }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`)];
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => Array.from({ length: 7 }, (__, day) => days[7 * week + day] ?? null));
}

const written = (date, options) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(new Date(date));
const nameOf = (month) => written(`${month}-01`, { month: 'long', year: 'numeric' });
const monthBeside = (month, way) => dateOf(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + way, 1)).slice(0, 7);

// Show the month of a game's deals in a dialog. `play` receives the date that was chosen.
export function showCalendar(variant, play, month = today().slice(0, 7)) {
  const dialog = find('#calendar') ?? make('dialog', { id: 'calendar', ariaLabel: t('calendar.title') });
  const leave = (act) => () => {
    dialog.close();
    act?.();
  };
  const [now, receipts] = [today(), receiptsOf(variant.id)];
  const won = datesWon(variant.id);
  const oldest = dateBefore(now, PLAYABLE);
  const { current, longest } = streaksOf(won, now);
  const first = [oldest, ...won].sort()[0].slice(0, 7);
  const turn = (way, sign, name) => {
    const other = monthBeside(month, way);
    const act = () => {
      showCalendar(variant, play, other);
      announce(nameOf(other));
    };
    return button(sign, act, { 'aria-label': t(name), disabled: other < first || other > now.slice(0, 7) });
  };
  const cell = (date) => make('td', {}, date && button(String(Number(date.slice(8))), leave(() => play(date)), dayState(date, { now, won, oldest })));
  const weeks = weeksOf(month);
  dialog.replaceChildren(
    make('h2', {}, t('calendar.heading', variant.title)),
    make('div', { className: 'row' }, turn(-1, '‹', 'calendar.earlier'), make('h3', {}, nameOf(month)), turn(1, '›', 'calendar.later')),
    make('table', {},
      make('thead', {}, make('tr', {}, ...weeks[1].map((date) => make('th', { scope: 'col' }, written(date, { weekday: 'short' }))))),
      make('tbody', {}, ...weeks.map((week) => make('tr', {}, ...week.map(cell))))),
    make('p', { id: 'streak' }, won.size ? t('calendar.streak', current, longest, won.size) : t('calendar.none')),
    make('p', { className: 'quiet' }, t('calendar.about')),
    make('div', { className: 'row' },
      button(t('open.today'), leave(() => play(now)), { className: 'main' }),
      receipts.length ? button(t('receipts.title'), leave(showReceipts)) : null,
      button(t('close'), leave(), { className: 'close' })),
  );
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
}

function dayState(date, { now, won, oldest }) {
  const isPlayable = date >= oldest && date <= now;
  const state = won.has(date) ? 'won' : date === now ? 'today' : isPlayable ? 'open' : 'closed';
  return { className: state, disabled: !isPlayable, 'aria-label': t(`calendar.${state}`, dayName(date)) };
}
