// The week on the front page: the last seven days with their stars, days in a row, the badge of the month, and the five games of today.

import { today } from '../data/api.js';
import { dayName, language, t } from '../i18n/panels.js';
import { button, fill, make } from '../dom.js';
import { DAILY_GAMES, dateBefore, datesWon, monthOf, starsOf, streaksOf, wonDays } from './won-days.js';

const GOALS = 3;

// Show the week. `variants` are those of the service, and `play` receives the id of a game.
export function showWeek(variants, play) {
  const now = today();
  const days = wonDays();
  const games = DAILY_GAMES.map((id) => variants.find((variant) => variant.id === id)).filter(Boolean);
  fill('#week', [
    make('ol', { className: 'days' }, ...Array.from({ length: 7 }, (_, index) => day(dateBefore(now, 6 - index), days, now))),
    make('p', {}, inWords(now, days)),
    make('div', { className: 'games' }, ...games.map(({ id, title }) => game(title, days[now]?.[id], () => play(id)))),
  ]);
}

function day(date, days, now) {
  const stars = Object.values(days[date] ?? {}).map(starsOf).reduce((all, one) => all + one, 0);
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(new Date(date));
  const label = t('week.day', dayName(date), stars);
  return make('li', { className: date === now ? 'today' : '' },
    make('span', { className: 'unseen' }, label), make('span', { 'aria-hidden': 'true' }, name), make('b', { 'aria-hidden': 'true' }, stars ? `★ ${stars}` : '☆'));
}

function inWords(now, days) {
  const { current } = streaksOf(datesWon(), now);
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(now));
  const { stars, badge, next, missing } = monthOf(now.slice(0, 7), days);
  return [
    current > 1 ? t('week.streak', current) : '',
    t('week.month', month, stars, badge && t(`badge.${badge}`)),
    next ? t('week.next', missing, t(`badge.${next}`)) : '',
  ].filter(Boolean).join(' ');
}

function game(title, win, act) {
  const stars = starsOf(win);
  const chosen = button(title, act, { className: win ? 'won' : '' });
  chosen.append(make('small', { 'aria-hidden': 'true' }, '★'.repeat(stars) + '☆'.repeat(GOALS - stars)), make('span', { className: 'unseen' }, `, ${t('week.stars', stars)}`));
  return chosen;
}
