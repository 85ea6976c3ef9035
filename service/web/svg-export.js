// Export a position as one self-contained SVG.

import { faceOf } from './cards.js';
import { draw, find } from './dom.js';
import { layoutOf, offsetsOf } from './geometry.js';

const WIDTH = 1000;
const HEIGHT = 720;
const MARGIN = 16;
const STYLE = '.rank{fill:none;stroke:currentColor;stroke-width:3.6;stroke-linecap:round;stroke-linejoin:round}.sign{display:none}'
  + '.court rect{fill:#f4ecd8;stroke:currentColor}.robe{fill:currentColor}.gold{fill:#d9a520}.skin{fill:#f3d6b8}.hair{fill:#6b4423}.ink{fill:#222}.line{fill:none;stroke:#fff}';

// Draw the board at a fixed size.
export function pictureOf(board) {
  const { shape, position } = board.shown;
  const layout = layoutOf(shape, { width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN });
  const cards = draw('g', { transform: `translate(${MARGIN} ${MARGIN})` });
  for (const [name, pile] of position) {
    if (layout.places.has(name)) cards.append(...drawnPile(name, pile, layout));
  }
  const symbols = [...find('.symbols').children].map((symbol) => symbol.cloneNode(true));
  const picture = draw(
    'svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT },
    draw('style', {}, STYLE), draw('defs', {}, ...symbols),
    draw('rect', { width: WIDTH, height: HEIGHT, rx: 14, fill: '#25604a' }), cards,
  );
  return new XMLSerializer().serializeToString(picture);
}

function drawnPile(name, pile, layout) {
  const { x, y } = layout.places.get(name);
  const box = { width: layout.width, height: layout.height, rx: layout.width * 0.08 };
  if (!pile.cards.length) return [draw('rect', { ...box, x, y, fill: 'none', stroke: '#dcebe3', 'stroke-dasharray': 4, opacity: 0.6 })];
  const offsets = offsetsOf(name, pile, layout);
  return pile.cards.flatMap((card, index) => {
    const at = { x: x + offsets[index].x, y: y + offsets[index].y };
    const next = offsets[index + 1];
    if (next && next.x === offsets[index].x && next.y === offsets[index].y) return [];
    const edge = { ...box, ...at, stroke: '#0005' };
    if (index < pile.faceDown || !card.code) return [draw('rect', { ...edge, fill: '#274b8f', stroke: '#fffdf8', 'stroke-width': 3 })];
    const face = faceOf(card.code);
    const colour = 'DH'.includes(card.code[1]) ? '#bd1426' : '#1b1d24';
    for (const [key, value] of Object.entries({ ...at, width: layout.width, height: layout.height, fill: colour, color: colour })) face.setAttribute(key, value);
    return [draw('rect', { ...edge, fill: '#fffdf8' }), face];
  });
}
