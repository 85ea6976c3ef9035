// A game: its log, the tree of its moves and variations, and the referee that judges them in the page. The service confirms
// what the page judged; `evidence.js` compares the two.

import * as api from './api.js';
import { breath } from './dom.js';
import { declarationUnder, settleOptions } from './engine/declaration.js';
import { newGame } from './engine/game.js';
import { isToken } from './engine/referee.js';
import { parseMove, writeMove } from './notation.js';

const RANKS = 'A23456789TJQK';

// How many moves are judged at once, so that no task is long on a phone.
const AT_ONCE = 16;

export class Game {
  // The engine's game stands at one node; `#at` moves it to another.
  #referee;
  #base;

  // `given` is the recognised input: its kind and the data beside the log.
  constructor(log, given, variant) {
    this.given = given;
    // The log as it was received, with whatever else it has.
    this.received = log;
    const { seed, deck, rules } = log;
    this.#referee = newGame(variant, { ...(deck ? { deck } : { seed }), rules });
    const options = settleOptions(variant, rules ?? {});
    this.variant = { ...variant, declaration: declarationUnder(variant, options) };
    const deal = this.#referee.state();
    this.#base = deal.base_rank;
    const settled = this.#referee.request();
    this.log = settledLog(log, settled);
    this.tree = new Tree(positionOf(deal));
    this.tree.root.prospect = given.proven;
    this.claim = null;
    // The answer of the service: its verdict once it arrived, and the turning point of the log once it was requested.
    this.verdict = null;
    this.turning = null;
  }

  // Judge a log. Rejects with the service's Problem if the log is invalid.
  static async judged(log, given = { kind: 'request' }) {
    const variant = await known(log);
    if (!Array.isArray(log.moves) || !log.moves.every(isToken)) return rejected(log);
    try {
      return await Game.under(variant, log, given);
    } catch (error) {
      return rejected(log, error);
    }
  }

  // Judge a log by the description of its variant.
  static async under(variant, log, given) {
    const game = new Game(log, given, variant);
    await game.#judge(log);
    return game;
  }

