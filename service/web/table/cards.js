// Cards, drawn as SVG paths so that they are sharp at every size and look the same with every system font.

// Pips as on printed cards: column (left, centre, right) and height in sixths from the top.

import { draw, make } from '../dom.js';

const PIPS = {
  2: 'C0 C6',
  3: 'C0 C3 C6',
  4: 'L0 R0 L6 R6',
  5: 'L0 R0 C3 L6 R6',
  6: 'L0 R0 L3 R3 L6 R6',
  7: 'L0 R0 C1.5 L3 R3 L6 R6',
  8: 'L0 R0 C1.5 L3 R3 C4.5 L6 R6',
  9: 'L0 R0 L2 R2 C3 L4 R4 L6 R6',
  T: 'L0 R0 C1 L2 R2 L4 R4 C5 L6 R6',
};
// How faces are drawn. The clear one has a large index, the suit beside the rank, and its court ends below the strip that shows in a
// fan. The traditional one has a small index, the suit below the rank, and pips and courts over the whole card. Suits are size and
// middle. Ranks with many pips have smaller ones on the same grid.
const STYLES = {
  clear: {
    columns: { L: 28, C: 50, R: 72 }, grid: { top: 42, sixth: 28 / 3 }, pip: (rank) => ('789T'.includes(rank) ? 16.5 : 21), ace: [50, 50, 70],
    index: 'translate(7 8) scale(.82)', corner: (rank) => [19, rank === 'T' ? 41 : 37, 19],
    frame: { x: 18, y: 36, width: 64, height: 68, rx: 4 }, figure: 'translate(50 70) scale(1.16 .87) translate(-50 -70)', emblem: [13, 29, 46],
  },
  traditional: {
    columns: { L: 31, C: 50, R: 69 }, grid: { top: 25, sixth: 15 }, pip: (rank) => ('9T'.includes(rank) ? 18.5 : 20.5), ace: [56, 50, 70],
    index: 'translate(4.5 5) scale(.56)', corner: () => [11.5, 10.5, 28],
    frame: { x: 20.5, y: 13, width: 59, height: 114, rx: 3 }, figure: 'translate(50 70) scale(1.18 1.32) translate(-50 -70)', emblem: [10, 31, 36],
  },
};
// Small cards are always clear.
const styleOf = ({ small }) => (!small && document.body.dataset.face === 'traditional' ? 'traditional' : 'clear');

// The ranks as strokes in a box of 20 by 28.
const RANK_PATHS = {
  A: 'M2 26 10 2l8 24M5 18h10',
  2: 'M3 8c0-8 14-8 14 0 0 6-9 11-14 18h15',
  3: 'M3 2h13L9 11c6-1 9 3 9 7 0 9-12 10-16 4',
  4: 'M14 26V2L2 19h16',
  5: 'M16 2H5L4 13c6-4 14-1 14 5 0 9-11 10-15 5',
  6: 'M16 3C8 2 3 10 3 18a7.5 8 0 1 0 7.5-8C6 10 3 14 3 18',
  7: 'M3 2h14C11 10 8 18 8 26',
  8: 'M10 2a6 5.5 0 1 1 0 11 6 5.5 0 1 1 0-11zm0 11a7.5 6.5 0 1 1 0 13 7.5 6.5 0 1 1 0-13z',
  9: 'M4 25c8 1 13-7 13-15a7.5 8 0 1 0-7.5 8c4.5 0 7.5-4 7.5-8',
  T: 'M-1 7 4 2v24M16.5 2c9 0 9 24 0 24s-9-24 0-24z',
  J: 'M14 2v17c0 9-11 9-12 1',
  Q: 'M10 2c10 0 10 24 0 24S0 2 10 2zm1 17 7 8',
  K: 'M3 2v24M17 2 3 16m5-5 10 15',
};

// The suits as paths in a box of 24 by 24. After their start they have relative commands alone, so `placed` can scale them.
const SUIT_PATHS = {
  C: 'M12 1a4.5 4.5 0 0 1 2.2 8.4l-.7 2 1.6-1.1a4.5 4.5 0 1 1-1.3 5.8q-.4 4.2 2 6.4h-7.6q2.4-2.2 2-6.4a4.5 4.5 0 1 1-1.3-5.8l1.6 1.1-.7-2a4.5 4.5 0 0 1 2.2-8.4z',
  D: 'M12 1.2q3.2 6 8 10.8-4.8 4.8-8 10.8-3.2-6-8-10.8 4.8-4.8 8-10.8z',
  H: 'M12 22c-4.5-5.5-10.2-9-10.2-14.3a5.4 5.4 0 0 1 10.2-2.3 5.4 5.4 0 0 1 10.2 2.3c0 5.3-5.7 8.8-10.2 14.3z',
  S: 'M12 .8q2.2 5.4 6 9c2.4 2.3 3.6 3.8 3.6 5.6a4.3 4.3 0 0 1-8.2 1.8q.3 3.6 2.2 5.2h-7.2q1.9-1.6 2.2-5.2a4.3 4.3 0 0 1-8.2-1.8c0-1.8 1.2-3.3 3.6-5.6q3.8-3.6 6-9z',
};

