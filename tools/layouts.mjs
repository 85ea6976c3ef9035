// Judge the layout of every game at five sizes: node tools/layouts.mjs [NUMBER]
//
// Prints the boards with the least readable cards: by size the width of the cards, the visible strip of a covered card in a column that is
// as long as usual ones become, the height of a rank that can be read there and in a column with a whole suit more beside those of the
// deal, on the cards or on a ruler, and the shares of the frame's width and height that the piles use. Then it prints each size's worst.

import { readFileSync } from 'node:fs';
import { coverPlaces } from '../service/web/game/covers.js';

globalThis.navigator ??= { languages: ['en'] };
globalThis.document ??= { body: { dataset: {} } };
const { dealOf } = await import('../service/web/engine/deals.js');
const { positionOf } = await import('../service/web/game/record.js');
const { LEAST_STRIP, layoutOf, offsetsOf, roomyFor, rulerOf, shapeOf } = await import('../service/web/table/geometry.js');

// The room for the piles in pixels, as the page has it in windows of 360×640, 390×844, 844×390, 768×1024 and 1280×800.
export const SIZES = { small: [350, 400], phone: [379, 604], landscape: [561, 327], tablet: [746, 793], desk: [1244, 618] };

const games = JSON.parse(readFileSync(new URL('../service/web/engine/variants.json', import.meta.url), 'utf8'));

// Return the layout of a game's first deal in a frame, in large print or not, and its opening.
export function dealt(variant, [width, height], large = false) {
  const { rules, opening } = dealOf(variant, { seed: '1' });
  const covered = variant.declaration.columns?.covered_by ?? [];
  const position = positionOf(rules, opening);
  const shape = shapeOf({ ...variant, covers: covered.length ? coverPlaces(covered) : undefined }, position);
  return { layout: layoutOf(shape, { width, height, large }), position };
}

export const laidOut = (...given) => dealt(...given).layout;

const WHOLE_SUIT = 12;

// Return the strip of a covered card in a column, and the height in which its rank is shown.
function ranksIn(name, hidden, up, { layout: usual, position }) {
  const pile = { cards: Array.from({ length: hidden + up }, (_, number) => ({ number })), faceDown: hidden };
  const layout = roomyFor(usual, new Map(position).set(name, pile));
  const offsets = offsetsOf(name, pile, layout);
  const { labels } = rulerOf(pile, offsets, layout);
  const strip = offsets.at(-1).y - offsets.at(-2).y;
  return [strip, Math.min(...(labels.length ? labels.map(({ height }) => height) : [strip]))];
}

// Return what a game's board looks like in a frame: { width, strip, rank, longRank, across, down }.
export function judged(variant, frame) {
  const [width, height] = frame;
  const board = dealt(variant, frame);
  const { layout } = board;
  const { shape } = layout;
  const [deepest] = [...layout.places].filter(([name]) => name[0] === 'T');
  const hasStrips = deepest && shape.grows && !deepest[1].strip && !shape.isClock;
  const [strip, rank] = hasStrips ? ranksIn(deepest[0], shape.hidden, shape.up, board) : [null, null];
  const [, longRank] = hasStrips ? ranksIn(deepest[0], shape.hidden, shape.up + WHOLE_SUIT, board) : [null, null];
  const places = [...layout.places.values()];
  const share = (axis, size, card) => (Math.max(...places.map((place) => place[axis] + card + (axis === 'y' ? place.room : 0))) - Math.min(...places.map((place) => place[axis]))) / size;
  return { width: layout.width, strip, rank, longRank, across: share('x', width, layout.width), down: share('y', height, layout.height) };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const rows = Object.values(games).flatMap((variant) => Object.entries(SIZES).map(([size, frame]) => ({ id: variant.id, size, ...judged(variant, frame) })));
  const worth = ({ width, longRank }) => Math.min(width / 26, (longRank ?? LEAST_STRIP) / LEAST_STRIP);
  for (const { id, size, width, strip, rank, longRank, across, down } of rows.toSorted((one, other) => worth(one) - worth(other)).slice(0, Number(process.argv[2] ?? 40))) {
    console.log(`${id.padEnd(28)} ${size.padEnd(10)} card ${width} px, strip ${strip ?? '-'} px, rank ${rank ?? '-'} and ${longRank ?? '-'} px, ${Math.round(100 * across)} % × ${Math.round(100 * down)} %`);
  }
  for (const size of Object.keys(SIZES)) {
    const own = rows.filter((row) => row.size === size);
    const below = (key) => own.filter((row) => row[key] !== null && row[key] < LEAST_STRIP).length;
    console.log(`${size}: narrowest card ${Math.min(...own.map(({ width }) => width))} px; games below ${LEAST_STRIP} px: ${below('strip')} by strips, ${below('rank')} by ranks, ${below('longRank')} in long columns`);
  }
}
