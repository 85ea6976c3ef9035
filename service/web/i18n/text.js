// Cards, piles and moves as text in the visitor's language. The texts are in i18n/, one file per language: those of the board here,
// those of the page and of its panels in folders, which page.js and panels.js add.

import { cardsOf, parseMove } from '../game/notation.js';
import { coveringOf, isLayered } from '../game/places.js';
import { chosenLanguage } from '../dom.js';

export const language = chosenLanguage();
const { default: words } = await import(`./${language}.js`);

// Return the function that returns a text of these by its key. Some texts are functions of their parameters.
export const textsOf = (texts) => (key, ...values) => {
  const found = texts[key];
  return typeof found === 'function' ? found(...values) : found;
};

const known = { ...words };

export const t = textsOf(known);

// Let `t` know the texts of a folder too.
export async function addTexts(folder) {
  const { default: more } = await import(`./${folder}/${language}.js`);
  Object.assign(known, more);
}

// The page contains only the keys of its texts. Fill in those of a part that were not yet.
export function speak(part) {
  for (const element of [part, ...part.querySelectorAll('[data-t], [data-label]')]) {
    const { t: text, label } = element.dataset;
    if (text) element.textContent = t(text);
    if (label) element.setAttribute('aria-label', t(label));
    // The buttons of the header are signs.
    if (label && element.matches('header > *')) element.title = t(label);
    delete element.dataset.t;
    delete element.dataset.label;
  }
}

// The name of a game's state. An unknown state is shown by its identifier.
export const stateName = (state) => t(`badge.${state}`) ?? String(state).replaceAll('_', ' ');

// The name of a prospect, likewise.
export const prospectName = (prospect) => t(`prospect.name.${prospect}`) ?? String(prospect).replaceAll('_', ' ');

// Options of games and their values. Unknown ones are shown by their identifiers.
export const optionName = (name) => t(`option.${name}`) ?? capital(name.replaceAll('_', ' '));
export const optionValue = (value) => t(`value.${value}`) ?? String(value).replaceAll('_', ' ');

