// Checks positions of the games on standard input, one game per line, and answers with one line each: a finding for every check.
// A game has a variant, its declaration if the package lacks it, rules, a seed, moves, and checks { after, budget }: a budget of 0 asks
// for the proofs alone, another one for a search alone.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dealOf } from '../../../service/web/engine/deals.js';
import { play } from '../../../service/web/engine/position.js';
import { readMove } from '../../../service/web/engine/referee.js';
import { rulesOf } from '../../../service/web/prospects/movement.js';
import { prove } from '../../../service/web/prospects/proofs.js';
import { Search } from '../../../service/web/prospects/search.js';

const WEB = new URL('../../../service/web/', import.meta.url);
const read = (path) => readFileSync(new URL(path, WEB));
const variants = JSON.parse(read('engine/variants.json'));
const search = new Search(new WebAssembly.Module(read('prospects/search.wasm')), JSON.parse(read('prospects/search.json')));

function searched(deal, position, budget) {
  const run = search.run(deal, position, budget);
  let step = run.next();
  while (!step.done) step = run.next();
  return { ...step.value.finding, positions: step.value.positions };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { variant, declaration, rules, seed, moves, checks } = JSON.parse(line);
  const dealt = dealOf(declaration ?? variants[variant], { seed, rules });
  const deal = rulesOf(variant, dealt.rules, dealt.opening.base);
  let position = dealt.opening;
  const findings = [];
  for (let after = 0; after <= moves.length; after++) {
    for (const { budget } of checks.filter((check) => check.after === after)) {
      const started = performance.now();
      const finding = budget ? searched(deal, position, budget) : { ...prove(deal, position), positions: 0 };
      findings.push({ ...finding, milliseconds: performance.now() - started });
    }
    if (after < moves.length) position = play(dealt.rules, position, readMove(dealt.rules, moves[after])).position;
  }
  console.log(JSON.stringify(findings));
}
