// Stepping through a line and playing it: the controls under the board, and keys.

import { t } from '../i18n/text.js';
import { find, isStill, isTyping } from '../dom.js';

const PACE = 700;

export class Playback {
  #session;
  #timer = null;
  // The moves that remain to be made, if the page plays them itself.
  #queue = [];

  // Called when moves that the page makes by itself have ended.
  stopped = () => {};

  constructor(session) {
    this.#session = session;
    find('#back').addEventListener('click', () => this.to(session.ply - 1));
    find('#forward').addEventListener('click', () => this.to(session.ply + 1));
    find('#play').addEventListener('click', () => this.toggle());
    document.addEventListener('keydown', (event) => this.#key(event));
    session.watch((_, previous) => this.#show(previous));
  }

  toggle() {
    if (this.#timer) return this.pause();
    if (this.#session.ply >= this.#session.last) this.#session.goTo(0);
    return this.#run();
  }

  // Make moves one after another, within a few seconds. Where motion is unwelcome, they are made at once.
  make(tokens, pace = isStill() ? 0 : Math.min(90, 4000 / tokens.length)) {
    this.pause();
    this.#queue = [...tokens];
    this.#run(pace);
  }

  pause() {
    const { running } = this;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
    this.#label();
    if (running) this.stopped();
  }

  get running() {
    return this.#timer !== null;
  }

  to = (ply) => {
    this.pause();
    this.#session.goTo(ply);
  };

  #run(pace = PACE / Number(find('#pace').value)) {
    this.#timer = setTimeout(() => {
      const { ply, last } = this.#session;
      const token = this.#queue.shift();
      const ends = this.#queue.length === 0 && (token || ply + 1 >= last);
      if (token) this.#session.play(token);
      else this.#session.goTo(ply + 1);
      if (ends) this.pause();
      else if (this.running) this.#run(pace);
    }, pace);
    this.#label();
  }

  #label() {
    const play = find('#play');
    play.classList.toggle('running', this.running);
    play.setAttribute('aria-label', t(this.running ? 'control.pause' : 'control.play'));
  }

  #key(event) {
    const { key, target } = event;
    const taken = event.defaultPrevented || event.altKey || isTyping(target) || target.closest?.('dialog, [role=listbox], [role=tablist]');
    if (taken || !this.#session.game || document.body.classList.contains('fronting')) return;
    // A control has its own use for keys.
    if (!event.ctrlKey && !event.metaKey && target.closest?.('button, a, summary') && !target.closest('#bar, #board')) return;
    const { ply, last } = this.#session;
    const goes = event.ctrlKey || event.metaKey
      ? { z: event.shiftKey ? ply + 1 : ply - 1, Z: ply + 1, y: ply + 1 }
      : { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last };
    if (key in goes) this.to(goes[key]);
    else if (key === ' ' && !target.closest?.('button, a, summary, input')) this.toggle();
    else return;
    event.preventDefault();
  }

  #show(previous) {
    const { game, ply, last, own } = this.#session;
    if (game !== previous.game) this.pause();
    find('#play').hidden = own && ply === last;
    find('#pace').hidden = find('#play').hidden;
    // Not disabled, because a disabled button would lose the focus.
    for (const [name, ends, words] of [['#back', ply === 0, own ? 'play.undo' : 'control.back'], ['#forward', ply === last, own ? 'play.redo' : 'control.forward']]) {
      find(name).setAttribute('aria-disabled', ends);
      find(`${name} span`).textContent = t(words);
    }
  }
}
