// Replays a game log: the verdict of the service's POST /v1/replays, without the members that need the solver.

import { isObject } from './check-shape.js';
import { CARDS, RequestError, codesOf } from './declaration.js';
import { openBoard } from './boards.js';
import { dealOf } from './deals.js';
import { sha256 } from './digest.js';
import { handPoints, handsOf } from './hands.js';
import { linkTo } from './link.js';
import { sentenceOf } from './evidence.js';
import { play, stateJson, stepJson } from './position.js';
import { isToken, legalMoves, outcome, readMove, refusalOf, tokenOf, whyNot } from './referee.js';

/**
 * @typedef {import('./index.d.ts').ReplayRequest} ReplayRequest
 * @typedef {import('./index.d.ts').Checkpoint} Checkpoint
 * @typedef {import('./deals.js').Deal} Deal
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 */

const FIELDS = ['variant', 'rules', 'seed', 'deck', 'board', 'redeal_orders', 'moves', 'labels', 'lenient', 'include', 'checkpoints', 'rules_version', 'ref'];
const INCLUDES = ['final_state', 'legal_moves', 'trace', 'link'];
const MOST_CARDS = 208;
const MOST_CHECKPOINTS = 1000;
const LONGEST_REF = 200;
const LONGEST_LABEL = 60;
const EXPECTED_MOVE = 'expected deal, draw, redeal or SOURCE-TARGET, as in T3-T7x4 or W-F.';

/**
 * Return the verdict on a replay request.
 * @param {import('./index.d.ts').Variant} variant
 * @param {ReplayRequest} request
 * @returns {Promise<import('./index.d.ts').Verdict>}
 */
export async function replay(variant, request) {
  const { include, checkpoints, deal, moves, malformed } = readRequest(variant, request);
  const { rules } = deal;
  const { labels } = request;
  const steps = [];
  const played = [];
  let position = deal.opening;
  let divergence = divergenceAt(deal, position, checkpoints.get(0));
  for (const token of moves) {
    const move = readMove(rules, token);
    if (whyNot(rules, position, move)) break;
    const next = play(rules, position, move);
    position = next.position;
    played.push(tokenOf(rules, next.played));
    if (include.includes('trace')) steps.push({ ...stepJson(rules, token, next.step), ...labelled(labels, played.length - 1) });
    divergence ??= divergenceAt(deal, position, checkpoints.get(played.length));
  }
  const illegal = played.length < moves.length ? illegalMove(deal, position, moves, played.length) : null;
  return {
    ...(await idsOf(deal, moves, played)),
    variant: deal.variant.id,
    rules: deal.options,
    rules_version: deal.variant.rules_version,
    seed: deal.seed,
    valid: illegal === null && !malformed,
    outcome: outcome(rules, position),
    moves_total: request.moves.length,
    moves_played: played.length,
    first_illegal_move: illegal && { ...illegal, ...labelled(labels, illegal.index) },
    first_divergence: divergence,
    ...(include.includes('final_state') ? { final_state: stateJson(rules, position) } : {}),
    ...(include.includes('legal_moves') ? { legal_moves: legalMoves(rules, position) } : {}),
    ...(include.includes('trace') ? { trace: steps } : {}),
    ...(include.includes('link') ? { link: linkTo({ ...request, moves, deck: undefined, board: undefined, ...dealt(deal) }, illegal ? illegal.index + 1 : (divergence?.after ?? 0)) } : {}),
    ...(handsOf(rules.declaration) ? { score: scoreOf(rules, position, played) } : {}),
    ...(request.lenient ? { first_malformed_move: malformed } : {}),
    ...(request.ref === undefined ? {} : { ref: request.ref }),
  };
}

/**
 * Return the points of a square, and the counts of moves that the service gives with them.
 * @param {Rules} rules
 * @param {Position} position
 * @param {readonly string[]} played
 */
function scoreOf(rules, position, played) {
  /** @param {string} action */
  const count = (action) => played.filter((move) => move === action).length;
  return { moves: played.length, deals: count('deal'), draws: count('draw'), redeals: count('redeal'), points: { [handsOf(rules.declaration) ?? '']: handPoints(rules, position) } };
}

