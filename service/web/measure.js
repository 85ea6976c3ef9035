// How large the cards are: as large as width and window allow, with room for the longest column of the game.

const RATIO = 1.4;
const LARGEST = 112;
const SMALLEST = 58;
// What stands above and below the board in the window.
const AROUND = 250;
const NARROW = 560;
// How far a card shows beneath the next, in card heights; pushed together further than by SQUEEZE, ranks would hide.
const FAN = { up: 0.27, down: 0.13 };
const NARROW_FAN = { up: 0.4, down: 0.13 };
const SQUEEZE = 0.75;

export function measure(layout, available, positions) {
  const roomy = available >= NARROW;
  const fan = roomy ? FAN : NARROW_FAN;
  const label = roomy ? 18 : 13;
  const rowGap = roomy ? 8 : 3;
  const least = Math.max(3, Math.min(14, available * 0.012));
  const longest = longestOf(positions, fan);
  const free = Math.max(420, window.innerHeight - AROUND) - layout.rows * (label + rowGap);
  const byWidth = (available - least * (layout.width - 1)) / layout.width;
  const byHeight = roomy ? Math.max(SMALLEST, free / (layout.rows + longest * SQUEEZE) / RATIO) : LARGEST;
  const width = Math.floor(Math.min(byWidth, byHeight, LARGEST));
  const height = Math.round(width * RATIO);
  // Cards kept small by the height stand further apart.
  const gap = Math.max(least, Math.min(width * 0.3, (available - layout.width * width) / (layout.width - 1)));
  const limit = Math.max(free - layout.rows * height, longest * height * SQUEEZE);
  return {
    width, height, gap, label, rowGap, limit,
    up: fan.up * height,
    down: fan.down * height,
    left: Math.max(0, (available - layout.width * (width + gap) + gap) / 2),
    board: layout.rows * (height + label + rowGap) - rowGap + Math.min(limit, longest * height) + 4,
  };
}

// How far below the first each card of a column lies; a long column is pushed together.
export function depthsOf(pile, size) {
  const depth = depthOf(pile, size);
  const squeeze = depth > size.limit ? size.limit / depth : 1;
  const depths = [];
  let at = 0;
  for (let index = 0; index < pile.cards.length; index += 1) {
    depths.push(Math.round(at));
    at += (index < pile.faceDown ? size.down : size.up) * squeeze;
  }
  return depths;
}

function depthOf({ cards, faceDown }, { up, down }) {
  const above = Math.max(0, cards.length - 1);
  const hidden = Math.min(faceDown, above);
  return hidden * down + (above - hidden) * up;
}

function longestOf(positions, fan) {
  let longest = 0;
  for (const position of positions) {
    for (const [name, pile] of position) {
      if (name[0] === 'T') longest = Math.max(longest, depthOf(pile, fan));
    }
  }
  return longest;
}
