// A game: its log, the tree of its moves and variations, and the referee that judges them in the page. The service confirms
// what the page judged; `confirmation.js` compares the two.

import * as api from './api.js';
import { judgedCheckpoints } from './checkpoints.js';
import { declarationUnder, settleOptions } from './engine/declaration.js';
import { newGame } from './engine/game.js';
import { isToken } from './engine/referee.js';
import { Tree, movesTo, positionOf, refusal, spelled, stateOf } from './tree.js';

const RANKS = 'A23456789TJQK';

export class Game {
  // The engine's game stands at one node; `#at` moves it to another.
  #referee;
  #base;

  // `given` is the recognised input: its kind and the data beside the log.
  constructor(log, given, variant) {
    this.given = given;
    // The log as it was received, with whatever else it has.
    this.received = log;
    const { seed, deck, rules, moves } = log;
    this.#referee = newGame(variant, { ...(deck ? { deck } : { seed }), rules });
    const options = settleOptions(variant, rules ?? {});
    this.variant = { ...variant, declaration: declarationUnder(variant, options) };
    const deal = this.#referee.state();
    this.#base = deal.base_rank;
    const settled = this.#referee.request();
    this.log = settledLog(log, settled);
    this.tree = new Tree(positionOf(deal));
    this.tree.root.prospect = given.proven;
    this.#judge(moves);
    this.checkpoints = judgedCheckpoints(log.checkpoints ?? [], this.tree.nodes, this.played);
    this.claim = null;
    // The answer of the service: its verdict once it arrived, and the turning point of the log once it was requested.
    this.verdict = null;
    this.turning = null;
  }

  // Judge a log. Rejects with the service's Problem if the log is invalid.
  static async judged(log, given = { kind: 'request' }) {
    const variant = await known(log);
    if (!Array.isArray(log.moves) || !log.moves.every(isToken)) return rejected(log);
    try {
      return new Game(log, given, variant);
    } catch (error) {
      return rejected(log, error);
    }
  }

  #judge(moves) {
    for (const token of moves) {
      const found = this.#referee.check(token);
      if (found) {
        this.tree.endMain(this.#illegal(token, found));
        break;
      }
      this.tree.extendMain(token, this.#referee.play(token));
    }
    const { mainEnd } = this.tree;
    this.played = mainEnd.illegal ? mainEnd.ply - 1 : mainEnd.ply;
    this.last.outcome = this.#referee.outcome();
  }

  #illegal(token, { reason, params }) {
    return { move: token, reason, params, legal_moves: this.#referee.legalMoves() };
  }

  // The node after the last legal move of the log.
  get last() {
    return this.tree.nodes[this.played];
  }

  get illegal() {
    return this.tree.mainEnd.illegal;
  }

  // The state in one word: won, lost, in_progress, invalid after an illegal move, or refuted for a refuted claim.
  get state() {
    if (this.claim?.answer && !this.claim.answer.confirmed) return 'refuted';
    return this.illegal ? 'invalid' : this.last.outcome;
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

  // Return the log that leads to a node. Checkpoints stay with the complete original log only.
  logTo(node) {
    const { checkpoints, ...log } = this.log;
    return { ...log, moves: movesTo(node) };
  }

  // Play a move after a node. Return the new node, or the refusal.
  tried(node, token) {
    const known = this.tree.child(node, token);
    if (known && !known.illegal) return known;
    const referee = this.#at(node);
    const found = referee.check(token);
    if (found) return refusal(node, this.#illegal(token, found));
    const step = referee.play(token);
    const next = this.tree.add(node, token, step, { outcome: referee.outcome() });
    next.prospect ??= rest(node.prospect, spelled(token, step));
    return next;
  }

  // Return the legal moves at a node.
  legalAt(node) {
    node.legal ??= node.illegal ? node.illegal.legal_moves : this.#at(node).legalMoves();
    return node.legal;
  }

  outcomeAt(node) {
    node.outcome ??= this.#at(node).outcome();
    return node.outcome;
  }

  // Return the moves that `choose(legal, state)` makes from a node until it returns nothing, and the outcome. The tree stays
  // as it is.
  continued(node, choose, most = 400) {
    const referee = this.#at(node);
    const moves = [];
    while (moves.length < most) {
      const token = choose(referee.legalMoves(), referee.state());
      if (!token) break;
      referee.play(token);
      moves.push(token);
    }
    return { moves, outcome: referee.outcome() };
  }

  #at(node) {
    const [wanted, played] = [movesTo(node), this.#referee.moves];
    let same = 0;
    while (same < played.length && played[same] === wanted[same]) same += 1;
    for (let left = played.length; left > same; left -= 1) this.#referee.undo();
    for (const token of wanted.slice(same)) this.#referee.play(token);
    return this.#referee;
  }

  stateAt(node) {
    const state = stateOf(node.position, movesTo(node).filter((move) => move === 'redeal').length);
    return { ...state, ...(this.#base ? { base_rank: this.#base } : {}) };
  }

  // Return the rank that `rank` of the declaration stands for in this deal.
  rankOf(rank) {
    return RANKS[(RANKS.indexOf(rank) + RANKS.indexOf(this.#base ?? 'A')) % 13];
  }

  // Return the rank and the suit that a foundation or a column begins with, the suit null if several do.
  startOf(pile) {
    const { foundations, columns } = this.variant.declaration;
    const foundation = pile[0] === 'F' && foundations[Number(pile.slice(1)) - 1];
    if (foundation) return [this.rankOf(foundation.ranks[0]), foundation.suits.length === 1 ? foundation.suits : null];
    const opens = pile[0] === 'T' ? columns.empty_takes : '';
    return opens.length === 1 ? [this.rankOf(opens), null] : null;
  }
}

// What remains of a winning line after its first move was played.
function rest(prospect, token) {
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

// Return a log with the seed and the options that it was judged by.
function settledLog({ variant, deck, rules_version: version, moves, checkpoints }, { seed, rules }) {
  return {
    variant,
    ...(deck ? { deck } : { seed }),
    ...(Object.keys(rules).length ? { rules } : {}),
    ...(version ? { rules_version: version } : {}),
    moves,
    ...(checkpoints?.length ? { checkpoints } : {}),
  };
}
