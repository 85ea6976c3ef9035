// Compute the places and sizes of piles and cards in pixels, from a game's piles and a frame. The size of the cards
// depends on the game and the frame alone, so it never changes while a game is played: a long column is compressed instead.
// Pure functions, so the board, the exported picture and the tests agree.

import { handsOf } from '../engine/hands.js';

const RATIO = 1.4;
const LARGEST = 156;
// How large cards are that may be smaller than the frame lets them.
const SIZES = { medium: 0.85, small: 0.7 };
// The smallest gaps between cards and between groups, and the gap between rows, in card widths.
const GAP = 0.06;
const GROUP_GAP = 0.22;
const ROW_GAP = 0.13;
// Below this width a card shows a larger rank, which needs a taller strip.
export const SMALL = 58;
// Strips are compressed rather than cards narrower than the first of these, and wider ones than the second, which a finger hits, are worth less.
const NARROWEST = 26;
const COMFORTABLE = 40;
const USUAL_COLUMNS = 10;
// Games with more columns than this keep them short.
const MANY_COLUMNS = 14;
// The visible strip of a covered card in card heights.
// In large print, small cards have a rank that is half as tall as they are.
const FANS = { usual: { up: 0.26, down: 0.13 }, small: { up: 0.42, down: 0.16 }, large: { up: 0.5, down: 0.16 } };
// The least strip in card heights that shows the index of a covered card, and how many more cards a column may get.
const READABLE = { usual: 0.19, small: 0.27, large: 0.36 };
const LATER = 3;
// A strip of fewer pixels than this cannot be read. A ruler of ranks in two lanes shows twice as much of each card, one in more lanes more.
export const LEAST_STRIP = 11;
const LANES = 2;
// A lane of a ruler is at least this wide.
const LEAST_LANE = 8.5;
// A strip that is this much wider needs no label beside others that do.
const WIDE = 1.5;
// How much of a card of a clock shows the others below it, in card heights.
const CLOCK_FAN = 0.25;
// How far cards may shrink for it.
const LEAST_SHARE = 0.75;
// The height and the width of an index in those of a card, and the least part of it that can be read.
const INDEX = { usual: [0.24, 0.5], small: [0.42, 0.82], large: [0.46, 0.95] };
const LEAST_INDEX = 0.5;
// A card that shows less of itself than this shows its index alone. The symbol of a small card needs more room than pips.
const STRIP = { usual: 0.5, small: 0.7, large: 0.7 };
// How far the strips of face-down cards shrink before those of face-up cards do.
const LEAST_HIDDEN = 0.3;
// How many cards around one that is looked at get more room, and how far the others may shrink for it.
const SPREAD = 4;
const LEAST_FAR = 0.3;
// Fans are wider where there is room.
const WIDEST_FAN = 1.4;
// How much of a card shows that others lie on, in card heights, and how much at most where there is room.
const COVERED = { usual: 0.45, small: 0.5, large: 0.55 };
const WIDEST_COVERED = 0.7;
// How much of the fan of a usual column is planned for.
const USED = 0.8;
// The same for a fanned waste, in card widths.
const WASTE_FAN = 0.44;
// How much of the usual fans large print plans for.
const LARGE_SHARE = 0.7;

