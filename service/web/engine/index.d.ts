// Types of the package patience-referee.

import type { Declaration } from './fields.d.ts';

export type * from './fields.d.ts';

/** The members of `GET /v1/variants/{variant}` that the engine reads. */
export interface Variant {
  id: string;
  rules_version: string;
  declaration: Declaration;
  options: {
    name: string;
    meaning: string;
    default: string;
    values: string[];
    numbers: { minimum: number; maximum: number } | null;
    changes_layout: boolean;
    changes: Record<string, Record<string, unknown>>;
  }[];
  /** Former versions of the rules, by which requests that name them are judged. */
  rules_history?: {
    version: string;
    declaration?: Declaration;
    options?: Variant['options'];
    judges_boards?: boolean;
  }[];
}

export type RuleOptions = Record<string, string | number>;

/** A position card by card: every card of the packs lies on some pile. Piles left out are empty. */
export interface Board {
  tableau?: Pile[];
  foundations?: Pile[];
  reserve?: Pile[];
  stock?: readonly string[];
  waste?: readonly string[];
  waste_face_down?: number;
  redeals?: number;
  base_rank?: string;
  merci_used?: boolean | number;
  phase?: number;
}

/** Exactly one of `seed`, `deck` and `board`. */
export interface DealOptions {
  /** A PySolFC game number. */
  seed?: string | number;
  /** All cards in dealing order. */
  deck?: readonly string[];
  /** A position, such as a `State`, or the piles of a position's text. */
  board?: Board | string;
  /** Where redeals shuffle, and with a deck or board: for each redeal all cards, in the order in which it deals those that are left. */
  redeal_orders?: readonly (readonly string[])[];
  /** Only for a Variant, since a bare Declaration has no options. */
  rules?: RuleOptions;
}

/**
 * Deal a game. `patience-referee` knows its games by their ids, as in `newGame('klondike', { seed: 7 })`;
 * `patience-referee/engine`, which is smaller, takes the variant itself. Throws DeclarationError for a declaration that the engine does not know in full, and RequestError
 * for a seed, a deck or an option that the game does not have.
 */
export function newGame(variant: Variant | Declaration | string, options: DealOptions): Game;

/** Read the text of a position. The result can be passed to `newGame` and to a service. Throws RequestError. */
export function readPosition(text: string): { variant: string; rules: RuleOptions; board: string };

/**
 * Return the `board` that another program deals for its number: `solvitaire`, `klondike-solver`, `green-felt`, `lonelybot`,
 * `lonelybot-exact`, `lonelybot-microsoft`, `microsoft-freecell` or `kpatience`. Throws RequestError for an unknown program, a game
 * that it does not deal, or a number out of range. Numbers above 2^53 are texts. `rules` may have the option `suits`.
 */
export function boardOfSeed(program: string, variant: string, seed: string | number, rules?: Record<string, string>): string;

/** A game in patience game notation. */
export interface GameRecord {
  request: ReplayRequest & { times?: number[]; labels?: string[] };
  /** What the file says about the game, by header. Nothing checks it. */
  remarks?: Record<string, string>;
  /** Each comment, with the number of moves before it. */
  comments?: [number, string][];
}

/** Whether a text begins as patience game notation does. */
export function isRecord(text: string): boolean;

/** Read a game in patience game notation. Throws RequestError, whose detail has the number of the line that is wrong. */
export function readRecord(text: string): GameRecord;

/** Write a game in patience game notation. Throws RequestError for a member that the notation does not have. */
export function writeRecord(record: GameRecord): string;

/** Return the canonical form of a game: equal texts for games with the same `game_id`. Throws RequestError as `replay` does. */
export function canonicalRecord(variant: Variant | string, request: ReplayRequest): string;

/** Whether a text is a move of the grammar, legal or not. */
export function isToken(token: unknown): token is string;

export interface Game {
  /** All cards in dealing order; empty if a board was given. As the `deck` of a request they deal the same board. */
  readonly deck: string[];
  /** The moves played and not undone, as they were given. */
  readonly moves: string[];
  /** Return every legal move, in the order of the service. */
  legalMoves(): string[];
  /** Return why a move is illegal, with a sentence about it, or null if it is legal. Throws RequestError for a text that is not a move. */
  check(token: string): Refusal | null;
  /** Play a move, and return what it did. Throws IllegalMoveError; the game is then as it was before. */
  play(token: string): Step;
  /** Play the cards that a program takes to the foundations by itself after a move of the player, and return these moves. */
  autoplay(rule?: AutoplayRule): string[];
  /** Take the last move back, and return it; null if there is none. */
  undo(): string | null;
  /** Return every pile. With `hide`, face-down and stock cards are `??`. */
  state(options?: { hide?: 'face_down' }): State;
  /** Return the position in one line, which every implementation reads. */
  positionText(): string;
  outcome(): Outcome;
  /** Return the game as a replay request, to be judged by a service. */
  request(): ReplayRequest & { rules: RuleOptions };
}

