// A judged game: its log, its verdict, and the tree of its moves and variations.

import * as api from './api.js';
import { judgedCheckpoints } from './checkpoints.js';
import { positionOf, stateOf } from './position.js';
import { Tree, movesTo, refusal } from './tree.js';

export class Game {
  // `given` is the recognised input: its kind and the data beside the log.
  constructor(log, given, verdict, variant, tree) {
    this.log = log;
    this.given = given;
    this.verdict = verdict;
    this.variant = variant;
    this.tree = tree;
    this.checkpoints = judgedCheckpoints(log.checkpoints ?? [], tree.nodes, verdict.moves_played);
    this.claim = null;
    // The turning point of the log, once it was requested.
    this.turning = null;
  }

  // Request the verdict. Rejects with a Problem if the log is invalid.
  static async judged(log, given = { kind: 'request' }) {
    const { checkpoints, ...start } = { ...log, moves: [] };
    const aside = Promise.all([api.replay(start, ['final_state']), api.variant(log.variant)]);
    // An error about the whole log says more than an error about its start.
    aside.catch(() => {});
    const verdict = await api.replay(log, ['trace', 'legal_moves', 'prospect']);
    const [opening, variant] = await aside;
    const tree = new Tree(positionOf(opening.final_state));
    verdict.trace.forEach((step, index) => tree.extendMain(log.moves[index], step));
    const last = tree.mainEnd;
    last.legal = Promise.resolve(verdict.legal_moves);
    last.outcome = verdict.outcome;
    if (verdict.first_illegal_move) tree.endMain(verdict.first_illegal_move);
    const game = new Game(settled(log, verdict), given, verdict, variant, tree);
    game.baseRank = opening.final_state.base_rank;
    return game;
  }

  get illegal() {
    return this.verdict.first_illegal_move;
  }

  // The state in one word: won, lost, in_progress, invalid after an illegal move, or refuted for a refuted claim.
  get state() {
    if (this.claim?.answer && !this.claim.answer.confirmed) return 'refuted';
    return this.verdict.valid ? this.verdict.outcome : 'invalid';
  }

  get firstDifference() {
    return this.checkpoints.find((checkpoint) => checkpoint.state === 'differs');
  }

  // The node that is shown first: the first problem, or the deal.
  get firstTrouble() {
    const differing = this.firstDifference && this.tree.nodes[this.firstDifference.after];
    const illegal = this.illegal && this.tree.mainEnd;
    return differing ?? illegal ?? this.tree.root;
  }

  // Return the log that leads to a node. Checkpoints stay with the complete original log only.
  logTo(node) {
    const { checkpoints, ...log } = this.log;
    return { ...log, moves: movesTo(node) };
  }

  // Play a move after a node. Return the new node, or the refusal.
  async tried(node, token) {
    const log = this.logTo(node);
    const verdict = await api.replay({ ...log, moves: [...log.moves, token] }, ['trace', 'legal_moves']);
    if (!verdict.valid) return refusal(node, verdict.first_illegal_move);
    const reached = this.tree.add(node, token, verdict.trace.at(-1), { outcome: verdict.outcome });
    reached.legal = Promise.resolve(verdict.legal_moves);
    return reached;
  }

  // Return the legal moves at a node. They are requested once.
  legalAt(node) {
    if (node.illegal) return Promise.resolve(node.illegal.legal_moves);
    if (!node.legal) {
      node.legal = api.replay(this.logTo(node), ['legal_moves']).then((verdict) => verdict.legal_moves);
      node.legal.catch(() => {
        node.legal = null;
      });
    }
    return node.legal;
  }

  stateAt(node) {
    const state = stateOf(node.position, movesTo(node).filter((move) => move === 'redeal').length);
    return { ...state, ...(this.baseRank ? { base_rank: this.baseRank } : {}) };
  }
}

// Return the log with the seed and options of the verdict.
function settled(log, verdict) {
  const { variant, deck, moves, checkpoints, rules_version: version } = log;
  return {
    variant,
    ...(deck ? { deck } : { seed: verdict.seed }),
    ...(Object.keys(verdict.rules).length ? { rules: verdict.rules } : {}),
    ...(version ? { rules_version: version } : {}),
    moves,
    ...(checkpoints?.length ? { checkpoints } : {}),
  };
}
