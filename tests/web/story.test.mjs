// What the card under the board says, what the ribbon shows, and which moves the page makes by itself.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
const { GameRecord } = await import('../../service/web/game/record.js');
const { nameReserve, pileName } = await import('../../service/web/i18n/text.js');
const { bestMove, finish } = await import('../../service/web/game/auto-moves.js');
const { natural } = await import('../../service/web/game/hints.js');
const { marksOf, segmentsOf } = await import('../../service/web/page/ribbon.js');
const { Session } = await import('../../service/web/game/session.js');
const { record, withStart, withWin } = await import('../../service/web/page/records.js');
const { labelsOf, storyOf } = await import('../../service/web/page/story.js');

const WEB = new URL('../../service/web/', import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, WEB)));
const VARIANTS = read('engine/variants.json');
const example = (variant, name) => read(`data/examples/${variant}.json`).games.find((game) => game.name === name).request;

async function opened(log, kind = 'request') {
  const session = new Session();
  session.open(await GameRecord.under({ ...VARIANTS[log.variant], actions: ['draw'] }, log, { kind }));
  return session;
}

const deal = (variant, seed = '24') => opened({ variant, seed, moves: [] }, 'deal');

test('a won log is green to its end', async () => {
  const session = await opened(example('klondike', 'won'));
  assert.deepEqual(segmentsOf(session).map(({ prospect }) => prospect), ['winnable']);
  assert.deepEqual(storyOf(session).actions[0], ['play']);
  session.goTo(session.last);
  assert.match(storyOf(session).sentence, /^Won in \d+ moves\.$/);
});

test('the turning point divides green from red', async () => {
  const session = await opened({ ...example('klondike', 'won'), moves: example('klondike', 'won').moves.slice(0, 20) });
  session.game.turning = { winnable_after: 8, dead_after: 12, exact: false };
  assert.deepEqual(segmentsOf(session), [
    { prospect: 'winnable', from: 0, to: 8 }, { prospect: 'undecided', from: 8, to: 11 }, { prospect: 'dead', from: 11, to: 20 },
  ]);
  assert.deepEqual(marksOf(session), [{ kind: 'turning', after: 12 }]);
  session.goTo(20);
  const { sentence, actions } = storyOf(session);
  assert.equal(sentence, 'This game can no longer be won since move 12 at the latest; after 8 moves it still could.');
  assert.deepEqual(actions[0], ['before', 8]);
});

test('a refusal offers moves of the same cards, and a legal move leaves it behind', async () => {
  const session = await opened(example('double-russian', 'illegal'));
  const { tone, actions } = storyOf(session);
  assert.equal(tone, 'bad');
  assert.deepEqual(actions.map(([name]) => name), ['try', 'try', 'try', 'rules']);
  session.play(actions[0][1]);
  assert.equal(storyOf(session).tone, '');
  assert.equal(session.own, true);
  assert.deepEqual(marksOf(session), []);
});

test('moves that would look alike name their piles', () => {
  const position = new Map(Object.entries({ T1: ['KS', '4D'], T2: ['5C'], T3: ['9H', '5S'], T4: ['5S'] }).map(([name, codes]) => [name, { cards: codes.map((code) => ({ code })), faceDown: 0 }]));
  const labels = labelsOf([['try', 'T1-T2'], ['try', 'T1-T3'], ['try', 'T1-T4'], ['rules']], { game: { variant: { actions: [] } }, node: { position } });
  const plain = labels.map((label) => label.replaceAll('\uFE0E', ''));
  assert.deepEqual(plain.slice(0, 3), ['4♦ → 5♣', '4♦ (column 1) → column 3', '4♦ (column 1) → column 4']);
});

test('a reserve pile that takes one card is a cell, and that of a merci has its name', () => {
  const names = ['freecell', 'canfield', 'cromwell'].map((variant) => {
    nameReserve(VARIANTS[variant].declaration.reserve);
    return pileName('R1');
  });
  assert.deepEqual(names, ['cell 1', 'reserve 1', 'the merci']);
});

test('a lost game goes back, starts over, or makes room for another', async () => {
  const session = await opened({ variant: 'american-canister', seed: '3', moves: ['T4-T8'] });
  session.goTo(1);
  assert.deepEqual(storyOf(session).actions, [['review'], ['undo'], ['restart'], ['picture'], ['again']]);
  // Once the move that lost it is known, the game goes on before it.
  session.node.turning = { winnable_after: 0, dead_after: 1, exact: true };
  assert.deepEqual(storyOf(session).actions, [['review'], ['back-to', 0], ['line-from', 0], ['picture'], ['again']]);
  session.node.turning = { winnable_after: null, dead_after: 1, exact: false };
  assert.deepEqual(storyOf(session).actions, [['review'], ['undo'], ['restart'], ['picture'], ['again']]);
});

test('a refused attempt changes nothing, and undo and redo have no limit', async () => {
  const session = await deal('klondike');
  for (let draws = 0; draws < 23; draws += 1) session.play('draw');
  const { node } = session;
  assert.ok(session.play('T1-T1').illegal);
  assert.equal(session.base, node);
  session.goTo(0);
  assert.equal(session.last, 23);
  session.goTo(23);
  assert.equal(session.node, node);
});

