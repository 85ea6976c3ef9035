// What makes playing pleasant: the deal, the win, sounds, the clock and the count of moves. None of it changes a game.

import * as api from '../data/api.js';
import { t } from '../i18n/page.js';
import { find, isOn } from '../dom.js';
import { keep, record, withStart, withWin } from './records.js';

const TICK = 1000;
// Frequencies in hertz and lengths in seconds.
const SOUNDS = { deal: [[240, 0.03], [300, 0.03], [360, 0.04]], move: [[320, 0.04]], foundation: [[520, 0.05], [780, 0.07]], refused: [[140, 0.12]], won: [[523, 0.12], [659, 0.12], [784, 0.12], [1047, 0.3]] };

// Whether a game was dealt here to be played, and not opened as a log.
const isDealt = ({ given }) => given.kind === 'deal' || given.kind === 'daily';

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Joy {
  #session;
  #board;
  #audio = null;
  #started = null;
  #counted = null;
  #wins = null;
  #acts;

  // `acts` are the functions that the card of a win offers.
  constructor(session, board, acts) {
    this.#session = session;
    this.#acts = acts;
    this.#board = board;
    session.watch((_, previous) => this.#watch(previous));
    setInterval(() => this.#clock(), TICK);
  }

  #watch(previous) {
    const { game, node, own } = this.#session;
    if (game !== previous.game) {
      this.#started = null;
      if (node === game.tree.root && isDealt(game)) this.#deal();
    } else if (node !== previous.node && own) this.#played(previous.node);
    if (node !== previous.node && find('#won')) find('#won').hidden = true;
    this.#clock();
  }

  #played(before) {
    const { game, node } = this.#session;
    this.#started ??= Date.now();
    if (node.illegal) return this.#sound('refused');
    if (node.parent !== before) return null;
    const { id } = game.variant;
    // A game counts as played from its first move.
    if (isDealt(game) && this.#counted !== game) keep(id, { ...withStart(record(id)), title: game.variant.title });
    this.#counted = game;
    return node.outcome === 'won' ? this.#won() : this.#sound(node.step.moved[0]?.to[0] === 'F' ? 'foundation' : 'move');
  }

  async #won() {
    const { game, node } = this.#session;
    const before = record(game.variant.id);
    const seconds = this.#seconds;
    this.#sound('won');
    const isCounted = this.#wins !== game && !game.shown && isDealt(game);
    this.#wins = game;
    if (isCounted) keep(game.variant.id, withWin(before, node.ply, seconds));
    const { cascade, showWin } = await api.load('../page/win.js');
    await cascade(this.#board);
    if (isCounted && this.#session.node === node) showWin(this.#session, { seconds, before }, this.#acts);
  }

  // Deal the cards one after another.
  #deal() {
    this.#sound('deal');
    if (isStill()) return;
    this.#board.cards.forEach((card, index) => {
      const delay = Math.min(index * 12, 700);
      card.animate([{ translate: '0 -60vh', opacity: 0 }, { translate: '0 0', opacity: 1 }], { duration: 260, delay, fill: 'backwards', easing: 'ease-out' });
    });
  }

  get #seconds() {
    return this.#started ? Math.round((Date.now() - this.#started) / TICK) : 0;
  }

  #clock() {
    const { game, node } = this.#session;
    if (!game) return;
    const { own, base } = this.#session;
    const time = own && isOn('timer') && node.outcome !== 'won' ? t('clock', Math.floor(this.#seconds / 60), this.#seconds % 60, node.ply) : '';
    // The service counts the points. Until it answers, those of the move before are shown.
    const points = isOn('score') ? Object.entries(base.points ?? base.parent?.points ?? {}) : [];
    find('#clock').textContent = [time, ...points.map(([name, number]) => t('score', t(`score.${name}`) ?? name, number))].filter(Boolean).join(' · ');
    find('#clock').hidden = !find('#clock').textContent;
  }

  #sound(name) {
    if (!isOn('sound')) return;
    this.#audio ??= new AudioContext();
    let at = this.#audio.currentTime;
    for (const [frequency, length] of SOUNDS[name]) {
      const [tone, volume] = [this.#audio.createOscillator(), this.#audio.createGain()];
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.06, at);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
      tone.connect(volume).connect(this.#audio.destination);
      tone.start(at);
      tone.stop(at + length);
      at += length;
    }
  }
}
