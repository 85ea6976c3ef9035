// Says what happens on the table to those who listen: the move and what it turned up, a refusal and what could be played, what was
// undone, what becomes known of the position, and what many moves together did. Each event is one sentence, said once.

import { freedSince } from '../game/places.js';
import { asMoved, cardName, moveInWords, pileName, stepInWords, stepInShort, t } from '../i18n/page.js';
import { isShort } from '../dom.js';
import { announce } from './announcer.js';

const MOST_ALTERNATIVES = 3;

export class Narrator {
  #session;
  #playback;
  // Where moves began that the page makes by itself. They are summed up when they end.
  #from = null;
  // The latest story and its node.
  #latest = { node: null, sentence: '', more: '' };
  #isRefused = false;

  constructor(session, playback) {
    this.#session = session;
    this.#playback = playback;
    playback.stopped = () => this.#sumUp();
  }

  // Tell what changed since the last time.
  tell({ verdict, sentence, more, actions, isOffer = false }) {
    const { game, node } = this.#session;
    const latest = this.#latest;
    const isSame = node === latest.node;
    this.#latest = { game, node, sentence, more, isOffer };
    if (this.#playback.running) this.#from ??= latest.node ?? node;
    else if (game !== latest.game) announce([verdict?.sentence, sentence, more].filter(Boolean).join(' '));
    // An offer that ends leaves what was known before.
    else if (isSame) latest.isOffer || this.#learnt(latest, sentence, more);
    else announce(this.#moved(latest, sentence, actions));
  }

  #learnt(latest, sentence, more) {
    if (sentence !== latest.sentence) announce([sentence, more].filter(Boolean).join(' '));
    else if (more !== latest.more) announce(more);
  }

  #moved(latest, sentence, actions) {
    const { node, last } = this.#session;
    const before = latest.node;
    if (node.illegal) return [sentence, isShort() ? '' : this.#alternatives(actions)].filter(Boolean).join(' ');
    const base = before.illegal ? before.parent : before;
    if (node === base) return t('say.at', node.ply);
    if (node === base.parent) return `${t('say.undone')} ${moveAlone(base.step) || inWords(base.step)}`;
    const step = node.step ? `${inWords(node.step)} ${this.#freed()}`.trim() : '';
    // What the story says besides the step, unless it was so before.
    const story = isAbout(node, sentence) || sentence === latest.sentence ? '' : sentence;
    const where = node.parent === base ? '' : t('say.place', node.ply, last);
    return [where, step, story].filter(Boolean).join(' ');
  }

  // Say which cards a move left uncovered, but for those that it turned up: their names were spoken before.
  #freed() {
    const { game, node } = this.#session;
    const turned = node.step.turned_up.map(({ pile }) => pile);
    const freed = freedSince(game, node.parent.position, node.position).filter((pile) => !turned.includes(pile));
    const cards = freed.map((pile) => t('say.free', cardName(node.position.get(pile).cards.at(-1).code), pileName(pile)));
    return cards.length ? t('say.freed', cards.join(', ')) : '';
  }

  #alternatives(actions) {
    const moves = actions.filter(([name]) => name === 'try').slice(0, MOST_ALTERNATIVES).map(([, token]) => moveInWords(token, this.#session.position));
    return moves.length ? `${t('story.instead')} ${moves.join('; ')}.` : t('play.none');
  }

  // Say what moves together did that the page made by itself.
  #sumUp() {
    const from = this.#from?.illegal ? this.#from.parent : this.#from;
    const { game, node } = this.#session;
    this.#from = null;
    // It may have been stopped before the first move.
    if (!from || game !== this.#latest.game || !node.step || node.ply <= from.ply) return;
    const moves = node.ply - from.ply;
    const outcome = game.outcomeAt(node);
    const rest = outcome === 'in_progress' ? inWords(node.step) : t(`say.${outcome}`);
    announce(`${t('say.finished', moves)} ${rest}`);
  }
}

const inWords = (step) => (isShort() ? stepInShort(step) : stepInWords(step));

// A move that is taken back, without what it turned up and filled.
const moveAlone = (step) => inWords({ ...asMoved(step), turned_up: [], filled: [] });

// Whether a sentence is that of a node's own step.
const isAbout = (node, sentence) => Boolean(node.step) && sentence.includes(stepInWords(node.step));
