// The calendar of deals: its weeks, and days won in a row.
import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
const { streaksOf, weeksOf } = await import('../../service/web/page/calendar.js');

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
