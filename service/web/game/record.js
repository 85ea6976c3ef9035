// A game record: its log, the tree of its moves and variations, and what the engine says about each position. The service confirms
// what the page judged; `page/confirmation.js` compares the two.

import * as api from '../data/api.js';
import { breath } from '../dom.js';
import { dealOf } from '../engine/deals.js';
import { RANKS, codeOf, stockShown } from '../engine/declaration.js';
import { handPoints, handsOf } from '../engine/hands.js';
import { play, stateJson, stepJson } from '../engine/position.js';
import { isToken, legalMoves, outcome, readMove, refusalOf } from '../engine/referee.js';
import { placesOf } from './places.js';
import { Tree, movesTo, refusal, spelled } from './tree.js';

// How many moves are judged at once, so that no task is long on a phone.
const AT_ONCE = 16;

export class GameRecord {
  // `given` is the recognised input: its kind and the data beside the log.
  constructor(log, given, deal) {
    this.given = given;
    // The log as it was received, with whatever else it has.
    this.received = log;
    this.deal = deal;
    this.variant = { ...deal.variant, declaration: deal.rules.declaration };
    this.log = settledLog(log, deal);
    // Where columns lie in rows.
    this.places = new Map();
    this.tree = new Tree(this.#reached(deal.opening));
    this.tree.root.prospect = given.proven;
    this.claim = null;
    // The text that ended the log because it is not a move.
    this.malformed = null;
    // The answer of the service: its verdict once it arrived, and the turning point of the log once it was requested.
    this.verdict = null;
    this.turning = null;
  }

  // Judge a log, up to its first text that is not a move. Rejects with the service's Problem if the log is invalid.
  static async judged(log, given = { kind: 'request' }) {
    const variant = await known(log);
    if (!Array.isArray(log.moves)) return rejected(log);
    const index = log.moves.findIndex((token) => !isToken(token));
    try {
      const game = await GameRecord.under(variant, index < 0 ? log : beginningOf(log, index), given);
      if (index >= 0) game.malformed = { index, move: String(log.moves[index]).slice(0, 60) };
      return game;
    } catch (error) {
      return rejected(log, error);
    }
  }

  // Judge a log by the description of its variant.
  static async under(variant, log, given) {
    const { seed, deck, board, rules } = log;
    const openBoard = board && (await import('../engine/boards.js')).openBoard;
    const deal = dealOf(variant, { ...(board ? { board } : deck ? { deck } : { seed }), rules }, openBoard);
    const game = new GameRecord(log, given, deal);
    await game.#judge(log);
    return game;
  }

  async #judge({ moves, checkpoints }) {
    const covered = this.variant.declaration.columns?.covered_by;
    if (covered?.length) this.variant.covers = (await import('./covers.js')).coverPlaces(covered);
    this.places = placesOf(this.variant);
    for (const [index, token] of moves.entries()) {
      if (index % AT_ONCE === 0) await breath();
      const { mainEnd } = this.tree;
      const illegal = this.#refused(mainEnd, token);
      if (illegal) {
        this.tree.endMain(illegal);
        break;
      }
      this.tree.extendMain(token, this.#played(mainEnd, token));
    }
    const { mainEnd } = this.tree;
    this.played = mainEnd.illegal ? mainEnd.ply - 1 : mainEnd.ply;
    this.outcomeAt(this.last);
    this.checkpoints = checkpoints?.length ? (await import('./checkpoints.js')).judgedCheckpoints(checkpoints, this.tree.nodes, this.played) : [];
  }

  // What a node has: a state is the engine's, a position what the board shows of it.
  #reached(state) {
    return { state, position: positionOf(this.deal.rules, state) };
  }

  #played({ state }, token) {
    const { rules } = this.deal;
    const { position, step } = play(rules, state, readMove(rules, token));
    return { ...this.#reached(position), step: stepJson(rules, token, step) };
  }

