// Scanning for one switch: what can be done is offered in turn, and the switch takes what is offered. Space, Enter and a press on the
// table are the switch. Moves are grouped by their pile, so that the turn comes round soon.

import { natural } from '../game/hints.js';
import { parseMove } from '../game/notation.js';
import { find, groupBy } from '../dom.js';
import { capital, moveInWords, pileName, t } from '../i18n/panels.js';

// How long each choice is offered, in milliseconds.
const TURNS = { slow: 4000, usual: 2500, fast: 1200 };
// After this many rounds without a press the scanning rests until the next one.
const ROUNDS = 2;
// What takes its own keys and presses.
const ELSEWHERE = 'header, dialog, #drawer, #notice, #front';
// What is offered after the moves, and instead of them at the end of a game.
const LAST = '#won:not([hidden]) button, #back, #hint, #new-game';

class Scanner {
  #table;
  #timer = null;
  #node = null;
  #pace = 'off';
  // What can be done, in turn; null until the next turn.
  #choices = null;
  // How many turns there were since the last press, and the choice that is offered now.
  #turns = 0;
  #offered = null;

  constructor(table) {
    this.#table = table;
    for (const name of ['keydown', 'pointerdown', 'click']) document.addEventListener(name, (event) => this.#press(event), true);
    table.session.watch(({ node }) => {
      if (node === this.#node && this.#pace === document.body.dataset.scan) return;
      this.#node = node;
      this.#pace = document.body.dataset.scan;
      this.#begin();
    });
  }

  // Offer choices from the first one on, or all that the position has.
  #begin(choices = null) {
    this.#release();
    this.#choices = choices;
    this.#turns = 0;
    this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    if (this.#pace in TURNS) this.#timer = setTimeout(() => this.#next(), TURNS[this.#pace]);
  }

  #next() {
    this.#release();
    if (document.body.classList.contains('fronting') || find('dialog[open]')) return this.#begin();
    this.#choices ??= this.#all();
    if (this.#turns >= ROUNDS * this.#choices.length) return this.#rest();
    this.#offered = this.#choices[this.#turns % this.#choices.length];
    this.#turns += 1;
    this.#offered.show();
    this.#table.say(this.#offered.words);
    return this.#wait();
  }

  #rest() {
    this.#turns = 0;
    this.#table.say(t('scan.rests'));
  }

  #release() {
    const { board } = this.#table;
    this.#offered = null;
    board.preview(null);
    board.mark('hand', {});
    find('.offered')?.classList.remove('offered');
  }

  #press(event) {
    const isSwitch = event.type !== 'keydown' || event.key === ' ' || event.key === 'Enter';
    if (this.#pace === 'off' || !event.isTrusted || !isSwitch || event.target.closest?.(ELSEWHERE)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === 'click' || event.repeat) return;
    if (!this.#offered) this.#next();
    else this.#begin(this.#offered.take());
  }

  // The moves by their piles, then what else can be done.
  #all() {
    const { game, base } = this.#table.session;
    const piles = groupBy(natural(game, base), ({ token }) => parseMove(token)?.source ?? token);
    const controls = [...document.querySelectorAll(LAST)].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled);
    return [...[...piles].map(([pile, moves]) => (moves.length > 1 ? this.#pile(pile, moves) : this.#move(moves[0]))), ...controls.map(controlChoice)];
  }

  #move({ token }) {
    const { session, board, attempt } = this.#table;
    return { words: moveInWords(token, session.base.position), show: () => board.preview(token, 'good'), take: () => void attempt(token) };
  }

  // All moves of a pile: taken, it offers them one by one.
  #pile(pile, moves) {
    const { session, board } = this.#table;
    const goals = new Map(moves.map(({ token }) => [parseMove(token).target, 'open']));
    const held = new Map([[session.base.position.get(pile).cards.at(-1).number, 'picked']]);
    return { words: t('scan.moves', capital(pileName(pile)), moves.length), show: () => board.mark('hand', { cards: held, piles: goals }), take: () => moves.map((move) => this.#move(move)) };
  }
}

const controlChoice = (element) => ({ words: element.getAttribute('aria-label') ?? element.textContent, show: () => element.classList.add('offered'), take: () => void element.click() });

export const start = (table) => new Scanner(table);
