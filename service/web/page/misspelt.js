// Names that are spelled nearly as what is typed.

const LEAST = 4;

// Return how many letters differ: wrong, missing, added, or two that are exchanged (the optimal string alignment distance).
export function distance(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j += 1) {
      const steps = [rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + Number(one[i - 1] !== other[j - 1])];
      if (one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) steps.push(rows[i - 2][j - 2] + 1);
      rows[i].push(Math.min(...steps));
    }
  }
  return rows.at(-1).at(-1);
}

// Return the items whose names differ from a text in few letters, as { ...item, rank }: one in four letters may be wrong. What is
// typed may be the beginning of a name, or of a word of it.
export function misspelt(wanted, items) {
  if (wanted.length < LEAST) return [];
  const most = Math.max(1, Math.floor(wanted.length / 4));
  const starts = (name) => [...name.matchAll(/(?<= |^)\S/g)].flatMap(({ index }) => [-1, 0, 1].map((more) => name.slice(index, index + wanted.length + more)));
  const rankOf = ({ names }) => Math.min(...names.flatMap((name) => [distance(wanted, name), ...starts(name).map((start) => distance(wanted, start) + 0.5)]));
  return items.map((item) => ({ ...item, rank: rankOf(item) })).filter(({ rank }) => rank < most + 1);
}
