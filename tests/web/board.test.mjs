// Where piles lie, which cards are marked, and how checkpoints are compared.
import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
const { dropTarget, isCompressed, layoutOf, offsetsOf, rulerOf, shapeOf, stripOf } = await import('../../service/web/table/geometry.js');
const { ofStuck } = await import('../../service/web/table/highlights.js');
const { aligned } = await import('../../service/web/game/checkpoints.js');
const { coverPlaces } = await import('../../service/web/game/covers.js');
const { coveringOf, freedSince } = await import('../../service/web/game/places.js');
const { GameRecord } = await import('../../service/web/game/record.js');
const { nameReserve, pileLabel } = await import('../../service/web/i18n/text.js');

const { readFileSync } = await import('node:fs');

const VARIANTS = Object.values(JSON.parse(readFileSync(new URL('../../service/web/engine/variants.json', import.meta.url))));
// The room for the felt in windows of 1440 × 900, 1024 × 768, 390 × 844, 844 × 390, 320 × 568 and 360 × 640.
const FRAMES = [[1396, 720], [996, 590], [380, 590], [580, 330], [310, 330], [350, 400]].map(([width, height]) => ({ width, height }));
// The stock beside the foundations, then the reserve, then the columns, as the service lays them out.
function rowsOf(position, across) {
  const kind = (letters) => [...position.keys()].filter((name) => letters.includes(name[0]));
  const columns = kind('T');
  const grid = across ? Array.from({ length: Math.ceil(columns.length / across) }, (_, row) => [columns.slice(row * across, (row + 1) * across)]) : [[columns]];
  return [[kind('SW'), kind('F')], [kind('R')], ...grid].map((row) => row.filter((group) => group.length)).filter((row) => row.length);
}

// How many columns the service lays in a row, where they lie in several.
const acrossOf = ({ pairs, columns, win }) => pairs?.width ?? columns?.row ?? { poker: 5, cribbage: 4 }[win] ?? (columns?.merges.length ? 13 : undefined);

function inside(layout, positions) {
  const { width, height, frame, places } = layout;
  const boxes = [...places].map(([name, { x, y }]) => ({ name, x, y }));
  for (const { name, x, y } of boxes) {
    assert.ok(x >= 0 && y >= 0 && x + width <= frame.width + 1 && y + height <= frame.height + 1, `${name} lies outside`);
    // Columns that cover each other have rows of their own.
    const isOver = (other) => places.get(name).row !== undefined && places.get(other).row !== undefined && places.get(name).row !== places.get(other).row;
    const over = boxes.find((other) => other.name !== name && !isOver(other.name) && Math.abs(other.x - x) < width && Math.abs(other.y - y) < height);
    assert.ok(!over, `${name} and ${over?.name} overlap`);
  }
  for (const position of positions) {
    for (const [name, pile] of position) {
      const last = offsetsOf(name, pile, layout).at(-1);
      if (last) assert.ok(places.get(name).y + last.y + height <= frame.height + 1, `${name} runs off the felt`);
    }
  }
}

// Play moves in turn, and return some of the positions.
async function positionsOf(variant) {
  const game = await GameRecord.under(variant, { variant: variant.id, seed: '1', moves: [] }, { kind: 'deal' });
  let node = game.last;
  const seen = [node.position];
  for (let turn = 0; turn < 12; turn += 1) {
    const legal = game.legalAt(node);
    if (!legal.length) break;
    node = game.tried(node, legal[(turn * 7) % legal.length]);
    if (turn % 4 === 0) seen.push(node.position);
  }
  return seen;
}

test('every game fits every window', async () => {
  assert.ok(VARIANTS.length > 130);
  for (const variant of VARIANTS) {
    const positions = await positionsOf(variant);
    const rows = rowsOf(positions[0], acrossOf(variant.declaration));
    for (const frame of FRAMES) {
      const covers = coverPlaces(variant.declaration.columns?.covered_by ?? []);
      const layout = layoutOf(shapeOf({ rows, declaration: variant.declaration, covers }, positions[0]), frame);
      assert.ok(layout.width >= 14, `${variant.id} ${layout.width}`);
      inside(layout, positions);
    }
  }
});

