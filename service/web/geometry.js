// Where piles and cards lie, and how large they are: from rows of piles, a frame and a position to pixels.
// Pure, so that the board, its picture and its tests agree.

const APART = 0.3;
const RATIO = 1.4;
const LARGEST = 112;
// Below these widths a position is scrolled instead; a low frame, as of a phone held sideways, can only show less.
const SMALLEST = 58;
const SMALLEST_LOW = 36;
const LOW = 400;
const STEP = 4;
const ROOMY = 560;
// Below this width a card shows a larger rank, and needs a taller strip to show it whole.
export const SMALL = 58;
// How far a card shows beneath the next, in card heights: at ease, and pushed together as far as ranks can be read.
const FANS = { up: [0.28, 0.225], down: [0.14, 0.06] };
const SMALL_FANS = { up: [0.5, 0.3], down: [0.18, 0.06] };
// Columns that grow to so many cards do not make the cards smaller on the way.
const USUAL_COLUMN = { cards: Array(8).fill(null), faceDown: 0 };

// Places by pile, x in cards and y in rows. Groups of a row are spread over the width; a single one stands in the middle.
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

// The largest cards with which this position fits the frame; never so small that a rank would hide, but scrolled instead.
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
  // Where there are no columns to grow into it, the room that is left goes between the rows.
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

// How far below the first each card of a column lies; a long column is pushed together.
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

// The top left corner of a pile's first card.
export function cornerOf(layout, size, pile) {
  const { x, y } = layout.places.get(pile);
  return {
    x: Math.round(size.left + x * (size.width + size.gap)),
    y: Math.round(size.label + y * (size.height + size.label + size.rowGap)),
  };
}
