// Layouts of all games: strips that can be read, and layouts that are as people lay them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const { SIZES, dealt, judged, laidOut } = await import('../../tools/layouts.mjs');
const { LEAST_STRIP, offsetsOf, roomyFor } = await import('../../service/web/table/geometry.js');

const games = JSON.parse(readFileSync(new URL('../../service/web/engine/variants.json', import.meta.url), 'utf8'));

test('each card of a usual column can be read, and of one with a whole suit more, in every game and at every size', () => {
  const isCut = (variant, size) => {
    const { rank, longRank } = judged(variant, SIZES[size]);
    return Math.min(rank ?? LEAST_STRIP, longRank ?? LEAST_STRIP) < LEAST_STRIP;
  };
  assert.deepEqual(Object.values(games).flatMap((variant) => Object.keys(SIZES).filter((size) => isCut(variant, size)).map((size) => `${variant.id} ${size}`)), []);
});

test('a column that cannot be read gets room of the other lines, and nothing moves as long as all can', () => {
  const { layout, position } = dealt(games['union-square'], SIZES.landscape);
  assert.equal(roomyFor(layout, position), layout);
  const cards = Array.from({ length: 14 }, (_, number) => ({ number }));
  const long = new Map(position).set('T6', { cards, faceDown: 0 });
  const roomy = roomyFor(layout, long);
  const [before, after] = [layout, roomy].map(({ places }) => ['T1', 'T6', 'T9'].map((name) => places.get(name)));
  assert.ok(after[1].room > before[1].room && after[2].y > before[2].y);
  assert.equal(after[0].y, after[1].y);
  const lowest = Math.max(...[...long].filter(([name]) => roomy.places.has(name)).map(([name, pile]) => roomy.places.get(name).y + (offsetsOf(name, pile, roomy).at(-1)?.y ?? 0)));
  assert.ok(lowest + roomy.height <= SIZES.landscape[1]);
  assert.equal(roomy.width, layout.width);
});

test('on a phone, many columns take two rows where that makes their cards large enough for a finger', () => {
  for (const [id, rows] of [['triple-klondike', 2], ['forty-thieves', 2], ['spider', 1], ['klondike', 1]]) {
    const { places, width } = laidOut(games[id], SIZES.phone);
    assert.equal(new Set([...places].filter(([name]) => name[0] === 'T').map(([, { y }]) => y)).size, rows, id);
    if (rows > 1) assert.ok(width >= 40, id);
  }
});

test('the cells and foundations of FreeCell lie above its columns', () => {
  for (const frame of Object.values(SIZES)) {
    const { places } = laidOut(games.freecell, frame);
    const across = (names) => names.map((name) => places.get(name).x);
    assert.deepEqual(across(['R1', 'R2', 'R3', 'R4', 'F1', 'F2', 'F3', 'F4']), across(['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8']), frame);
  }
});

test('lines of foundations have the same number each, and go on below the first ones', () => {
  for (const [id, usual] of [['cringle', 4], ['waterloo', 4], ['double-uintah', 4], ['forty-thieves', 4], ['triple-klondike', 4], ['quadruple-klondike', 8]]) {
    const { places } = laidOut(games[id], SIZES.phone);
    const foundations = [...places].filter(([name]) => name[0] === 'F').map(([, place]) => place);
    for (const [index, { x, y }] of foundations.entries()) {
      const above = foundations[index - usual];
      assert.ok(above ? x === above.x && y > above.y : y === foundations[0].y, `${id} F${index + 1}`);
    }
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
  for (const [game, frame] of ['clock', 'relaxed-clock'].flatMap((id) => Object.values(SIZES).map((size) => [games[id], size]))) {
    const { places, width, height } = laidOut(game, frame);
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