// Return [x, row] of each column.
const placesOf = (coveredBy) => [...coverPlaces(coveredBy)].sort(([one], [other]) => one.slice(1) - other.slice(1)).map(([, { x, row }]) => [x, row]);

test('columns that lie on each other form pyramids, whatever their shape', () => {
  // Three rows: each card lies on two of the row above.
  assert.deepEqual(placesOf(['T2-T3', 'T4-T5', 'T5-T6', '', '', '']), [[1, 0], [0.5, 1], [1.5, 1], [0, 2], [1, 2], [2, 2]]);
  // Two peaks share the card between them.
  assert.deepEqual(placesOf(['T3-T4', 'T4-T5', '', '', '']), [[0.5, 0], [1.5, 0], [0, 1], [1, 1], [2, 1]]);
  // Rows of one, two, one and two: the two lie side by side, though all of them touch the same cards.
  assert.deepEqual(placesOf(['T2-T3', 'T4', 'T4', 'T5-T6', '', '']), [[0.5, 0], [0, 1], [1, 1], [0.5, 2], [0, 3], [1, 3]]);
  // The wide end is up.
  assert.deepEqual(placesOf(['T4', 'T4-T5', 'T5', 'T6', 'T6', '']), [[0, 0], [1, 0], [2, 0], [0.5, 1], [1.5, 1], [1, 2]]);
  // The first card touches none of the longest row.
  assert.deepEqual(placesOf(['T5', 'T3-T4 T6', 'T5', '', '', '']), [[0.5, 0], [1.5, 0], [0, 1], [1, 1], [0.25, 2], [2, 1]]);
  // Two pyramids are side by side, and a column that touches nothing has no place.
  const [first, , last] = placesOf(['T2', '', 'T4', '', '']);
  assert.ok(first[0] === 0 && last[0] >= 1);
  assert.ok(!coverPlaces(['T2', '', '']).has('T3'));
});

test('columns that never grow keep the waste near', () => {
  const rows = [[['T1', 'T2', 'T3']], [['S', 'W']]];
  const position = new Map([['S', column(9, 9)], ['W', column(1)], ...['T1', 'T2', 'T3'].map((name) => [name, column(5)])]);
  const declaration = { columns: { takes_from: [] }, stock: { draw: 1, waste_takes: {} } };
  const layout = layoutOf(shapeOf({ rows, declaration }, position), FRAMES[2]);
  const lowest = layout.places.get('T1').y + offsetsOf('T1', position.get('T1'), layout).at(-1).y + layout.height;
  const below = layout.places.get('W').y - lowest;
  assert.ok(below > 0 && below < layout.height, below);
});

const COLUMNS = [[['S'], ['F1', 'F2', 'F3', 'F4']], [['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7']]];
const column = (number, faceDown = 0) => ({ cards: Array.from({ length: number }, (_, index) => ({ number: index, code: 'AC' })), faceDown });
const piles = (first) => new Map(COLUMNS.flat(2).map((name) => [name, name === 'T1' ? first : column(1)]));

test('a ruler labels the cards of a long column that cannot be read, and those alone', () => {
  const layout = layoutOf(shapeOf({ rows: COLUMNS }, piles(column(6, 5))), FRAMES[4]);
  const long = column(30, 5);
  const offsets = offsetsOf('T1', long, layout);
  const { labels, lanes } = rulerOf(long, offsets, layout);
  assert.deepEqual(labels.map(({ index }) => index), Array.from({ length: 24 }, (_, number) => number + 5));
  // Cards that follow each other have different lanes, no label lies on another of its lane, and none on the index of the top card.
  for (let lane = 0; lane < lanes; lane += 1) {
    const own = labels.filter((label) => label.lane === lane);
    for (const [at, { y, height }] of own.entries()) assert.ok(y + height <= (own[at + 1]?.y ?? (lane === lanes - 1 ? offsets[29].y : Infinity)));
  }
  assert.equal(labels.at(-1).lane, 0);
  const short = column(8, 5);
  assert.deepEqual(rulerOf(short, offsetsOf('T1', short, layout), layout).labels, []);
});

