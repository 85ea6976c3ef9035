// The controls: step, play, scrub.

import { find, isTyping } from './dom.js';

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
    last.addEventListener('click', () => this.#to(session.game.played));
    scrub.addEventListener('input', () => this.#to(scrub.valueAsNumber));
    document.addEventListener('keydown', (event) => this.#key(event));
    session.watch((_, previous) => this.#show(previous.game));
  }

  toggle() {
    if (this.#timer) return this.pause();
    const { ply, game } = this.#session;
    if (ply >= game.played) this.#session.go(0);
    this.#controls.play.dataset.playing = '';
    this.#controls.play.setAttribute('aria-label', 'Pause');
    this.#wait();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    delete this.#controls.play.dataset.playing;
    this.#controls.play.setAttribute('aria-label', 'Play');
  }

  get playing() {
    return this.#timer !== null;
  }

  #wait() {
    this.#timer = setTimeout(() => {
      const { ply, game } = this.#session;
      if (ply + 1 >= game.played) this.pause();
      else this.#wait();
      this.#session.go(ply + 1);
    }, PACE / Number(this.#controls.pace.value));
  }

  #to(ply) {
    this.pause();
    this.#session.go(ply);
  }

  #key(event) {
    const { key, target } = event;
    const taken = event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey;
    if (taken || isTyping(target) || target.closest?.('dialog') || !this.#session.game) return;
    const { ply, game } = this.#session;
    const goes = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.played };
    if (key in goes) this.#to(goes[key]);
    else if (key === ' ' && !target.closest?.('button, a, summary, input')) this.toggle();
    else return;
    event.preventDefault();
  }

  #show(before) {
    const { game, ply } = this.#session;
    if (game !== before) this.pause();
    const { first, back, forward, last, scrub, ply: counter } = this.#controls;
    scrub.max = game.played;
    scrub.value = ply;
    scrub.setAttribute('aria-valuetext', `Move ${ply} of ${game.played}`);
    counter.textContent = `${ply} / ${game.played}`;
    // Not disabled: a disabled button would lose the focus of those who step to the end.
    for (const button of [first, back]) button.setAttribute('aria-disabled', ply === 0);
    for (const button of [forward, last]) button.setAttribute('aria-disabled', ply === game.played);
  }
}