// A date such as 2026-11-23 in words.
export const dayName = (date) => new Intl.DateTimeFormat(navigator.languages.find((tag) => tag.startsWith(language)) ?? language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' };

const SPOKEN = /(10|[2-9AJQK])([♣♦♥♠])\uFE0E?/g;
const SUIT_OF = { '♣': 'C', '♦': 'D', '♥': 'H', '♠': 'S' };

// Return a text as it is spoken: signs of cards are words, several beside each other are separated, and "–" between two is "to".
export function spoken(text) {
  const apart = text.replace(/(?<=[♣♦♥♠]\uFE0E?)–(?=\d|[AJQK])/g, ` ${t('say.to')} `).replace(/(?<=[♣♦♥♠]\uFE0E?) (?=(?:10|[2-9AJQK])[♣♦♥♠])/g, ', ');
  return apart.replace(SPOKEN, (_, rank, suit) => cardName((rank === '10' ? 'T' : rank) + SUIT_OF[suit]));
}

export const cardName = (code) => (code === '??' ? t('card.any') : t('card', code[0], code[1]));

// Short form: "Q♥". The variation selector prevents an emoji.
export function cardSign(code) {
  return code === '??' ? '??' : `${code[0] === 'T' ? '10' : code[0]}${SIGNS[code[1]]}\uFE0E`;
}

const RESERVE_KINDS = { one: 'cell', run: 'cell', merci: 'merci', exchange: 'merci', turn_up: 'merci' };
let reserveKind = 'R';
let exchanges = false;
let turnsUp = false;

// A reserve pile that takes one card is called a cell. The board says which game is meant, and what its merci does.
export function nameReserve(reserve) {
  reserveKind = RESERVE_KINDS[reserve?.takes] ?? 'R';
  exchanges = reserve?.takes === 'exchange';
  turnsUp = reserve?.takes === 'turn_up';
}

export const pileKind = (pile) => (pile[0] === 'R' ? reserveKind : pile[0]);

export function pileName(pile) {
  return t(`pile.${pile.length > 1 ? pileKind(pile) : `${pile} alone`}`, pile.slice(1));
}

export function groupName(codes) {
  if (codes.length === 1) return cardName(codes[0]);
  return t('group', codes.length, cardName(codes[0]), cardName(codes.at(-1)));
}

// A move by its number, with its index from 0.
export const moveNumber = (ply) => t('move.number', ply, ply - 1);

const exchanged = (top, other, pile) => t('step.exchanged', cardName(top), cardName(other), pileName(pile));

const carried = ({ from, to, cards }) => t('step.moved', groupName(cards), cards.length, pileName(from), pileName(to));

// One step of the trace: "Queen of hearts from column 3 to column 7. Turned up in column 3: five of clubs."
export function stepInWords(step) {
  const whole = asMoved(step);
  return withConsequences(whole, moveOf(whole));
}

// Return a step in which a card that the merci turns up is the one that is moved.
export const asMoved = (step) => (turnsUp && !step.moved.length && step.move.includes('-R') ? { ...step, moved: step.filled, filled: [] } : step);

// The same in fewer words: where the cards went, and what turned up.
export function stepInShort(played) {
  const step = asMoved(played);
  const { moved } = step;
  const short = moved.length && !isExchange(moved) && !['deal', 'redeal'].includes(step.move);
  return withConsequences(step, short ? `${capital(moved.map(({ to, cards }) => t('step.dealt', groupName(cards), pileName(to))).join(', '))}.` : moveOf(step));
}

// A deal in short form, because it has many cards.
export function dealInSigns(step) {
  return withConsequences(step, t('step.deal', step.moved.map(({ to, cards }) => `${to} ${cardSign(cards[0])}`).join(', ')));
}

// Append the cards that a step turned up and the piles that it filled.
function withConsequences({ turned_up: turned, filled }, sentence) {
  return [
    sentence,
    ...turned.map(({ pile, card }) => t('step.turned', pileName(pile), cardName(card))),
    ...filled.map(({ from, to, cards }) => t('step.filled', pileName(to), pileName(from), cardName(cards[0]))),
  ].join(' ').trim();
}

function moveOf({ move, moved }) {
  if (move === 'redeal') {
    const gathered = moved.filter(({ to }) => to === 'S');
    const cards = (gathered.length ? gathered : moved).reduce((sum, one) => sum + one.cards.length, 0);
    return t(moved.every(({ from }) => from === 'W') ? 'step.redeal' : 'step.gathered', cards);
  }
  if (move === 'deal') {
    return t('step.deal', moved.map(({ to, cards }) => t('step.dealt', cardName(cards[0]), pileName(to))).join(', '));
  }
  if (isExchange(moved)) return `${capital(exchanged(moved[0].cards[0], moved[1].cards[0], moved[0].from))}.`;
  return moved.length ? `${capital(moved.map(carried).join(', '))}.` : '';
}

// Whether two cards of a column change places: the second one comes from the column to which it goes.
const isExchange = (moved) => exchanges && moved.length === 3 && moved[1].from === moved[1].to;

// Where nothing is drawn to a waste, a redeal gathers other piles.
export const actionName = (action, actions) => t(`action.${action === 'redeal' && !actions.includes('draw') ? 'gather' : action}`);

// Describe a token in a position, legal or not.
export function moveInWords(token, position) {
  const move = parseMove(token);
  if (!move) return t(`action.${token === 'redeal' && !position.has('W') ? 'gather' : token}.long`) ?? token;
  const pile = position.get(move.source);
  if (move.source === move.target && pile?.cards.length && pile.faceDown === pile.cards.length) return capital(t('step.turn', pileName(move.source)));
  if (turnsUp && pileKind(move.target) === 'merci') return capital(t('step.turn.hidden', pileName(move.source)));
  const codes = cardsOf(move, position).map((card) => card.code);
  if (exchanges && pileKind(move.target) === 'merci' && codes.length > 1) return capital(exchanged(codes.at(-1), codes[0], move.source));
  const what = codes.length === move.cards ? groupName(codes) : t('cards', move.cards);
  return capital(t('step.moved', what, move.cards, pileName(move.source), pileName(move.target)));
}

// Short form for lists: "7♥–5♣".
export function groupSign(codes) {
  return codes.length > 1 ? `${cardSign(codes[0])}–${cardSign(codes.at(-1))}` : codes.map(cardSign).join('');
}

// The text alternative of a pile. Face-down cards are counted, not named. `start` is the rank and the suit that it begins with.
// `place` is its row and its place in the row, if it has one.
export function pileInWords(name, pile, start = null, place = null) {
  const kind = capital(pileName(name).replace(/^(?:the|der|die|das) /, ''));
  const title = place ? t('pile.place', kind, place.row, place.place) : kind;
  const cards = pile?.cards ?? [];
  if (!cards.length) return name[0] === 'F' && start?.[1] ? t('pile.begins', title, cardName(start.join(''))) : t('pile.empty', title);
  if (name === 'S') return pile.faceDown < cards.length ? t('pile.topped', title, cardName(cards.at(-1).code), cards.length) : t('pile.stock', title, cards.length);
  if (name[0] !== 'T') {
    const top = cardName(cards.at(-1).code);
    return cards.length > 1 ? t('pile.topped', title, top, cards.length) : t('pile.named', title, top);
  }
  const named = cards.slice(pile.faceDown).map((card) => cardName(card.code ?? '??')).join(', ');
  return pile.faceDown ? t('pile.hidden', title, pile.faceDown, named) : t('pile.named', title, named);
}

// Describe a pile of a game as it lies, with its state: covered or free, and whether held cards may go there.
export function pileLabel(game, position, name, isTarget = false) {
  const pile = position.get(name);
  const words = pileInWords(name, pile, game.startOf(name), game.places.get(name));
  const covers = pile?.cards.length && isLayered(game, name) ? coveringOf(game, position, name).length : null;
  return [words, covers === null ? '' : t('pile.covered', covers), isTarget ? t('pile.target') : ''].filter(Boolean).join(', ');
}

// Describe a JSON pointer: "/moves/17" is "move 18 (index 17)".
export function placeInWords(pointer) {
  const [field, index, ...rest] = pointer.slice(1).split('/');
  if (index === undefined || !['moves', 'deck', 'rules', 'checkpoints'].includes(field)) return t('place.field', field);
  if (field === 'rules') return t('place.rules', index);
  if (field === 'moves') return moveNumber(Number(index) + 1);
  return [t(`place.${field}`, Number(index) + 1), ...rest].join(' ');
}
