// Positions, and the tree of a game. A position has its piles by name; positions are immutable, and consecutive ones share
// unchanged piles. In the tree the original log is the main line, every other move a variation. Branches are never removed.

import { parseMove, writeMove } from './notation.js';

// A node is the deal, the position after a move, or an illegal move (`illegal` has the refusal; its position is the one
// before it). Nodes are numbered in order of creation: first the main line, then the variations.
export class Tree {
  nodes = [];

  constructor(position) {
    this.root = this.#node({ parent: null, token: null, step: null, position, ply: 0, main: true });
    this.mainEnd = this.root;
  }

  // Append the next move of the log.
  extendMain(token, step) {
    this.mainEnd = this.add(this.mainEnd, token, step, { main: true });
  }

  // Append the log's illegal move as a node after its last legal one.
  endMain(illegal) {
    this.mainEnd = this.#adopt({ ...refusal(this.mainEnd, illegal), main: true });
  }

  // Return the node after a move. An equal move leads to the same node.
  add(parent, token, step, more = {}) {
    const known = this.child(parent, spelled(token, step));
    if (known) return known;
    return this.#adopt({
      parent, token, step, position: follow(parent.position, step), ply: parent.ply + 1, main: false, ...more,
    });
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

  // Return the variations as plain data.
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

// Return a temporary node for a refused move.
export function refusal(parent, illegal) {
  return {
    parent, token: illegal.move, step: null, position: parent.position, ply: parent.ply + 1,
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

// Build a position from a state of the API. Each card gets a number, because animation must distinguish copies.
export function positionOf(state) {
  let number = 0;
  const pile = (name, codes, faceDown) => [
    name, { cards: codes.map((code) => ({ number: number++, code })), faceDown },
  ];
  return new Map([
    ...state.tableau.map((column) => pile(column.pile, column.cards, column.face_down)),
    ...state.foundations.map((foundation) => pile(foundation.pile, foundation.cards, 0)),
    ...state.reserve.map(({ pile: name, cards, face_down: faceDown }) => {
      const [, reserve] = pile(name, cards, faceDown ?? 0);
      return [name, { ...reserve, deep: faceDown !== undefined }];
    }),
    pile('S', state.stock, state.stock.length),
    pile('W', state.waste, 0),
  ]);
}

// Return the position after one step of a trace.
export function follow(position, step) {
  const next = new Map(position);
  if (step.move === 'redeal' && step.moved[0]?.to[0] === 'T') return gathered(next, step.moved);
  step.moved.forEach((moved) => carry(next, moved));
  for (const { pile } of step.turned_up) {
    const turned = next.get(pile);
    next.set(pile, { ...turned, faceDown: turned.faceDown - 1 });
  }
  step.filled.forEach((moved) => carry(next, moved));
  return next;
}

// A redeal of the columns takes up all their cards before it lays them out again.
function gathered(piles, moved) {
  const columns = [...piles].filter(([name]) => name[0] === 'T');
  const taken = new Map(columns.map(([name, { cards }]) => [name, [...cards]]));
  for (const [name] of columns) piles.set(name, { cards: [], faceDown: 0 });
  for (const { from, to, cards: codes } of moved) {
    const source = taken.get(from);
    const laid = codes.map((code) => source.splice(source.findIndex((card) => card.code === code), 1)[0]);
    piles.set(to, { cards: [...piles.get(to).cards, ...laid], faceDown: 0 });
  }
  return piles;
}

function carry(piles, { from, to, cards: codes }) {
  const source = piles.get(from);
  const left = source.cards.slice(0, source.cards.length - codes.length);
  const lifted = inOrder(source.cards.slice(left.length), codes);
  const target = piles.get(to);
  piles.set(from, { ...source, cards: left, faceDown: from === 'S' ? left.length : source.faceDown });
  const cards = [...target.cards, ...lifted];
  piles.set(to, { ...target, cards, faceDown: to === 'S' ? cards.length : target.faceDown });
}

// The trace lists cards in their order on the target. A waste turned over has the reverse order.
function inOrder(lifted, codes) {
  const same = lifted.every((card, index) => card.code === codes[index]);
  return same ? lifted : lifted.toReversed();
}

// Return a position as a state of the API.
export function stateOf(position, redeals) {
  const codes = (name) => position.get(name).cards.map((card) => card.code);
  const named = (kind) => [...position.keys()].filter((name) => name[0] === kind && name.length > 1);
  const piles = (kind) => named(kind).map((pile) => ({ pile, cards: codes(pile) }));
  return {
    tableau: named('T').map((pile) => ({ pile, face_down: position.get(pile).faceDown, cards: codes(pile) })),
    foundations: piles('F'),
    reserve: named('R').map((pile) => {
      const { deep, faceDown } = position.get(pile);
      return { pile, ...(deep ? { face_down: faceDown } : {}), cards: codes(pile) };
    }),
    stock: codes('S'),
    waste: codes('W'),
    redeals,
  };
}
