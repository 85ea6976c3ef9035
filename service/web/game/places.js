// Where the columns of a game lie in rows, and what covers a pile. Both follow from the declaration, as the layout does.

import { isCovered } from '../engine/sequences.js';

// Return the row and the place within it, both from 1, of each column that lies in one of several rows.
export function placesOf({ rows, covers = new Map() }) {
  const lines = covers.size ? linesOf(covers) : rows.map((row) => row.flat().filter((name) => name[0] === 'T')).filter((line) => line.length);
  if (lines.length < 2) return new Map();
  return new Map(lines.flatMap((line, row) => line.map((name, place) => [name, { row: row + 1, place: place + 1 }])));
}

function linesOf(covers) {
  const lines = [];
  for (const [name, { x, row }] of covers) (lines[row] ??= []).push({ name, x });
  return lines.map((line) => line.sort((one, other) => one.x - other.x).map(({ name }) => name));
}

const pilesOf = (names, position) => ({ piles: names.map((name) => position.get(name)?.cards ?? []) });

// Return the piles with cards that cover a pile; none if its top card is free.
export function coveringOf({ deal: { rules } }, position, name) {
  const pile = rules.byName.get(name);
  if (pile === undefined || !isCovered(rules, pilesOf(rules.names, position), pile)) return [];
  return rules.covers[pile].map((cover) => rules.names[cover]).filter((cover) => position.get(cover)?.cards.length);
}

// Return the piles with cards that were covered in one position and are free in another.
export function freedSince({ deal: { rules } }, before, position) {
  const [then, now] = [before, position].map((at) => pilesOf(rules.names, at));
  const freed = rules.coverable.filter((pile) => now.piles[pile].length && isCovered(rules, then, pile) && !isCovered(rules, now, pile));
  return freed.map((pile) => rules.names[pile]);
}

// Return whether a pile covers another one or is covered, so that it matters whether it is free.
export function isLayered({ deal: { rules } }, name) {
  const pile = rules.byName.get(name);
  return pile !== undefined && (rules.covers[pile].length > 0 || rules.coverable.some((below) => rules.covers[below].includes(pile)));
}
