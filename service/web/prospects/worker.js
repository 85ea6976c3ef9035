// Checks positions, beside the page: first by the proofs, then by a search within a budget. Each request { id, variant, declaration,
// state, budget } is answered twice at most: with the finding of the proofs at once, then with that of the search as `done`. A newer
// request ends an older search, which is not answered any more. After a failure nothing is known.

import { compile } from '../engine/declaration.js';
import { rulesOf } from './movement.js';
import { OPEN, prove } from './proofs.js';
import { Search } from './search.js';

let newest = 0;
let search = null;
// The rules of the deal that was checked last.
const last = { key: '', deal: null };

self.addEventListener('message', ({ data }) => {
  newest = data.id;
  check(data).catch((error) => {
    console.error(error);
    self.postMessage({ id: data.id, finding: OPEN, positions: 0, done: true });
  });
});

async function check({ id, variant, declaration, state, budget }) {
  const deal = dealFor(variant, declaration, state.base);
  const proved = prove(deal, state);
  const done = proved.prospect !== 'undecided';
  self.postMessage({ id, finding: proved, positions: 0, done });
  if (done) return;
  const found = await searched(deal, state, budget, () => newest === id);
  if (found) self.postMessage({ id, ...found, done: true });
}

function dealFor(variant, declaration, base) {
  const key = `${variant} ${base} ${JSON.stringify(declaration)}`;
  if (last.key !== key) Object.assign(last, { key, deal: rulesOf(variant, compile(declaration), base) });
  return last.deal;
}

async function searched(deal, state, budget, isWanted) {
  search ??= load().catch((error) => {
    // Without a network once, with one later.
    search = null;
    throw error;
  });
  const run = (await search).run(deal, state, budget);
  while (isWanted()) {
    const { value, done } = run.next();
    if (done) return value;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return null;
}

async function load() {
  const [module, description] = await Promise.all([
    fetch(new URL('search.wasm', import.meta.url)).then((response) => response.arrayBuffer()).then(WebAssembly.compile),
    fetch(new URL('search.json', import.meta.url)).then((response) => response.json()),
  ]);
  return new Search(module, description);
}