export function cardElement(number) {
  const card = make('div', { className: 'card down' });
  card.dataset.number = number;
  return card;
}

// Turn a card face up, or face down (null). The page contains nothing that names a face-down card. A card that is drawn whole
// stays so while it is a strip. `flip` animates a card that was face down.
export function turn(card, code, { flip = false, ...size } = {}) {
  const face = card.querySelector('.face');
  const was = card.dataset.code ?? null;
  if (was === code && (code === null || isDrawn(face.dataset.drawn, size))) return;
  face?.remove();
  card.classList.toggle('down', code === null);
  if (code === null) {
    delete card.dataset.code;
    delete card.dataset.suit;
    return;
  }
  Object.assign(card.dataset, { code, suit: code[1] });
  card.prepend(faceOf(code, size));
  if (flip && was === null) card.firstChild.classList.add('turning');
}

const drawnAs = ({ strip, small }) => `${styleOf({ small })} ${strip ? 'strip' : small ? 'small' : 'whole'}`;
const isDrawn = (drawn, size) => drawn === drawnAs(size) || (size.strip && drawn.startsWith(styleOf(size)));

// Draw a face with few elements: a page has up to 104 cards. All suit symbols beside the index are one path. A `strip` is the
// index alone. A `small` card has one large symbol instead of pips.
export function faceOf(code, { strip = false, small = false } = {}) {
  const [rank, suit] = code;
  const style = STYLES[styleOf({ small })];
  const face = draw('svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', class: 'face', 'data-drawn': drawnAs({ strip, small }) });
  face.append(draw('g', { class: 'index' }, rankPath(rank, style.index), draw('path', { class: 'corner', d: placed(suit, ...style.corner(rank)) })));
  if (strip) return face;
  if ('JQK'.includes(rank)) face.prepend(court(rank, suit, style));
  const symbols = symbolsOf(rank, style, small).map((symbol) => placed(suit, ...symbol)).join('');
  if (symbols) face.append(draw('path', { class: 'pips', d: symbols }));
  if (!small) face.append(rankPath(rank, `rotate(180 50 70) ${style.index}`));
  return face;
}

// Return the size, the middle, and whether it is upside down, of each suit symbol beside the index.
function symbolsOf(rank, { columns, grid, pip, ace, corner }, small) {
  if (small) return rank === 'A' ? [[60, 50, 92]] : PIPS[rank] ? [[58, 50, 94]] : [];
  const [size, x, y] = corner(rank);
  const foot = [size, 100 - x, 140 - y, true];
  if (rank === 'A') return [ace, foot];
  const pips = (PIPS[rank]?.split(' ') ?? []).map((place) => {
    const height = grid.top + grid.sixth * Number(place.slice(1));
    return [pip(rank), columns[place[0]], height, height > 71];
  });
  return [...pips, foot];
}

// Return the path of a suit, scaled to a size around a point, upside down if `turned`.
function placed(suit, size, x, y, turned = false) {
  const scale = (turned ? -size : size) / 24;
  return SUIT_PATHS[suit].replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_, command, text) => {
    const numbers = (text.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number);
    const scaled = numbers.map((number, index) => {
      if (command === 'M') return (index ? y : x) + (number - 12) * scale;
      // An arc has two radii, a rotation, two flags, and its end.
      if (command !== 'a' || index % 7 > 4) return number * scale;
      return index % 7 < 2 ? Math.abs(number * scale) : number;
    });
    return command + scaled.map((number) => Math.round(number * 100) / 100).join(' ');
  });
}

// What an empty place starts with: a rank, and a suit if it takes only one.
export function startOf(rank, suit) {
  return draw(
    'svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', class: 'opener' },
    rankPath(rank, suit ? 'translate(33 16) scale(1.7)' : 'translate(29 40) scale(2.1)'), ...(suit ? [draw('path', { d: placed(suit, 48, 50, 98) })] : []),
  );
}

// A label of a ruler: rank and suit in a line, or the rank alone where there is no room.
export function labelOf([rank, suit], isNarrow) {
  const symbol = draw('path', { class: 'corner', d: placed(suit, 22, 37, 14) });
  return draw('svg', { viewBox: isNarrow ? '-3 -1 26 30' : '-3 -1 54 30', 'data-suit': suit }, rankPath(rank, ''), ...(isNarrow ? [] : [symbol]));
}

