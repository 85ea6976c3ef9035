// Judge the layout of every game at five sizes: node tools/layouts.mjs [NUMBER]
//
// Prints the boards with the least readable cards: by size the width of the cards, the visible strip of a covered card in a column that is
// as long as usual ones become, and the shares of the frame's width and height that the piles use. Then it prints each size's worst.

import { readFileSync } from 'node:fs';
import { coverPlaces } from '../service/web/game/covers.js';

globalThis.navigator ??= { languages: ['en'] };
globalThis.document ??= { body: { dataset: {} } };
const { dealOf } = await import('../service/web/engine/deals.js');
const { positionOf } = await import('../service/web/game/record.js');
const { LEAST_STRIP, layoutOf, offsetsOf, shapeOf } = await import('../service/web/table/geometry.js');

// The frame of the board in pixels, without the header, the story and its margins.
export const SIZES = { small: [310, 380], phone: [380, 620], landscape: [560, 330], tablet: [750, 830], desk: [1240, 610] };

const games = JSON.parse(readFileSync(new URL('../service/web/engine/variants.json', import.meta.url), 'utf8'));

// Return the layout of a game's first deal in a frame, in large print or not.
export function laidOut(variant, [width, height], large = false) {
  const { rules, opening } = dealOf(variant, { seed: '1' });
  const covered = variant.declaration.columns?.covered_by ?? [];
  const shape = shapeOf({ ...variant, covers: covered.length ? coverPlaces(covered) : undefined }, positionOf(rules, opening));
  return layoutOf(shape, { width, height, large });
}

// Return what a game's board looks like in a frame: { width, strip, across, down }.
export function judged(variant, frame) {
  const [width, height] = frame;
  const layout = laidOut(variant, frame);
  const { shape } = layout;
  const [deepest] = [...layout.places].filter(([name]) => name[0] === 'T');
  let strip = null;
  if (deepest && shape.grows && !deepest[1].strip && !shape.isClock) {
    const cards = Array.from({ length: shape.hidden + shape.up }, (_, number) => ({ number }));
    const offsets = offsetsOf(deepest[0], { cards, faceDown: shape.hidden }, layout);
    strip = offsets.at(-1).y - offsets.at(-2).y;
  }
  const places = [...layout.places.values()];
  const share = (axis, size, card) => (Math.max(...places.map((place) => place[axis] + card + (axis === 'y' ? place.room : 0))) - Math.min(...places.map((place) => place[axis]))) / size;
  return { width: layout.width, strip, across: share('x', width, layout.width), down: share('y', height, layout.height) };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const rows = Object.values(games).flatMap((variant) => Object.entries(SIZES).map(([size, frame]) => ({ id: variant.id, size, ...judged(variant, frame) })));
  const worth = ({ width, strip }) => Math.min(width / 26, (strip ?? LEAST_STRIP) / LEAST_STRIP);
  for (const { id, size, width, strip, across, down } of rows.toSorted((one, other) => worth(one) - worth(other)).slice(0, Number(process.argv[2] ?? 40))) {
    console.log(`${id.padEnd(28)} ${size.padEnd(10)} card ${width} px, strip ${strip ?? '-'} px, ${Math.round(100 * across)} % × ${Math.round(100 * down)} %`);
  }
  for (const size of Object.keys(SIZES)) {
    const own = rows.filter((row) => row.size === size);
    const strips = own.map(({ strip }) => strip).filter((strip) => strip !== null);
    console.log(`${size}: narrowest card ${Math.min(...own.map(({ width }) => width))} px, least strip ${Math.min(...strips)} px, ${strips.filter((strip) => strip < LEAST_STRIP).length} games below ${LEAST_STRIP} px`);
  }
}
