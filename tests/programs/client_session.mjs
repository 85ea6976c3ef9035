// What the client gets from the service at the address given, as JSON; test_client.py checks it.
import { createClient, newGame, replay } from '../../service/web/engine/index.js';

const client = createClient(process.argv[2]);
const variant = await client.variant('double-russian');
const game = newGame(variant, { seed: '20261121' });
game.play('T7-T8x6');
const request = { ...game.request(), include: ['final_state', 'trace', 'link'] };

const lines = [];
const batch = client.replayBatch([request, { variant: 'chess' }]);
let line = await batch.next();
for (; !line.done; line = await batch.next()) lines.push(line.value);

console.log(JSON.stringify({
  here: await replay(variant, request),
  there: await client.replay(request),
  lines,
  summary: line.value,
  claim: await client.claim({ ...request, claim: { outcome: 'won' } }),
  decks: [game.deck, (await client.deal('double-russian', '20261121', { groups: 'any' })).deck],
  variants: (await client.variants()).length,
  refused: await client.deal('chess', 1).catch(({ status, type, requestId }) => ({ status, type, requestId })),
  links: [client.link(game.request(), 0), createClient('https://a.example/referee').link(game.request())],
}));
