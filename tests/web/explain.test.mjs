// The sentences of refusals: every reason, every game, every language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
  assert.equal(refused('klondike', '24', 'T1-T2x9'), 'You moved 5♣ onto 9♥. Column 1 has only 1 card, not 9.');
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

const languages = Object.fromEntries(
  await Promise.all(['en', 'de'].map(async (code) => [code, (await import(new URL(`words/${code}.js`, ROOT))).default])),
);
const { Language } = await import(new URL('words/language.js', ROOT));
const REASONS = readFileSync(new URL('engine/index.d.ts', ROOT), 'utf8').match(/export type Reason =([^;]*);/)[1].match(/\w+/g);

test('visitors of every language have a sentence for every reason', () => {
  const misfits = ['wrong_suit', 'wrong_color', 'wrong_rank'];
  const expected = [...REASONS.filter((name) => !misfits.includes(name)), 'column', 'foundation', 'moved', 'pair', 'pile'].sort();
  for (const { visitor, words } of Object.values(languages)) {
    assert.deepEqual(Object.keys(visitor.sentences).sort(), expected);
    const named = [...JSON.stringify(visitor).matchAll(/\{\w*:(?:(?:and|or|list|spaced) )?([^}]+)\}/g)].map(([, form]) => form);
    const known = new Set([...Object.keys(words), ...Object.keys(visitor.words), 'card', 'cards', 'ranks', 'and', 'or', 'list']);
    assert.deepEqual(named.filter((form) => !known.has(form)), []);
  }
});

test('German ranks have their gender', async () => {
  const german = new Language(languages.de);
  assert.deepEqual(['K', 'T', 'A', 'Q'].map((rank) => german.text('red suits', rank)), ['ein roter König', 'eine rote Zehn', 'ein rotes Ass', 'eine rote Dame']);
  const parts = await Promise.all(['', 'page/'].map((folder) => import(new URL(`i18n/${folder}de.js`, ROOT))));
  const words = Object.assign({}, ...parts.map((part) => part.default));
  assert.equal(words['story.log'](2, words['badge.in_progress']), '2 Züge, alle erlaubt: im Gang.');
  assert.equal(words['story.log'](1, words['badge.invalid']), '1 Zug, alle erlaubt: regelwidriger Zug.');
});
