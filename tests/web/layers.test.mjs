// The layers of the viewer: imports run downwards only, and what is below the page knows none of its elements.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

// Folders and modules from the bottom up. The page and the element load `engine` alone as a package.
const LAYERS = ['words', 'engine', 'prospects', 'dom.js', 'data', 'game', 'i18n', 'table', 'page', 'element', 'start.js'];
// These are loaded by themselves and import nothing.
const ALONE = ['offline.js', 'loader.js', 'docs'];

const WEB = new URL('../../service/web/', import.meta.url);
const IMPORT = /(?:\bfrom |\bimport\(|\bload\(|new URL\()'(\.[^']+\.js)'/g;

const partOf = (url) => url.href.slice(WEB.href.length).split('/')[0];
const code = (module) => readFileSync(module, 'utf8').replace(/\/\*[^]*?\*\//g, '').replace(/^ *\/\/.*/gm, '');
const modules = readdirSync(WEB, { recursive: true }).map(String).filter((name) => name.endsWith('.js')).map((name) => new URL(name, WEB));

// `load` takes a path from data/, where it is written.
const importsOf = (module) => [...code(module).matchAll(IMPORT)].map(([found, path]) => new URL(path, found.startsWith('load') ? new URL('data/', WEB) : module));

test('every module belongs to a layer or stands alone', () => {
  const strange = modules.map(partOf).filter((part) => !LAYERS.includes(part) && !ALONE.includes(part));
  assert.deepEqual(strange, []);
});

test('imports run downwards only', () => {
  const upwards = modules.flatMap((module) => importsOf(module)
    .filter((found) => LAYERS.indexOf(partOf(found)) > LAYERS.indexOf(partOf(module)))
    .map((found) => `${module.href.slice(WEB.href.length)} imports ${found.href.slice(WEB.href.length)}`));
  assert.deepEqual(upwards, []);
});

test('modules below the page know no id of the page', () => {
  const ids = [...readFileSync(new URL('index.html', WEB), 'utf8').matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
  const below = modules.filter((module) => LAYERS.includes(partOf(module)) && LAYERS.indexOf(partOf(module)) < LAYERS.indexOf('page'));
  assert.ok(ids.includes('board') && below.length > 30);
  const known = below.flatMap((module) => ids.filter((id) => new RegExp(`['\`]#${id}\\b`).test(code(module))).map((id) => `${partOf(module)}: #${id} in ${module.href.split('/').at(-1)}`));
  assert.deepEqual(known, []);
});
