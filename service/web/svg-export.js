// Export a position as one self-contained SVG.

import { faceOf } from './cards.js';
import { draw, find } from './dom.js';
import { cornerOf, depthsOf, layoutOf, measure } from './geometry.js';

const WIDTH = 1000;
const HEIGHT = 720;
const MARGIN = 16;
const FONT = 'system-ui, Segoe UI, Roboto, Arial, sans-serif';
const STYLE = `text{font-family:${FONT}}.rank{font-size:32px;font-weight:700}.ten{letter-spacing:-4px}.sign{display:none}`
  + '.court rect{fill:#f4ecd8;stroke:currentColor}';

// Draw the board at a fixed size.
export function pictureOf(board) {
  const { position } = board.shown;
  const layout = layoutOf(board.variant.rows);
  const size = measure(layout, { width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN }, position);
  const height = Math.max(size.content + 2 * MARGIN, 200);
  const cards = draw('g', { transform: `translate(${MARGIN} ${MARGIN})` });
  for (const [name, pile] of position) {
    if (layout.places.has(name)) cards.append(...drawnPile(name, pile, layout, size));
  }
  const symbols = [...find('.symbols').children].map((symbol) => symbol.cloneNode(true));
  const picture = draw(
    'svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height },
    draw('style', {}, STYLE), draw('defs', {}, ...symbols),
    draw('rect', { width: WIDTH, height, rx: 14, fill: '#25604a' }), cards,
  );
  return new XMLSerializer().serializeToString(picture);
}

function drawnPile(name, pile, layout, size) {
  const { x, y } = cornerOf(layout, size, name);
  const box = { x, width: size.width, height: size.height, rx: size.width * 0.08 };
  const label = draw('text', { x: x + size.width / 2, y: y - 5, fill: '#dcebe3', 'font-size': 12, 'text-anchor': 'middle' });
  label.textContent = name === 'S' || name === 'W' ? `${name} ${pile.cards.length}` : name;
  if (!pile.cards.length) {
    return [label, draw('rect', { ...box, y, fill: 'none', stroke: '#dcebe3', 'stroke-dasharray': 4, opacity: 0.6 })];
  }
  const depths = name[0] === 'T' ? depthsOf(pile, size) : pile.cards.map(() => 0);
  const first = name[0] === 'T' ? 0 : pile.cards.length - 1;
  const drawn = pile.cards.slice(first).flatMap((card, index) => {
    const at = first + index;
    const edge = { ...box, y: y + depths[at], stroke: '#0005' };
    if (at < pile.faceDown || !card.code) return [draw('rect', { ...edge, fill: '#274b8f', stroke: '#fffdf8', 'stroke-width': 3 })];
    const face = faceOf(card.code);
    const colour = 'DH'.includes(card.code[1]) ? '#bd1426' : '#1b1d24';
    for (const [key, value] of Object.entries({ x, y: y + depths[at], width: size.width, height: size.height, fill: colour, color: colour })) {
      face.setAttribute(key, value);
    }
    return [draw('rect', { ...edge, fill: '#fffdf8' }), face];
  });
  return [label, ...drawn];
}
