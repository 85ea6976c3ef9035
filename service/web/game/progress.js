// What a player has done with a game and a reload must not change: how long the game was in sight, its number in the statistics,
// whether its win is counted, and whether a solution was shown.

import { isCount, isFlag, optional, shapedAs } from '../data/untrusted.js';

export const isProgress = shapedAs({ milliseconds: isCount, begun: isFlag, number: optional(isCount), won: isFlag, shown: isFlag });

export class Progress {
  #milliseconds;
  #since = null;

  constructor({ milliseconds = 0, begun = false, number = null, won = false, shown = false } = {}) {
    this.#milliseconds = milliseconds;
    Object.assign(this, { begun, number, won, shown });
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
    const { milliseconds, begun, number, won, shown } = this;
    return { milliseconds, begun, number, won, shown };
  }
}