// Return what the layout of a game needs to know: its rows of piles, and how long its columns usually are.
// `position` is the deal, so that options that change the layout count. `covers` are the places of columns that lie on each other.
export function shapeOf({ rows, declaration, covers = new Map() }, position) {
  // The cards of a run that waits on a cell show, so that they can be moved from there together.
  const takesRuns = declaration?.reserve?.takes === 'run';
  const deep = (name) => name[0] === 'R' && (takesRuns || position.get(name).cards.length > 1);
  const columns = [...position].filter(([name]) => name[0] === 'T' && !covers.has(name)).map(([, pile]) => pile);
  // Places in rows have one card each, and a row of them is never split.
  const isBoard = declaration?.pairs && declaration.stock?.open && declaration.stock.hold === 'empty_column';
  const inRows = Boolean(isBoard || declaration?.columns?.row || declaration?.columns?.merges?.length || (declaration && handsOf(declaration)));
  const grows = !inRows && declaration?.columns?.takes_from?.length !== 0;
  const growth = columns.length > MANY_COLUMNS ? 2 : 4;
  const hidden = Math.max(0, ...columns.map(({ faceDown }) => faceDown));
  const up = Math.max(0, ...columns.map(({ cards, faceDown }) => cards.length - faceDown));
  const draw = declaration?.stock?.draw ?? 1;
  const playsToWaste = Boolean(declaration?.stock?.waste_takes);
  return {
    rows: merged(besideStock(rows), deep),
    playsToWaste,
    columns: columns.length,
    inRows,
    isClock: rows.flat(2).every((name) => name[0] === 'T' || name === 'R1') && declaration?.columns?.own_ranks?.length === 13,
    covers,
    hidden,
    hasCoveredCells: Boolean(declaration?.reserve?.covered_by?.length),
    up: grows ? Math.max(columns.length > MANY_COLUMNS ? 0 : 8, up + growth) : up,
    grows,
    // Three cards of the waste show if three are drawn at once.
    waste: rows.flat(2).includes('W') ? Math.min(3, draw) : 1,
    deep: new Set([...position.keys()].filter(deep)),
    reserve: Math.max(1, ...[...position].filter(([name, { faceDown }]) => deep(name) && !faceDown).map(([, { cards }]) => cards.length)),
  };
}

const isOfStock = (row) => row.flat().every((name) => name === 'S' || name === 'W');

// A waste that the service puts before the columns goes beside the stock.
function besideStock(rows) {
  const isOnly = (name) => (group) => group.join() === name;
  if (!rows.some((row) => hasColumns(row) && row.some(isOnly('W')))) return rows;
  return rows.map((row) => row.filter((group) => !isOnly('W')(group)).map((group) => (isOnly('S')(group) ? ['S', 'W'] : group)));
}

// A row of deep reserve piles goes beside the columns, as it is usually laid.
function merged(rows, deep) {
  const widest = Math.max(...rows.map((row) => row.flat().length));
  const at = rows.findIndex((row) => row.flat().every(deep));
  const below = rows[at + 1];
  if (at < 0 || !below || below.flat().length + rows[at].flat().length > widest + 2) return rows;
  return [...rows.slice(0, at), [...rows[at], ...below], ...rows.slice(at + 2)];
}

// Return the layout with the largest cards: sizes, and the place of every pile. Many columns take several rows if that makes the cards
// larger, those of usual games only if their cards are too narrow for a finger.
export function layoutOf(shape, frame) {
  if (shape.isClock) return clockOf(shape, frame);
  let best = null;
  for (let split = 1; split <= 4; split += 1) {
    for (const rows of [joined(shape.rows), shape.rows, flanked(shape.rows), ...(split === 1 ? [beside(shape), parted(shape), doubled(shape)] : [])]) {
      for (const [others, cut] of WAYS) {
        const plan = planOf(shape, frame, rows, split, others, cut);
        if (!best || plan.worth > best.worth) best = plan;
      }
    }
    if (shape.columns <= USUAL_COLUMNS && best.width >= COMFORTABLE) break;
  }
  return placed(shape, frame, best);
}

const isReserve = (row) => row.flat().every((name) => name[0] === 'R');

// Many rows of cells make half as many, of equal length if they can.
function doubled({ rows, hasCoveredCells }) {
  const at = rows.findIndex(isReserve);
  const cells = rows.filter(isReserve);
  if (cells.length < 4 || hasCoveredCells || !rows.slice(at, at + cells.length).every(isReserve)) return rows;
  return [...rows.slice(0, at), ...chunks([cells.flat(2)], Math.ceil(cells.length / 2)), ...rows.slice(at + cells.length)];
}

// The only row of cells goes beside the foundations above it: cells on the left, foundations on the right.
function joined(rows) {
  const at = rows.findIndex(isReserve);
  if (at < 1 || hasColumns(rows[at - 1]) || rows.slice(at + 1).some(isReserve)) return rows;
  return [...rows.slice(0, at - 1), [...rows[at], ...rows[at - 1]], ...rows.slice(at + 1)];
}

