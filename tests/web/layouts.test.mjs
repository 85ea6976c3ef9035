// Layouts of all games: strips that can be read, and layouts that are as people lay them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const { SIZES, judged, laidOut } = await import('../../tools/layouts.mjs');
const { LEAST_STRIP } = await import('../../service/web/table/geometry.js');

const games = JSON.parse(readFileSync(new URL('../../service/web/engine/variants.json', import.meta.url), 'utf8'));

test('each card of a usual column can be read, in every game and at every size', () => {
  const cut = Object.values(games).flatMap((variant) => Object.keys(SIZES).filter((size) => (judged(variant, SIZES[size]).rank ?? LEAST_STRIP) < LEAST_STRIP).map((size) => `${variant.id} ${size}`));
  assert.deepEqual(cut, []);
});

test('on a phone, many columns take two rows where that makes their cards large enough for a finger', () => {
  for (const [id, rows] of [['triple-klondike', 2], ['forty-thieves', 2], ['spider', 1], ['klondike', 1]]) {
    const { places, width } = laidOut(games[id], SIZES.phone);
    assert.equal(new Set([...places].filter(([name]) => name[0] === 'T').map(([, { y }]) => y)).size, rows, id);
    if (rows > 1) assert.ok(width >= 40, id);
  }
});

test('a deep reserve goes beside the columns where a window is low', () => {
  const { places } = laidOut(games['american-toad'], SIZES.landscape);
  assert.equal(places.get('R1').y, places.get('T1').y);
});

test('in a small window, a deep reserve leaves the columns room for strips that can be read', () => {
  for (const id of ['american-toad', 'big-braid', 'racing-aces', 'variegated-canfield']) {
    assert.ok(judged(games[id], SIZES.small).strip >= LEAST_STRIP, id);
    const { places } = laidOut(games[id], SIZES.small);
    assert.equal(places.get('R1').y, places.get('T1').y, id);
    assert.ok(places.get('S').y < places.get('T1').y, id);
  }
});

test('Clock is a clock: the Queen above the King, the Six below it, the Three to the right and the Nine to the left', () => {
  for (const frame of Object.values(SIZES)) {
    const { places, width, height } = laidOut(games.clock, frame);
    const [king, queen, six, three, nine] = ['T13', 'T12', 'T6', 'T3', 'T9'].map((name) => places.get(name));
    const isNear = (one, other) => Math.abs(one - other) <= 1;
    assert.ok(isNear(queen.x, king.x) && isNear(six.x, king.x) && queen.y + height <= king.y && king.y + height <= six.y);
    assert.ok(isNear(three.y, king.y) && isNear(nine.y, king.y) && king.x + width <= three.x && nine.x + width <= king.x);
    for (const { x, y } of places.values()) assert.ok(x >= 0 && y >= 0 && x + width <= frame[0] && y + height <= frame[1]);
  }
});

test('the stock of Monte Carlo lies beside the grid on a wide table', () => {
  const { places, width } = laidOut(games['monte-carlo'], SIZES.desk);
  assert.equal(places.get('S').y, places.get('T1').y);
  assert.ok(places.get('S').x + width < places.get('T1').x);
  // The rows of the grid are below each other.
  for (const [one, other] of [['T1', 'T6'], ['T5', 'T10']]) assert.ok(Math.abs(places.get(one).x - places.get(other).x) <= 1);
});

test('large print makes no card smaller, and those of usual games a tenth larger or more', () => {
  const grown = Object.values(games).map((variant) => [variant.id, laidOut(variant, SIZES.desk, true).width / laidOut(variant, SIZES.desk).width]);
  assert.deepEqual(grown.filter(([, times]) => times < 1), []);
  for (const id of ['klondike', 'freecell', 'spider', 'yukon']) assert.ok(new Map(grown).get(id) >= 1.1, id);
});
