// Cards, drawn as SVG paths so that they are sharp at every size and look the same with every system font.

import { draw, make } from './dom.js';

// Pips as on printed cards: column (left, centre, right) and height in sixths from the top.
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
const PIP_COLUMNS = { L: 29, C: 50, R: 71 };
// The fewer the pips, the larger they are.
const PIP_SIZES = { 2: 23, 3: 22, 4: 22, 5: 22, 6: 21, 7: 19, 8: 19, 9: 16, T: 16 };

// A figure ends below the strip that shows in a fan.
const FIGURE = 'translate(50 70) scale(.98 .87) translate(-50 -70)';

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
  T: 'M1 6 5 2v24M14.5 2c7 0 7 24 0 24s-7-24 0-24z',
  J: 'M14 2v17c0 9-11 9-12 1',
  Q: 'M10 2c10 0 10 24 0 24S0 2 10 2zm1 17 7 8',
  K: 'M3 2v24M17 2 3 16m5-5 10 15',
};

export function cardElement(number) {
  const card = make('div', { className: 'card down' }, make('div', { className: 'back' }));
  card.dataset.number = number;
  return card;
}

// Turn a card face up, or face down (null). The page contains nothing that names a face-down card. Of a `strip` only the index
// is drawn, a sixth of the elements, until more of the card shows. `flip` animates a card that was face down.
export function turn(card, code, { strip = false, flip = false } = {}) {
  const face = card.querySelector('.face');
  const was = card.dataset.code ?? null;
  if (was === code && (strip || !face?.matches('.part'))) return;
  face?.remove();
  card.classList.toggle('down', code === null);
  if (code === null) {
    delete card.dataset.code;
    delete card.dataset.suit;
    return;
  }
  Object.assign(card.dataset, { code, suit: code[1] });
  card.prepend(faceOf(code, strip));
  if (flip && was === null) card.firstChild.classList.add('turning');
}

export function faceOf(code, strip = false) {
  return draw(
    'svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', class: strip ? 'face part' : 'face' },
    ...(strip ? [index(code)] : [...middle(code), index(code), index(code, { class: 'foot', transform: 'rotate(180 50 70)' })]),
  );
}

// What an empty place starts with: a rank, and a suit if it takes only one.
export function startOf(rank, suit) {
  return draw(
    'svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', class: 'opener' },
    rankPath(rank, suit ? 'translate(33 16) scale(1.7)' : 'translate(29 40) scale(2.1)'), ...(suit ? [use(`suit-${suit}`, 48, 50, 98)] : []),
  );
}

const use = (symbol, size, x, y, attributes = {}) =>
  draw('use', { href: `#${symbol}`, width: size, height: size, x: x - size / 2, y: y - size / 2, ...attributes });

const rankPath = (rank, transform) => draw('path', { class: 'rank', d: RANK_PATHS[rank], transform });

function index([rank, suit], attributes = { class: 'index' }) {
  return draw('g', attributes, rankPath(rank, 'translate(7 8) scale(.82)'), use(`suit-${suit}`, 19, 37, 19, { class: 'corner' }));
}

function middle([rank, suit]) {
  // Small and large-print cards show one large symbol instead of pips. The style sheet chooses.
  const sign = use(`suit-${suit}`, 58, 50, 94, { class: 'sign' });
  if ('JQK'.includes(rank)) return [court(rank, suit)];
  if (rank === 'A') return [use(`suit-${suit}`, 60, 50, 70, { class: 'ace' })];
  const pips = PIPS[rank].split(' ').map((pip) => {
    const [x, y] = [PIP_COLUMNS[pip[0]], 46 + 8 * Number(pip.slice(1))];
    return use(`suit-${suit}`, PIP_SIZES[rank], x, y, y > 71 ? { transform: `rotate(180 ${x} ${y})` } : {});
  });
  return [draw('g', { class: 'pips' }, ...pips), sign];
}

// A court is a half figure and its reflection. The figure shows the rank; its robe shows the suit.
function court(rank, suit) {
  const half = () => [draw('use', { href: `#court-${rank}` }), draw('use', { href: `#robe-${suit}` }), use(`suit-${suit}`, 13, 29, 46)];
  return draw(
    'g', { class: 'court' },
    draw('rect', { x: 19, y: 37, width: 62, height: 66, rx: 4 }),
    draw('g', { transform: FIGURE }, ...half()), draw('g', { transform: `rotate(180 50 70) ${FIGURE}` }, ...half()),
  );
}