test('a long column is compressed and nothing else changes', () => {
  const layout = layoutOf(shapeOf({ rows: COLUMNS }, piles(column(6, 5))), FRAMES[0]);
  const long = column(38, 5);
  assert.equal(isCompressed('T1', column(6, 5), layout), false);
  assert.equal(isCompressed('T1', long, layout), true);
  const bottom = (offsets) => layout.places.get('T1').y + offsets.at(-1).y + layout.height;
  assert.ok(bottom(offsetsOf('T1', long, layout)) <= FRAMES[0].height);
  // Spread around a card it is as long as before, and the card can be read: its strip is that of a short column.
  const strip = (offsets, index) => offsets[index + 1].y - offsets[index].y;
  const usual = strip(offsetsOf('T1', column(8, 5), layout), 6);
  for (const index of [6, 20, 36]) {
    const spread = offsetsOf('T1', long, layout, index);
    assert.ok(strip(spread, index) >= usual - 1 && strip(offsetsOf('T1', long, layout), index) < usual / 1.5, index);
    assert.ok(Math.abs(bottom(spread) - bottom(offsetsOf('T1', long, layout))) <= 1);
    assert.ok(spread.every(({ y }, at) => !at || y >= spread[at - 1].y));
    // What was under the pointer stays there.
    const [top, end] = [0, 1].map((next) => offsetsOf('T1', long, layout)[index + next].y);
    assert.ok(spread[index].y <= top + 1 && spread[index + 1].y >= end - 1, index);
  }
});

test('the index of a covered card shrinks with its strip', () => {
  const layout = layoutOf(shapeOf({ rows: COLUMNS }, piles(column(6, 5))), FRAMES[0]);
  const easy = offsetsOf('T1', column(6), layout);
  const long = offsetsOf('T1', column(30), layout);
  assert.equal(stripOf(easy, 0, layout).squeeze, 1);
  assert.ok(stripOf(long, 0, layout).squeeze < 1);
  assert.deepEqual(stripOf(long, 29, layout), { isStrip: false, squeeze: 1 });
});

test('cells lie beside the foundations where that makes the cards larger', () => {
  const rows = [[['F1', 'F2', 'F3', 'F4']], [['R1', 'R2', 'R3', 'R4']], [['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8']]];
  const position = new Map(rows.flat(2).map((name) => [name, column(name[0] === 'T' ? 7 : 0)]));
  const { places } = layoutOf(shapeOf({ rows }, position), FRAMES[0]);
  assert.equal(places.get('R1').y, places.get('F1').y);
  assert.ok(places.get('R4').x < places.get('F1').x);
});

test('several rows of cells stay together', () => {
  const rows = [[['S'], ['F1']], [['R1', 'R2', 'R3']], [['R4', 'R5', 'R6']], [['T1', 'T2', 'T3']]];
  const position = new Map(rows.flat(2).map((name) => [name, column(1)]));
  const { places } = layoutOf(shapeOf({ rows }, position), FRAMES[0]);
  assert.ok(places.get('F1').y < places.get('R1').y && places.get('R1').x === places.get('R4').x);
});

test('an empty column shows the rank that opens it, unless no card can be moved to it', async () => {
  const starts = ['klondike', 'monte-carlo'].map(async (id) => {
    const variant = VARIANTS.find((each) => each.id === id);
    return (await GameRecord.under(variant, { variant: id, seed: '1', moves: [] }, { kind: 'deal' })).startOf('T1');
  });
  assert.deepEqual(await Promise.all(starts), [['K', null], null]);
});

