// A move as typed or spoken text: "T5-T1", "5h 6s", "five of hearts to six of spades", "draw". What is typed is compared with the words
// of the legal moves; a token that is not legal is tried, too, so that its refusal says why.

import { find, make } from '../dom.js';
import { TOKEN, cardsOf, parseMove } from '../game/notation.js';
import { cardName, moveInWords, t } from '../i18n/panels.js';
import { announce } from './announcer.js';

const MOST_NAMED = 5;

const wordsOf = (text) => text.toLowerCase().replace(/10(?=[cdhs]\b)/g, 't').split(/[^\p{L}\p{N}-]+/u).filter(Boolean);
const CODES = [...'A23456789TJQK'].flatMap((rank) => [...'CDHS'].map((suit) => rank + suit));
// Return a text with codes in place of the names of cards, so that the words of two cards do not mix.
const coded = (text) => CODES.reduce((done, code) => done.replaceAll(cardName(code).toLowerCase(), code), text.toLowerCase());
const nameOf = (code) => (code ? `${code} ${cardName(code)}` : '');

const firstOf = (token, position) => cardsOf(parseMove(token) ?? { cards: 0 }, position)[0];

// Return the words that name a legal move: its token, its cards and piles, and with `isWhole` also the card that it goes onto.
function wordsOfMove(token, position, isWhole) {
  const move = parseMove(token);
  const first = firstOf(token, position);
  const onto = isWhole && move ? position.get(move.target)?.cards.at(-1) : null;
  const words = [token, moveInWords(token, position), nameOf(first?.code), nameOf(onto?.code)].join(' ');
  return new Set(wordsOf(`${words} ${coded(words)}`));
}

// Return the legal moves that a text may mean. A token means itself, and so do its whole words. Words such as "to" and "onto" say nothing.
export function movesMeant(text, legal, position) {
  const [token] = text.trim().split(/\s+/);
  const isSame = (one) => (words) => words.toLowerCase() === one.toLowerCase();
  const exact = legal.filter((one) => isSame(one)(token) || isSame(moveInWords(one, position))(text.trim()));
  if (exact.length) return exact;
  const ignored = new Set(t('typed.ignored').split(' '));
  const wanted = wordsOf(coded(text)).filter((word) => !ignored.has(word));
  const named = (isWhole) => legal.filter((one) => wanted.every((word) => wordsOfMove(one, position, isWhole).has(word)));
  const moved = wanted.length ? named(false) : [];
  // One card alone is the one that moves.
  const meant = moved.length || !wanted.length ? moved : named(true);
  // Of two cards the first one moves: either order takes away a pair.
  const led = meant.filter((one) => wordsOf(nameOf(firstOf(one, position)?.code)).includes(wanted[0]));
  return led.length ? led : meant;
}

export class TypedMove {
  #session;
  #attempt;

  constructor(session, attempt) {
    this.#session = session;
    this.#attempt = attempt;
    session.watch(() => document.activeElement === find('#typed') && this.complete());
  }

  // Offer the legal moves to complete what is typed.
  complete() {
    const { game, base } = this.#session;
    find('#typed-moves').replaceChildren(...game.legalAt(base).map((token) => make('option', { value: moveInWords(token, base.position) })));
  }

  // Play what is typed, or say why not.
  play() {
    const text = find('#typed').value;
    const { game, base } = this.#session;
    const token = text.trim().replace(/^[a-z]\d*-[a-z]\d*/i, (piles) => piles.toUpperCase());
    const meant = movesMeant(text, game.legalAt(base), base.position);
    if (meant.length > 1) return announce(`${t('typed.which')} ${meant.slice(0, MOST_NAMED).map((one) => moveInWords(one, base.position)).join('; ')}.`);
    if (!meant.length && !TOKEN.test(token)) return announce(t('typed.none'));
    find('#typed').value = '';
    return this.#attempt(meant[0] ?? token);
  }
}
