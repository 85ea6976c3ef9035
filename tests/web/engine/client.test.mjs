// The client's retries and errors, with a server that answers what a busy or failing service would.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { createClient } from '../../../service/web/engine/index.js';

const GAME = { variant: 'klondike', seed: '1', moves: [] };
const BUSY = [429, { 'Retry-After': '0' }, '{"title": "Too Many Requests", "detail": "More than 1 request."}'];

// Run `use` with a client of a server that gives these answers in turn: status, headers and body.
async function answering(answers, use, options) {
  const seen = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const [status, headers, body] = answers[seen.length - 1];
    request.resume().on('end', () => response.writeHead(status, headers).end(body));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    await use(createClient(`http://127.0.0.1:${server.address().port}/referee`, options));
  } finally {
    server.close();
  }
  assert.equal(seen.length, answers.length);
  return seen;
}

async function all(answers) {
  const found = [];
  for await (const answer of answers) found.push(answer);
  return found;
}

test('a busy service is asked again', async () => {
  const [first, , third] = await answering([BUSY, [503, { 'Retry-After': '0' }, ''], [200, {}, '{"valid": true}']], async (client) => {
    assert.deepEqual(await client.replay(GAME), { valid: true });
  });
  assert.deepEqual([first.url, third.url], ['/referee/v1/replays', '/referee/v1/replays']);
});

for (const [what, answers, options] of [
  ['stays busy', [BUSY, BUSY], { retries: 1 }],
  ['asks for a long wait', [[429, { 'Retry-After': '61' }, BUSY[2]]]],
  ['does not say how long to wait', [[429, {}, BUSY[2]]]],
]) {
  test(`a service that ${what} is not asked again`, () =>
    answering(
      answers,
      (client) => assert.rejects(client.replay(GAME), { name: 'ServiceError', status: 429, message: 'More than 1 request.' }),
      options,
    ));
}

test('an answer that is not a problem document has its status', () =>
  answering([[502, {}, '<html>']], (client) => assert.rejects(client.variants(), { status: 502, message: 'Bad Gateway' })));

test('a service that cannot be reached has status 0', async () => {
  const client = createClient('http://127.0.0.1:1');
  await assert.rejects(client.replay(GAME), { name: 'ServiceError', status: 0 });
});

test('the token is sent with claims', async () => {
  const use = (client) => client.claim({ ...GAME, claim: { outcome: 'won' } });
  const [request] = await answering([[200, {}, '{}']], use, { token: 'secret' });
  assert.equal(request.headers.authorization, 'Bearer secret');
});

for (const [what, body, message] of [
  ['has no summary', '{"line": 1, "verdict": {}}\n', 'The answer is incomplete.'],
  ['ends in a problem', '{"line": 1, "problem": {"detail": "Too long."}}\n', 'Too long.'],
]) {
  test(`a batch that ${what} is incomplete`, () =>
    answering([[200, {}, body]], (client) => assert.rejects(all(client.replayBatch([GAME])), { message })));
}
