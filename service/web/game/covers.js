// The places of columns that lie on each other, as in a pyramid. They follow from the declaration alone.

import { groupBy } from '../dom.js';
import { pilesIn } from '../engine/declaration.js';

// The gap between two pyramids in cards.
const GAP = 0.3;

// Return the place of each column that covers or is covered: { x, row } in cards from the left and rows from the top. `coveredBy` is
// the declaration's list of what lies on each column. Each pyramid of connected columns is beside the one before.
export function coverPlaces(coveredBy) {
  const under = new Map();
  const touching = new Map();
  const link = (links, one, other) => links.set(one, [...(links.get(one) ?? []), other]);
  coveredBy.forEach((covers, index) => {
    const name = `T${index + 1}`;
    for (const cover of pilesIn(covers, 'columns.covered_by')) {
      link(under, cover, name);
      link(touching, cover, name);
      link(touching, name, cover);
    }
  });
  const rows = new Map();
  const rowOf = (name) => rows.get(name) ?? rows.set(name, 1 + Math.max(-1, ...(under.get(name) ?? []).map(rowOf))).get(name);
  const names = coveredBy.map((_, index) => `T${index + 1}`).filter((name) => touching.has(name));
  const places = new Map();
  let left = 0;
  for (const first of names) {
    if (places.has(first)) continue;
    const pyramid = new Set([first]);
    for (const name of pyramid) touching.get(name).forEach((other) => pyramid.add(other));
    const xs = placesIn(names.filter((name) => pyramid.has(name)), rowOf, touching);
    const least = Math.min(...xs.values());
    for (const [name, x] of xs) places.set(name, { x: left + x - least, row: rowOf(name) });
    left += Math.max(...xs.values()) - least + 1 + GAP;
  }
  return places;
}

// Return how far right the cards of a pyramid lie. The longest row is laid first. The others follow upwards and downwards, each card
// in the middle of those that it touches.
function placesIn(names, rowOf, touching) {
  const rows = [...groupBy(names, rowOf)].sort(([one], [other]) => one - other).map(([, row]) => row);
  const longest = rows.reduce((best, row, at) => (row.length > rows[best].length ? at : best), 0);
  const xs = new Map(rows[longest].map((name, x) => [name, x]));
  for (const row of [...rows.slice(0, longest).reverse(), ...rows.slice(longest + 1)]) {
    // A card that touches none of those laid so far goes in the middle of them all.
    const wanted = row.map((name) => {
      const near = touching.get(name).filter((other) => xs.has(other));
      return mean((near.length ? near : [...xs.keys()]).map((other) => xs.get(other)));
    });
    spaced(wanted).forEach((x, at) => xs.set(row[at], x));
  }
  return xs;
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

// Return places at least 1 apart, as near to the wanted ones as their order allows.
function spaced(wanted) {
  const groups = [];
  const start = ({ sum, size }) => sum / size - (size - 1) / 2;
  for (const x of wanted) {
    let group = { sum: x, size: 1 };
    while (groups.length && start(groups.at(-1)) + groups.at(-1).size > start(group) + 1e-9) {
      const before = groups.pop();
      group = { sum: before.sum + group.sum, size: before.size + group.size };
    }
    groups.push(group);
  }
  return groups.flatMap((group) => Array.from({ length: group.size }, (_, at) => start(group) + at));
}