/** @param {readonly string[] | undefined} labels @param {number} index */
const labelled = (labels, index) => (labels ? { label: labels[index] } : {});

/**
 * The former versions of a variant's rules, by version: the same objects again, so that compiled rules are found.
 * @type {WeakMap<object, Map<string, import('./index.d.ts').Variant>>}
 */
const formers = new WeakMap();

/**
 * Return a variant by the version of its rules that a request names. Throws RequestError if there is none.
 * @param {import('./index.d.ts').Variant} variant
 * @param {string | undefined} version
 * @param {boolean} hasBoard
 */
function variantAt(variant, version, hasBoard) {
  if (version === undefined || version === variant.rules_version) return variant;
  const former = variant.rules_history?.find((edition) => edition.version === version && edition.declaration);
  demand(former, '/rules_version', `this is version ${variant.rules_version} of the rules.`);
  demand(!hasBoard || former?.judges_boards, '/rules_version', `version ${version} judges no boards.`);
  const known = formers.get(variant) ?? new Map();
  formers.set(variant, known);
  if (!known.has(version)) known.set(version, { ...variant, declaration: former?.declaration, options: former?.options, rules_version: version });
  return known.get(version);
}

/** @param {unknown} condition @param {string} pointer @param {string} detail */
function demand(condition, pointer, detail) {
  if (!condition) throw new RequestError(pointer, detail);
}

/** @param {unknown} value @param {number} longest in characters */
const isText = (value, longest) => typeof value === 'string' && [...value].length <= longest;

/**
 * Return the parts of a request. Throws RequestError for the first one that is wrong.
 * @param {import('./index.d.ts').Variant} variant
 * @param {ReplayRequest} request
 */
function readRequest(variant, request) {
  demand(isObject(request), '', 'expected an object.');
  for (const name of Object.keys(request)) demand(FIELDS.includes(name), `/${name}`, 'unknown field.');
  const { rules = {}, seed, deck, board, redeal_orders: orders, moves, labels, lenient, include = ['final_state'], checkpoints = [], rules_version: version, ref } = request;
  demand(request.variant === variant.id, '/variant', `expected ${variant.id}.`);
  demand(isObject(rules), '/rules', 'expected an object.');
  demand(Array.isArray(moves), '/moves', 'expected a list of moves.');
  demand(lenient === undefined || typeof lenient === 'boolean', '/lenient', 'expected true or false.');
  const end = moves.findIndex((token) => !isToken(token));
  demand(end < 0 || lenient, `/moves/${end}`, EXPECTED_MOVE);
  const areLabels = Array.isArray(labels) && labels.length === moves.length && labels.every((label) => isText(label, LONGEST_LABEL));
  demand(labels === undefined || areLabels, '/labels', `expected for each move a text of at most ${LONGEST_LABEL} characters.`);
  demand(Array.isArray(include), '/include', 'expected a list.');
  demand(include.length <= 5 && include.every((name) => INCLUDES.includes(name)), '/include', `expected some of ${INCLUDES.join(', ')}.`);
  demand(ref === undefined || isText(ref, LONGEST_REF), '/ref', `expected at most ${LONGEST_REF} characters.`);
  const judged = variantAt(variant, version, board !== undefined);
  const dealt = { rules, ...(seed === undefined ? {} : { seed }), ...(deck === undefined ? {} : { deck }), ...(board === undefined ? {} : { board }), ...(orders === undefined ? {} : { redeal_orders: orders }) };
  const deal = dealOf(judged, dealt, openBoard);
  demand(!deal.orders.length || !include.includes('link'), '/include', 'a link has no redeal_orders.');
  demand(Array.isArray(checkpoints) && checkpoints.length <= MOST_CHECKPOINTS, '/checkpoints', `expected at most ${MOST_CHECKPOINTS}.`);
  for (const [index, checkpoint] of checkpoints.entries()) checkCheckpoint(deal, checkpoint, moves.length, `/checkpoints/${index}`);
  if (end < 0) return { include, deal, moves, checkpoints: byMove(checkpoints), malformed: null };
  const move = typeof moves[end] === 'string' ? moves[end].slice(0, 60) : JSON.stringify(moves[end]).slice(0, 60);
  const malformed = { index: end, move, detail: EXPECTED_MOVE[0].toUpperCase() + EXPECTED_MOVE.slice(1), ...labelled(labels, end) };
  return { include, deal, moves: moves.slice(0, end), checkpoints: byMove(checkpoints), malformed };
}