// Two piles above a grid go beside its first row.
function flanked(rows) {
  const [first, ...grid] = rows;
  const isGrid = grid.length > 2 && grid.every((row) => row.length === 1 && hasColumns(row));
  const isPair = first.length === 2 && first.every((group) => group.length === 1) && !hasColumns(first);
  return isGrid && isPair ? [[first[0], grid[0][0], first[1]], ...grid.slice(1)] : rows;
}

// The row above the columns goes beside them, unless it has foundations or is one of several rows of cells.
function beside({ rows, inRows, covers }) {
  const at = rows.findIndex(hasColumns);
  const above = rows[at - 1];
  const hasFoundations = above?.flat().some((name) => name[0] === 'F');
  if (!above || inRows || covers.size || hasFoundations || (isReserve(above) && rows.slice(0, at - 1).some(isReserve))) return rows;
  return [...rows.slice(0, at - 1), [...above, ...rows[at]], ...rows.slice(at + 1)];
}

// A deep reserve that shares the row above the columns with the stock goes beside the columns, and the stock to the row above it.
function parted({ rows, deep }) {
  const at = rows.findIndex(hasColumns);
  const isPile = (group) => group.every((name) => deep.has(name));
  const row = rows[at - 1] ?? [];
  const reserve = row.filter(isPile);
  const others = row.filter((group) => !isPile(group));
  if (at < 2 || !reserve.length || !others.length || !isOfStock(others)) return rows;
  return [...rows.slice(0, at - 2), [...others, ...rows[at - 2]], [...reserve, ...rows[at]], ...rows.slice(at + 1)];
}

// Lay thirteen columns of one rank each as a clock: the Ace at one, the Queen at twelve, the King in the middle. The cards are as large
// as the ring lets them be.
function clockOf(shape, frame) {
  for (let width = Math.floor(Math.min(LARGEST * (SIZES[frame.size] ?? 1), frame.width / 4)); ; width -= 1) {
    const height = Math.round(width * RATIO);
    const room = Math.round(height * CLOCK_FAN);
    const at = (hour) => {
      const angle = (hour * Math.PI) / 6;
      const [across, down] = hour === 13 ? [0, 0] : [Math.sin(angle), -Math.cos(angle)];
      return { x: Math.round(((frame.width - width) / 2) * (1 + across * Math.min(1, (frame.height / frame.width) * 1.5))), y: Math.round(((frame.height - height - room) / 2) * (1 + down)), room };
    };
    const places = new Map(Array.from({ length: 13 }, (_, index) => [`T${index + 1}`, at(index + 1)]));
    // The ring leaves the corners free.
    if (shape.rows.flat(2).includes('R1')) places.set('R1', { x: 0, y: 0, room: 0 });
    const clashes = (one, other) => one !== other && Math.abs(one.x - other.x) < width + 3 && Math.abs(one.y - other.y) < height + room + 3;
    const isFree = [...places.values()].every((one, _, all) => !all.some((other) => clashes(one, other)));
    if (isFree || width <= 8) return { width, height, places, waste: 1, print: printOf(width, frame), small: printOf(width, frame) !== 'usual', wide: 1, frame, shape };
  }
}

