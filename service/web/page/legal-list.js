// The legal moves of the current position, as buttons with a preview.

import { moveInWords } from '../i18n/text.js';
import { button, find, make } from '../dom.js';

export class LegalList {
  #session;
  #board;

  constructor(session, board, attempt) {
    this.#session = session;
    this.#board = board;
    find('#legal').addEventListener('toggle', () => this.#show(attempt));
    session.watch(() => this.#show(attempt));
  }

  #show(attempt) {
    const { game, base } = this.#session;
    if (!find('#legal').open || !game) return;
    const legal = game.legalAt(base);
    find('#legal-count').textContent = ` (${legal.length})`;
    find('#legal-here').replaceChildren(make('ul', { className: 'legal' }, ...legal.map((token) => make('li', {}, this.#move(token, attempt)))));
  }

  #move(token, attempt) {
    const play = button('', () => attempt(token));
    // The words come first for the ear.
    play.append(`${moveInWords(token, this.#session.position)} `, make('code', {}, token));
    for (const name of ['pointerenter', 'focus']) play.addEventListener(name, () => this.#board.preview(token, 'good'));
    for (const name of ['pointerleave', 'blur']) play.addEventListener(name, () => this.#board.preview(null));
    return play;
  }
}
