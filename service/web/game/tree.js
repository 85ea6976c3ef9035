// The tree of a game: the original log is the main line, every other move a variation. Branches are never removed.

// A node is the deal, the position after a move, or an illegal move (`illegal` has the refusal; its position is the one
// before it). Nodes are numbered in order of creation: first the main line, then the variations.

import { parseMove, writeMove } from './notation.js';

export class Tree {
  nodes = [];

  constructor(reached) {
    this.root = this.#node({ parent: null, token: null, step: null, ply: 0, main: true, ...reached });
    this.mainEnd = this.root;
  }

  // Append the next move of the log.
  extendMain(token, reached) {
    this.mainEnd = this.add(this.mainEnd, token, { ...reached, main: true });
  }

  // Append the log's illegal move as a node after its last legal one.
  endMain(illegal) {
    this.mainEnd = this.#adopt({ ...refusal(this.mainEnd, illegal), main: true });
  }

  // Return the node after a move. An equal move leads to the same node. `reached` has the step, the position and what else is
  // known of it.
  add(parent, token, reached) {
    const known = this.child(parent, spelled(token, reached.step));
    return known ?? this.#adopt({ parent, token, ply: parent.ply + 1, main: false, ...reached });
  }

  // Return the node of a move that was made here before, in any spelling.
  child(parent, token) {
    return parent.children.find((node) => node.token === token || spelled(node.token, node.step) === spelled(token));
  }

  // Return the nodes from the deal through a node to the end, along the preferred line.
  lineThrough(node) {
    const line = [];
    for (let at = node; at; at = at.parent) line.push(at);
    line.reverse();
    for (let at = node.next ?? node.children[0]; at; at = at.next ?? at.children[0]) line.push(at);
    return line;
  }

  // Make a node the preferred continuation.
  prefer(node) {
    for (let at = node; at.parent; at = at.parent) at.parent.next = at;
  }

  // Return the variations as plain data: the number of the node before each move, and its token.
  variations() {
    return this.nodes.filter((node) => !node.main).map(({ parent, token }) => [parent.id, token]);
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

// Return a temporary node for a refused move.
export function refusal(parent, illegal) {
  return {
    parent, token: illegal.move, step: null, state: parent.state, position: parent.position, ply: parent.ply + 1,
    illegal, children: [], next: null, main: false,
  };
}

// Return the moves that lead to a node.
export function movesTo(node) {
  const moves = [];
  for (let at = node; at.parent; at = at.parent) moves.push(at.token);
  return moves.reverse();
}

// Return the node where a variation leaves the log.
export function leftAt(node) {
  let at = node;
  while (!at.main) at = at.parent;
  return at;
}

// Return the canonical spelling of a token: the foundation numbered if a step names it, without x1.
export function spelled(token, step = null) {
  const move = token && parseMove(token);
  if (!move) return token;
  return writeMove(step?.moved.length ? { ...move, target: step.moved[0].to } : move);
}
