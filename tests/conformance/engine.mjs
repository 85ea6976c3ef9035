// The JavaScript engine as a program for `referee conform`: one replay request per line, one answer per line. Bun and Deno
// run it too: `bun tests/conformance/engine.mjs`, `deno run --allow-read tests/conformance/engine.mjs`.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { IllegalMoveError, RequestError, isToken, newGame, replay } from '../../service/web/engine/index.js';

const file = new URL('../../service/web/engine/variants.json', import.meta.url);
const variants = JSON.parse(readFileSync(file, 'utf8'));

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const answer = request.checkpoints ? await replay(variants[request.variant], request) : judge(request);
  console.log(JSON.stringify(answer));
}

function judge({ variant, moves, ...deal }) {
  if (!moves.every(isToken)) return { malformed: true };
  const game = dealt(variants[variant], deal);
  if (!game) return { malformed: true };
  let illegal = null;
  try {
    for (const move of moves) game.play(move);
  } catch (error) {
    if (!(error instanceof IllegalMoveError)) throw error;
    illegal = { index: game.moves.length, reason: error.reason };
  }
  return {
    valid: illegal === null, moves_played: game.moves.length, outcome: game.outcome(), first_illegal_move: illegal,
    final_state: game.state(), legal_moves: game.legalMoves(),
  };
}

function dealt(declaration, deal) {
  try {
    return newGame(declaration, deal);
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}
