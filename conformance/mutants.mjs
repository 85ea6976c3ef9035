// Stryker's mutants of the JavaScript engine, shown to the kit: `node mutants.mjs FOLDER CASES SAMPLE`, for mutants.py. FOLDER has
// node_modules with @stryker-mutator/instrumenter, which puts all mutants into one program that switches between them.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, casesFile, sample] = process.argv.slice(2);
const FILES = ['deals.js', 'position.js', 'referee.js', 'replay.js', 'sequences.js'];
const MOST_STEPS = 300_000;

const of = (name, path) => import(pathToFileURL(join(folder, 'node_modules', name, path)));
const { createInstrumenter } = await of('@stryker-mutator/instrumenter', 'dist/src/index.js');
const { createInjector } = await of('typed-inject', 'dist/src/index.js').catch(() => of('typed-inject', 'dist/index.js'));
const logger = new Proxy({}, { get: () => () => false });
const instrumenter = createInjector().provideValue('logger', logger).injectFunction(createInstrumenter);
const engine = join(mkdtempSync(join(tmpdir(), 'mutants-')), 'engine');
cpSync(new URL('../service/web/engine/', import.meta.url), engine, { recursive: true });
const files = FILES.map((name) => ({ name, content: readFileSync(join(engine, name), 'utf8'), mutate: true }));
const instrumented = await instrumenter.instrument(files, { plugins: null, excludedMutations: [], ignorers: [] });
for (const { name, content } of instrumented.files) writeFileSync(join(engine, name), content);

const { RequestError, replay } = await import(pathToFileURL(join(engine, 'index.js')));
const variants = readFileSync(join(engine, 'variants.json'), 'utf8');
const switches = globalThis.__stryker__;
const { kit, others } = JSON.parse(readFileSync(casesFile, 'utf8'));

const without = (state) => JSON.stringify(state, (key, value) => (key === 'title' ? undefined : value));

// What the kit compares of an answer, or all of it.
async function answered(declarations, { request, compared }) {
  switches.hitCount = 0;
  const answer = await replay(declarations[request.variant], request).catch((error) => (
    error instanceof RequestError ? { malformed: true } : { failed: true }));
  const { valid, first_illegal_move: illegal, moves_played: played, malformed, failed } = answer;
  return without([
    malformed, failed, valid, illegal?.index, compared.includes('moves_played') && played,
    compared.includes('reason') && illegal?.reason, compared.includes('outcome') && answer.outcome,
    compared.includes('state') && answer.final_state, compared.includes('legal_moves') && answer.legal_moves,
    compared.includes('divergence') && answer.first_divergence,
  ]);
}

const declared = JSON.parse(variants);
const right = new Map();
const covered = new Set();
switches.hitLimit = Infinity;
for (const asked of [...kit, ...others]) {
  switches.mutantCoverage.perTest = {};
  switches.currentTestId = 'one';
  right.set(asked, await answered(declared, asked));
  asked.covers = new Set(Object.keys(switches.mutantCoverage.perTest.one ?? {}));
  asked.covers.forEach((id) => covered.add(id));
}
switches.currentTestId = undefined;
switches.hitLimit = MOST_STEPS;

async function catches(declarations, list, id) {
  for (const [place, asked] of list.entries()) {
    if (asked.covers.has(id) && await answered(declarations, asked) !== right.get(asked)) {
      list.splice(place, 1);
      list.unshift(asked);
      return true;
    }
  }
  return false;
}

const chosen = instrumented.mutants.filter(({ id }) => covered.has(id)).filter((_, place) => place % Number(sample) === 0);
for (const { id, fileName, mutatorName, replacement, location } of chosen) {
  switches.activeMutant = id;
  const names = [...new Set(kit.map(({ request }) => request.variant))];
  const fresh = Object.fromEntries(names.map((name) => [name, structuredClone(declared[name])]));
  const caught = await catches(fresh, kit, id);
  const differs = caught || await catches(fresh, others, id);
  const where = `${fileName}:${location.start.line + 1} ${replacement.replace(/\s+/g, ' ').slice(0, 80)}`;
  console.log(JSON.stringify({ kind: mutatorName, name: where, caught, differs }));
}
rmSync(join(engine, '..'), { recursive: true });
