// Where the piles lie: x in cards and y in rows, from the top left. The service says which piles make a row and
// which stand together; here they are only spread over the width.

const APART = 0.3;

export function layoutOf(rows) {
  const least = (row) => row.flat().length + APART * (row.length - 1);
  const width = Math.max(...rows.map(least));
  const places = new Map();
  rows.forEach((row, y) => {
    const apart = row.length > 1 ? (width - row.flat().length) / (row.length - 1) : 0;
    let x = row.length > 1 ? 0 : (width - row.flat().length) / 2;
    for (const group of row) {
      for (const pile of group) {
        places.set(pile, { x, y });
        x += 1;
      }
      x += apart;
    }
  });
  return { width, rows: rows.length, places };
}
