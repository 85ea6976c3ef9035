// Cards, drawn as SVG so that they are sharp at every size.

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
const PIP_COLUMNS = { L: 27, C: 50, R: 73 };

export function cardElement(number) {
  const card = make('div', { className: 'card down' }, make('div', { className: 'back' }));
  card.dataset.number = number;
  return card;
}

// Turn a card face up, or face down (null). The page contains nothing that names a face-down card.
export function turn(card, code) {
  if ((card.dataset.code ?? null) === code) return;
  card.classList.toggle('down', code === null);
  card.querySelector('.face')?.remove();
  if (code === null) {
    delete card.dataset.code;
    delete card.dataset.suit;
    return;
  }
  Object.assign(card.dataset, { code, suit: code[1] });
  card.prepend(faceOf(code));
}

export function faceOf(code) {
  return draw('svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', class: 'face' }, ...corner(code), ...middle(code));
}

const use = (symbol, size, x, y, attributes = {}) =>
  draw('use', { href: `#${symbol}`, width: size, height: size, x: x - size / 2, y: y - size / 2, ...attributes });

function corner(code) {
  const ten = code[0] === 'T';
  const rank = draw('text', { x: ten ? 5 : 7, y: 29, class: ten ? 'rank ten' : 'rank' });
  rank.textContent = ten ? '10' : code[0];
  return [rank, use(`suit-${code[1]}`, 24, 83, 18, { class: 'corner' })];
}

function middle([rank, suit]) {
  if ('JQK'.includes(rank)) return [court(rank, suit)];
  if (rank === 'A') return [use(`suit-${suit}`, 58, 50, 86, { class: 'ace' })];
  const pips = PIPS[rank].split(' ').map((pip) => {
    const [x, y] = [PIP_COLUMNS[pip[0]], 52 + (74 / 6) * Number(pip.slice(1))];
    return use(`suit-${suit}`, 20, x, y, y > 90 ? { transform: `rotate(180 ${x} ${y})` } : {});
  });
  // Small cards show one large symbol instead of pips. The style sheet chooses.
  return [draw('g', { class: 'pips' }, ...pips), use(`suit-${suit}`, 56, 50, 100, { class: 'sign' })];
}

function court(rank, suit) {
  return draw(
    'g', { class: 'court' },
    draw('rect', { x: 18, y: 38, width: 64, height: 94, rx: 7 }),
    draw('use', { href: `#head-${rank}`, x: 26, y: 45, width: 48, height: 36 }),
    use(`suit-${suit}`, 40, 50, 106),
  );
}