function planOf(shape, frame, rows, split, others, cut) {
  const isWhole = (row) => isPyramid(row, shape) || (shape.inRows && hasColumns(row));
  const lines = aligned(rows.flatMap((row) => (isWhole(row) ? [row] : hasColumns(row) ? chunks(row, split) : cut(row, others))), shape);
  const byWidth = Math.min(...lines.map((line) => (frame.width - 4) / unitsOf(line, shape)));
  // Large print compresses long columns, so that the cards are larger.
  const print = (width) => printOf(width, { large: false });
  const depths = lines.map((line) => depthOf(line, shape, print(byWidth)));
  const bare = lines.length * RATIO + (lines.length - 1) * ROW_GAP;
  // A low window compresses the columns before it makes the cards tiny.
  const least = Math.min(byWidth, 44, frame.height / (bare + RATIO * 0.9 * depths.filter(Boolean).length));
  const readable = (frame.height - sum(lines.map((line) => leastRoom(line, shape)))) / bare;
  // Return the width of the cards if the fans get a share of the height that they need.
  const widthAt = (share) => {
    const fit = Math.min(LARGEST, byWidth, Math.max(frame.height / (bare + RATIO * sum(depths) * share), least));
    // Rather than strips that cannot be read, somewhat smaller cards.
    const width = Math.max(8, Math.floor(Math.min(fit, Math.max(readable, NARROWEST, LEAST_SHARE * fit)) * (SIZES[frame.size] ?? 1)));
    // Rounded, many lines may be too high by some pixels.
    return bareOf(lines, width) > frame.height ? width - 1 : width;
  };
  const width = widthAt(1);
  const worth = width * Math.sqrt(Math.min(1, width / COMFORTABLE)) * 0.85 ** (split - 1) * 0.95 ** (others - 1) * readability(shape, frame.height / width - bare, { lines, depths, width });
  // The largest layout is the same in large print, with larger cards.
  return { lines, depths, width: frame.large ? Math.max(width, widthAt(LARGE_SHARE)) : width, worth };
}

// Return the height of lines of cards without fans, in pixels.
const bareOf = (lines, width) => lines.length * Math.round(width * RATIO) + (lines.length - 1) * Math.round(width * ROW_GAP);

// Groups of piles of which there are as many as columns, as in FreeCell, have no gap between them: each pile lies above a column.
function aligned(lines, shape) {
  const lengths = new Set(lines.filter((line) => line.length === 1 && hasColumns(line)).map(([piles]) => piles.length));
  return lines.map((line) => (!hasColumns(line) && lengths.has(line.flat().length) && !wasteExtra(line, shape) ? [line.flat()] : line));
}

// Return the least height in pixels for the fans of a line in which each face-up card can be read.
function leastRoom(line, shape) {
  if (isPyramid(line, shape)) return 0;
  const columns = hasColumns(line) && shape.grows ? (shape.up - 1) * LEAST_STRIP + shape.hidden * LEAST_STRIP * LEAST_HIDDEN : 0;
  return Math.max(columns, isDeep(line, shape) ? (shape.reserve - 1) * LEAST_STRIP : 0);
}

// Return how well the cards of a column can be read once it is longer than usual, at most 1. `spare` is in card widths.
function readability(shape, spare, { lines, depths, width }) {
  const print = printOf(width, { large: false });
  const fanned = sum(depths);
  if (!shape.columns || !fanned) return 1;
  const depth = depths[lines.findIndex(hasColumns)];
  const strip = (spare * depth) / fanned / RATIO / (shape.up + (shape.columns > MANY_COLUMNS ? 0 : LATER) + shape.hidden * LEAST_HIDDEN);
  return Math.sqrt(Math.min(1, strip / READABLE[print])) * Math.min(1, (LANES * strip * RATIO * width) / LEAST_STRIP);
}

// The print of a card: small cards show a larger index, and so do usual ones in large print.
const printOf = (width, { large }) => (width < SMALL ? (large ? 'large' : 'small') : large ? 'small' : 'usual');
const hasColumns = (row) => row.flat().some((name) => name[0] === 'T');
const isDeep = (line, { deep }) => line.flat().some((name) => deep.has(name));
const isPyramid = (row, { covers }) => row.flat().some((name) => covers.has(name));

// Return how many rows a line of columns that lie on each other has.
const rowsIn = (line, { covers }) => 1 + Math.max(...line.flat().map((name) => covers.get(name).row));
// Return how many cards lie side by side in a line.
const cardsIn = (line, shape) => (isPyramid(line, shape) ? 1 + Math.max(...line.flat().map((name) => shape.covers.get(name).x)) : line.flat().length);

// Split a row into lines: at its groups if there are `number` of them, else into lines of equal length.
function chunks(row, number) {
  const piles = row.flat();
  if (number > 1 && row.length === number) return row.map((group) => [group]);
  if (number === 1 || piles.length < 2 * number) return [row];
  const length = Math.ceil(piles.length / number);
  const lines = Array.from({ length: number }, (_, index) => [piles.slice(index * length, (index + 1) * length)]).filter(([line]) => line.length);
  return isEven(row, lines) ? lines : packed(row, number);
}

