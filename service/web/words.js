// Cards, piles and moves in words.

const SUITS = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };
const SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' };
const RANKS = {
  A: 'ace', 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven',
  8: 'eight', 9: 'nine', T: 'ten', J: 'jack', Q: 'queen', K: 'king',
};
const PILES = { T: 'column', F: 'foundation', R: 'reserve cell' };
const ALONE = { S: 'the stock', W: 'the waste', F: 'any foundation' };
const TOKEN = /^(S|W|[TFR]\d+)-(S|W|F|[TFR]\d+)(?:x(\d+))?$/;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

export function cardName(code) {
  return code === '??' ? 'any card' : `${RANKS[code[0]]} of ${SUITS[code[1]]}`;
}

// Short: "Q♥". The selector after the sign asks for text, not for an emoji.
export function cardSign(code) {
  return code === '??' ? '??' : `${code[0] === 'T' ? '10' : code[0]}${SIGNS[code[1]]}\uFE0E`;
}

export function pileName(pile) {
  return ALONE[pile] ?? `${PILES[pile[0]]} ${pile.slice(1)}`;
}

// A token as { source, target, cards }, or null for deal, draw and redeal.
export function parseMove(token) {
  const found = TOKEN.exec(token);
  return found && { source: found[1], target: found[2], cards: Number(found[3] ?? 1) };
}

export const writeMove = ({ source, target, cards }) => `${source}-${target}${cards > 1 ? `x${cards}` : ''}`;

export function groupName(codes) {
  if (codes.length === 1) return cardName(codes[0]);
  return `${codes.length} cards, ${cardName(codes[0])} to ${cardName(codes.at(-1))}`;
}

// Within a sentence, which goes on after a comma where the group has one of its own.
const group = (codes) => groupName(codes) + (codes.length > 1 ? ',' : '');

const carried = ({ from, to, cards }) => `${group(cards)} from ${pileName(from)} to ${pileName(to)}`;

// One step of the trace: "Queen of hearts from column 3 to column 7. Turned up in column 3: five of clubs."
export function stepInWords({ move, moved, turned_up: turned, filled }) {
  return [
    stepItself(move, moved),
    ...turned.map(({ pile, card }) => `Turned up in ${pileName(pile)}: ${cardName(card)}.`),
    ...filled.map(({ from, to, cards }) =>
      `Filled by itself, ${pileName(to)} from ${pileName(from)}: ${cardName(cards[0])}.`),
  ].join(' ');
}

function stepItself(move, moved) {
  if (move === 'redeal') return `Redeal: the waste becomes the stock, ${count(moved[0]?.cards.length ?? 0, 'card')}.`;
  if (move === 'deal') {
    return `Deal: ${moved.map(({ to, cards }) => `${cardName(cards[0])} to ${pileName(to)}`).join(', ')}.`;
  }
  return `${capital(moved.map(carried).join(', '))}.`;
}

// What a token would do in a position, whether or not it is legal there.
export function moveInWords(token, position) {
  const move = parseMove(token);
  if (!move) return { deal: 'Deal from the stock', draw: 'Draw a card', redeal: 'Redeal the waste' }[token] ?? token;
  const pile = position.get(move.source)?.cards ?? [];
  const codes = pile.slice(-move.cards).map((card) => card.code);
  const what = codes.length === move.cards ? group(codes) : count(move.cards, 'card');
  return `${capital(what)} from ${pileName(move.source)} to ${pileName(move.target)}`;
}

// The text alternative of a pile.
export function pileInWords(name, pile) {
  const title = capital(pileName(name)).replace(/^The /, '');
  const cards = pile?.cards ?? [];
  if (!cards.length) return `${title}: empty`;
  if (name === 'S') return `${title}: ${count(cards.length, 'card')} face down`;
  if (name[0] !== 'T') {
    const below = cards.length > 1 ? `, ${count(cards.length, 'card')} in all` : '';
    return `${title}: ${cardName(cards.at(-1).code)}${name[0] === 'R' ? '' : below}`;
  }
  const hidden = pile.faceDown ? `${pile.faceDown} face down, then ` : '';
  return `${title}: ${hidden}${cards.slice(pile.faceDown).map((card) => cardName(card.code)).join(', ')}`;
}
