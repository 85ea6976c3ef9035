// Every language has the same texts, of the same kinds.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

const kinds = (texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, typeof text]));

for (const folder of ['i18n/', 'i18n/page/', 'i18n/panels/']) {
  const directory = new URL(`../../service/web/${folder}`, import.meta.url);
  for (const file of readdirSync(directory).filter((name) => /^[a-z]{2}\.js$/.test(name))) {
    test(`${folder}${file} has every text`, async () => {
      const { default: english } = await import(new URL('en.js', directory));
      const { default: texts } = await import(new URL(file, directory));
      assert.deepEqual(kinds(texts), kinds(english));
    });
  }
}