// Return whether lines have equally many of each group of foundations, or none.
function isEven(row, lines) {
  const counts = (group) => new Set(lines.map((line) => line.flat().filter((name) => group.includes(name)).length).filter(Boolean));
  return row.every((group) => group[0][0] !== 'F' || counts(group).size === 1);
}

// Split a row into at most `number` lines, the shortest ones that have equally many of each group of foundations.
function packed(row, number) {
  for (let length = Math.ceil(row.flat().length / number); ; length += 1) {
    const lines = [];
    let room = -1;
    for (const group of row) {
      const parts = pieces(group, length, group === row.at(-1));
      for (const [index, piece] of parts.entries()) {
        if (piece.length > room) {
          lines.push([piece]);
          room = length;
        } else if (index) lines.at(-1).push(lines.at(-1).pop().concat(piece));
        else lines.at(-1).push(piece);
        room -= piece.length;
      }
      // Nothing else comes beside the rest of a group.
      if (parts.length > 1) room = -1;
    }
    if (lines.length <= number && isEven(row, lines)) return lines;
  }
}

// Return the pieces of a group that have room in lines of this length. Foundations are cut into equal pieces, after every fourth if they can,
// and cells that come last into pieces that are as equal as they can be.
function pieces(group, length, isLast) {
  const divisors = group.map((_, index) => index + 1).filter((size) => size > 1 && size <= length && group.length % size === 0 && (size % 4 === 0 || group.length % 4));
  const sizes = { F: divisors.at(-1), R: isLast && Math.ceil(group.length / Math.ceil(group.length / length)) };
  const size = sizes[group[0][0]] || group.length;
  return Array.from({ length: Math.ceil(group.length / size) }, (_, index) => group.slice(index * size, (index + 1) * size));
}

// How rows without columns may be split: into how many lines, and how.
const WAYS = [[1, chunks], [2, chunks], [3, chunks], [2, packed], [3, packed]];

const wasteExtra = (line, { waste }) => (line.flat().includes('W') ? (waste - 1) * WASTE_FAN : 0);

function unitsOf(line, shape) {
  const piles = cardsIn(line, shape);
  return piles + (piles - 1) * GAP + (line.length - 1) * GROUP_GAP + wasteExtra(line, shape);
}

// Return the height that the fans of a line usually need, in card heights.
function depthOf(line, shape, print) {
  const fans = FANS[print];
  if (isPyramid(line, shape)) return (rowsIn(line, shape) - 1) * COVERED[print];
  const columns = hasColumns(line) ? shape.hidden * fans.down + Math.max(0, shape.up - 1) * fans.up * USED : 0;
  return Math.max(columns, isDeep(line, shape) ? (shape.reserve - 1) * fans.up * (hasColumns(line) ? USED : 1) : 0);
}

