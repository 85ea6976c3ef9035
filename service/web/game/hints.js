// Hints: the legal moves of a position, the best first, each with the reason that a person would give.
//
// A player who follows the hints wins, once a winning line is known. A hint is a move of that line, so each one makes it shorter, or one that
// cannot be made twice: a card that goes to its foundation or is turned up. Other moves that keep the win may lead in a circle.

import { parseMove } from './notation.js';
import { known } from './prospects.js';

const RANKS = 'A23456789TJQK';
// Reasons of moves after which the game is nearer to its end, whatever follows.
const PROGRESS = ['foundation', 'turns', 'alone', 'pair'];

// Reasons for a move, as a person would give them, the best first. `null` is a move without one.
const REASONS = ['foundation', 'turns', 'alone', 'pair', 'empties', 'frees', 'joins', null, 'cell', 'back', 'stock'];

// Return the legal moves of a node as { token, reason, card }, the most natural ones first. `card` is the card that is freed.
export function natural(game, node) {
  const moves = game.legalAt(node).map((token) => ({ token, ...reasonOf(game, node, token) }));
  return moves.toSorted((one, other) => REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason));
}

function reasonOf(game, { state, position }, token) {
  const move = parseMove(token);
  if (!move) return { reason: 'stock' };
  const { source, target, cards } = move;
  if (source[0] === 'F') return { reason: 'back' };
  const { turned_up: turned } = game.after({ state }, token).step;
  const { pairs, columns } = game.variant.declaration;
  if (pairs && !turned.length) return { reason: pairs.piles.includes(target[0]) ? 'pair' : target[0] === 'F' ? 'alone' : 'cell' };
  if (target[0] === 'F') return { reason: 'foundation' };
  if (turned.length) return { reason: 'turns' };
  const lying = position.get(source).cards;
  const under = position.get(target).cards.at(-1);
  if (columns?.covered_by.length || columns?.row) return { reason: null };
  if (target[0] === 'R') return { reason: 'cell' };
  if (source[0] === 'T' && lying.length === cards) return { reason: under ? 'empties' : 'cell' };
  const freed = lying.at(-cards - 1);
  const fitted = freed && source[0] === 'T' && follows(game, freed.code, lying.at(-cards).code);
  if (freed && source[0] !== 'S' && !fitted) return { reason: 'frees', card: freed.code };
  return { reason: under && under.code[1] === lying.at(-cards).code[1] ? 'joins' : null };
}

// Whether one card lies on another as if built there, so that taking it away frees nothing that was in the way.
function follows({ variant }, under, card) {
  const [lower, upper] = [under, card].map((code) => RANKS.indexOf(code[0]));
  return variant.declaration.columns !== null && Math.abs(lower - upper) === 1;
}

// Return the moves that a person would rather make than the first one of the known winning line, and that make progress. Whether they
// keep the win is to be found out.
export function better(game, node) {
  const first = known(game, node)?.continuation?.[0];
  const moves = natural(game, node);
  return moves.slice(0, moves.findIndex(({ token }) => token === first)).filter((move) => isNew(game, node, move));
}

// Return the legal moves, the best first: those that lead to the win, those that keep it, those that are undecided, those that lose;
// among equals the most natural ones. A node's `moves` are what was found about them.
export function hintsAt(game, node) {
  const first = onLine(game, node);
  const rank = (move) => {
    const found = node.moves?.get(move.token);
    if (move.token === first || (found === 'winnable' && isNew(game, node, move))) return 0;
    return { winnable: 1, dead: 3 }[found] ?? 2;
  };
  return natural(game, node).toSorted((one, other) => rank(one) - rank(other));
}

// Return the most natural move of the known winning line that can be made now without a longer line, and let the line begin with it.
function onLine(game, node) {
  const found = known(game, node);
  const line = found?.continuation;
  if (!line?.length) return null;
  for (const { token } of natural(game, node)) {
    const at = line.indexOf(token);
    const sooner = at > 0 && [token, ...line.toSpliced(at, 1)];
    if (at === 0 || (sooner && game.wins(node, sooner))) {
      if (sooner) node.prospect = { ...found, continuation: sooner };
      return token;
    }
  }
  return null;
}

// Whether a move makes progress and leads to a position that was not on the way here.
function isNew(game, node, { token, reason }) {
  if (!PROGRESS.includes(reason)) return false;
  const cards = ({ state: { piles } }) => JSON.stringify(piles);
  const next = cards(game.after(node, token));
  for (let at = node; at; at = at.parent) if (cards(at) === next) return false;
  return true;
}
