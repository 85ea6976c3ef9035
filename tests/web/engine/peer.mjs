// Judges the requests on standard input, one per line as [variant, request]: the verdict, or why it was rejected.
// The variant is null if it is a game of the package.
import { readFileSync } from 'node:fs';
import { replay } from '../../../service/web/engine/index.js';

const games = JSON.parse(readFileSync(new URL('../../../service/web/engine/variants.json', import.meta.url), 'utf8'));

for (const line of readFileSync(0, 'utf8').split('\n').slice(0, -1)) {
  const [variant, request] = JSON.parse(line);
  const answer = await replay(variant ?? games[request?.variant] ?? games.klondike, request).catch((error) => {
    if (error.name !== 'RequestError') throw error;
    return { rejected: error.message };
  });
  console.log(JSON.stringify(answer));
}
