// Challenges: the link that carries one, whether its result is true, and who is ahead.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
const { compared, isChallenge, verified } = await import('../../service/web/game/challenge.js');
const { challengeFragment, fromLink } = await import('../../service/web/game/notation.js');
const { GameRecord } = await import('../../service/web/game/record.js');

const read = (path) => JSON.parse(readFileSync(new URL(`../../service/web/${path}`, import.meta.url), 'utf8'));
const { klondike } = read('engine/variants.json');
const { seed, moves } = read('data/examples/klondike.json').games.find(({ name }) => name === 'won').request;
const deal = { variant: 'klondike', seed, moves: [] };
const anna = { moves: moves.length, seconds: 250, by: 'Anna & Bo', log: moves };

test('a link carries a challenge and opens its deal', () => {
  const { kind, log, challenge, cut, odd } = fromLink(challengeFragment(deal, anna));
  assert.deepEqual({ kind, log, challenge, cut, odd }, { kind: 'game', log: deal, challenge: anna, cut: null, odd: [] });
  assert.ok(isChallenge(challenge));
  const bare = { moves: 118, seconds: null, by: '', log: [] };
  assert.deepEqual(fromLink(challengeFragment(deal, bare)).challenge, bare);
});

test('a link whose result cannot be read says so', () => {
  assert.deepEqual(fromLink('#v=1&variant=klondike&seed=1&beat=fast').odd, [['beat', 'fast']]);
});

test('a result is true if its moves win in that number', async () => {
  const game = await GameRecord.under(klondike, deal, { kind: 'link' });
  assert.deepEqual(await verified(game, anna), { state: 'proved', found: moves.length });
  assert.deepEqual(await verified(game, { ...anna, moves: 100 }), { state: 'false', found: moves.length });
  assert.deepEqual(await verified(game, { ...anna, log: moves.slice(0, 20) }), { state: 'false', found: null });
  assert.deepEqual(await verified(game, { ...anna, log: ['T1-T1', 'x'] }), { state: 'false', found: null });
  assert.deepEqual(await verified(game, { ...anna, log: [] }), { state: 'unproved', found: null });
});

test('fewer moves are ahead, then less time', () => {
  const challenge = { moves: 118, seconds: 250 };
  assert.equal(compared({ moves: 117, seconds: 900 }, challenge), 1);
  assert.equal(compared({ moves: 118, seconds: 249 }, challenge), 1);
  assert.equal(compared({ moves: 118, seconds: 250 }, challenge), 0);
  assert.equal(compared({ moves: 119, seconds: 1 }, challenge), -1);
  assert.equal(compared({ moves: 118, seconds: 1 }, { moves: 118, seconds: null }), 0);
});
