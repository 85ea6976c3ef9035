// What is on the table: the game, the ply that is shown, and, while somebody plays on, the game they left.

export class Session {
  #watchers = [];

  game = null;
  ply = 0;
  left = null;

  // Call a function with (session, previous) after every change.
  watch(watcher) {
    this.#watchers.push(watcher);
  }

  open(game, ply = game.firstTrouble) {
    this.#change({ game, ply: clamp(ply, game.played), left: null });
  }

  go(ply) {
    if (this.game) this.#change({ ply: clamp(ply, this.game.played) });
  }

  get position() {
    return this.game.positions[this.ply];
  }

  get step() {
    return this.game.steps[this.ply - 1];
  }

  // Whether the illegal move is the next one here.
  get atIllegal() {
    return this.game?.illegal?.index === this.ply;
  }

  get playingOn() {
    return this.left !== null;
  }

  // The game that was watched stays at hand, with its ply.
  playOn(game, ply) {
    this.#change({ game, ply, left: this.left ?? { game: this.game, ply: this.ply } });
  }

  goBack() {
    this.#change({ ...this.left, left: null });
  }

  #change(fields) {
    const previous = { game: this.game, ply: this.ply, left: this.left };
    Object.assign(this, fields);
    this.#watchers.forEach((watcher) => watcher(this, previous));
  }
}

const clamp = (ply, most) => Math.max(0, Math.min(most, ply));
