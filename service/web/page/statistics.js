// Statistics of the games played on this device, by variant. They never leave it.

import { t } from '../i18n/text.js';
import { find, make, recall, remember } from '../dom.js';

const KEY = 'statistics';
const NONE = { played: 0, won: 0, streak: 0, before: 0, longest: 0, fewest: null, fastest: null };

const all = () => JSON.parse(recall(KEY) ?? '{}');

export const record = (variant) => ({ ...NONE, ...all()[variant] });

const records = () => Object.entries(all()).map(([variant, found]) => ({ variant, ...NONE, ...found }));

// Return a record with one more game, which breaks the streak until it is won.
export const withStart = (found) => ({ ...found, played: found.played + 1, before: found.streak, streak: 0 });

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
  };
}

export function keep(variant, found) {
  remember(KEY, JSON.stringify({ ...all(), [variant]: found }));
}

// List the records in the settings.
export function fillStatistics() {
  const rows = records().map(({ variant, played, won, streak, longest, fewest }) => make(
    'tr', {}, make('th', { scope: 'row' }, variant), ...[played, won, streak, longest, fewest ?? '–'].map((value) => make('td', {}, String(value))),
  ));
  const head = make('tr', {}, ...['game', 'played', 'won', 'streak', 'longest', 'fewest'].map((name) => make('th', { scope: 'col' }, t(`stats.${name}`))));
  find('#statistics').replaceChildren(make('h3', {}, t('stats.title')), rows.length ? make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows)) : make('p', { className: 'quiet' }, t('stats.none')));
}