/**
 * Which cards go to the foundations by themselves. `microsoft`: Aces, Twos, and cards of which all lower ones of the other colour are
 * there; `raymond`: also cards that Raymond's rule proves safe; `all`: every card that a foundation takes.
 */
export type AutoplayRule = 'microsoft' | 'raymond' | 'all' | 'none';

export type Outcome = 'won' | 'lost' | 'in_progress';

export type Reason =
  | 'game_over'
  | 'unknown_action'
  | 'stock_empty'
  | 'stock_not_empty'
  | 'waste_empty'
  | 'no_redeals_left'
  | 'moves_available'
  | 'empty_column'
  | 'waste_not_empty'
  | 'no_gap'
  | 'unknown_pile'
  | 'source_locked'
  | 'target_locked'
  | 'same_pile'
  | 'source_empty'
  | 'not_enough_cards'
  | 'face_down_card'
  | 'covered_card'
  | 'base_not_set'
  | 'one_card_only'
  | 'broken_sequence'
  | 'foundation_full'
  | 'cell_occupied'
  | 'incomplete_sequence'
  | 'wrong_color'
  | 'wrong_suit'
  | 'needs_base'
  | 'needs_pair'
  | 'needs_king'
  | 'vacancy_reserved'
  | 'wrong_rank'
  | 'too_many_cards'
  | 'king_locked'
  | 'no_foundation_accepts';

export interface Refusal {
  reason: Reason;
  /** What to tell a player, in English, as the service does. */
  detail: string;
  /** For a sentence in another language. */
  params: RefusalParams;
}

/** What a sentence about a refusal can name; only members that apply are present. */
export interface RefusalParams {
  action?: string;
  source?: string;
  target?: string;
  count?: number;
  /** The lowest card of the group. */
  card?: string;
  /** The top card of the target. */
  top?: string;
  /** How many cards the source, or for `stock_not_empty` the stock, has. */
  cards?: number;
  /** How many of them are face up. */
  face_up?: number;
  /** The empty columns. */
  piles?: string[];
  /** Whether the stock is dealt also while no column has two cards. */
  spare?: boolean;
  /** A move that holds cards in the stock. */
  move?: string;
  /** The number of redeals allowed; missing if it is the order of the cards that is not known. */
  redeals?: number;
  /** The piles that lie on the source or the target. */
  covers?: string[];
  /** The two cards of the group at which it is not a sequence. */
  broken?: [string, string];
  /** How many cards can go to the target together. */
  room?: number;
  /** The foundation that must be complete first. */
  waits_for?: string;
  /** The foundations that must have a card first. */
  awaits?: string[];
  /** The ranks that an empty column takes. */
  ranks?: string;
  /** The cards that the target takes. */
  takes?: string[];
}

export interface Pile {
  pile: string;
  /** For columns, and for reserve piles of several cards. */
  face_down?: number;
  /** Bottom to top. */
  cards: string[];
}

export interface State {
  tableau: (Pile & { face_down: number })[];
  foundations: Pile[];
  reserve: Pile[];
  /** The next card to leave is the last one. */
  stock: string[];
  waste: string[];
  /** Only where just the cards of the last draw can be moved: how many cards of the waste lie face down. */
  waste_face_down?: number;
  redeals: number;
  /** Only if the deal sets the base: the rank that begins foundations. */
  base_rank?: string;
  /** Only in games with a merci: whether it was used; how often, where it can be used several times. */
  merci_used?: boolean | number;
  /** Only in games in which stock cards are moved to columns in rounds: how many were in this round, 0 before the first one. */
  phase?: number;
}

export interface Moved {
  from: string;
  to: string;
  cards: string[];
}

/** Everything that one move did. */
export interface Step {
  move: string;
  moved: Moved[];
  turned_up: { pile: string; card: string }[];
  filled: Moved[];
  /** Only if a redeal deals cards face down, or a draw turns cards of the waste down: those cards. A redeal deals all others face up. */
  face_down?: { pile: string; card: string }[];
  /** Only where the move changes it: the phase after the move. */
  phase?: number;
}

export interface Checkpoint {
  after: number;
  piles: Record<string, string[]>;
}

export type Include = 'final_state' | 'legal_moves' | 'trace' | 'link';