function placed(shape, frame, { lines, depths, width }) {
  const height = Math.round(width * RATIO);
  const widest = Math.max(...lines.map((line) => cardsIn(line, shape) + wasteExtra(line, shape)));
  const most = Math.max(...lines.map((line) => cardsIn(line, shape) + (line.length - 1) * (GROUP_GAP / GAP)));
  const gap = Math.max(width * GAP, Math.min(width * 0.26, (frame.width - widest * width) / Math.max(1, most)));
  const used = Math.min(frame.width, Math.max(...lines.map((line) => lengthOf(line, shape, width, gap))));
  const rowGap = Math.round(width * ROW_GAP);
  const bare = bareOf(lines, width);
  const fanned = depths.reduce((sum, depth) => sum + depth, 0);
  // Without fans, the remaining space goes between the rows.
  const spare = Math.max(0, frame.height - bare);
  const between = fanned ? 0 : Math.min(height * 0.35, spare / lines.length);
  const wide = fanned ? Math.max(1, Math.min(WIDEST_FAN, spare / (fanned * height))) : 1;
  const places = new Map();
  const rooms = lines.map((line, index) => (fanned ? Math.floor(Math.min((spare * depths[index]) / fanned, mostRoom(line, shape, depths[index]) * height)) : 0));
  // What columns that never grow leave free goes above and below them.
  const free = fanned ? spare - sum(rooms) : 0;
  const apart = Math.min(free / lines.length, height * 0.4);
  let before = new Map();
  let y = Math.round((free - apart * (lines.length - 1)) * 0.3);
  lines.forEach((line, index) => {
    const room = rooms[index];
    const margin = (frame.width - used) / 2;
    const pyramid = isPyramid(line, shape);
    const down = pyramid ? Math.min(WIDEST_COVERED * height, room / Math.max(1, rowsIn(line, shape) - 1)) : 0;
    const own = [...across(line, shape, width, gap, used)];
    const start = startOf(line, lines[index - 1], before) ?? own[0][1];
    before = new Map(own.map(([name, x]) => [name, x + start - own[0][1]]));
    for (const [name, x] of before) {
      if (pyramid) {
        const { row } = shape.covers.get(name);
        places.set(name, { x: Math.round(margin + x), y: Math.round(y + row * down), room: 0, row, strip: down });
        continue;
      }
      // For the left hand, the lines above the columns are mirrored.
      const left = frame.isMirrored && !hasColumns(line) ? frame.width - width - margin - x : margin + x;
      places.set(name, { x: Math.round(left), y, room });
    }
    y += height + rowGap + room + Math.floor(between + apart);
  });
  const names = lines.map((line) => line.flat());
  return { width, height, places, lines: names, waste: shape.waste, print: printOf(width, frame), small: printOf(width, frame) !== 'usual', wide, frame, shape };
}

// Return the layout for a position in which some column has become so long that not even a ruler can be read: its line gets room that
// others do not need. The cards keep their size, and lines keep their places as long as every column can be read.
export function roomyFor(layout, position) {
  const { places, lines = [] } = layout;
  const rooms = lines.map((line) => Math.max(0, ...line.map((name) => places.get(name).room)));
  // What the longest pile of each line needs to be read by a ruler, and in full.
  const needs = (roomOf) => lines.map((line) => Math.max(0, ...line.filter((name) => isFanned(name, position.get(name), layout)).map((name) => roomOf(position.get(name)))));
  const least = needs((pile) => sum(stripsOf(pile, layout).map((strip, index) => Math.min(strip, liesDown(pile, index) ? strip * LEAST_HIDDEN : LEAST_STRIP / LANES))));
  let wanted = sum(least.map((need, at) => Math.max(0, need - rooms[at])));
  if (!wanted) return layout;
  const given = rooms.map(() => 0);
  for (const kept of [needs((pile) => sum(stripsOf(pile, layout))), least]) {
    const spare = rooms.map((room, at) => Math.max(0, room - given[at] - Math.max(kept[at], least[at])));
    const share = Math.min(1, wanted / (sum(spare) || 1));
    spare.forEach((room, at) => { given[at] += room * share; });
    wanted -= sum(spare) * share;
  }
  const lacking = least.map((need, at) => Math.max(0, need - rooms[at]));
  const part = sum(given) / sum(lacking);
  const moved = new Map();
  let down = 0;
  lines.forEach((line, at) => {
    const more = lacking[at] * part - given[at];
    for (const name of line) {
      const place = places.get(name);
      moved.set(name, { ...place, y: Math.round(place.y + down), room: place.room && Math.floor(place.room + more) });
    }
    down += more;
  });
  return { ...layout, places: moved };
}

// Return the most room that the fans of a line use, in card heights.
function mostRoom(line, shape, depth) {
  if (isPyramid(line, shape)) return (rowsIn(line, shape) - 1) * WIDEST_COVERED;
  return shape.grows ? Infinity : (depth / USED) * WIDEST_FAN;
}

const groupGap = (gap, width) => gap + width * (GROUP_GAP - GAP);

function lengthOf(line, shape, width, gap) {
  const piles = cardsIn(line, shape);
  return piles * width + (piles - 1) * gap + (line.length - 1) * (groupGap(gap, width) - gap) + wasteExtra(line, shape) * width;
}

