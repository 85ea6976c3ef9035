// The review of a game: what moves cost, where a game was lost, and which moves kept the win.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
const { GameRecord } = await import('../../service/web/game/record.js');
const { review, shortened } = await import('../../service/web/game/review.js');

const { freecell } = JSON.parse(readFileSync(new URL('../../service/web/engine/variants.json', import.meta.url), 'utf8'));

// Four Kings lie in columns, and all other cards on the foundations.
const upTo = (last) => (suit) => [...'A23456789TJQK'.slice(0, last)].map((rank) => rank + suit).join('');
const KINGS = ['T1=KC', 'T2=KS', 'T3=KH', 'T4=KD', ...['C', 'S', 'H', 'D'].map((suit, index) => `F${index + 1}=${upTo(12)(suit)}`)].join(';');
const DIRECT = ['T1-F1', 'T2-F2', 'T3-F3', 'T4-F4'];

const played = (moves) => GameRecord.under(freecell, { variant: 'freecell', board: KINGS, moves }, { kind: 'request' });
const nothing = async () => null;

test('moves that prove needless are left out', async () => {
  const game = await played([]);
  const detours = ['T1-R1', 'R1-T5', 'T5-F1', 'T2-R1', 'R1-T2', 'T2-F2', 'T3-F3', 'T4-F4'];
  assert.deepEqual(await shortened(game, game.tree.root, detours), DIRECT);
});

test('a detour is named with what it cost', async () => {
  const game = await played(['T1-R1', 'R1-T5', 'T5-F1', 'T2-F2', 'T3-F3', 'T4-F4']);
  const { isWon, moves, best, points, kept, lost, open } = await review(game, game.tree.nodes, nothing);
  assert.deepEqual({ isWon, moves, best, kept, lost, open }, { isWon: true, moves: 6, best: 4, kept: 6, lost: 0, open: 0 });
  assert.deepEqual(points.map(({ from, to, cost }) => [from, to, cost]), [[0, 3, 2]]);
});

test('a win by the shortest way has no turning points', async () => {
  const game = await played(DIRECT);
  const { best, points } = await review(game, game.tree.nodes, nothing);
  assert.deepEqual([best, points], [4, []]);
});

// A search that knows which positions can be won, by their move.
const knowing = (winnable, dead) => async ({ ply }) => ({ prospect: ply <= winnable ? 'winnable' : ply >= dead ? 'dead' : 'undecided' });
const MOVES = ['T1-R1', 'T2-R2', 'T3-R3', 'T4-R4', 'R1-T1', 'R2-T2', 'R3-T3', 'R4-T4'];

test('the move that lost a game is found', async () => {
  const game = await played(MOVES);
  const { isWon, points, kept, lost, open } = await review(game, game.tree.nodes, knowing(3, 4));
  assert.deepEqual({ isWon, kept, lost, open }, { isWon: false, kept: 3, lost: 1, open: 0 });
  assert.deepEqual(points.map(({ from, to, isExact }) => [from, to, isExact]), [[3, 4, true]]);
});

test('what the search leaves open is named as open', async () => {
  const game = await played(MOVES);
  const { points, kept, lost, open } = await review(game, game.tree.nodes, knowing(2, 6));
  assert.deepEqual({ kept, lost, open }, { kept: 2, lost: 0, open: 4 });
  assert.deepEqual(points.map(({ from, to, isExact }) => [from, to, isExact]), [[2, 6, false]]);
  const unknown = await review(game, game.tree.nodes, nothing);
  assert.deepEqual([unknown.points, unknown.kept, unknown.open], [[], 0, 8]);
});

test('moves that were taken back count, too', async () => {
  const game = await played(DIRECT);
  game.tried(game.tree.nodes[1], 'T2-R1');
  const { kept, lost } = await review(game, game.tree.nodes, async (node) => ({ prospect: node.token === 'T2-R1' ? 'dead' : 'winnable' }));
  assert.deepEqual([kept, lost], [4, 1]);
});
