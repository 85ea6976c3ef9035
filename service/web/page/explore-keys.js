// Keys to explore the table without looking: straight to a pile, card by card within one, and what the table has at large. Whatever
// is not the name of a pile, which its focus says, is said by the announcer. Letters and digits can be switched off.

import { load } from '../data/api.js';
import { find, isOn, isTyping } from '../dom.js';
import { cardName, capital, groupName, moveInWords, pileName, t } from '../i18n/page.js';
import { announce } from './announcer.js';
import { showProblem } from './open-panel.js';
import { rankInWords, refusalInWords } from './explain.js';

const DIGIT = /^(?:Digit|Numpad)(\d)$/;
// The piles of each letter: pressed again, the next one.
const KINDS = { s: 'S', w: 'W', o: 'F', c: 'R' };
const isShown = (selector) => find(selector).checkVisibility({ visibilityProperty: true });
const CONTROLS = { h: '#hint', u: '#back', n: '#new-game' };

export class ExploreKeys {
  #session;
  #board;
  #input;
  #type;
  // The refusal that came last.
  #refusal = null;
  // The card that is read within a pile.
  #reading = { pile: null, index: 0 };

  // `type` opens the field for a typed move.
  constructor({ session, board, input }, type) {
    this.#session = session;
    this.#board = board;
    this.#input = input;
    this.#type = type;
    session.watch(({ node }) => {
      if (node.illegal) this.#refusal = node;
      this.#reading = { pile: null, index: 0 };
    });
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  #key(event) {
    const { key, target } = event;
    const isElsewhere = isTyping(target) || target.closest?.('dialog, [role=listbox], [role=tablist]') || document.body.classList.contains('fronting');
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isElsewhere || !this.#session.game) return;
    const act = key === 'PageUp' || key === 'PageDown' ? this.#reader(target.dataset.pile, key === 'PageUp' ? -1 : 1) : isOn('letter-keys') && this.#action(event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  // Return what a letter or a digit does, nothing if it does nothing.
  #action({ key, code, shiftKey }) {
    const digit = DIGIT.exec(code)?.[1];
    if (digit) return () => this.#go(`T${(Number(digit) || 10) + (shiftKey ? 10 : 0)}`);
    if (KINDS[key]) return () => this.#goTo(KINDS[key]);
    // A frame does not have all controls.
    if (CONTROLS[key]) return isShown(CONTROLS[key]) && (() => find(CONTROLS[key]).click());
    return { '/': isShown('#to-drawer') && this.#type, d: () => this.#stock(), t: () => announce(this.#tops()), m: () => announce(this.#moves()), i: () => this.#state().catch(showProblem), r: () => announce(this.#refused()) }[key];
  }

  #go(pile) {
    if (this.#board.places.has(pile)) this.#input.goTo(pile);
    else announce(t('keys.no-pile', pileName(pile)));
  }

  // Go to the first pile of a kind, or from one of them to the next.
  #goTo(kind) {
    const piles = [...this.#board.places.keys()].filter((pile) => pile[0] === kind);
    const at = piles.indexOf(document.activeElement.dataset.pile);
    if (piles.length) this.#go(piles[(at + 1) % piles.length]);
    else announce(t('keys.no-pile', pileName(kind === 'F' || kind === 'R' ? `${kind}1` : kind)));
  }

  #stock() {
    const { game, base } = this.#session;
    const legal = game.legalAt(base);
    const action = game.variant.actions.find((one) => legal.includes(one)) ?? game.variant.actions[0];
    if (action) find(`#to-${action}`).click();
  }

  // Return a function that reads the next or the previous card of a pile.
  #reader(pile, way) {
    const found = this.#session.position.get(pile);
    if (!found?.cards.length) return null;
    const { cards, faceDown } = found;
    return () => {
      const last = cards.length - 1;
      const index = this.#reading.pile === pile ? Math.max(0, Math.min(last, this.#reading.index + way)) : last;
      this.#reading = { pile, index };
      const isHidden = index < faceDown && !found.opened?.has(index);
      announce(t('keys.card', isHidden ? t('keys.hidden') : cardName(cards[index].code), index + 1, cards.length, last - index));
    };
  }

  #tops() {
    const tops = [...this.#board.places.keys()].map((pile) => [pile, this.#session.position.get(pile)]).filter(([pile, { cards }]) => pile[0] !== 'S' && cards.length);
    return tops.map(([pile, { cards, faceDown }]) => t('keys.top', pileName(pile), faceDown === cards.length ? t('keys.hidden') : groupName([cards.at(-1).code]))).map(capital).join(' ');
  }

  #moves() {
    const { game, base, position } = this.#session;
    const legal = game.legalAt(base);
    return legal.length ? `${t('keys.moves', legal.length)} ${legal.map((token) => moveInWords(token, position)).join('. ')}.` : t('play.none');
  }

  #refused() {
    return this.#refusal ? refusalInWords(this.#refusal.illegal, this.#refusal.position, this.#session.game) : t('keys.no-refusal');
  }

  async #state() {
    const { game, base } = this.#session;
    const { stock } = game.variant.declaration;
    const count = (kind) => [...base.position].reduce((sum, [name, { cards }]) => sum + (name[0] === kind ? cards.length : 0), 0);
    const all = [...base.position.values()].reduce((sum, { cards }) => sum + cards.length, 0);
    const { goalInWords } = await load('../page/rules.js');
    const start = game.startOf('F1');
    announce([
      t('moves', base.ply) + '.',
      t('keys.out', count('F'), all),
      stock ? t('keys.stock', count('S')) : '',
      stock?.actions.includes('redeal') ? t('keys.redeals', stock.redeals === null ? null : stock.redeals - base.state.redeals) : '',
      game.variant.declaration.base !== 'A' && start ? t('keys.base', rankInWords(start[0])) : '',
      goalInWords(game),
    ].filter(Boolean).join(' '));
  }
}
