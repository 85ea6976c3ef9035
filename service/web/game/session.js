// The state of the page: the game, the current node of its tree, and the line through it.

import { fragmentOf } from './notation.js';

export class Session {
  #watchers = [];

  game = null;
  node = null;
  line = [];
  // Whether the board shows the checkpoint's cards instead of the real ones.
  theirs = false;

  // Call a function with (session, previous) after every change, and now if a game is open.
  watch(watcher) {
    this.#watchers.push(watcher);
    if (this.game) watcher(this, { game: null, node: null });
  }

  open(game, node = game.firstTrouble) {
    this.#change({ game, node });
  }

  go(node) {
    if (node) this.#change({ node });
  }

  goTo(ply) {
    if (this.game) this.go(this.line[Math.max(0, Math.min(this.last, ply))]);
  }

  // Play a token after the current node. Return the new node, or the refusal.
  play(token) {
    const node = this.game.tried(this.base, token);
    if (!node.illegal) this.game.tree.prefer(node);
    this.#change({ node });
    return node;
  }

  // Go back to the original log, at the same place as far as it reaches.
  toLog() {
    const { tree } = this.game;
    for (let at = tree.mainEnd; at.parent; at = at.parent) at.parent.next = null;
    this.line = [];
    this.#change({ node: tree.nodes[Math.min(this.ply, tree.mainEnd.ply)] });
  }

  showTheirs(theirs) {
    this.#change({ theirs });
  }

  // Something about the game was learnt, such as a verdict.
  learnt() {
    this.#change({ theirs: this.theirs });
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

  // Whether the visitor plays: the log is a deal alone, or they left it.
  get own() {
    return !this.game.log.moves.length || !this.node.main || (this.line.at(-1) && !this.line.at(-1).main && !this.line.at(-1).refused);
  }

  // Return the log through the current node: the original log on the main line, else the played line.
  get log() {
    const { game, node, line } = this;
    if (node.main && line.at(-1).main) return game.log;
    return game.logTo(node.illegal ? node : line.at(-1));
  }

  get fragment() {
    const { game, node } = this;
    return fragmentOf(this.log, node.ply, node.main ? game.claim?.request ?? null : null);
  }

  // Return the opened claim, or a claim of the log's outcome.
  get claim() {
    const { game, node, line, base } = this;
    const isLog = node.main && line.at(-1).main;
    if (isLog && game.claim) return game.claim.request;
    const end = isLog ? game.last : base;
    return { ...game.logTo(end), claim: { outcome: game.outcomeAt(end), moves_played: end.ply } };
  }

  #change(fields) {
    const previous = { game: this.game, node: this.node };
    Object.assign(this, { theirs: false }, fields);
    const known = this.line[this.node.ply] === this.node && !this.line.at(-1)?.refused;
    const grown = this.line.at(-1)?.children.length > 0;
    if (this.game !== previous.game || !known || grown) this.line = this.#lineNow();
    this.#watchers.forEach((watcher) => watcher(this, previous));
  }

  #lineNow() {
    const { node, game } = this;
    if (game.tree.nodes[node.id] === node) return game.tree.lineThrough(node);
    node.refused = true;
    return [...game.tree.lineThrough(node.parent).slice(0, node.ply), node];
  }
}
