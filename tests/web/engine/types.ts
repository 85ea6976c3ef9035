// A program in TypeScript that uses the package; `tsc --project tests/web` checks it.
import { IllegalMoveError, createClient, newGame, replay } from '../../../service/web/engine/index.js';
import type { PatienceBoard } from '../../../service/web/element/patience-board.js';
import type { Game, Outcome, Reason, Variant, Verdict } from '../../../service/web/engine/index.js';

export async function play(variant: Variant, token: string): Promise<Verdict> {
  const game: Game = newGame(variant, { seed: '1', rules: { draw: 'three' } });
  const reason: Reason | undefined = game.check(token)?.reason;
  try {
    const turned: string[] = game.play(token).turned_up.map(({ card }) => card);
    console.log(reason, turned, game.undo(), game.state({ hide: 'face_down' }).tableau[0].face_down);
  } catch (error) {
    if (error instanceof IllegalMoveError) console.log(error.reason, error.params.takes);
  }
  const outcome: Outcome = game.outcome();
  const client = createClient('https://referee.example', { retries: 1 });
  for await (const { line, verdict } of client.replayBatch([game.request()])) console.log(line, verdict?.game_id);
  const { confirmed, receipt } = await client.claim({ ...game.request(), claim: { outcome } });
  console.log(confirmed, receipt?.length);
  return replay(variant, game.request());
}

export function watch(board: PatienceBoard): boolean {
  board.addEventListener('refused', ({ detail }) => console.log(detail.reason.length, detail.detail));
  // @ts-expect-error A win has a number of moves.
  board.addEventListener('won', ({ detail }) => detail.reason);
  board.load({ variant: 'klondike', seed: 7 });
  return document.createElement('patience-board').play('draw');
}

// @ts-expect-error A deal has a seed or a deck, and no other members.
newGame({} as Variant, { cards: 52 });
