// The records of the games played on this device, by variant.

import { isCount, isObject, isText, optional, recallJson, shapedAs } from '../data/untrusted.js';
import { remember } from '../dom.js';

const KEY = 'statistics';
const NONE = { played: 0, won: 0, streak: 0, longest: 0, fewest: null, fastest: null, title: null, last: '', earlier: 0 };
// How many of the last games are kept, with a digit for each: 1 if it was won.
export const CHARTED = 40;

const isRecord = shapedAs({
  played: isCount, won: isCount, streak: optional(isCount), longest: optional(isCount), fewest: optional(isCount), fastest: optional(isCount),
  title: optional(isText), last: optional((value) => isText(value) && /^[01]*$/.test(value)), earlier: optional(isCount),
});

// Return the records among the members of an object. Other members are left out.
const recordsIn = (found) => Object.fromEntries(Object.entries(found).filter(([, one]) => isRecord(one)));

export const all = () => recordsIn(recallJson(KEY, isObject, {}));

export const record = (variant) => ({ ...NONE, ...all()[variant] });

export const records = () => Object.entries(all()).map(([variant, found]) => ({ variant, ...NONE, ...found })).sort((one, other) => other.played - one.played);

const runOf = (last) => /1*$/.exec(last)[0].length;

// How many games were won in a row right before the kept ones.
const earlierOf = ({ earlier, streak, last }) => earlier || Math.max(0, streak - runOf(last));

// Return a record whose last games have these digits. Its streak are the wins at their end.
function withGames(found, digits) {
  const dropped = digits.slice(0, -CHARTED);
  const last = digits.slice(-CHARTED);
  const before = earlierOf(found);
  const earlier = dropped ? (dropped.endsWith('1') ? before + dropped.length : 0) : before;
  const run = runOf(last);
  const streak = run === last.length ? earlier + run : run;
  return { ...found, last, earlier, streak, longest: Math.max(found.longest, streak) };
}

// Return a record with one more game, which breaks the streak until it is won. The game's number is then `played`.
export const withStart = (found) => withGames({ ...found, played: found.played + 1 }, `${found.last}0`);

// Return a record in which the game of a number was won. Others may have been begun after it.
export function withWin(found, number, moves, seconds) {
  const at = found.last.length - 1 - (found.played - number);
  const digits = found.last[at] ? `${found.last.slice(0, at)}1${found.last.slice(at + 1)}` : found.last;
  return {
    ...withGames(found, digits),
    won: found.won + 1,
    fewest: Math.min(found.fewest ?? moves, moves),
    fastest: Math.min(found.fastest ?? seconds, seconds),
  };
}

export function keep(variant, found) {
  keepAll({ ...all(), [variant]: found });
}

// Return the records of a file that was exported, joined with those of the device: of each variant the one with more games.
export function joined(own, other) {
  const more = Object.entries(recordsIn(other)).filter(([variant, found]) => found.played > (own[variant]?.played ?? 0));
  return { ...own, ...Object.fromEntries(more) };
}

export const keepAll = (found) => remember(KEY, JSON.stringify(found));
