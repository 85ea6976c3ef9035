// The calendar of deals: its weeks, and days won in a row.
import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
const { weeksOf } = await import('../../service/web/page/calendar.js');
const { monthOf, starsOf, streaksOf } = await import('../../service/web/page/won-days.js');

test('weeks begin on Monday', () => {
  // 1 November 2026 was a Sunday, and the 30th a Monday.
  const november = weeksOf('2026-11');
  assert.deepEqual(november[0], [null, null, null, null, null, null, '2026-11-01']);
  assert.deepEqual(november.at(-1), ['2026-11-30', null, null, null, null, null, null]);
  assert.equal(november.length, 6);
  assert.equal(weeksOf('2028-02').flat().filter(Boolean).at(-1), '2028-02-29');
});

test('a streak goes on until a day is over without a win', () => {
  const won = new Set(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-21', '2026-11-22']);
  assert.deepEqual(streaksOf(won, '2026-11-22'), { current: 2, longest: 3 });
  assert.deepEqual(streaksOf(won, '2026-11-23'), { current: 2, longest: 3 });
  assert.deepEqual(streaksOf(won, '2026-11-24'), { current: 0, longest: 3 });
  assert.deepEqual(streaksOf(new Set(), '2026-11-24'), { current: 0, longest: 0 });
});

test('a win has a star for itself and one for each goal, and stars make the badge of a month', () => {
  const [plain, best] = [{ moves: 90, withoutUndo: false, withoutHint: false }, { moves: 90, withoutUndo: true, withoutHint: true }];
  assert.deepEqual([undefined, plain, best].map(starsOf), [0, 1, 3]);
  const days = { '2026-11-30': { klondike: best, spider: plain }, '2026-10-31': { klondike: best } };
  assert.deepEqual(monthOf('2026-11', days), { stars: 4, badge: null, next: 'bronze', missing: 11 });
  const week = Object.fromEntries(['01', '02', '03', '04', '05'].map((day) => [`2026-11-${day}`, { klondike: best }]));
  assert.deepEqual(monthOf('2026-11', week), { stars: 15, badge: 'bronze', next: 'silver', missing: 45 });
});
