// Count legal logs with the JavaScript engine: one JSON line {variant, rules, seed, depth, bulk} in, one list of [leaves, positions]
// out, from depth 1 on. Leaves beyond 2^53 would be inexact: they are strings then. With `bulk`, the last depth has leaves only.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dealOf } from '../service/web/engine/deals.js';
import { play } from '../service/web/engine/position.js';
import { legalMoves, readMove } from '../service/web/engine/referee.js';

const file = new URL('../service/web/engine/variants.json', import.meta.url);
const variants = JSON.parse(readFileSync(file, 'utf8'));

const FIRST_LETTER = 65;

// The engine tells the copies of a card apart; positions do not.
const textOf = (pile) => String.fromCharCode(...pile.map((card) => FIRST_LETTER + (card % 52)));
const keyOf = ({ piles, down, redeals, merciUsed, phase }, limited) => (
  `${piles.map(textOf).join(' ')}|${down}|${limited ? redeals : ''}|${merciUsed}|${phase}`
);

// The last layer is only counted, and so is a layer after one of more positions than this.
const MOST_KEPT = 1_000_000;

// 52 bits of a text: two of a million texts share them in one of ten thousand counts.
const digest = (text) => parseInt(hash('md5', text).slice(0, 13), 16);

// Counts the logs and the positions of further layers without keeping their positions; without keys only the logs.
function walk(rules, position, logs, further, limited) {
  const [{ keys, counts }, ...rest] = further;
  const tokens = legalMoves(rules, position);
  if (!keys) {
    counts.leaves += logs * BigInt(tokens.length);
    return;
  }
  for (const token of tokens) {
    const following = play(rules, position, readMove(rules, token)).position;
    keys.add(digest(keyOf(following, limited)));
    counts.leaves += logs;
    if (rest.length) walk(rules, following, logs, rest, limited);
  }
}

const count = (leaves, positions) => [leaves <= Number.MAX_SAFE_INTEGER ? Number(leaves) : String(leaves), positions];

function* plies(rules, opening, depth, limited, bulk) {
  let layer = new Map([['', { position: opening, logs: 1n }]]);
  for (let ply = 0; ply < depth; ply++) {
    if (ply === depth - 1 || layer.size > MOST_KEPT) {
      const further = Array.from({ length: depth - ply }, () => ({ keys: new Set(), counts: { leaves: 0n } }));
      if (bulk) further.at(-1).keys = null;
      for (const { position, logs } of layer.values()) walk(rules, position, logs, further, limited);
      for (const { keys, counts } of further) yield count(counts.leaves, keys?.size ?? null);
      return;
    }
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
    yield count(leaves, layer.size);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { variant, rules: chosen, seed, depth, bulk } = JSON.parse(line);
  const { rules, opening } = dealOf(variants[variant], { rules: chosen, seed });
  const limited = rules.stock !== null && rules.stock.redeals !== null;
  console.log(JSON.stringify([...plies(rules, opening, depth, limited, bulk)]));
}