// Return where a line starts if it goes on with the last group of the line before: below the same number of its piles.
function startOf(line, above, before) {
  const piles = line.flat();
  const over = above?.flat().slice(-piles.length) ?? [];
  const follows = (name, next) => name[0] === next[0] && Number(next.slice(1)) === Number(name.slice(1)) + 1;
  const goesOn = line.length === 1 && 'FR'.includes(piles[0][0]) && before.size >= piles.length && [...over, ...piles].every((name, index, all) => !index || follows(all[index - 1], name));
  return goesOn ? before.get(over[0]) : undefined;
}

// Yield the piles of a line with their distance from the left. Groups are spread over the width; one group is centred.
function* across(line, shape, width, gap, used) {
  const spare = used - lengthOf(line, shape, width, gap);
  const apart = line.length > 1 ? spare / (line.length - 1) + groupGap(gap, width) - gap : 0;
  if (isPyramid(line, shape)) {
    for (const name of line.flat()) yield [name, spare / 2 + shape.covers.get(name).x * (width + gap)];
    return;
  }
  // The waste is where the stock is, also on a line of its own.
  let x = line.length > 1 || (isOfStock(line) && !shape.playsToWaste) ? 0 : spare / 2;
  for (const group of line) {
    for (const name of group) {
      yield [name, x];
      x += width + gap + (name === 'W' ? (shape.waste - 1) * WASTE_FAN * width : 0);
    }
    x += apart;
  }
}

// Return the offset of each card of a pile from its place. Columns and open reserves are fanned downwards; if they are too
// long for their room, they are compressed. A compressed pile is spread around the card at index `opened`, to be read.
export function offsetsOf(name, pile, layout, opened = null) {
  const { cards, faceDown } = pile;
  if (name === 'W' && layout.waste > 1) {
    const shown = Math.min(layout.waste, cards.length);
    const way = layout.frame.isMirrored ? -1 : 1;
    return cards.map((_, index) => ({ x: way * Math.max(0, index - (cards.length - shown)) * layout.width * WASTE_FAN, y: 0 }));
  }
  if (!isFanned(name, pile, layout)) return cards.map(() => ({ x: 0, y: 0 }));
  const easy = stripsOf(pile, layout);
  const span = Math.min(sum(easy), layout.places.get(name).room);
  const strips = compressed(easy, faceDown, span);
  let at = 0;
  return [{ x: 0, y: 0 }, ...(opened === null ? strips : spreadAround(opened, strips, easy)).map((strip) => ({ x: 0, y: Math.round((at += strip)) }))].slice(0, cards.length);
}

// Return whether the cards of a pile are fanned downwards.
const isFanned = (name, pile, { shape }) => Boolean(pile) && (name[0] === 'T' || (shape.deep.has(name) && !pile.faceDown));

// Widen the strips around a card as far as they would be without compression, and narrow all others. The card stays where it is, so
// the pointer stays on it: its strip grows downwards, or upwards near the end of the pile.
function spreadAround(index, strips, easy) {
  const at = Math.min(index, strips.length - 1);
  const near = strips.map((_, other) => Math.max(0, 1 - Math.abs(other - at) / SPREAD) * easy[other]);
  const part = (from, to) => widened(strips.slice(from, to), near.slice(from, to));
  const below = part(at, strips.length);
  const split = below ? at : at + 1;
  const rest = below ?? part(split, strips.length) ?? strips.slice(split);
  return [...(part(0, split) ?? strips.slice(0, split)), ...rest];
}

