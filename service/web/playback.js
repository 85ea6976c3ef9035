// The controls: step, play and scrub, with the marks of checkpoints on the scrubber.

import { find, isTyping, make } from './dom.js';
import { t } from './i18n.js';

const PACE = 1100;

export class Player {
  #session;
  #timer = null;
  #controls = {};

  constructor(session) {
    this.#session = session;
    for (const name of ['first', 'back', 'play', 'forward', 'last', 'scrub', 'pace', 'ply']) {
      this.#controls[name] = find(`#${name}`);
    }
    const { first, back, play, forward, last, scrub } = this.#controls;
    first.addEventListener('click', () => this.#to(0));
    back.addEventListener('click', () => this.#to(session.ply - 1));
    play.addEventListener('click', () => this.toggle());
    forward.addEventListener('click', () => this.#to(session.ply + 1));
    last.addEventListener('click', () => this.#to(session.last));
    scrub.addEventListener('input', () => this.#to(scrub.valueAsNumber));
    document.addEventListener('keydown', (event) => this.#key(event));
    session.watch((_, previous) => this.#show(previous));
  }

  toggle() {
    if (this.#timer) return this.pause();
    if (this.#session.ply >= this.#session.last) this.#session.goTo(0);
    this.#controls.play.dataset.playing = '';
    this.#controls.play.setAttribute('aria-label', t('control.pause'));
    this.#wait();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    delete this.#controls.play.dataset.playing;
    this.#controls.play.setAttribute('aria-label', t('control.play'));
  }

  get running() {
    return this.#timer !== null;
  }

  #wait() {
    this.#timer = setTimeout(() => {
      const { ply, last } = this.#session;
      if (ply + 1 >= last) this.pause();
      else this.#wait();
      this.#session.goTo(ply + 1);
    }, PACE / Number(this.#controls.pace.value));
  }

  #to(ply) {
    this.pause();
    this.#session.goTo(ply);
  }

  #key(event) {
    const { key, target } = event;
    const taken = event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey;
    if (taken || isTyping(target) || target.closest?.('dialog, [role=listbox]') || !this.#session.game) return;
    const { ply, last } = this.#session;
    const goes = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last };
    if (key in goes) this.#to(goes[key]);
    else if (key === ' ' && !target.closest?.('button, a, summary, input')) this.toggle();
    else return;
    event.preventDefault();
  }

  #show(previous) {
    const { game, ply, last, node } = this.#session;
    if (game !== previous.game) this.pause();
    const { first, back, forward, last: end, scrub, ply: counter } = this.#controls;
    scrub.max = last;
    scrub.value = ply;
    scrub.setAttribute('aria-valuetext', t('control.place', ply, last, Boolean(node.illegal)));
    counter.textContent = `${ply} / ${last}`;
    // The same width for every ply of a game.
    counter.style.minWidth = `${Math.max(9, 2 * String(last).length + 3) + 0.5}ch`;
    counter.classList.toggle('illegal', Boolean(node.illegal));
    // Not disabled, because a disabled button would lose the focus.
    for (const button of [first, back]) button.setAttribute('aria-disabled', ply === 0);
    for (const button of [forward, end]) button.setAttribute('aria-disabled', ply === last);
    find('#undo').setAttribute('aria-disabled', ply === 0);
    find('#redo').setAttribute('aria-disabled', ply === last);
    this.#ticks(game.checkpoints, last);
  }

  #ticks(checkpoints, last) {
    const key = `${checkpoints.length} ${last}`;
    const ticks = find('#ticks');
    if (ticks.dataset.for === key && ticks.game === this.#session.game) return;
    Object.assign(ticks, { game: this.#session.game }).dataset.for = key;
    ticks.replaceChildren(...checkpoints.filter(({ after }) => after <= last).map(({ after, state }) => {
      const tick = make('i', { className: state });
      tick.style.left = `${last ? (100 * after) / last : 0}%`;
      return tick;
    }));
  }
}
