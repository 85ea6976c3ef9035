// Where piles lie, which cards are marked, and how checkpoints are compared.
import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
const { aligned } = await import('../../service/web/checkpoints.js');
const { cornerOf, layoutOf, measure } = await import('../../service/web/geometry.js');
const { ofStuck } = await import('../../service/web/highlights.js');
const { follow, positionOf } = await import('../../service/web/position.js');

const names = (letter, first, last) => Array.from({ length: last - first + 1 }, (_, index) => `${letter}${first + index}`);

for (const [title, rows] of [
  ['eleven columns and twenty cells', [[['S'], names('F', 1, 8)], [names('R', 1, 10)], [names('R', 11, 20)], [names('T', 1, 11)]]],
  ['thirty-five columns', [[names('F', 1, 8)], [names('T', 1, 35)]]],
]) {
  test(`the piles of ${title} do not overlap`, () => {
    const layout = layoutOf(rows);
    const size = measure(layout, { width: 1000, height: 700 }, new Map([['T1', { cards: [{}, {}], faceDown: 0 }]]));
    const byRow = new Map();
    for (const name of rows.flat(2)) {
      const { x, y } = cornerOf(layout, size, name);
      assert.ok(x >= 0 && x <= 1000 - size.width, name);
      byRow.set(y, [...(byRow.get(y) ?? []), x]);
    }
    assert.equal(byRow.size, rows.length);
    for (const row of byRow.values()) {
      row.slice(1).forEach((x, index) => assert.ok(x - row[index] >= size.width));
    }
  });
}

test('a stuck card that lies face down is not shown to players', () => {
  const card = (name) => ({ code: name.slice(0, 2), number: Number(name[2]) });
  const piles = new Map([
    ['T1', { cards: ['2C1', 'KH2', '5S3'].map(card), faceDown: 1 }],
    ['T2', { cards: [card('KH4')], faceDown: 0 }],
  ]);
  const numbers = (playing) => [...ofStuck(piles, ['2C', 'KH'], playing).keys()];
  // Of the two Kings, the one on top of its pile is not stuck.
  assert.deepEqual(numbers(false), [1, 2]);
  assert.deepEqual(numbers(true), [2]);
});

test('piles are aligned before they are compared', () => {
  const pairs = aligned(['4C', 'KH', '??'], ['KH', '2S', '5D']).map(({ expected, found }) => [expected, found]);
  assert.deepEqual(pairs, [['4C', null], ['KH', 'KH'], ['??', '2S'], [null, '5D']]);
});

const STATE = {
  tableau: [{ pile: 'T1', face_down: 0, cards: ['KC'] }],
  foundations: [],
  reserve: [{ pile: 'R1', face_down: 2, cards: ['2C', '3C', '4C'] }],
  stock: ['5H', '6H', '7H', '8H'],
  waste: [],
};

test('a reserve pile turns up its next card', () => {
  const step = { moved: [{ from: 'R1', to: 'T1', cards: ['4C'] }], turned_up: [{ pile: 'R1', card: '3C' }], filled: [] };
  const position = follow(positionOf(STATE), step);
  assert.equal(position.get('R1').faceDown, 1);
  assert.deepEqual(position.get('T1').cards.map(({ code }) => code), ['KC', '4C']);
});

test('a draw of three turns the last card to the top of the waste', () => {
  const step = { moved: [{ from: 'S', to: 'W', cards: ['8H', '7H', '6H'] }], turned_up: [], filled: [] };
  const position = follow(positionOf(STATE), step);
  assert.deepEqual(position.get('W').cards.map(({ code }) => code), ['8H', '7H', '6H']);
  assert.deepEqual(position.get('S').cards.map(({ code }) => code), ['5H']);
});