test('three cards of the waste show if three are drawn', () => {
  const rows = [[['S', 'W']], [['T1']]];
  const position = new Map([['S', column(9, 9)], ['W', column(5)], ['T1', column(1)]]);
  const layout = layoutOf(shapeOf({ rows, declaration: { stock: { draw: 3 } } }, position), FRAMES[0]);
  const shown = new Set(offsetsOf('W', position.get('W'), layout).map(({ x }) => x));
  assert.equal(shown.size, 3);
});

test('an open reserve is fanned and a closed one is not', () => {
  const rows = [[['F1']], [['R1']], [['T1', 'T2']]];
  for (const [faceDown, fanned] of [[0, true], [4, false]]) {
    const position = new Map([['F1', column(0)], ['R1', column(5, faceDown)], ['T1', column(1)], ['T2', column(1)]]);
    const layout = layoutOf(shapeOf({ rows }, position), FRAMES[0]);
    assert.equal(offsetsOf('R1', position.get('R1'), layout).at(-1).y > 0, fanned);
  }
});

test('a drop goes to the largest overlap, and rather to a legal target', () => {
  const box = (pile, left) => ({ pile, left, right: left + 100, top: 0, bottom: 140 });
  const boxes = [box('T1', 0), box('T2', 110), box('T3', 220)];
  const dragged = { left: 60, right: 160, top: 20, bottom: 160 };
  assert.equal(dropTarget(dragged, boxes, new Set(), 'T5'), 'T2');
  assert.equal(dropTarget(dragged, boxes, new Set(['T1', 'T3']), 'T5'), 'T1');
  assert.equal(dropTarget({ ...dragged, top: 300, bottom: 440 }, boxes, new Set(['T1']), 'T5'), null);
  // Rather back to its own pile than onto a neighbour, and rather there than onto a legal target that it hardly touches.
  assert.equal(dropTarget(dragged, boxes, new Set(), 'T2'), null);
  assert.equal(dropTarget(dragged, boxes, new Set(['T1']), 'T2'), null);
  assert.equal(dropTarget({ ...dragged, left: 30, right: 130 }, boxes, new Set(['T1']), 'T2'), 'T1');
});

test('of two equal cards the one on top of its pile is not stuck, and face-down cards are not shown', () => {
  const card = (name) => ({ code: name.slice(0, 2), number: Number(name[2]) });
  const lying = new Map([
    ['T1', { cards: ['2C1', 'KH2', '5S3'].map(card), faceDown: 1 }],
    ['T2', { cards: [card('KH4')], faceDown: 0 }],
  ]);
  assert.deepEqual([...ofStuck(lying, ['2C', 'KH']).keys()], [2]);
});

test('piles are aligned before they are compared', () => {
  const pairs = aligned(['4C', 'KH', '??'], ['KH', '2S', '5D']).map(({ expected, found }) => [expected, found]);
  assert.deepEqual(pairs, [['4C', null], ['KH', 'KH'], ['??', '2S'], [null, '5D']]);
});

test('a card keeps its number, and a pile that no move touched stays the same', async () => {
  const spider = VARIANTS.find(({ id }) => id === 'spider');
  const game = await GameRecord.under(spider, { variant: 'spider', seed: '1', rules: { suits: 'one' }, moves: [] }, { kind: 'deal' });
  const { position } = game.last;
  const numbers = (piles) => [...piles.values()].flatMap(({ cards }) => cards.map(({ number }) => number)).sort((one, other) => one - other);
  assert.equal(new Set(numbers(position)).size, 104);
  const [token] = game.legalAt(game.last).filter((move) => move !== 'deal');
  const { position: next } = game.tried(game.last, token);
  assert.deepEqual(numbers(next), numbers(position));
  const moved = token.split(/[-x]/).slice(0, 2);
  for (const [name, pile] of position) assert.equal(next.get(name) === pile, !moved.includes(name), name);
});

