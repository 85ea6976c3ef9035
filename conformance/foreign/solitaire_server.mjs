// TimMansell/solitaire-server for solitaire_server.py: reads a board, a card and a target per line, and writes the board
// after the move, or null if the move is not valid. The first argument is its `src/solitaire` in one file.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { checkValidCardMove, checkValidFoundationMove, moveCards, moveCardsToFoundation } = await import(
  pathToFileURL(process.argv[2])
);

for await (const line of createInterface({ input: process.stdin })) {
  const { state, column, onFoundation } = JSON.parse(line);
  const isValid = onFoundation ? checkValidFoundationMove : checkValidCardMove;
  const play = onFoundation ? moveCardsToFoundation : moveCards;
  console.log(JSON.stringify(isValid(state, column) ? { ...state, ...play(state, column) } : null));
}
