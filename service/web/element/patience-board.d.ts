import type { Outcome, Reason, ReplayRequest } from '../engine/index.js';

/** A position that the board shows. */
export interface Shown {
  /** The last move, null at the deal. */
  move: string | null;
  /** How many moves lead to the position. */
  ply: number;
  outcome: Outcome;
  /** The fragment of a link to it. */
  link: string;
}

/** The events of a board by type, each with its `detail`. */
export interface PatienceBoardEvents {
  /** Once, when the board takes commands and has tried to load the game of its attributes. */
  ready: CustomEvent<Record<string, never>>;
  /** A game was loaded. */
  loaded: CustomEvent<{ ply: number }>;
  /** A move was made, by the visitor or by `play`. */
  move: CustomEvent<Shown>;
  /** Another position is shown, as after an undo. */
  position: CustomEvent<Shown>;
  /** A move is illegal. `detail` is a sentence in the visitor's language. */
  refused: CustomEvent<{ move: string; reason: Reason; detail: string }>;
  /** The game is won, after its `move`. */
  won: CustomEvent<{ moves: number }>;
  /** The attributes do not name a game. */
  problem: CustomEvent<{ command: 'load'; detail: string }>;
}

/**
 * `<patience-board game="klondike" seed="7" rules="draw:three" moves="draw W-T3">`. Importing the module defines the element.
 * Only `game`, the id of a variant, is required; `seed` is 1 by default.
 */
export class PatienceBoard extends HTMLElement {
  /**
   * Load a game from a link, from its fragment, or from a replay request. Rejects with RequestError or DeclarationError for what
   * is not a game; the board then shows the game before. The promise does not wait for cards that are still moving.
   */
  load(game: string | (Omit<ReplayRequest, 'moves'> & { moves?: string[] })): Promise<void>;
  /** Play a move. Returns whether it was legal. Throws RequestError for a text that is not a move, or without a game. */
  play(move: string): boolean;
  /** Take the last move back. */
  undo(): void;
  /** Mirror the board, for a left hand. */
  flip(): void;

  addEventListener<T extends keyof PatienceBoardEvents>(
    type: T, listener: (this: PatienceBoard, event: PatienceBoardEvents[T]) => void, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'patience-board': PatienceBoard;
  }
}