test('a kept game gets its variations again', async () => {
  const log = { variant: 'klondike', seed: '24', moves: ['draw'] };
  const session = await opened(log);
  session.goTo(1);
  for (const token of ['draw', 'draw']) session.play(token);
  const kept = JSON.parse(JSON.stringify(session.game.tree.variations()));
  assert.deepEqual(kept, [[1, 'draw'], [2, 'draw']]);
  const { game } = await opened(log);
  // The rules of a later version may refuse a move.
  const nodes = game.restore([...kept, [1, 'T1-T1'], [4, 'draw']]);
  assert.deepEqual(game.tree.lineThrough(game.tree.root).map(({ token }) => token), [null, 'draw', 'draw', 'draw']);
  assert.equal(nodes[3].position.get('W').cards.length, 4);
  assert.deepEqual(nodes.slice(4), [null, null]);
});

test('the page and the service differ: the story says so', async () => {
  const session = await deal('klondike');
  session.node.conflict = { ours: 'a', theirs: 'b' };
  assert.match(storyOf(session).sentence, /disagree/);
});

test('one tap prefers a foundation, then a card, then an empty place', async () => {
  const session = await deal('freecell');
  const { game, node } = session;
  const tokens = game.legalAt(node);
  assert.ok(tokens.length);
  for (const [name, { cards }] of node.position) {
    const best = cards.length && bestMove(game, node, name, 1);
    if (!best) continue;
    const targets = tokens.filter((token) => token.startsWith(`${name}-`) && !token.includes('x')).map((token) => token.split('-')[1][0]);
    const wanted = ['F', 'T', 'R'].find((kind) => targets.includes(kind));
    assert.equal(best.split('-')[1][0], wanted, best);
  }
  assert.equal(bestMove(game, node, 'F1', 1), null);
});

test('a game that only needs its foundations is finished, and the tree stays as it is', async () => {
  const log = example('freecell', 'won');
  const session = await opened({ ...log, moves: log.moves.slice(0, -4) });
  const { game } = session;
  const nodes = game.tree.nodes.length;
  const moves = finish(game, game.last);
  assert.ok(moves.length >= 4);
  assert.equal(game.tree.nodes.length, nodes);
  session.goTo(session.last);
  moves.forEach((token) => session.play(token));
  assert.equal(session.node.outcome, 'won');
  const fresh = await deal('klondike');
  assert.equal(finish(fresh.game, fresh.node), null);
});

test('the stock is drawn to finish a game whose columns hide no card', async () => {
  const log = example('klondike', 'won');
  const { game } = await opened(log);
  const node = game.tree.nodes.find((one) => [...one.position].every(([name, { faceDown }]) => name === 'S' || !faceDown));
  const moves = finish(game, node);
  assert.ok(moves.includes('draw'));
  const finished = await opened({ ...log, moves: [...log.moves.slice(0, node.ply), ...moves] });
  assert.equal(finished.game.last.outcome, 'won');
});

test('a won game continues the streak that its start broke', () => {
  const fresh = record('klondike');
  const won = withWin(withStart(withWin(withStart(fresh), 1, 90, 200)), 2, 100, 150);
  assert.deepEqual(won, { ...fresh, played: 2, won: 2, streak: 2, longest: 2, fewest: 90, fastest: 150, last: '11' });
  assert.equal(withStart(withStart(won)).streak, 0);
});

test('games may be won in another order than they were begun', () => {
  const begun = withStart(withStart(withStart(record('klondike'))));
  const later = withWin(begun, 3, 90, 200);
  assert.deepEqual([later.streak, later.last], [1, '001']);
  const all = withWin(withWin(later, 1, 90, 200), 2, 90, 200);
  assert.deepEqual([all.streak, all.longest, all.won, all.last], [3, 3, 3, '111']);
});

test('a streak may be longer than the games that are charted, also one from before it was counted so', () => {
  let found = record('klondike');
  for (let number = 1; number <= 50; number += 1) found = withWin(withStart(found), number, 90, 200);
  assert.deepEqual([found.streak, found.longest, found.last.length], [50, 50, 40]);
  assert.equal(withStart(found).streak, 0);
  const { earlier, ...old } = found;
  assert.equal(withWin(withStart({ ...record('klondike'), ...old }), 51, 90, 200).streak, 51);
});

test('the most natural moves come first, and each has its reason', async () => {
  // Deal 1: A♠ lies on T7 over a face-down card, and A♥ on T6. 3♣ on T5 fits no red 4 but 4♥ on the waste, which takes no cards.
  const { game, node } = await deal('klondike', '1');
  const moves = natural(game, node);
  assert.deepEqual(moves.slice(0, 2).map(({ token, reason }) => [token, reason]), [['T6-F3', 'foundation'], ['T7-F2', 'foundation']]);
  assert.deepEqual(moves.at(-1), { token: 'draw', reason: 'stock' });
  const later = game.tried(node, 'T6-F3');
  const [turning] = natural(game, later).filter(({ reason }) => reason === 'turns');
  if (turning) assert.ok(game.after(later, turning.token).step.turned_up.length);
});

test('a redeal says what it does', async () => {
  const redealt = async (variant, moves) => {
    const session = await opened({ variant, seed: '24', moves });
    session.goTo(session.last);
    return storyOf(session).sentence;
  };
  assert.match(await redealt('la-belle-lucie', ['redeal']), /Redeal: 52 cards dealt again\./);
  assert.match(await redealt('klondike', [...Array(23).fill('draw'), 'redeal']), /Redeal: the waste becomes the stock, 24 cards\./);
});