  // Return the refusal of a move at a node, or null if it is legal.
  #refused({ state }, token) {
    const { rules } = this.deal;
    const found = refusalOf(rules, state, token);
    return found && { move: token, ...found, legal_moves: legalMoves(rules, state) };
  }

  // The node after the last legal move of the log.
  get last() {
    return this.tree.nodes[this.played];
  }

  // Whether it was opened as a deal to play, and not as a log.
  get isDeal() {
    return !this.received.moves.length && !this.claim && !this.checkpoints.length;
  }

  get illegal() {
    return this.tree.mainEnd.illegal;
  }

  // The state in one word: won, lost, in_progress, invalid after an illegal move or before what is not a move, or refuted for a
  // refuted claim.
  get state() {
    if (this.claim?.answer && !this.claim.answer.confirmed) return 'refuted';
    return this.illegal || this.malformed ? 'invalid' : this.last.outcome;
  }

  get firstDifference() {
    return this.checkpoints.find((checkpoint) => checkpoint.state === 'differs');
  }

  // The node that is shown first: the first problem, the end of a refuted claim, or the deal.
  get firstTrouble() {
    const differing = this.firstDifference && this.tree.nodes[this.firstDifference.after];
    const refuted = this.state === 'refuted' && this.last;
    return differing ?? (this.illegal ? this.tree.mainEnd : refuted || this.tree.root);
  }

  // Return the node at a ply, or without one the node that is shown first.
  nodeAt(ply) {
    return ply === undefined ? this.firstTrouble : this.tree.nodes[Math.min(ply, this.tree.mainEnd.ply)];
  }

  // Return the log that leads to a node. Checkpoints stay with the complete original log only.
  logTo(node) {
    const { checkpoints, ...log } = this.log;
    return { ...log, moves: movesTo(node) };
  }

  // Play a move after a node. Return the new node, or the refusal.
  tried(node, token) {
    const known = this.tree.child(node, token);
    if (known && !known.illegal) return known;
    const illegal = this.#refused(node, token);
    if (illegal) return refusal(node, illegal);
    const next = this.tree.add(node, token, this.#played(node, token));
    this.outcomeAt(next);
    next.prospect ??= rest(node.prospect, spelled(token, next.step));
    return next;
  }

  // Return what a legal move at a node leads to, { state, position, step }, which the tree forgets.
  after(node, token) {
    return this.#played(node, token);
  }

  // Play variations again that `tree.variations()` returned. Return the nodes by their old numbers, with null for those that a
  // newer version of the rules refuses.
  restore(variations) {
    const nodes = [...this.tree.nodes];
    for (const [parent, token] of variations) {
      const next = nodes[parent] ? this.tried(nodes[parent], token) : null;
      nodes.push(next?.illegal ? null : next);
    }
    return nodes;
  }

  // Return the legal moves at a node.
  legalAt(node) {
    node.legal ??= node.illegal ? node.illegal.legal_moves : legalMoves(this.deal.rules, node.state);
    return node.legal;
  }

  // Return what a square is worth at a node, by the name of its hands; null in other games.
  squareAt({ state }) {
    const { rules } = this.deal;
    const hands = handsOf(rules.declaration);
    return hands && { [hands]: handPoints(rules, state) };
  }

  outcomeAt(node) {
    node.outcome ??= outcome(this.deal.rules, node.state);
    return node.outcome;
  }

  // Return the moves that `choose(legal, position, state)` makes from a node until it returns nothing, and the outcome. The tree stays
  // as it is.
  continued(node, choose, most = 400) {
    const { rules } = this.deal;
    const moves = [];
    let { state } = node;
    while (moves.length < most) {
      const token = choose(legalMoves(rules, state), positionOf(rules, state), state);
      if (!token) break;
      state = play(rules, state, readMove(rules, token)).position;
      moves.push(token);
    }
    return { moves, outcome: outcome(rules, state) };
  }

  // Return whether moves are legal one after another from a node, and win.
  wins(node, moves) {
    const { rules } = this.deal;
    let { state } = node;
    for (const token of moves) {
      if (refusalOf(rules, state, token)) return false;
      state = play(rules, state, readMove(rules, token)).position;
    }
    return outcome(rules, state) === 'won';
  }

  // Return the state of a node as the service writes it.
  stateAt({ state }) {
    return stateJson(this.deal.rules, state);
  }

  // Return the rank that `rank` of the declaration stands for in this deal.
  rankOf(rank) {
    return RANKS[(RANKS.indexOf(rank) + this.deal.opening.base) % 13];
  }

  // Return the rank and the suit that a foundation or a column begins with, the suit null if several do.
  startOf(pile) {
    const { foundations, columns } = this.variant.declaration;
    const foundation = pile[0] === 'F' && foundations[Number(pile.slice(1)) - 1];
    if (foundation?.direction && foundation.ranks.length > 1) return null;
    if (foundation) return [this.rankOf(foundation.ranks[0]), foundation.suits.length === 1 ? foundation.suits : null];
    const isFirst = !columns?.row || ((Number(pile.slice(1)) - 1) % columns.row === 0 && !columns.wrap);
    const opens = pile[0] === 'T' && isFirst && columns.takes_from?.length !== 0 ? columns.empty_takes : '';
    return opens.length === 1 || opens[1] === '*' ? [this.rankOf(opens[0]), null] : null;
  }
}

