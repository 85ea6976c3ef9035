// A second look at a game that is over: which moves kept the win, which lost it, and which took longer than they had to.
//
// In a game that was won each position could be won. How far each one was from the win is bounded by the shortest win that is known
// there: the player's own, or one that the search finds, both without moves that prove needless. What a stretch of moves cost is the
// difference of these bounds, and the costliest stretches are halved as long as one half alone cost something. In a game that was not won, halving
// finds the last position that could be won and the first that could not; the search leaves some between them open.

import { breath } from '../dom.js';
import { parseMove, writeMove } from './notation.js';
import { prospectOf } from './prospects.js';
import { spelled } from './tree.js';

// How many positions are searched, how many moves beside the line, and how many turning points are named.
const MOST_SEARCHED = 24;
const MOST_BESIDE = 12;
const MOST_POINTS = 3;
// A detour of one move is no turning point.
const LEAST_COST = 2;

// Return { isWon, moves, best, points, kept, lost, open } of a line. `points` are { from, to, cost, line } of a won game, else at most one
// { from, to, isExact, line }: the last position that could be won, the first that could not, and a winning line. `search` returns
// what is found about a node, { prospect, continuation }, or null.
export async function review(game, line, search) {
  const nodes = line.filter(({ illegal }) => !illegal);
  const isWon = game.outcomeAt(nodes.at(-1)) === 'won';
  const found = isWon ? await wonReview(game, nodes, search) : await lostReview(game, nodes, search);
  const beside = await besideLine(game, nodes, found.reach, search);
  for (const key of ['kept', 'lost', 'open']) found[key] += beside[key];
  return { isWon, moves: nodes.length - 1, ...found };
}

async function wonReview(game, nodes, search) {
  const last = nodes.length - 1;
  const wins = new Map([[last, []]]);
  const tokens = nodes.slice(1).map(({ token, step }) => spelled(token, step));
  const find = async (ply) => {
    const found = await search(nodes[ply]);
    const later = [...wins].filter(([at]) => at > ply).map(([at, rest]) => [...tokens.slice(ply, at), ...rest]);
    const known = [...later, ...(found?.continuation ? [found.continuation] : [])].toSorted((one, other) => one.length - other.length);
    // Of each kind, because a longer line may have more to leave out.
    const shorter = await Promise.all(known.slice(0, 2).map((moves) => shortened(game, nodes[ply], moves)));
    wins.set(ply, shorter.toSorted((one, other) => one.length - other.length)[0]);
  };
  const costOf = ({ from, to }) => to - from + wins.get(to).length - wins.get(from).length;
  await find(0);
  const stretches = [{ from: 0, to: last }];
  for (let searched = 1; searched < MOST_SEARCHED; searched += 1) {
    const costliest = stretches.filter(({ from, to, isWhole }) => to - from > 1 && !isWhole).toSorted((one, other) => costOf(other) - costOf(one))[0];
    if (!costliest || costOf(costliest) < LEAST_COST) break;
    const middle = (costliest.from + costliest.to) >> 1;
    await find(middle);
    const halves = [{ from: costliest.from, to: middle }, { from: middle, to: costliest.to }];
    costliest.isWhole = halves.every((half) => costOf(half) < LEAST_COST);
    if (!costliest.isWhole) stretches.splice(stretches.indexOf(costliest), 1, ...halves);
  }
  const points = stretches.map(({ from, to }) => ({ from, to, cost: costOf({ from, to }), line: wins.get(from) })).filter(({ cost }) => cost >= LEAST_COST);
  points.sort((one, other) => other.cost - one.cost);
  return { best: wins.get(0).length, points: points.slice(0, MOST_POINTS), kept: last, lost: 0, open: 0, reach: last - 1 };
}

async function lostReview(game, nodes, search) {
  const prospects = nodes.map((node) => ({ prospect: prospectOf(game, node), continuation: node.prospect?.continuation }));
  const dead = () => prospects.findIndex(({ prospect }) => prospect === 'dead');
  const winnable = () => prospects.findLastIndex(({ prospect }) => prospect === 'winnable');
  const isOpen = ({ prospect }, ply) => prospect === 'undecided' && !prospects[ply].isSearched;
  for (let searched = 0; searched < MOST_SEARCHED; searched += 1) {
    const [first, end] = [winnable(), dead() < 0 ? nodes.length : dead()];
    // The deal first, then the middle of what is open.
    const middle = first < 0 ? 0 : (first + end) / 2;
    const open = prospects.map((_, ply) => ply).filter((ply) => ply > first && ply < end && isOpen(prospects[ply], ply));
    const next = open.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0];
    if (next === undefined) break;
    const found = await search(nodes[next]);
    prospects[next] = { prospect: found?.prospect ?? 'undecided', continuation: found?.continuation, isSearched: true };
  }
  const [from, to] = [winnable(), dead()];
  const known = to < 0 ? nodes.length - 1 : to;
  if (from < 0) return { best: null, points: [], kept: 0, lost: 0, open: to === 0 ? 0 : known, isNever: to === 0, reach: 0 };
  let line = prospects[from].continuation ?? (await search(nodes[from]))?.continuation ?? null;
  if (line) line = await shortened(game, nodes[from], line);
  const points = to < 0 ? [] : [{ from, to, isExact: to === from + 1, line }];
  const isDecided = to === from + 1;
  return { best: null, points, kept: from, lost: isDecided ? 1 : 0, open: isDecided ? 0 : known - from, reach: from };
}

// Count the moves that were tried beside a line up to a ply and taken back.
async function besideLine(game, nodes, reach, search) {
  const count = { kept: 0, lost: 0, open: 0 };
  const tried = nodes.slice(0, reach + 1).flatMap(({ children }) => children.filter((child) => !child.illegal && !nodes.includes(child)));
  for (const [number, node] of tried.entries()) {
    let prospect = prospectOf(game, node);
    if (prospect === 'undecided' && number < MOST_BESIDE) prospect = (await search(node))?.prospect ?? 'undecided';
    count[{ winnable: 'kept', dead: 'lost' }[prospect] ?? 'open'] += 1;
  }
  return count;
}

// Return winning moves without those that prove needless: a move whose cards come back or go on by a later one, or that nothing needs.
export async function shortened(game, node, moves) {
  let best = [...moves];
  for (let at = 0; at < best.length; at += 1) {
    if (at % 8 === 0) await breath();
    const shorter = [...withoutMove(best, at)].find((candidate) => game.wins(node, candidate));
    if (shorter) {
      best = shorter;
      at -= 1;
    }
  }
  return best;
}

// Yield moves with one fewer or two: without the one at an index, whose cards a later move takes on from where they were.
function* withoutMove(moves, at) {
  const rest = moves.toSpliced(at, 1);
  const move = parseMove(moves[at]);
  if (!move) return;
  const next = rest.findIndex((token, index) => index >= at && parseMove(token)?.source === move.target && parseMove(token).cards === move.cards);
  if (next >= 0) {
    const { target } = parseMove(rest[next]);
    yield target === move.source ? rest.toSpliced(next, 1) : rest.with(next, writeMove({ ...move, target }));
  }
  yield rest;
}
