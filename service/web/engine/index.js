// The rules of solitaire games in JavaScript, interpreted from their declarations. See README.md.

export { createClient, ServiceError } from './client.js';
export { DeclarationError } from './check-shape.js';
export { IllegalMoveError, RequestError } from './declaration.js';
export { boardOfSeed } from './dialects.js';
export { newGame } from './game.js';
export { canonicalRecord, isRecord, readRecord, writeRecord } from './game-notation.js';
export { readPosition } from './boards.js';
export { isToken } from './referee.js';
export { replay } from './replay.js';
