// The box that finds a game in the contents of the rules page.
import assert from 'node:assert/strict';
import test from 'node:test';

const entry = (title, words) => ({ textContent: title, dataset: { words }, hidden: false });
const items = [
  entry('Klondike', 'klondike Windows Solitaire 2 18'),
  entry('Spider', 'spider 11'),
  entry("Baker's Dozen", 'bakers-dozen 31'),
];
const section = { hidden: false, querySelector: () => items.find((item) => !item.hidden) ?? null };
let changed;
const box = { value: '', addEventListener: (_, listener) => (changed = listener) };
globalThis.document = {
  getElementById: () => box,
  querySelectorAll: (selector) => (selector === '#games li' ? items : [section]),
};
await import('../../service/web/rules.js');

for (const [text, titles] of [
  ['windows', ['Klondike']],
  ['11', ['Spider']],
  ['BAKERS dozen', ["Baker's Dozen"]],
  ['zzz', []],
  ['', ['Klondike', 'Spider', "Baker's Dozen"]],
]) {
  test(`finds ${JSON.stringify(text)}`, () => {
    box.value = text;
    changed();
    assert.deepEqual(items.filter((item) => !item.hidden).map((item) => item.textContent), titles);
    assert.equal(section.hidden, titles.length === 0);
  });
}
