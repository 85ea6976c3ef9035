// The tree of a game: lines, variations, and what is kept of them.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Tree, leftAt, movesTo, refusal } from '../../service/web/game/tree.js';

// What a move reached: its step and a position, which the tree keeps as they are.
const reached = (from, to) => ({ step: { moved: [{ from, to, cards: ['2C'] }], turned_up: [], filled: [] }, position: `${from}-${to}` });
const tokens = (line) => line.map((node) => node.token);

let tree, deal, first, second, illegal;
beforeEach(() => {
  tree = new Tree({ position: 'deal' });
  tree.extendMain('T1-T2', reached('T1', 'T2'));
  tree.extendMain('T1-F', reached('T1', 'F1'));
  tree.endMain({ move: 'T9-T1', index: 2, legal_moves: [] });
  [deal, first, second, illegal] = tree.nodes;
});

test('the log is the main line and its illegal move is a node', () => {
  assert.deepEqual(tokens(tree.lineThrough(deal)), [null, 'T1-T2', 'T1-F', 'T9-T1']);
  assert.equal(illegal.ply, 3);
  assert.equal(illegal.position, second.position);
});

test('a move leads to one node in every spelling', () => {
  assert.equal(tree.child(first, 'T1-F1x1'), second);
  assert.equal(tree.add(first, 'T1-F1', reached('T1', 'F1')), second);
  assert.equal(tree.child(deal, 'T1-F1') ?? null, null);
  assert.equal(tree.nodes.length, 4);
});

test('a variation leaves the log unchanged', () => {
  const tried = tree.add(first, 'T2-T1', reached('T2', 'T1'));
  assert.deepEqual(tokens(tree.lineThrough(deal)), [null, 'T1-T2', 'T1-F', 'T9-T1']);
  tree.prefer(tried);
  assert.deepEqual(tokens(tree.lineThrough(deal)), [null, 'T1-T2', 'T2-T1']);
  assert.deepEqual(movesTo(tried), ['T1-T2', 'T2-T1']);
  assert.equal(leftAt(tried), first);
  assert.deepEqual(tokens(tree.lineThrough(second)), [null, 'T1-T2', 'T1-F', 'T9-T1']);
});

test('a refused move is a node that the tree forgets', () => {
  const tried = tree.add(first, 'T2-T1', reached('T2', 'T1'));
  assert.equal(refusal(tried, { move: 'draw' }).ply, 3);
  assert.equal(tried.children.length, 0);
});

test('variations are plain data', () => {
  const tried = tree.add(first, 'T2-T1', reached('T2', 'T1'));
  tree.add(tried, 'T1-T2', reached('T1', 'T2'));
  assert.deepEqual(tree.variations(), [[1, 'T2-T1'], [4, 'T1-T2']]);
});
