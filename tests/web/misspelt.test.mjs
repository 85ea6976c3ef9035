// Names of games that are typed with mistakes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { distance, misspelt } from '../../service/web/page/misspelt.js';

const titles = Object.values(JSON.parse(readFileSync(new URL('../../service/web/engine/variants.json', import.meta.url), 'utf8'))).map(({ title }) => title);
const first = (typed) => misspelt(typed, titles.map((title) => ({ title, names: [title.toLowerCase()] }))).sort((one, other) => one.rank - other.rank)[0]?.title;

test('letters may be exchanged, missing, added or wrong', () => {
  assert.equal(distance('spdier', 'spider'), 1);
  assert.equal(distance('', 'ab'), 2);
  for (const [typed, meant] of [['spdier', 'Spider'], ['klondkie', 'Klondike'], ['freecel', 'FreeCell'], ['pyrmid', 'Pyramid'], ['forty theives', 'Forty Thieves'], ['cannfield', 'Canfield']]) {
    assert.equal(first(typed), meant);
  }
});

test('what is like no name finds nothing', () => {
  assert.deepEqual(['xqzwvk', 'zz', 'abc'].map(first), [undefined, undefined, undefined]);
});
