// The tree of a game: lines, variations, and what is kept of them.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Tree, leftAt, movesTo, refusal } from '../../service/web/game.js';

const step = (from, to, card) => ({ moved: [{ from, to, cards: [card] }], turned_up: [], filled: [] });
const pile = (...codes) => ({ cards: codes.map((code, number) => ({ number, code })), faceDown: 0 });
const tokens = (line) => line.map((node) => node.token);

let tree, deal, first, second, illegal;
beforeEach(() => {
  tree = new Tree(new Map([['T1', pile('AC', '2C')], ['T2', pile()], ['F1', pile()]]));
  tree.extendMain('T1-T2', step('T1', 'T2', '2C'));
  tree.extendMain('T1-F', step('T1', 'F1', 'AC'));
  tree.endMain({ move: 'T9-T1', index: 2, legal_moves: [] });
  [deal, first, second, illegal] = tree.nodes;
});

test('the log is the main line and its illegal move is a node', () => {
  assert.deepEqual(tokens(tree.lineThrough(deal)), [null, 'T1-T2', 'T1-F', 'T9-T1']);
  assert.equal(illegal.ply, 3);
  assert.equal(illegal.position, second.position);
  const piles = [...second.position].map(([name, { cards }]) => name + cards.map((card) => card.code).join(''));
  assert.deepEqual(piles, ['T1', 'T22C', 'F1AC']);
});

test('a move leads to one node in every spelling', () => {
  assert.equal(tree.child(first, 'T1-F1x1'), second);
  assert.equal(tree.add(first, 'T1-F1', second.step), second);
  assert.equal(tree.child(deal, 'T1-F1') ?? null, null);
  assert.equal(tree.nodes.length, 4);
});

test('a variation leaves the log unchanged', () => {
  const tried = tree.add(first, 'T2-T1', step('T2', 'T1', '2C'));
  assert.deepEqual(tokens(tree.lineThrough(deal)), [null, 'T1-T2', 'T1-F', 'T9-T1']);
  tree.prefer(tried);
  assert.deepEqual(tokens(tree.lineThrough(deal)), [null, 'T1-T2', 'T2-T1']);
  assert.deepEqual(movesTo(tried), ['T1-T2', 'T2-T1']);
  assert.equal(leftAt(tried), first);
  assert.deepEqual(tokens(tree.lineThrough(second)), [null, 'T1-T2', 'T1-F', 'T9-T1']);
});

test('a refused move is a node that the tree forgets', () => {
  const tried = tree.add(first, 'T2-T1', step('T2', 'T1', '2C'));
  assert.equal(refusal(tried, { move: 'draw' }).ply, 3);
  assert.equal(tried.children.length, 0);
});

test('variations survive as plain data', () => {
  const tried = tree.add(first, 'T2-T1', step('T2', 'T1', '2C'), { outcome: 'in_progress' });
  tree.add(tried, 'T1-T2', step('T1', 'T2', '2C'));
  const kept = JSON.parse(JSON.stringify(tree.variations()));
  assert.deepEqual(kept.map(([parent, token]) => [parent, token]), [[1, 'T2-T1'], [4, 'T1-T2']]);
  const other = new Tree(deal.position);
  other.extendMain('T1-T2', first.step);
  other.extendMain('T1-F', second.step);
  other.endMain(illegal.illegal);
  other.restore(kept);
  assert.deepEqual(tokens(other.lineThrough(other.nodes.at(-1))), [null, 'T1-T2', 'T2-T1', 'T1-T2']);
});
