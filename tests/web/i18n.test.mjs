// Every language has the same texts, of the same kinds.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import en from '../../service/web/i18n/en.js';

const directory = new URL('../../service/web/i18n/', import.meta.url);
const kinds = (texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, typeof text]));

for (const file of readdirSync(directory).filter((name) => /^[a-z]{2}\.js$/.test(name))) {
  test(`${file} has every text`, async () => {
    const { default: texts } = await import(new URL(file, directory));
    assert.deepEqual(kinds(texts), kinds(en));
  });
}
