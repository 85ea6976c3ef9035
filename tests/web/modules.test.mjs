// Each name that a module of the viewer imports exists: a browser shows an empty page otherwise.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const WEB = new URL('../../service/web/', import.meta.url);
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'(\.[^']+)'/g;
const EXPORT = /export\s+(?:async\s+)?(?:const|let|function\*?|class)\s+(\w+)/g;

const modules = readdirSync(WEB, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.js'))
  .map((name) => new URL(name, WEB));

function exportsOf(module) {
  const text = readFileSync(module, 'utf8');
  const listed = [...text.matchAll(/export\s*\{([^}]*)\}/g)].flatMap(([, names]) => names.split(','));
  return new Set([
    ...[...text.matchAll(EXPORT)].map(([, name]) => name),
    ...listed.map((name) => name.trim().split(/\s+as\s+/).at(-1)),
    ...[...text.matchAll(/export \* from '([^']+)'/g)].flatMap(([, path]) => [...exportsOf(new URL(path, module))]),
  ]);
}

test('every imported name is exported by its module', () => {
  const missing = modules.flatMap((module) =>
    [...readFileSync(module, 'utf8').matchAll(IMPORT)].flatMap(([, names, path]) => {
      const exported = exportsOf(new URL(path, module));
      return names
        .split(',')
        .map((name) => name.trim().split(/\s+as\s+/)[0])
        .filter((name) => name && !exported.has(name))
        .map((name) => `${module.pathname.split('/web/')[1]} imports ${name} from ${path}`);
    }),
  );
  assert.deepEqual(missing, []);
});

test('no modules import each other in a circle', () => {
  const code = (module) => readFileSync(module, 'utf8').replace(/\/\*[^]*?\*\//g, '');
  const imports = (module) => [...code(module).matchAll(/(?:from |import\()'([^']+)'/g)].map(([, path]) => new URL(path, module).href);
  const done = new Set();
  const visit = (module, path) => {
    assert.ok(!path.includes(module.href), [...path, module.href].join(' → '));
    if (done.has(module.href)) return;
    for (const next of imports(module)) visit(new URL(next), [...path, module.href]);
    done.add(module.href);
  };
  modules.forEach((module) => visit(module, []));
});

test('a server that renders pages can import the board', async () => {
  assert.equal(typeof globalThis.HTMLElement, 'undefined');
  const { PatienceBoard } = await import(new URL('element/patience-board.js', WEB));
  assert.equal(PatienceBoard.observedAttributes[0], 'game');
});
