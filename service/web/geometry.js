// Compute the places and sizes of piles and cards in pixels, from rows of piles, a frame and a position.
// Pure functions, so the board, the exported picture and the tests agree.

const APART = 0.3;
const RATIO = 1.4;
const LARGEST = 112;
// Cards do not get narrower than this, the board scrolls instead. A low frame (a phone in landscape) allows less.
const SMALLEST = 58;
const SMALLEST_LOW = 36;
const LOW = 400;
const STEP = 4;
const ROOMY = 560;
// Below this width a card shows a larger rank, which needs a taller strip.
export const SMALL = 58;
// The visible strip of a covered card in card heights: normal, and the smallest with readable ranks.
const FANS = { up: [0.28, 0.225], down: [0.14, 0.06] };
const SMALL_FANS = { up: [0.5, 0.3], down: [0.18, 0.06] };
// Columns up to this length do not make the cards smaller.
const USUAL_COLUMN = { cards: Array(8).fill(null), faceDown: 0 };

// Return the places by pile, x in cards and y in rows. The groups of a row are spread over the width. One group is centred.
export function layoutOf(rows) {
  const least = (row) => row.flat().length + APART * (row.length - 1);
  const width = Math.max(...rows.map(least));
  const places = new Map();
  rows.forEach((row, y) => {
    const spare = width - row.flat().length;
    const apart = row.length > 1 ? spare / (row.length - 1) : 0;
    let x = row.length > 1 ? 0 : spare / 2;
    for (const group of row) {
      for (const pile of group) places.set(pile, { x: x++, y });
      x += apart;
    }
  });
  return { width, rows: rows.length, places };
}

// Return the largest card size that fits the position into the frame. The board scrolls before ranks become unreadable.
export function measure(layout, frame, position) {
  const least = Math.max(3, Math.min(14, frame.width * 0.008));
  const byWidth = Math.floor((frame.width - least * (layout.width - 1)) / layout.width);
  const widest = Math.max(1, Math.min(LARGEST, byWidth));
  const smallest = frame.height < LOW ? SMALLEST_LOW : SMALLEST;
  const columns = [...position].filter(([name]) => name[0] === 'T').map(([, pile]) => pile);
  for (let width = widest; ; width -= STEP) {
    const size = sized(layout, frame, Math.max(width, Math.min(widest, smallest)), least, columns);
    if (size.content <= frame.height || width <= smallest) return size;
  }
}

function sized(layout, frame, width, least, columns) {
  const height = Math.round(width * RATIO);
  const roomy = frame.width >= ROOMY && frame.height >= 380;
  const [label, closest] = roomy ? [18, 8] : [13, 3];
  const fans = width < SMALL ? SMALL_FANS : FANS;
  const gap = Math.max(least, Math.min(width * 0.3, (frame.width - layout.width * width) / (layout.width - 1)));
  const bare = layout.rows * (height + label) + 4;
  // Without columns, the remaining space goes between the rows.
  const spare = columns.length ? 0 : (frame.height - bare) / (layout.rows - 1);
  const rowGap = Math.max(closest, Math.min(spare, height * 0.4));
  const rows = bare + (layout.rows - 1) * rowGap;
  const tightest = Math.max(0, ...[...(columns.length ? [USUAL_COLUMN] : []), ...columns].map((pile) => depth(pile, fans, 1))) * height;
  return {
    width, height, gap, label, rowGap, fans,
    left: Math.max(0, (frame.width - layout.width * (width + gap) + gap) / 2),
    room: Math.max(frame.height - rows, tightest),
    content: rows + tightest,
  };
}

// Return the offset of each card of a column from its first card. Long columns are compressed.
export function depthsOf(pile, { fans, height, room }) {
  const [easy, tight] = [0, 1].map((how) => depth(pile, fans, how) * height);
  const ease = easy > room && easy > tight ? Math.max(0, (room - tight) / (easy - tight)) : 1;
  let at = 0;
  return pile.cards.map((_, index) => {
    const here = Math.round(at);
    const [most, fewest] = index < pile.faceDown ? fans.down : fans.up;
    at += (fewest + (most - fewest) * ease) * height;
    return here;
  });
}

function depth({ cards, faceDown }, fans, how) {
  const above = Math.max(0, cards.length - 1);
  const hidden = Math.min(faceDown, above);
  return hidden * fans.down[how] + (above - hidden) * fans.up[how];
}

// Return the top left corner of a pile's first card.
export function cornerOf(layout, size, pile) {
  const { x, y } = layout.places.get(pile);
  return {
    x: Math.round(size.left + x * (size.width + size.gap)),
    y: Math.round(size.label + y * (size.height + size.label + size.rowGap)),
  };
}
