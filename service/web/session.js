// The state of the page: the game, the current node of its tree, and whether the visitor plays.

export class Session {
  #watchers = [];

  game = null;
  node = null;
  line = [];
  playing = false;
  // Whether the board shows the checkpoint's cards instead of the real ones.
  theirs = false;

  // Call a function with (session, previous) after every change.
  watch(watcher) {
    this.#watchers.push(watcher);
  }

  open(game, node = game.firstTrouble, playing = false) {
    this.#change({ game, node, playing });
  }

  go(node) {
    if (node) this.#change({ node });
  }

  goTo(ply) {
    if (this.game) this.go(this.line[Math.max(0, Math.min(this.last, ply))]);
  }

  // Go to a node that was just played.
  play(node) {
    if (!node.illegal) this.game.tree.prefer(node);
    this.#change({ node, playing: true });
  }

  setPlaying(playing) {
    this.#change({ playing, node: this.base });
  }

  // Stay at a node and follow its preferred line.
  along(node) {
    this.line = [];
    this.#change({ node, playing: false });
  }

  showTheirs(theirs) {
    this.#change({ theirs });
  }

  get ply() {
    return this.node.ply;
  }

  get last() {
    return this.line.length - 1;
  }

  get position() {
    return this.node.position;
  }

  // The node of the next move: an illegal move leads nowhere.
  get base() {
    return this.node.illegal ? this.node.parent : this.node;
  }

  // The state of what is shown in one word: of the game, or of the visitor's own line.
  get state() {
    const { game, node, playing } = this;
    if (game.claim || (node.main && !playing)) return game.state;
    return node.illegal ? 'invalid' : node.outcome ?? null;
  }

  #change(fields) {
    const previous = { game: this.game, node: this.node, playing: this.playing };
    Object.assign(this, { theirs: false }, fields);
    const known = this.line[this.node.ply] === this.node && !this.line.at(-1)?.refused;
    if (this.game !== previous.game || !known || fields.playing) this.line = this.#lineNow();
    this.#watchers.forEach((watcher) => watcher(this, previous));
  }

  #lineNow() {
    const { node, game } = this;
    if (game.tree.nodes[node.id] === node) return game.tree.lineThrough(node);
    node.refused = true;
    return [...game.tree.lineThrough(node.parent).slice(0, node.ply), node];
  }
}
