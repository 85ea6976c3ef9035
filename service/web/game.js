// A game as the referee has judged it: its log, its verdict, and the tree of all that was played and tried.

import * as api from './api.js';
import { judgedCheckpoints } from './checkpoints.js';
import { positionOf, stateOf } from './position.js';
import { Tree, movesTo, refusal } from './tree.js';

export class Game {
  // `given` is what was opened: its kind, and what came with the log.
  constructor(log, given, verdict, variant, tree) {
    this.log = log;
    this.given = given;
    this.verdict = verdict;
    this.variant = variant;
    this.tree = tree;
    this.checkpoints = judgedCheckpoints(log.checkpoints ?? [], tree.nodes, verdict.moves_played);
    this.claim = null;
    // Since when the log is lost, once that was asked.
    this.turning = null;
  }

  // Ask the referee; rejects with a Problem if the log is none.
  static async judged(log, given = { kind: 'request' }) {
    const { checkpoints, ...start } = { ...log, moves: [] };
    const aside = Promise.all([api.replay(start, ['final_state']), api.variant(log.variant)]);
    // What is wrong with the log as a whole tells more than what is wrong with its start.
    aside.catch(() => {});
    const verdict = await api.replay(log, ['trace', 'legal_moves', 'prospect']);
    const [opening, variant] = await aside;
    const tree = new Tree(positionOf(opening.final_state));
    verdict.trace.forEach((step, index) => tree.extendMain(log.moves[index], step));
    const last = tree.mainEnd;
    last.legal = Promise.resolve(verdict.legal_moves);
    last.outcome = verdict.outcome;
    if (verdict.first_illegal_move) tree.endMain(verdict.first_illegal_move);
    return new Game(settled(log, verdict), given, verdict, variant, tree);
  }

  get illegal() {
    return this.verdict.first_illegal_move;
  }

  // How it stands, in one word: won, lost, in_progress; invalid after an illegal move; refuted whatever a refuted claim's game is.
  get state() {
    if (this.claim?.answer && !this.claim.answer.confirmed) return 'refuted';
    return this.verdict.valid ? this.verdict.outcome : 'invalid';
  }

  get firstDifference() {
    return this.checkpoints.find((checkpoint) => checkpoint.state === 'differs');
  }

  // Where somebody who opens the game wants to look first.
  get firstTrouble() {
    const differing = this.firstDifference && this.tree.nodes[this.firstDifference.after];
    const illegal = this.illegal && this.tree.mainEnd;
    return differing ?? illegal ?? this.tree.root;
  }

  // The log that leads to a place. What a client believed on the way stays with the log that was sent, as a whole.
  logTo(node) {
    const { checkpoints, ...log } = this.log;
    return { ...log, moves: movesTo(node) };
  }

  // One move more after a place: the place that it leads to, or the refusal.
  async tried(node, token) {
    const log = this.logTo(node);
    const verdict = await api.replay({ ...log, moves: [...log.moves, token] }, ['trace', 'legal_moves']);
    if (!verdict.valid) return refusal(node, verdict.first_illegal_move);
    const reached = this.tree.add(node, token, verdict.trace.at(-1), { outcome: verdict.outcome });
    reached.legal = Promise.resolve(verdict.legal_moves);
    return reached;
  }

  // The legal moves at a place, asked once.
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
    return stateOf(node.position, movesTo(node).filter((move) => move === 'redeal').length);
  }
}

// The log with the seed and options as the referee has read them.
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
