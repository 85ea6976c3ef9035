// A move as typed or spoken text: "T5-T1", "5h 6s", "five of hearts to six of spades", "draw". What is typed is compared with the words
// of the legal moves; a token that is not legal is tried, too, so that its refusal says why.

import { find, make } from '../dom.js';
import { TOKEN, cardsOf, parseMove } from '../game/notation.js';
import { cardName, moveInWords, t } from '../i18n/panels.js';
import { announce } from './announcer.js';

const MOST_NAMED = 5;

const wordsOf = (text) => text.toLowerCase().replace(/10(?=[cdhs]\b)/g, 't').split(/[^\p{L}\p{N}-]+/u).filter(Boolean);
const nameOf = (code) => `${code} ${cardName(code)}`;

// Return the words that name a legal move: its token, its cards and piles, and with `isWhole` also the card that it goes onto.
function wordsOfMove(token, position, isWhole) {
  const move = parseMove(token);
  const [first] = move ? cardsOf(move, position) : [];
  const onto = isWhole && move && position.get(move.target)?.cards.at(-1);
  return new Set(wordsOf([token, moveInWords(token, position), first ? nameOf(first.code) : '', onto?.code ? nameOf(onto.code) : ''].join(' ')));
}

// Return the legal moves that a text may mean. A token means itself, and so do its whole words. Words such as "to" and "onto" say nothing.
export function movesMeant(text, legal, position) {
  const [token] = text.trim().split(/\s+/);
  const isSame = (one) => (words) => words.toLowerCase() === one.toLowerCase();
  const exact = legal.filter((one) => isSame(one)(token) || isSame(moveInWords(one, position))(text.trim()));
  if (exact.length) return exact;
  const ignored = new Set(t('typed.ignored').split(' '));
  const wanted = wordsOf(text).filter((word) => !ignored.has(word));
  const named = (isWhole) => legal.filter((one) => wanted.every((word) => wordsOfMove(one, position, isWhole).has(word)));
  const moved = wanted.length ? named(false) : [];
  // One card alone is the one that moves.
  return moved.length || !wanted.length ? moved : named(true);
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