const rankPath = (rank, transform) => draw('path', { class: 'rank', d: RANK_PATHS[rank], transform });

// A court is a half figure and its reflection. The figure shows the rank; its robe shows the suit.
function court(rank, suit, { frame, figure, emblem }) {
  const half = () => [draw('use', { href: `#court-${rank}` }), draw('use', { href: `#robe-${suit}` }), draw('path', { d: placed(suit, ...emblem) })];
  return draw(
    'g', { class: 'court' },
    draw('rect', frame),
    draw('g', { transform: figure }, ...half()), draw('g', { transform: `rotate(180 50 70) ${figure}` }, ...half()),
  );
}

// The figures of the courts and the patterns of their robes. Faces refer to them by id, so each tree of a document needs its own.
const SYMBOLS = `
  <symbol id="court-K" viewBox="0 0 100 140" width="100" height="140"><path class="robe" d="M26 70V62q2-9 15-10h18q13 1 15 10v8z"/><path class="gold" d="M38 70V57l12 9 12-9v13z"/><path class="skin" d="M42 40h16v9q0 8-8 10-8-2-8-10z"/><path class="hair" d="M40 40h4v6q0 3 6 3t6-3v-6h4v10q-1 10-10 12-9-2-10-12z"/><path class="gold" d="m39 41-2-11 7 4 6-7 6 7 7-4-2 11z"/><path class="ink" d="M46 44h2v2h-2zm6 0h2v2h-2zM71 38h3v32h-3zm-3 4h9v3h-9z"/></symbol>
  <symbol id="court-Q" viewBox="0 0 100 140" width="100" height="140"><path class="robe" d="M26 70q1-16 16-18h16q15 2 16 18z"/><path class="hair" d="M50 33q12 0 13 12l2 17H35l2-17q1-12 13-12z"/><path class="skin" d="M43 42q7-5 14 0v7q-1 8-7 9-6-1-7-9zm1 17q6 5 12 0v5q-6 5-12 0z"/><path class="gold" d="m40 40-1-9 5 4 2-6 4 4 4-4 2 6 5-4-1 9q-10-4-20 0z"/><path class="ink" d="M46 46h2v2h-2zm6 0h2v2h-2zm-4 7q2 1.500 4 0v1q-2 1.500-4 0z"/><path class="gold" d="M72 57a3 3 0 1 1 4-4 3 3 0 1 1 1 6 3 3 0 1 1-6 1 3 3 0 0 1 1-3zm1 7h2v6h-2z"/></symbol>
  <symbol id="court-J" viewBox="0 0 100 140" width="100" height="140"><path class="robe" d="M27 70q0-15 14-18h18q14 3 14 18z"/><path class="gold" d="M44 53h12l-6 9z"/><path class="hair" d="M39 40h22v13q-3 4-6 3V44H45v12q-3 1-6-3z"/><path class="skin" d="M44 41h12v9q-1 7-6 8-5-1-6-8z"/><path class="robe" d="M37 42q1-9 13-10 12 1 13 10-13-5-26 0z"/><path class="gold" d="M59 34q8-8 10-2-3 5-9 6z"/><path class="ink" d="M46 46h2v2h-2zm6 0h2v2h-2zm-3 7h3v1h-3zM73 36l4 6-3 5v23h-2V47l-3-5z"/></symbol>
  <symbol id="robe-C" viewBox="0 0 100 140" width="100" height="140"><path class="line" d="M31 70v-9m4 9V57m30 13V57m4 13v-9"/></symbol>
  <symbol id="robe-D" viewBox="0 0 100 140" width="100" height="140"><path class="line" d="m29 66 3-4 3 4-3 4zm36 0 3-4 3 4-3 4zm-30-6 2-3 2 3-2 3zm26 0 2-3 2 3-2 3z"/></symbol>
  <symbol id="robe-H" viewBox="0 0 100 140" width="100" height="140"><path class="line" d="M28 64q3 4 6 0m-5 6q3 3 6 0m31-6q3 4 6 0m-7 6q3 3 6 0"/></symbol>
  <symbol id="robe-S" viewBox="0 0 100 140" width="100" height="140"><path class="line" d="m28 66 4-4 4 4m-7 4 3-3 3 3m29-4 4-4 4 4m-7 4 3-3 3 3"/></symbol>
`;

export function courtSymbols() {
  const symbols = draw('svg', { class: 'symbols', 'aria-hidden': 'true' });
  symbols.innerHTML = SYMBOLS;
  return symbols;
}