test('the stock lies face down, and a turned card is the one that lay there', async () => {
  const klondike = VARIANTS.find(({ id }) => id === 'klondike');
  const game = await GameRecord.under(klondike, { variant: 'klondike', seed: '1', moves: ['draw'] }, { kind: 'deal' });
  const [before, after] = [game.tree.root.position, game.last.position];
  // One of the 24 cards that are not laid out is drawn at the start.
  assert.deepEqual([before, after].map((position) => position.get('S').faceDown), [23, 22]);
  assert.equal(after.get('W').cards.at(-1).number, before.get('S').cards.at(-1).number);
});

test('for the left hand the stock lies on the right, and nothing else changes', () => {
  const position = piles(column(6, 5));
  const shape = shapeOf({ rows: COLUMNS }, position);
  const [usual, mirrored] = [false, true].map((isMirrored) => layoutOf(shape, { ...FRAMES[0], isMirrored }));
  inside(mirrored, [position]);
  assert.equal(mirrored.width, usual.width);
  assert.ok(mirrored.places.get('S').x > mirrored.places.get('F1').x);
  assert.deepEqual(mirrored.places.get('T3'), usual.places.get('T3'));
});

test('every pile of every game has a name of its own, and tells its row where columns lie in rows', async () => {
  const inRows = new Map();
  for (const variant of VARIANTS) {
    const game = await GameRecord.under(variant, { variant: variant.id, seed: '24', moves: [] }, { kind: 'deal' });
    const { position } = game.tree.root;
    nameReserve(variant.declaration.reserve);
    const labels = [...position.keys()].map((name) => pileLabel(game, position, name));
    assert.equal(new Set(labels).size, labels.length, variant.id);
    const rows = labels.filter((label) => /, row \d+, place \d+/.test(label)).length;
    if (rows) inRows.set(variant.id, rows);
  }
  assert.equal(inRows.get('pyramid'), 28);
  assert.equal(inRows.get('three-peaks'), 28);
  assert.equal(inRows.get('monte-carlo'), 25);
  assert.equal(inRows.get('klondike'), undefined);
});

test('a covered card is said to be covered, is not offered, and the last that leaves frees it', async () => {
  const pyramid = VARIANTS.find(({ id }) => id === 'pyramid');
  const game = await GameRecord.under(pyramid, { variant: 'pyramid', seed: '24', moves: [] }, { kind: 'deal' });
  const { position } = game.tree.root;
  // The top of the pyramid lies under the two cards of the second row, and the last row is free.
  assert.match(pileLabel(game, position, 'T1'), /^Column 1, row 1, place 1: .*, covered by 2 cards$/);
  assert.match(pileLabel(game, position, 'T28', true), /^Column 28, row 7, place 7: .*, free, possible target$/);
  assert.deepEqual(coveringOf(game, position, 'T1'), ['T2', 'T3']);
  const without = new Map([...position, ['T23', { cards: [], faceDown: 0 }]]);
  const bare = (at, pile) => new Map(at).set(pile, { cards: [] });
  assert.deepEqual(freedSince(game, position, bare(position, 'T22')), []);
  assert.deepEqual(freedSince(game, without, bare(without, 'T22')), ['T16']);
  for (const variant of VARIANTS) {
    const dealt = await GameRecord.under(variant, { variant: variant.id, seed: '24', moves: [] }, { kind: 'deal' });
    const { root } = dealt.tree;
    const offered = dealt.legalAt(root).map((token) => token.split('-')[0]).filter((name) => coveringOf(dealt, root.position, name).length);
    assert.deepEqual(offered, [], variant.id);
  }
});

test('large print never makes the cards smaller', async () => {
  for (const variant of VARIANTS) {
    const game = await GameRecord.under(variant, { variant: variant.id, seed: '24', moves: [] }, { kind: 'deal' });
    const shape = shapeOf(game.variant, game.tree.root.position);
    for (const frame of FRAMES) {
      const [usual, large] = [false, true].map((isLarge) => layoutOf(shape, { ...frame, large: isLarge }).width);
      assert.ok(large >= usual, `${variant.id} in ${frame.width} × ${frame.height}: ${large} < ${usual}`);
    }
  }
});
