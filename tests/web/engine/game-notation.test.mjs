// Patience game notation in JavaScript: the cases of the Python reader, and the canonical form of games.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { RequestError, canonicalRecord, isRecord, newGame, readRecord, replay, writeRecord } from '../../../service/web/engine/named.js';

const cases = JSON.parse(readFileSync(new URL('../../../fixtures/game_notation.json', import.meta.url), 'utf8'));
const recordIn = ({ request, remarks, comments }) => ({ request, remarks, comments });

test('texts are read and written as in Python', () => {
  for (const found of [...cases.written, ...cases.read]) {
    assert.ok(isRecord(found.text));
    assert.deepEqual(readRecord(found.text), recordIn(found));
  }
  for (const found of cases.written) assert.equal(writeRecord(recordIn(found)), found.text);
});

test('lines that are not understood are refused', () => {
  for (const { text, said } of cases.refused) {
    assert.throws(() => readRecord(text), (error) => error instanceof RequestError && said.every((part) => error.message.includes(part)), text);
  }
});

test('what the notation cannot say is not written', () => {
  for (const record of [{ request: { moves: [], claim: {} } }, { request: { moves: [], ref: 'a\nb' } }, { request: { moves: [] }, remarks: { player: 'a\rb' } }]) {
    assert.throws(() => writeRecord(record), RequestError);
  }
});

test('the canonical form has what game_id is the digest of', async () => {
  const game = newGame('klondike', { seed: 7, rules: { draw: 'three' } });
  for (let made = 0; made < 40; made += 1) game.play(game.legalMoves()[made % game.legalMoves().length]);
  const request = game.request();
  const text = canonicalRecord('klondike', { ...request, moves: [...request.moves, 'T1-F1x13'] });
  const [head, moves] = text.split('\n\n');
  const values = head.split('\n').slice(1).map((line) => line.slice(line.indexOf(':') + 1).trim());
  const digest = createHash('sha256').update([...values, moves.trim()].join('\n')).digest('hex');
  assert.equal((await replay('klondike', request)).game_id, `sha256:${digest}`);
  assert.equal(canonicalRecord('klondike', readRecord(text).request), text);
});
