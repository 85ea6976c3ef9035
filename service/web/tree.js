// The tree of a game: the log that was sent is its main line, whatever is tried is a variation. Nothing is ever cut.

import { follow } from './position.js';
import { parseMove, writeMove } from './notation.js';

// A node is a place where one can be: the deal, the position after a move, or a move that is illegal (`illegal` says why;
// its position is the one before it). Nodes are numbered as they came: first the main line, then the variations.
export class Tree {
  nodes = [];

  constructor(position) {
    this.root = this.#node({ parent: null, token: null, step: null, position, ply: 0, main: true });
    this.mainEnd = this.root;
  }

  // The next move of the log.
  extendMain(token, step) {
    this.mainEnd = this.add(this.mainEnd, token, step, { main: true });
  }

  // The log's illegal move, a place of its own after its last legal one.
  endMain(illegal) {
    this.mainEnd = this.#adopt({ ...refusal(this.mainEnd, illegal), main: true });
  }

  // The place after one more move; the same move again leads to the same place.
  add(parent, token, step, more = {}) {
    const known = this.child(parent, spelled(token, step));
    if (known) return known;
    return this.#adopt({
      parent, token, step, position: follow(parent.position, step), ply: parent.ply + 1, main: false, ...more,
    });
  }

  // Where a move leads, if it has been made here before, however it is spelled.
  child(parent, token) {
    return parent.children.find((node) => node.token === token || spelled(node.token, node.step) === spelled(token));
  }

  // Every place from the deal through a node to the end: beyond it, where one last went.
  lineThrough(node) {
    const line = [];
    for (let at = node; at; at = at.parent) line.push(at);
    line.reverse();
    for (let at = node.next ?? node.children[0]; at; at = at.next ?? at.children[0]) line.push(at);
    return line;
  }

  // From now on, forward leads here.
  prefer(node) {
    for (let at = node; at.parent; at = at.parent) at.parent.next = at;
  }

  // The variations as plain data, and back again.
  variations() {
    return this.nodes.filter((node) => !node.main).map(({ parent, token, step, outcome }) => [parent.id, token, step, outcome]);
  }

  restore(variations) {
    for (const [parent, token, step, outcome] of variations) this.add(this.nodes[parent], token, step, { outcome });
  }

  #adopt(fields) {
    const node = this.#node(fields);
    node.parent.children.push(node);
    return node;
  }

  #node(fields) {
    const node = { id: this.nodes.length, children: [], next: null, illegal: null, ...fields };
    this.nodes.push(node);
    return node;
  }
}

// A move that was refused: a place to look at it, which the tree forgets once one leaves.
export function refusal(parent, illegal) {
  return {
    parent, token: illegal.move, step: null, position: parent.position, ply: parent.ply + 1,
    illegal, children: [], next: null, main: false,
  };
}

// The moves that lead to a place, as a log has them.
export function movesTo(node) {
  const moves = [];
  for (let at = node; at.parent; at = at.parent) moves.push(at.token);
  return moves.reverse();
}

// Where a variation leaves the log.
export function leftAt(node) {
  let at = node;
  while (!at.main) at = at.parent;
  return at;
}

// A token in its one spelling: the foundation numbered, where a step says which it was, and no x1.
export function spelled(token, step = null) {
  const move = token && parseMove(token);
  if (!move) return token;
  return writeMove(step?.moved.length ? { ...move, target: step.moved[0].to } : move);
}
