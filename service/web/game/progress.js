// What a player has done with a game and a reload must not change: how long the game was in sight, its number in the statistics,
// whether its win is counted, whether a solution was shown, and how many moves were taken back and hints asked for.

import { isCount, isFlag, optional, shapedAs } from '../data/untrusted.js';

export const isProgress = shapedAs({ milliseconds: isCount, begun: isFlag, number: optional(isCount), won: isFlag, shown: isFlag, undos: optional(isCount), hints: optional(isCount) });

export class Progress {
  #milliseconds;
  #since = null;

  constructor({ milliseconds = 0, begun = false, number = null, won = false, shown = false, undos = 0, hints = 0 } = {}) {
    this.#milliseconds = milliseconds;
    Object.assign(this, { begun, number, won, shown, undos: undos ?? 0, hints: hints ?? 0 });
  }

  // Start or stop the clock. It counts the time for which the game is played and in sight.
  run(isRunning) {
    if (isRunning === (this.#since !== null)) return;
    this.#milliseconds = this.milliseconds;
    this.#since = isRunning ? performance.now() : null;
  }

  get milliseconds() {
    return Math.round(this.#milliseconds + (this.#since === null ? 0 : performance.now() - this.#since));
  }

  get seconds() {
    return Math.round(this.milliseconds / 1000);
  }

  toJSON() {
    const { milliseconds, begun, number, won, shown, undos, hints } = this;
    return { milliseconds, begun, number, won, shown, undos, hints };
  }
}