// What remains of a winning line after its first move was played. After a dead position all are dead, and the same cards are stuck.
function rest(prospect, token) {
  if (prospect?.prospect === 'dead') return { prospect: 'dead', proof: { kind: prospect.proof?.kind, stuck: prospect.proof?.stuck ?? [] } };
  const line = prospect?.continuation;
  return line?.length > 1 && line[0] === token ? { prospect: 'winnable', continuation: line.slice(1) } : undefined;
}

// The service explains a variant that it does not have better together with the rest of the log.
async function known(log) {
  try {
    return await api.variant(log.variant);
  } catch (problem) {
    return problem.status === 404 ? rejected(log, problem) : Promise.reject(problem);
  }
}

// Throw the service's Problem about a log that the page could not judge.
async function rejected(log, error = null) {
  await api.replay(log, []);
  throw ['RequestError', 'DeclarationError'].includes(error?.name) ? new api.Problem({ status: 400, detail: error.message }) : error;
}

// Return a log that ends after this number of moves.
const beginningOf = ({ moves, checkpoints, ...log }, end) => ({
  ...log,
  moves: moves.slice(0, end),
  ...(checkpoints ? { checkpoints: checkpoints.filter(({ after }) => after <= end) } : {}),
});

// Return a log with the seed and the options of its deal.
function settledLog({ variant, deck, rules_version: version, moves, checkpoints }, { seed, board, options }) {
  return {
    variant,
    ...(board ? { board } : deck ? { deck } : { seed }),
    ...(Object.keys(options).length ? { rules: { ...options } } : {}),
    ...(version ? { rules_version: version } : {}),
    moves,
    ...(checkpoints?.length ? { checkpoints } : {}),
  };
}

// What is shown of a pile, by the engine's pile. Consecutive positions share the piles that a move did not touch.
const shown = new WeakMap();

// Return the piles of a state by name, each with its cards, bottom to top, and how many of them lie face down. Equal cards have
// different numbers.
export function positionOf(rules, { piles, down }) {
  const { names, stockPile, opened } = rules;
  // Where the stock's top card may be moved, it lies face up.
  const hidden = (pile) => pile.length - stockShown(rules, { piles });
  return new Map(piles.map((pile, index) => [names[index], pileOf(pile, index === stockPile ? hidden(pile) : down[index], opened[index])]));
}

function pileOf(pile, faceDown, opened) {
  const known = shown.get(pile);
  if (known?.faceDown === faceDown) return known;
  const cards = known?.cards ?? pile.map((number) => ({ number, code: codeOf(number) }));
  shown.set(pile, { cards, faceDown, opened });
  return shown.get(pile);
}
