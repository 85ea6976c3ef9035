// The sentences of refusals: every reason, every game, every language.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
const { refusalInWords } = await import('../../service/web/page/explain.js');
const { dealOf } = await import('../../service/web/engine/deals.js');
const { newGame } = await import('../../service/web/engine/index.js');
const { positionOf } = await import('../../service/web/game/record.js');

const ROOT = new URL('../../service/web/', import.meta.url);
const VARIANTS = JSON.parse(readFileSync(new URL('engine/variants.json', ROOT)));
const plain = (text) => text.replaceAll('\uFE0E', '');

// What the sentences need of a game.
const about = (id) => ({ variant: VARIANTS[id], rankOf: (rank) => rank });

function refused(id, seed, move) {
  const { rules, opening } = dealOf(VARIANTS[id], { seed });
  const found = newGame(VARIANTS[id], { seed }).check(move);
  return plain(refusalInWords({ move, ...found }, positionOf(rules, opening), about(id)));
}

test('a refusal says what was moved, and what fits', () => {
  assert.equal(refused('double-russian', '24', 'T1-T2'), 'You moved 4♠ onto 5♥. Columns build down by suit: only 4♥ fits.');
  assert.equal(refused('klondike', '24', 'T1-T2'), 'You moved 5♣ onto 9♥. Columns build down in alternating colours: only a black 8 fits.');
  assert.equal(refused('klondike', '24', 'W-F1'), 'You moved 10♣ onto foundation 1. This foundation begins with A♣.');
  assert.equal(refused('klondike', '24', 'T1-T2x9'), 'You moved 5♣ onto 9♥. Only 1 card lies there, not 9.');
  assert.equal(refused('klondike', '24', 'redeal'), 'The waste is turned over only when the stock is empty; 23 cards are left.');
});

test('no game refuses without a sentence', () => {
  const reasons = new Set();
  for (const [id, variant] of Object.entries(VARIANTS)) {
    const game = newGame(variant, { seed: '1' });
    const { rules, opening } = dealOf(variant, { seed: '1' });
    const position = positionOf(rules, opening);
    const names = [...position.keys()];
    const tokens = names.flatMap((name, at) => [`${name}-${names[(at + 3) % names.length]}`, `${name}-F`, `T1-${name}`, `${name}-T1x3`]);
    for (const token of [...tokens, 'deal', 'draw', 'redeal']) {
      if (!/^(?:deal|draw|redeal|(?:[SW]|[TFR]\d+)-.*)$/.test(token)) continue;
      const found = game.check(token);
      if (!found) continue;
      reasons.add(found.reason);
      const text = refusalInWords({ move: token, ...found }, position, about(id));
      assert.match(text, /^[A-Z“0-9].*\.$/, `${id} ${token}: ${text}`);
      assert.doesNotMatch(text, /undefined|null|\[object|\b[TFR]\d|_/, `${id} ${token}: ${text}`);
    }
  }
  assert.ok(reasons.size >= 20, [...reasons].join());
});

const SAMPLE = {
  action: 'deal', source: 'P', target: 'P', count: 3, cards: 2, face_up: 1, piles: 'P', move: 'M', redeals: 2, broken: ['A', 'B'],
  room: 2, waits: 'P', ranks: 'R', fits: 'C', rule: 'Rule', top: 'C', card: 'C', moves: 'Moves.', cell: true, final: true,
};

for (const file of readdirSync(new URL('i18n/explain/', ROOT))) {
  test(`${file} has whole sentences for every reason`, async () => {
    const { default: words } = await import(new URL(`i18n/explain/${file}`, ROOT));
    const reasons = readFileSync(new URL('engine/index.d.ts', ROOT), 'utf8').match(/export type Reason =([^;]*);/)[1].match(/\w+/g);
    const misfits = ['wrong_suit', 'wrong_color', 'wrong_rank'];
    for (const reason of [...reasons.filter((name) => !misfits.includes(name)), 'column', 'foundation']) {
      const text = words[`refusal.${reason}`](SAMPLE);
      assert.match(text, /^\S(?!.*(?:undefined|null|\[object)).*\.$/, `${reason}: ${text}`);
    }
  });
}

test('German ranks have their gender', async () => {
  const parts = await Promise.all(['', 'explain/', 'page/'].map((folder) => import(new URL(`i18n/${folder}de.js`, ROOT))));
  const words = Object.assign({}, ...parts.map((part) => part.default));
  assert.deepEqual(['K', '10', 'A', 'Q'].map((rank) => words['fits.red'](rank)), ['ein roter König', 'eine rote Zehn', 'ein rotes Ass', 'eine rote Dame']);
  assert.equal(words['refusal.needs_base']({ fits: words['fits.any']('J') }), 'Auf diese leere Ablage passt nur ein beliebiger Bube.');
  assert.equal(words['story.log'](2, words['badge.in_progress']), '2 Züge, alle erlaubt: im Gang.');
  assert.equal(words['story.log'](1, words['badge.invalid']), '1 Zug, alle erlaubt: regelwidriger Zug.');
});
