// The animation of a deal, and the sounds of moves. None of it changes a game.

import { isOn, isStill } from '../dom.js';

// Frequencies in hertz and lengths in seconds.
const SOUNDS = { deal: [[240, 0.03], [300, 0.03], [360, 0.04]], move: [[320, 0.04]], foundation: [[520, 0.05], [780, 0.07]], refused: [[140, 0.12]], won: [[523, 0.12], [659, 0.12], [784, 0.12], [1047, 0.3]] };

export class Effects {
  #audio = null;

  constructor(session, board) {
    session.watch(({ game, node, own }, previous) => {
      if (game !== previous.game && node === game.tree.root && ['deal', 'daily'].includes(game.given.kind)) this.#deal(board);
      else if (game === previous.game && node !== previous.node && own) this.#move(node, previous.node);
    });
  }

  // Deal the cards one after another.
  #deal(board) {
    this.#sound('deal');
    if (isStill()) return;
    board.cards.forEach((card, index) => {
      const delay = Math.min(index * 12, 700);
      card.animate([{ translate: '0 -60vh', opacity: 0 }, { translate: '0 0', opacity: 1 }], { duration: 260, delay, fill: 'backwards', easing: 'ease-out' });
    });
  }

  #move({ illegal, parent, outcome, step }, before) {
    if (illegal) this.#sound('refused');
    else if (parent === before) this.#sound(outcome === 'won' ? 'won' : step.moved[0]?.to[0] === 'F' ? 'foundation' : 'move');
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