  async #judge({ moves, checkpoints }) {
    for (const [index, token] of moves.entries()) {
      if (index % AT_ONCE === 0) await breath();
      const found = this.#referee.check(token);
      if (found) {
        this.tree.endMain(this.#illegal(token, found));
        break;
      }
      this.tree.extendMain(token, this.#referee.play(token));
    }
    const { mainEnd } = this.tree;
    this.played = mainEnd.illegal ? mainEnd.ply - 1 : mainEnd.ply;
    this.last.outcome = this.#referee.outcome();
    this.checkpoints = judgedCheckpoints(checkpoints ?? [], this.tree.nodes, this.played);
  }

  #illegal(token, { reason, params }) {
    return { move: token, reason, params, legal_moves: this.#referee.legalMoves() };
  }

  // The node after the last legal move of the log.
  get last() {
    return this.tree.nodes[this.played];
  }

  get illegal() {
    return this.tree.mainEnd.illegal;
  }

  // The state in one word: won, lost, in_progress, invalid after an illegal move, or refuted for a refuted claim.
  get state() {
    if (this.claim?.answer && !this.claim.answer.confirmed) return 'refuted';
    return this.illegal ? 'invalid' : this.last.outcome;
  }

  get firstDifference() {
    return this.checkpoints.find((checkpoint) => checkpoint.state === 'differs');
  }

  // The node that is shown first: the first problem, the end of a refuted claim, or the deal.
  get firstTrouble() {
    const differing = this.firstDifference && this.tree.nodes[this.firstDifference.after];
    const refuted = this.state === 'refuted' && this.last;
    return differing ?? (this.illegal ? this.tree.mainEnd : refuted || this.tree.root);
  }

  // Return the log that leads to a node. Checkpoints stay with the complete original log only.
  logTo(node) {
    const { checkpoints, ...log } = this.log;
    return { ...log, moves: movesTo(node) };
  }

  // Play a move after a node. Return the new node, or the refusal.
  tried(node, token) {
    const known = this.tree.child(node, token);
    if (known && !known.illegal) return known;
    const referee = this.#at(node);
    const found = referee.check(token);
    if (found) return refusal(node, this.#illegal(token, found));
    const step = referee.play(token);
    const next = this.tree.add(node, token, step, { outcome: referee.outcome() });
    next.prospect ??= rest(node.prospect, spelled(token, step));
    return next;
  }

  // Return the legal moves at a node.
  legalAt(node) {
    node.legal ??= node.illegal ? node.illegal.legal_moves : this.#at(node).legalMoves();
    return node.legal;
  }

  outcomeAt(node) {
    node.outcome ??= this.#at(node).outcome();
    return node.outcome;
  }

  // Return the moves that `choose(legal, state)` makes from a node until it returns nothing, and the outcome. The tree stays
  // as it is.
  continued(node, choose, most = 400) {
    const referee = this.#at(node);
    const moves = [];
    while (moves.length < most) {
      const token = choose(referee.legalMoves(), referee.state());
      if (!token) break;
      referee.play(token);
      moves.push(token);
    }
    return { moves, outcome: referee.outcome() };
  }

  #at(node) {
    const [wanted, played] = [movesTo(node), this.#referee.moves];
    let same = 0;
    while (same < played.length && played[same] === wanted[same]) same += 1;
    for (let left = played.length; left > same; left -= 1) this.#referee.undo();
    for (const token of wanted.slice(same)) this.#referee.play(token);
    return this.#referee;
  }

  stateAt(node) {
    const state = stateOf(node.position, movesTo(node).filter((move) => move === 'redeal').length);
    return { ...state, ...(this.#base ? { base_rank: this.#base } : {}) };
  }

  // Return the rank that `rank` of the declaration stands for in this deal.
  rankOf(rank) {
    return RANKS[(RANKS.indexOf(rank) + RANKS.indexOf(this.#base ?? 'A')) % 13];
  }

  // Return the rank and the suit that a foundation or a column begins with, the suit null if several do.
  startOf(pile) {
    const { foundations, columns } = this.variant.declaration;
    const foundation = pile[0] === 'F' && foundations[Number(pile.slice(1)) - 1];
    if (foundation) return [this.rankOf(foundation.ranks[0]), foundation.suits.length === 1 ? foundation.suits : null];
    const opens = pile[0] === 'T' ? columns.empty_takes : '';
    return opens.length === 1 ? [this.rankOf(opens), null] : null;
  }
}

// What remains of a winning line after its first move was played.
function rest(prospect, token) {
  const line = prospect?.continuation;
  return line?.length > 1 && line[0] === token ? { prospect: 'winnable', continuation: line.slice(1) } : undefined;
}

// The service explains a variant that it does not have better together with the rest of the log.
async function known(log) {
  try {
    return await api.variant(log.variant);
  } catch (problem) {
    return problem.status === 404 ? rejected(log, problem) : Promise.reject(problem);
  }
}

// Throw the service's Problem about a log that the page could not judge.
async function rejected(log, error = null) {
  await api.replay(log, []);
  throw ['RequestError', 'DeclarationError'].includes(error?.name) ? new api.Problem({ status: 400, detail: error.message }) : error;
}

// Return a log with the seed and the options that it was judged by.
function settledLog({ variant, deck, rules_version: version, moves, checkpoints }, { seed, rules }) {
  return {
    variant,
    ...(deck ? { deck } : { seed }),
    ...(Object.keys(rules).length ? { rules } : {}),
    ...(version ? { rules_version: version } : {}),
    moves,
    ...(checkpoints?.length ? { checkpoints } : {}),
  };
}

// Positions, and the tree of a game. A position has its piles by name; positions are immutable, and consecutive ones share
// unchanged piles. In the tree the original log is the main line, every other move a variation. Branches are never removed.

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

// Compare the checkpoints of a log with the real piles. Pure functions.

const HIDDEN = '??';

// Return each checkpoint with its state: agrees, differs, or unreached if the legal moves end before it.
export function judgedCheckpoints(checkpoints, nodes, played) {
  const judged = checkpoints.map(({ after, piles }) => {
    if (after > played) return { after, state: 'unreached', piles: [] };
    const { position } = nodes[after];
    const differing = Object.entries(piles)
      .map(([pile, expected]) => ({ pile, expected, found: codesOf(position, pile) }))
      .filter(({ expected, found }) => !agree(expected, found));
    return { after, state: differing.length ? 'differs' : 'agrees', piles: differing };
  });
  return judged.sort((one, other) => one.after - other.after);
}

// Return the bracket of the divergence: the last checkpoint that agrees, if any, and the first that differs.
export function partBetween(judged) {
  const first = judged.findIndex(({ state }) => state === 'differs');
  return first < 0 ? null : { agreed: judged[first - 1]?.after ?? null, differed: judged[first].after };
}

const codesOf = (position, pile) => (position.get(pile)?.cards ?? []).map((card) => card.code);

const same = (one, other) => one === other || one === HIDDEN || other === HIDDEN;

const agree = (expected, found) =>
  expected.length === found.length && expected.every((card, index) => same(card, found[index]));

// Align two piles card by card, so that one extra card does not make all others differ.
// Return [{ expected, found }], with null for a card that the other side lacks.
export function aligned(expected, found) {
  const longest = Array.from({ length: expected.length + 1 }, () => new Uint8Array(found.length + 1));
  for (let i = expected.length - 1; i >= 0; i -= 1) {
    for (let j = found.length - 1; j >= 0; j -= 1) {
      longest[i][j] = same(expected[i], found[j])
        ? longest[i + 1][j + 1] + 1
        : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const pairs = [];
  let [i, j] = [0, 0];
  while (i < expected.length || j < found.length) {
    if (i < expected.length && j < found.length && same(expected[i], found[j])) {
      pairs.push({ expected: expected[i++], found: found[j++] });
    } else if (j === found.length || (i < expected.length && longest[i + 1][j] >= longest[i][j + 1])) {
      pairs.push({ expected: expected[i++], found: null });
    } else {
      pairs.push({ expected: null, found: found[j++] });
    }
  }
  return pairs;
}

// Return the position with the checkpoint's piles in place of the real ones. Equal cards keep their numbers.
export function believed(position, { piles }) {
  const theirs = new Map(position);
  let number = 1000;
  for (const { pile, expected, found } of piles) {
    const cards = position.get(pile).cards;
    let index = 0;
    const laid = aligned(expected, found).flatMap((pair) => {
      const own = pair.found === null ? null : cards[index++];
      if (pair.expected === null) return [];
      return [own ?? { number: number++, code: pair.expected === HIDDEN ? null : pair.expected }];
    });
    theirs.set(pile, { cards: laid, faceDown: Math.min(position.get(pile).faceDown, Math.max(0, laid.length - 1)) });
  }
  return theirs;
}

// Return the numbers of the cards that differ from the other side.
export function oddCards(position, { piles }) {
  const odd = [];
  for (const { pile, expected, found } of piles) {
    let index = 0;
    for (const pair of aligned(expected, found)) {
      if (pair.found === null) continue;
      if (pair.expected === null) odd.push(position.get(pile).cards[index].number);
      index += 1;
    }
  }
  return odd;
}
