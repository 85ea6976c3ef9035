// The records of the games played on this device, by variant.

import { recall, remember } from '../dom.js';

const KEY = 'statistics';
const NONE = { played: 0, won: 0, streak: 0, before: 0, longest: 0, fewest: null, fastest: null, title: null, last: '' };
// How many of the last games are kept.
export const CHARTED = 40;

export const all = () => JSON.parse(recall(KEY) ?? '{}');

export const record = (variant) => ({ ...NONE, ...all()[variant] });

export const records = () => Object.entries(all()).map(([variant, found]) => ({ variant, ...NONE, ...found })).sort((one, other) => other.played - one.played);

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

export const keepAll = (found) => remember(KEY, JSON.stringify(found));
