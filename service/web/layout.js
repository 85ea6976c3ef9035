// Where the piles lie: x in cards and y in rows, from the top left. It goes by what piles there are, not by
// the name of the game; the columns come last, so that they can grow downwards.

export function layoutOf(names) {
  const kind = (letter) => names.filter((name) => name[0] === letter && name.length > 1);
  const [columns, foundations, reserve] = ['T', 'F', 'R'].map(kind);
  const sources = ['S', 'W'].filter((name) => names.includes(name));
  return reserve.length ? withReserve(foundations, reserve, sources) : withColumns(columns, foundations, sources);
}

const line = (names, x, y) => names.map((name, index) => [name, { x: x + index, y }]);

function laid(width, rows, ...places) {
  return { width, rows, places: new Map(places.flat()) };
}

// Stock and foundations share the top row where it has room; else stock and waste stand at the left.
function withColumns(columns, foundations, sources) {
  const width = columns.length;
  if (sources.length + foundations.length >= width) {
    const side = sources.map((name, y) => [name, { x: 0, y }]);
    return laid(width + 1.3, 2, side, line(foundations, 1.3, 0), line(columns, 1.3, 1));
  }
  if (!sources.length) {
    return laid(width, 2, line(foundations, (width - foundations.length) / 2, 0), line(columns, 0, 1));
  }
  // The two halves stand apart: one is built card by card, the other from whole sequences.
  const half = foundations.length / 2;
  const apart = width - foundations.length - sources.length;
  return laid(
    width, 2, line(sources, 0, 0), line(foundations.slice(0, half), sources.length + apart / 2, 0),
    line(foundations.slice(half), width - half, 0), line(columns, 0, 1),
  );
}

// Tradition sets four Aces over four Aces and two of what goes with them at each side; the reserve lies below.
function withReserve(foundations, reserve, sources) {
  const fours = [];
  for (let first = 0; first < foundations.length; first += 4) fours.push(foundations.slice(first, first + 4));
  const flanked = (middle, flank, y) => [
    ...line(flank.slice(0, 2), 0, y), ...line(middle, 2, y), ...line(flank.slice(2), 6, y),
  ];
  const cells = (y) => [...line(reserve.slice(0, 8), 0, y), ...line(reserve.slice(8), 0, y + 1)];
  if (fours.length === 3) {
    const [upper, lower, deuces] = fours;
    return laid(8, 4, flanked(upper, deuces, 0), line(sources, 0, 1), line(lower, 2, 1), cells(2));
  }
  const [kings, upper, deuces, lower] = fours;
  const shifted = [...flanked(upper, kings, 0), ...flanked(lower, deuces, 1), ...cells(2)].map(
    ([name, { x, y }]) => [name, { x: x + 1.3, y }],
  );
  return laid(9.3, 4, shifted, sources.map((name, index) => [name, { x: 0, y: 2 + index }]));
}
