// The errors that the engine throws.

/** A declaration with a field or a value that the engine does not know, or one that contradicts itself. */
export class DeclarationError extends Error {
  name = 'DeclarationError';
}

/** A deal or a replay request that is not valid. */
export class RequestError extends Error {
  name = 'RequestError';

  /**
   * @param {string} pointer the JSON Pointer of the wrong member
   * @param {string} detail
   */
  constructor(pointer, detail) {
    super(`${pointer || 'The request'}: ${detail}`);
    this.pointer = pointer;
    this.detail = detail;
  }
}

/** An illegal move that `play` was asked to make. */
export class IllegalMoveError extends Error {
  name = 'IllegalMoveError';

  /**
   * @param {string} move
   * @param {import('./index.d.ts').Refusal} refusal
   */
  constructor(move, refusal) {
    super(`${move} is illegal: ${refusal.reason}`);
    this.move = move;
    this.reason = refusal.reason;
    this.params = refusal.params;
  }
}
