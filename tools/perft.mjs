// Count legal logs with the JavaScript engine: one JSON line {variant, rules, seed, depth} in, one list of [leaves, positions] out,
// from depth 1 on. Leaves beyond 2^53 would be inexact: they are strings then.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dealOf } from '../service/web/engine/deals.js';
import { play } from '../service/web/engine/position.js';
import { legalMoves, readMove } from '../service/web/engine/referee.js';

const file = new URL('../service/web/engine/variants.json', import.meta.url);
const variants = JSON.parse(readFileSync(file, 'utf8'));

// The engine tells the copies of a card apart; positions do not.
const keyOf = ({ piles, down, redeals }, limited) => (
  `${piles.map((pile) => pile.map((card) => card % 52).join()).join(';')}|${down}|${limited ? redeals : ''}`
);

function* plies(rules, opening, depth, limited) {
  let layer = new Map([['', { position: opening, logs: 1n }]]);
  for (let ply = 0; ply < depth; ply++) {
    const after = new Map();
    for (const { position, logs } of layer.values()) {
      for (const token of legalMoves(rules, position)) {
        const following = play(rules, position, readMove(rules, token)).position;
        const key = keyOf(following, limited);
        const known = after.get(key);
        if (known) known.logs += logs;
        else after.set(key, { position: following, logs });
      }
    }
    layer = after;
    let leaves = 0n;
    for (const { logs } of layer.values()) leaves += logs;
    yield [leaves <= Number.MAX_SAFE_INTEGER ? Number(leaves) : String(leaves), layer.size];
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { variant, rules: chosen, seed, depth } = JSON.parse(line);
  const { rules, opening } = dealOf(variants[variant], { rules: chosen, seed });
  const limited = rules.stock !== null && rules.stock.redeals !== null;
  console.log(JSON.stringify([...plies(rules, opening, depth, limited)]));
}
