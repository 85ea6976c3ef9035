// Whether a position can still be won, found out by this page alone: by the proofs and the search of the service, in a worker.

import { CODES } from '../engine/declaration.js';

// The budgets of a search in positions: after a move, and when the player asks.
export const QUICK = 1_000;
export const THOROUGH = 20_000;

let worker = null;
let newest = null;

// Return what the page finds about a node, as the service would answer: { prospect, proof, continuation, search, declined }. Null if
// a newer check replaces this one, if the browser runs no workers, or if redeals shuffle: their orders are functions, which cannot
// be sent to a worker.
export function check(game, node, budget) {
  newest?.resolve(null);
  if (game.variant.declaration.stock?.shuffles) return Promise.resolve(null);
  worker ??= started();
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    newest = { id: (newest?.id ?? 0) + 1, budget, resolve };
    const { variant } = game;
    worker.postMessage({ id: newest.id, variant: variant.id, declaration: variant.declaration, state: node.state, budget });
  });
}

function started() {
  try {
    const made = new Worker(new URL('../prospects/worker.js', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data }) => data.id === newest.id && data.done && newest.resolve(answerOf(data, newest.budget)));
    // Without the files of the check, or without WebAssembly, the service answers alone.
    made.addEventListener('error', () => newest.resolve(null));
    return made;
  } catch {
    return null;
  }
}

function answerOf({ finding: { prospect, proof, stuck = [], continuation, declined }, positions }, budget) {
  return {
    prospect,
    ...(proof ? { proof: { kind: proof, ...(stuck.length ? { stuck: stuck.map((card) => CODES[card]) } : {}) } } : {}),
    ...(continuation ? { continuation } : {}),
    ...(positions ? { search: { positions, budget } } : {}),
    ...(declined?.length ? { declined } : {}),
  };
}