export interface ReplayRequest {
  variant: string;
  rules?: RuleOptions;
  seed?: string | number;
  deck?: readonly string[];
  board?: Board | string;
  /** Where redeals shuffle, and with a deck or board: for each redeal all cards, in the order in which it deals those that are left. */
  redeal_orders?: readonly (readonly string[])[];
  moves: string[];
  /** The client's own name for each move, which the verdict has wherever it names a move. */
  labels?: readonly string[];
  /** Judge the moves before the first text that is not a move, and name it as `first_malformed_move`. */
  lenient?: boolean;
  include?: Include[];
  checkpoints?: Checkpoint[];
  rules_version?: string;
  ref?: string;
}

/**
 * Judge a game log as `POST /v1/replays` does. `include` can name all but `prospect`, which needs the service.
 * Throws RequestError for a request that the service would refuse, and DeclarationError as `newGame` does.
 * The ids need `crypto.subtle`, which browsers have on pages from https and localhost.
 */
export function replay(variant: Variant | string, request: ReplayRequest): Promise<Verdict>;

export interface Verdict {
  id: string;
  deal_id: string;
  game_id: string;
  variant: string;
  rules: RuleOptions;
  rules_version: string;
  seed: string | null;
  valid: boolean;
  outcome: Outcome;
  moves_total: number;
  moves_played: number;
  /** `params` only from this engine. */
  first_illegal_move:
    | { index: number; move: string; reason: Reason; params?: RefusalParams; detail: string; legal_moves: string[]; label?: string }
    | null;
  /** Only for a `lenient` request: the text that ended the log because it is not a move. */
  first_malformed_move?: { index: number; move: string; detail: string; label?: string } | null;
  first_divergence: { after: number; piles: { pile: string; expected: string[]; found: string[] }[] } | null;
  final_state?: State;
  legal_moves?: string[];
  trace?: (Step & { label?: string })[];
  link?: string;
  /** Only for a game that is won by the points of a square. */
  score?: { moves: number; deals: number; draws: number; redeals: number; points: { [name: string]: number } };
  ref?: string;
}

export class DeclarationError extends Error {}

export class RequestError extends Error {
  /** The JSON Pointer of the wrong member. */
  pointer: string;
  detail: string;
}

/** Its message is the sentence of the refusal. */
export class IllegalMoveError extends Error {
  move: string;
  reason: Reason;
  params: RefusalParams;
}

/** Return a client of the service at an address. */
export function createClient(baseUrl: string, options?: ClientOptions): Client;

export interface ClientOptions {
  /** The bearer token for claims, if the service requires one. Keep it out of web pages. */
  token?: string;
  /** How often a request is repeated after a 429 or 503; 3 by default. */
  retries?: number;
  /** The longest `Retry-After` in seconds that is waited for; 60 by default. */
  longestWait?: number;
  fetch?: typeof globalThis.fetch;
}

/** Every method but `link` throws ServiceError for a problem. */
export interface Client {
  replay(request: ReplayRequest): Promise<Verdict>;
  /** Yield one answer per request, in order. The generator returns the summary. */
  replayBatch(requests: Iterable<ReplayRequest>): AsyncGenerator<Line & { verdict?: Verdict }, Summary>;
  claim(request: ClaimRequest): Promise<ClaimAnswer>;
  claimBatch(requests: Iterable<ClaimRequest>): AsyncGenerator<Line & { claim?: ClaimAnswer }, Summary>;
  variants(): Promise<{ id: string; title: string; family: string; rules_version: string }[]>;
  variant(id: string): Promise<Variant>;
  deal(variant: string, seed: string | number, rules?: RuleOptions): Promise<Deal>;
  /** Return the address that opens a log in the viewer, at a number of moves. It is not sent anywhere. */
  link(request: ReplayRequest, ply?: number): string;
}

export interface Line {
  line: number;
  ref?: string;
  problem?: Problem;
}

export interface Summary {
  lines: number;
  rejected: number;
  valid?: number;
  invalid?: number;
  confirmed?: number;
  refuted?: number;
}

export interface ClaimRequest extends ReplayRequest {
  claim: { outcome?: Outcome; prospect?: 'dead'; moves_played?: number };
  subject?: string;
  audience?: string;
}

export interface ClaimAnswer {
  confirmed: boolean;
  refutations: { code: string; detail: string }[];
  verdict: Verdict;
  /** A signed token; null if the claim is refuted or the service signs none. */
  receipt: string | null;
}

export interface Deal {
  variant: string;
  seed: string;
  rules: RuleOptions;
  rules_version: string;
  deal_id: string;
  base_rank?: string;
  state: State;
  deck: string[];
}

/** A problem document (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  request_id: string;
  errors: { pointer: string; code: string; detail: string; suggestion?: string }[];
}

export class ServiceError extends Error {
  /** `urn:patience-referee:problem:` and a name; empty if the service could not be reached. */
  type: string;
  /** The HTTP status; 0 if the service could not be reached. */
  status: number;
  errors: Problem['errors'];
  requestId: string;
}
