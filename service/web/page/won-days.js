// What was won on deals of the day, as it is kept on this device: by date and game the moves and which goals were met. Receipts of the
// service are evidence beside it; a win without a network counts, too.

import { isCount, isFlag, mapOf, recallJson, shapedAs } from '../data/untrusted.js';
import { remember } from '../dom.js';
import { receiptsOf } from './kept-receipts.js';

const KEY = 'won days';
const DAY = 86_400_000;
const MOST_DAYS = 400;

// The five games of a day.
export const DAILY_GAMES = ['klondike', 'spider', 'freecell', 'pyramid', 'three-peaks'];
// The stars of a month that make its badges.
export const BADGES = { bronze: 15, silver: 60, gold: 150 };

const isWin = shapedAs({ moves: isCount, withoutUndo: isFlag, withoutHint: isFlag });

// Return the wins by date and game.
export const wonDays = () => recallJson(KEY, mapOf(mapOf(isWin)), {});

// Keep a win. Goals may be met in different games on one deal.
export function keepWin(date, variant, { moves, withoutUndo, withoutHint }) {
  const days = wonDays();
  const before = days[date]?.[variant] ?? { moves, withoutUndo: false, withoutHint: false };
  const win = { moves: Math.min(before.moves, moves), withoutUndo: before.withoutUndo || withoutUndo, withoutHint: before.withoutHint || withoutHint };
  const all = Object.entries({ ...days, [date]: { ...days[date], [variant]: win } }).sort(([one], [other]) => (one < other ? 1 : -1));
  remember(KEY, JSON.stringify(Object.fromEntries(all.slice(0, MOST_DAYS))));
}

// Return the days on which a game was won, or any game.
export function datesWon(variant = null) {
  const own = Object.entries(wonDays()).filter(([, games]) => !variant || games[variant]).map(([date]) => date);
  return new Set([...own, ...(variant ? receiptsOf(variant).map(({ date }) => date) : [])]);
}

// Return how many stars a win has: one for itself, one for each goal.
export const starsOf = (win) => (win ? 1 + Number(win.withoutUndo) + Number(win.withoutHint) : 0);

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

// Return the stars of a month such as 2026-11, the badge that they make or null, and how many the next badge needs.
export function monthOf(month, days = wonDays()) {
  const stars = sum(Object.entries(days).filter(([date]) => date.startsWith(month)).flatMap(([, games]) => Object.values(games).map(starsOf)));
  const badges = Object.entries(BADGES);
  const [next, needed] = badges.find(([, least]) => stars < least) ?? [null, stars];
  const [badge] = badges.findLast(([, least]) => stars >= least) ?? [null];
  return { stars, badge, next, missing: needed - stars };
}

export const dateBefore = (date, days = 1) => new Date(Date.parse(date) - days * DAY).toISOString().slice(0, 10);

// Return how many days in a row were won: up to today, or up to yesterday as long as today may still be won; and at most ever.
export function streaksOf(won, now) {
  const ending = (date) => {
    let length = 0;
    while (won.has(dateBefore(date, length))) length += 1;
    return length;
  };
  return { current: ending(won.has(now) ? now : dateBefore(now)), longest: Math.max(0, ...[...won].map(ending)) };
}
