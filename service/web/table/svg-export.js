// Draw a position as SVG: one self-contained picture, or a part of the printed sheet.

import { draw } from '../dom.js';
import { courtSymbols, faceOf } from './cards.js';
import { layoutOf, liesDown, offsetsOf, stripOf } from './geometry.js';

const WIDTH = 1000;
const HEIGHT = 720;
const MARGIN = 16;
const FELT = '#25604a';
// What `page/page.css` says about faces.
const STYLE = '.rank{fill:none;stroke:currentColor;stroke-width:4.1;stroke-linecap:round;stroke-linejoin:round}'
  + '.court rect{fill:#f4ecd8;stroke:currentColor}.robe{fill:currentColor}.gold{fill:#d9a520}.skin{fill:#f3d6b8}.hair{fill:#6b4423}.ink{fill:#222}.line{fill:none;stroke:#fff}'
  + '.index{transform:scale(var(--squeeze,1))}.small .index{transform:scale(calc(1.72*var(--squeeze,1)))}'
  + '.small .court{transform:translate(0,32px) scale(.76);transform-origin:50px 70px}';

// The band below the board with a line about the game.
const BAND = 110;

// Export a self-contained picture, if wanted with a title, a sentence and an address below the board.
export function pictureOf(board, caption = null) {
  const picture = drawnBoard(board);
  if (caption) addBand(picture, caption);
  const symbols = courtSymbols().children;
  picture.prepend(draw('style', {}, STYLE), draw('defs', {}, ...symbols));
  return new XMLSerializer().serializeToString(picture);
}

function addBand(picture, { title, sentence, address }) {
  const height = HEIGHT + BAND;
  for (const [name, value] of [['height', height], ['viewBox', `0 0 ${WIDTH} ${height}`]]) picture.setAttribute(name, value);
  const line = (text, attributes) => draw('text', { 'font-family': 'system-ui, sans-serif', fill: '#fff', ...attributes }, text);
  picture.prepend(draw('rect', { width: WIDTH, height, rx: 14, fill: '#173b2d' }));
  picture.append(
    line(sentence, { x: 24, y: HEIGHT + 50, 'font-size': Math.min(36, 1700 / sentence.length), 'font-weight': 700 }),
    line(title, { x: 24, y: HEIGHT + 88, 'font-size': 26 }),
    line(address, { x: WIDTH - 24, y: HEIGHT + 88, 'font-size': 20, 'text-anchor': 'end', opacity: 0.8 }),
  );
}

// Draw the board at a fixed size, with the symbols and styles of the page.
export function drawnBoard(board) {
  return drawn(board.shown);
}

// Draw a position. `shape` is what its layout needs to know.
export function drawn({ shape, position }) {
  const layout = layoutOf(shape, { width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN });
  const cards = draw('g', { transform: `translate(${MARGIN} ${MARGIN})`, class: layout.small ? 'small' : '' });
  const rowOf = (name) => layout.places.get(name)?.row ?? 0;
  for (const [name, pile] of [...position].sort(([one], [other]) => rowOf(one) - rowOf(other))) {
    if (layout.places.has(name)) cards.append(...drawnPile(name, pile, layout));
  }
  return draw(
    'svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT },
    draw('rect', { class: 'felt', width: WIDTH, height: HEIGHT, rx: 14, fill: FELT }), cards,
  );
}

function drawnPile(name, pile, layout) {
  const { x, y, row, strip } = layout.places.get(name);
  const box = { width: layout.width, height: layout.height, rx: layout.width * 0.08 };
  if (!pile.cards.length) return row !== undefined ? [] : [draw('rect', { class: 'vacant', ...box, x, y, fill: 'none', stroke: '#dcebe3', 'stroke-dasharray': 4, opacity: 0.6 })];
  const offsets = offsetsOf(name, pile, layout);
  return pile.cards.flatMap((card, index) => {
    const at = { x: x + offsets[index].x, y: y + offsets[index].y };
    const next = offsets[index + 1];
    if (next && next.x === offsets[index].x && next.y === offsets[index].y) return [];
    const edge = { ...box, ...at, stroke: '#0005' };
    if (liesDown(pile, index) || !card.code) return [draw('rect', { ...edge, fill: '#274b8f', stroke: '#fffdf8', 'stroke-width': 3 })];
    const { isStrip, squeeze } = stripOf(offsets, index, layout, strip);
    const face = faceOf(card.code, { strip: isStrip, small: layout.small });
    const colour = 'DH'.includes(card.code[1]) ? '#bd1426' : '#1b1d24';
    for (const [key, value] of Object.entries({ ...at, width: layout.width, height: layout.height, fill: colour, color: colour })) face.setAttribute(key, value);
    face.style.setProperty('--squeeze', squeeze);
    return [draw('rect', { ...edge, fill: '#fffdf8' }), face];
  });
}