// Return strips of the same length in all, each as wide as wanted, or null if the others would have to shrink too far.
function widened(strips, wanted) {
  const isWide = strips.map((strip, at) => wanted[at] > strip);
  const wide = sum(wanted.filter((_, at) => isWide[at]));
  const others = sum(strips.filter((_, at) => !isWide[at]));
  const left = sum(strips) - wide;
  if (left < others * LEAST_FAR || (!others && wide)) return null;
  return strips.map((strip, at) => (isWide[at] ? wanted[at] : (strip * left) / others));
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// Fit strips into a span. Face-down cards give way first, because they need not be read.
function compressed(strips, faceDown, span) {
  const [hidden, shown] = [strips.slice(0, faceDown), strips.slice(faceDown)];
  const least = sum(hidden) * LEAST_HIDDEN;
  const down = Math.max(least, Math.min(sum(hidden), span - sum(shown)));
  const scale = (part, wanted) => part.map((strip) => (strip * wanted) / (sum(part) || 1));
  return [...scale(hidden, Math.min(down, span)), ...scale(shown, Math.min(sum(shown), Math.max(0, span - down)))];
}

// Return whether a pile is longer than its room.
export function isCompressed(name, pile, layout) {
  return (name[0] === 'T' || layout.shape.deep.has(name)) && sum(stripsOf(pile, layout)) > layout.places.get(name).room + 1;
}

// Return whether a card lies face down. Those under face-down cards can lie face up where the game opens so.
export const liesDown = ({ faceDown, opened }, index) => index < faceDown && !opened?.has(index);

function stripsOf(pile, { height, print, wide }) {
  const fans = FANS[print];
  return pile.cards.slice(1).map((_, index) => (liesDown(pile, index) ? fans.down : fans.up) * wide * height);
}

// Return whether the next card leaves only the index of a card visible, and how much smaller the index is drawn so that it is not
// cut off. `strip` is what other columns leave visible of it, in pixels.
export function stripOf(offsets, index, { width, height, print }, strip = null) {
  const [own, next] = [offsets[index], offsets[index + 1]];
  if (!next && strip) return { isStrip: false, squeeze: Math.min(1, Math.max(LEAST_INDEX, strip / height / INDEX[print][0])) };
  if (!next || (next.x <= own.x && next.y === own.y)) return { isStrip: false, squeeze: 1 };
  const [tall, wide] = INDEX[print];
  const part = next.x > own.x ? (next.x - own.x) / width : (next.y - own.y) / height;
  return { isStrip: part < STRIP[print], squeeze: Math.min(1, Math.max(LEAST_INDEX, part / (next.x > own.x ? wide : tall))) };
}

// Return the labels of a ruler on a column in which the index of some card is cut off, as { index, lane, y, height }, and how many lanes
// it has. Lanes are counted from the right. Cards that follow each other lie in different lanes, so that each label is as high as two
// strips, or more if two cannot be read. The last one leaves the index of the top card free. Cards that a spread column shows wide have none.
export function rulerOf({ cards, faceDown }, offsets, { width, height, print }) {
  const least = Math.max(LEAST_STRIP, LEAST_INDEX * INDEX[print][0] * height);
  const strips = offsets.slice(1).map(({ y }, index) => (index < faceDown ? 0 : y - offsets[index].y));
  const shown = strips.filter((strip) => strip > 0);
  if (!shown.some((strip) => strip < least)) return { labels: [], lanes: LANES };
  const most = Math.max(LANES, Math.floor(width / LEAST_LANE));
  const lanes = Math.min(most, Math.max(LANES, Math.ceil(LEAST_STRIP / Math.min(...shown))));
  const labels = strips.flatMap((strip, index) => {
    if (!strip || strip > WIDE * least) return [];
    const { y } = offsets[index];
    const end = offsets[index + lanes]?.y ?? y + lanes * strip;
    return [{ index, lane: (cards.length - index - 2) % lanes, y, height: Math.min(end - y, LANES * LEAST_STRIP) }];
  });
  return { labels, lanes };
}

// Return the pile where cards dragged from `source` are dropped: of the legal targets that they overlap, the one with the largest
// overlap, else of all piles. Null if they overlap none, or lie rather where they came from. `boxes` are { pile, left, top, right,
// bottom }.
export function dropTarget(dragged, boxes, legal, source) {
  const overlap = (box) => Math.max(0, Math.min(box.right, dragged.right) - Math.max(box.left, dragged.left))
    * Math.max(0, Math.min(box.bottom, dragged.bottom) - Math.max(box.top, dragged.top));
  const touched = boxes.map((box) => ({ pile: box.pile, area: overlap(box) })).filter(({ area }) => area > 0);
  const usable = touched.filter(({ pile }) => legal.has(pile));
  const own = touched.filter(({ pile }) => pile === source);
  const [best] = [...(usable.length ? usable : touched), ...own].sort((one, other) => other.area - one.area);
  return best && best.pile !== source ? best.pile : null;
}
