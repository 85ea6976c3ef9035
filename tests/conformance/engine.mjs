// The JavaScript engine as a program for `referee conform`: one replay request per line, one answer per line. Bun and Deno
// run it too: `bun tests/conformance/engine.mjs`, `deno run --allow-read tests/conformance/engine.mjs`.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { RequestError, replay } from '../../service/web/engine/index.js';

const file = new URL('../../service/web/engine/variants.json', import.meta.url);
const variants = JSON.parse(readFileSync(file, 'utf8'));

for await (const line of createInterface({ input: process.stdin })) {
  const request = { include: ['final_state', 'legal_moves'], ...JSON.parse(line) };
  const answer = await replay(variants[request.variant], request).catch((error) => {
    if (error instanceof RequestError) return { malformed: true };
    throw error;
  });
  console.log(JSON.stringify(answer));
}
