// Why a position is dead: every relation of the API has a sentence, and the marked cards are those that the sentence names.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
globalThis.document ??= { querySelector: () => null };
const { marksOf, stepInWords } = await import('../../service/web/page/proof-steps.js');

const pile = (number, down, ...codes) => ({ cards: codes.map((code, index) => ({ number: number + index, code })), faceDown: down });
const POSITION = new Map([
  ['T1', pile(0, 1, '9S', '5C', '6C')], ['T2', pile(10, 0, '9S', '6C')], ['F1', pile(20, 0, 'AC')], ['F2', pile(30, 0)],
]);
const step = (relation, card, at, ...cards) => ({ relation, card, pile: at, cards });

test('every relation of the API description has a sentence', () => {
  const description = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
  const [, listed] = /examples: \[(must_leave,[^\]]*)\]/.exec(description);
  for (const relation of listed.split(/,\s*/)) {
    assert.match(stepInWords(step(relation, '5C', 'T1', '6C'), POSITION), /^.*(5♣|6♣).*\.$/u, relation);
    assert.match(stepInWords(step(relation, '5C', 'T1'), POSITION), /^[A-Z0-9].*\.$/u, relation);
  }
  assert.equal(stepInWords(step('of a later version', '5C', 'T1'), POSITION), '');
});

test('a card is called face down if no copy is face up', () => {
  const only = new Map([['T1', pile(0, 1, '9S', '5C')]]);
  assert.match(stepInWords(step('under', '9S', 'T1', '5C'), only), /^9♠.? \(face down\) in column 1 lies under 5♣.?\.$/u);
  assert.match(stepInWords(step('under', '9S', 'T1', '5C'), POSITION), /^9♠.? in column 1 /u);
});

test('the card, those that it depends on, and the foundation are marked', () => {
  const marks = (...given) => [...marksOf(step(...given), POSITION).cards];
  assert.deepEqual(marks('under', '5C', 'T1', '6C'), [[2, 'refuses'], [1, 'source']]);
  assert.deepEqual(marks('only_onto', '5C', 'T1', '6C'), [[2, 'refuses'], [11, 'refuses'], [1, 'source']]);
  assert.deepEqual(marks('foundation_waits', '5C', 'F1', '9S'), [[0, 'refuses'], [10, 'refuses'], [1, 'source'], [20, 'refuses']]);
  assert.deepEqual([...marksOf(step('needed', '6C', 'F2', '6C'), POSITION).piles], [['F2', 'refuses']]);
});
