// Seeds of other programs in JavaScript: the decks that the programs print, as for the Python library.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { RequestError, boardOfSeed, newGame } from '../../../service/web/engine/named.js';

const RANKS = 'A23456789TJQK';
const lines = readFileSync(new URL('../../../fixtures/dialects.jsonl', import.meta.url), 'utf8').trim().split('\n');
// Seeds have more digits than a number of JavaScript keeps.
const vectors = lines.map((line) => ({ ...JSON.parse(line), seed: /"seed": (-?[0-9]+)/.exec(line)?.[1] ?? '' }));

const cardsIn = (text) => text.match(/[A2-9TJQK][CDHS]/g);

// Return lonelybot's number of a Klondike deal: its cards pile by pile, as a permutation of its pack.
function encoded(piles) {
  const pack = [...RANKS].flatMap((rank) => [...'HDCS'].map((suit) => rank + suit));
  const cards = [...piles.slice(0, 7).flat(), ...piles[7].toReversed()];
  let number = 0n;
  for (let place = 51; place > 0; place--) {
    const found = cards.indexOf(pack[place]);
    number = number * BigInt(place + 1) + BigInt(found);
    [cards[found], cards[place]] = [cards[place], cards[found]];
  }
  return String(number);
}

for (const { program, variant, seed, rules, board, exact, tops, stock } of vectors) {
  test(`${program} deals what it prints for ${variant} ${seed}`, () => {
    const dealt = boardOfSeed(program, variant, seed, rules);
    const piles = dealt.split(';').map(cardsIn);
    if (exact) assert.equal(encoded(piles), exact);
    else if (tops) assert.deepEqual([...piles.slice(0, 7).map((pile) => pile.at(-1)), piles[7]], [...tops, stock]);
    else assert.equal(dealt, board);
    if (exact) assert.equal(boardOfSeed('lonelybot-exact', 'klondike', exact), dealt);
    const text = newGame(variant, { board: dealt, rules }).positionText();
    assert.equal(text.slice(text.indexOf(';') + 1), dealt);
  });
}

test('the bounds of seeds', () => {
  assert.equal(boardOfSeed('lonelybot', 'klondike', 0), boardOfSeed('lonelybot', 'klondike', '0'));
  for (const [program, above] of [['lonelybot', 2n ** 64n], ['green-felt', 2n ** 31n - 1n], ['solvitaire', 2n ** 31n]]) {
    assert.match(boardOfSeed(program, 'klondike', String(above - 1n)), /^T1=/);
    assert.throws(() => boardOfSeed(program, 'klondike', String(above)), RequestError);
  }
  for (const seed of [-1, '-', 0.5, 2 ** 53, NaN, '', ' 1', '1e3', '٣', '1\n', '1'.repeat(69), null, {}]) {
    assert.throws(() => boardOfSeed('lonelybot-exact', 'klondike', seed), RequestError, String(seed));
  }
  assert.throws(() => boardOfSeed('toString', 'klondike', 1), RequestError);
  assert.throws(() => boardOfSeed('solvitaire', 'constructor', 1), RequestError);
});