/** @param {Checkpoint[]} checkpoints */
function byMove(checkpoints) {
  /** @type {Map<number, Checkpoint[]>} */
  const sorted = new Map();
  for (const checkpoint of checkpoints) sorted.set(checkpoint.after, [...(sorted.get(checkpoint.after) ?? []), checkpoint]);
  return sorted;
}

/**
 * @param {Deal} deal
 * @param {Checkpoint} checkpoint
 * @param {number} moves
 * @param {string} pointer
 */
function checkCheckpoint({ rules }, checkpoint, moves, pointer) {
  demand(isObject(checkpoint), pointer, 'expected an object.');
  for (const name of Object.keys(checkpoint)) demand(name === 'after' || name === 'piles', `${pointer}/${name}`, 'unknown field.');
  const { after, piles } = checkpoint;
  demand(Number.isInteger(after) && after >= 0 && after <= moves, `${pointer}/after`, `expected a whole number from 0 to ${moves}.`);
  demand(isObject(piles) && Object.keys(piles).length <= 50, `${pointer}/piles`, 'expected an object of card lists.');
  for (const [name, cards] of Object.entries(piles)) {
    demand(rules.byName.has(name) || name === 'S' || name === 'W', `${pointer}/piles/${name}`, 'the game does not have this pile.');
    const areCards = Array.isArray(cards) && cards.length <= MOST_CARDS && cards.every((card) => card === '??' || CARDS.has(card));
    demand(areCards, `${pointer}/piles/${name}`, 'expected a list of cards such as TH or ??.');
  }
}

/**
 * Return the first of these checkpoints that differs from the position, else null.
 * @param {Deal} deal
 * @param {Position} position
 * @param {Checkpoint[]} [checkpoints]
 */
function divergenceAt({ rules }, position, checkpoints = []) {
  for (const { after, piles } of checkpoints) {
    const differences = Object.entries(piles).flatMap(([pile, expected]) => {
      const found = codesOf(position.piles[rules.byName.get(pile) ?? -1] ?? []);
      const same = expected.length === found.length && expected.every((card, place) => card === '??' || card === found[place]);
      return same ? [] : [{ pile, expected, found }];
    });
    if (differences.length) return { after, piles: differences };
  }
  return null;
}

/**
 * @param {Deal} deal
 * @param {Position} position
 * @param {readonly string[]} moves
 * @param {number} index
 */
function illegalMove({ rules }, position, moves, index) {
  const refusal = refusalOf(rules, position, moves[index]);
  if (!refusal) throw new RangeError(`${moves[index]} is legal.`);
  const detail = sentenceOf(rules, position, moves[index], readMove(rules, moves[index]), refusal.reason);
  return { index, move: moves[index], ...refusal, detail, legal_moves: legalMoves(rules, position) };
}

/**
 * Return the members of a request that name its deal, as in links.
 * @param {Deal} deal
 */
function dealt({ options, seed, deck, board }) {
  return { rules: options, ...(board ? { board } : seed === null ? { deck: codesOf(deck) } : { seed }) };
}

/**
 * Return the three ids of a verdict (docs/reference/identifiers.md).
 * @param {Deal} deal
 * @param {readonly string[]} moves as sent
 * @param {readonly string[]} played as shortest tokens
 */
async function idsOf({ variant, options, rules, seed, deck, board, orders }, moves, played) {
  const settled = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const setting = [variant.id, settled.join(' ')];
  const shuffles = rules.stock?.shuffles ? (seed === null ? orders.map((order) => codesOf(order).join(' ')) : [`seed ${seed}`]) : [];
  const cards = [board || codesOf(deck).join(' '), ...shuffles].join(' / ');
  const [id, dealId, gameId] = await Promise.all(
    [
      [...setting, variant.rules_version, cards, moves.join(' ')],
      [...setting, cards],
      [...setting, cards, played.join(' ')],
    ].map((lines) => sha256(new TextEncoder().encode(lines.join('\n')))),
  );
  return { id, deal_id: dealId, game_id: gameId };
}
