// A game as the referee has judged it: its log, its verdict and the position after every move.

import * as api from './api.js';
import { follow, positionOf, stateOf } from './position.js';

export class Game {
  constructor(log, verdict, variant, positions, steps) {
    this.log = log;
    this.verdict = verdict;
    this.variant = variant;
    this.positions = positions;
    this.steps = steps;
    this.legalMoves = new Map([[this.played, verdict.legal_moves]]);
  }

  // Ask the referee; rejects with a Problem if the log is none.
  static async judged(log) {
    const start = { ...log, moves: [] };
    delete start.checkpoints;
    const aside = Promise.all([api.replay(start, ['final_state']), api.variant(log.variant)]);
    // What is wrong with the log as a whole tells more than what is wrong with its start.
    aside.catch(() => {});
    const verdict = await api.replay(log, ['trace', 'legal_moves']);
    const [opening, variant] = await aside;
    const positions = [positionOf(opening.final_state)];
    for (const step of verdict.trace) positions.push(follow(positions.at(-1), step));
    return new Game(settled(log, verdict), verdict, variant, positions, verdict.trace);
  }

  get played() {
    return this.steps.length;
  }

  get illegal() {
    return this.verdict.first_illegal_move;
  }

  get divergence() {
    return this.verdict.first_divergence;
  }

  // Where somebody who opens the game wants to look first.
  get firstTrouble() {
    const plies = [this.illegal?.index, this.divergence?.after].filter((ply) => ply !== undefined);
    return plies.length ? Math.min(...plies) : 0;
  }

  // This game up to a ply with more moves after it, as a log; what a client believed of the rest is dropped.
  logWith(ply, ...moves) {
    const { checkpoints, ...log } = this.log;
    return { ...log, moves: [...this.log.moves.slice(0, ply), ...moves] };
  }

  // One move more after a ply. The referee judges it; the game that comes back is this one where it is illegal.
  async tried(ply, token) {
    const log = this.logWith(ply, token);
    const verdict = await api.replay(log, ['trace', 'legal_moves']);
    if (!verdict.valid) return { illegal: verdict.first_illegal_move };
    const step = verdict.trace.at(-1);
    const positions = [...this.positions.slice(0, ply + 1), follow(this.positions[ply], step)];
    const game = new Game(log, verdict, this.variant, positions, [...this.steps.slice(0, ply), step]);
    return { game };
  }

  // The game cut off at a ply, judged again.
  async cutAt(ply) {
    const log = this.logWith(ply);
    const verdict = await api.replay(log, ['legal_moves']);
    return new Game(log, verdict, this.variant, this.positions.slice(0, ply + 1), this.steps.slice(0, ply));
  }

  // The legal moves after a ply, asked once.
  async legalAt(ply) {
    if (!this.legalMoves.has(ply)) {
      const asked = api.replay(this.logWith(ply), ['legal_moves']);
      asked.catch(() => this.legalMoves.delete(ply));
      this.legalMoves.set(ply, asked.then((verdict) => verdict.legal_moves));
    }
    return this.legalMoves.get(ply);
  }

  stateAt(ply) {
    return stateOf(this.positions[ply], this.log.moves.slice(0, ply).filter((move) => move === 'redeal').length);
  }
}

// The log with the seed and options as the referee has read them.
function settled(log, verdict) {
  const { variant, deck, moves, checkpoints } = log;
  return {
    variant,
    ...(deck ? { deck } : { seed: verdict.seed }),
    ...(Object.keys(verdict.rules).length ? { rules: verdict.rules } : {}),
    moves,
    ...(checkpoints?.length ? { checkpoints } : {}),
  };
}
