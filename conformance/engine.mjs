// The JavaScript engine as a program for `referee conform`: one replay request per line, one answer per line. Bun and Deno
// run it too: `bun conformance/engine.mjs`, `deno run --allow-read conformance/engine.mjs`.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dealOf } from '../service/web/engine/deals.js';
import { RequestError, replay } from '../service/web/engine/index.js';
import { play } from '../service/web/engine/position.js';
import { legalMoves, readMove } from '../service/web/engine/referee.js';

const file = new URL('../service/web/engine/variants.json', import.meta.url);
const variants = JSON.parse(readFileSync(file, 'utf8'));

// The numbers of legal logs of 1, 2, 3 … moves.
function perft(variant, request, depth) {
  const { rules, opening } = dealOf(variant, request);
  let layer = [opening];
  return Array.from({ length: depth }, () => {
    layer = layer.flatMap((position) => legalMoves(rules, position)
      .map((token) => play(rules, position, readMove(rules, token)).position));
    return layer.length;
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { perft: depth, ...request } = { include: ['final_state', 'legal_moves'], ...JSON.parse(line) };
  const answer = await replay(variants[request.variant], request).catch((error) => {
    if (error instanceof RequestError) return { malformed: true };
    throw error;
  });
  if (depth) answer.perft = perft(variants[request.variant], request, depth);
  console.log(JSON.stringify(answer));
}
