// The panel for authors of other programs: the states of their checkpoints and where the two boards diverge.

import { aligned, partBetween } from '../game/checkpoints.js';
import { capital, cardSign, pileName, t } from '../i18n/panels.js';
import { button, fill, make } from '../dom.js';

export class AuthorPanel {
  #session;

  constructor(session) {
    this.#session = session;
    session.watch(() => this.#show());
  }

  #show() {
    const { checkpoints, firstDifference } = this.#session.game;
    if (!checkpoints.length) return fill('#checkpoints', null);
    const agreed = checkpoints.filter(({ state }) => state === 'agrees').length;
    const unreached = checkpoints.filter(({ state }) => state === 'unreached').length;
    fill('#checkpoints', [
      make('h2', {}, this.#title(agreed, unreached, checkpoints.length)),
      this.#marks(checkpoints),
      ...(firstDifference ? this.#differences(this.#differenceHere() ?? firstDifference) : []),
    ]);
  }

  #title(agreed, unreached, all) {
    const part = partBetween(this.#session.game.checkpoints);
    if (part) return part.agreed === null ? t('author.differ', part.differed) : t('author.part', part.agreed, part.differed);
    return agreed === all ? t('author.agree', all) : t('author.agreed', agreed, unreached);
  }

  #differenceHere() {
    const { game, node } = this.#session;
    return node.main && game.checkpoints.find(({ after, state }) => state === 'differs' && after === node.ply);
  }

  // One mark per checkpoint. A click goes to it.
  #marks(checkpoints) {
    const { tree } = this.#session.game;
    return make('div', { className: 'marks' }, ...checkpoints.map(({ after, state }) => {
      const go = button(`${after}`, () => {
        const node = tree.nodes[after];
        tree.prefer(node);
        this.#session.go(node);
      }, { className: state, disabled: state === 'unreached' });
      go.setAttribute('aria-label', t('author.mark', after, t(`author.${state}`)));
      return go;
    }));
  }

  #differences(difference) {
    const { theirs } = this.#session;
    const here = this.#differenceHere() === difference;
    const toggle = button(theirs ? t('author.ours') : t('author.yours'), () => this.#toggle(difference), { className: 'toggle' });
    toggle.setAttribute('aria-pressed', theirs);
    const go = button(t('show'), () => this.#session.go(this.#session.game.tree.nodes[difference.after]));
    return [...difference.piles.map(pileDifference), here ? toggle : go];
  }

  #toggle() {
    this.#session.showTheirs(!this.#session.theirs);
  }
}

function pileDifference({ pile, expected, found }) {
  const pairs = aligned(expected, found);
  return make(
    'div', { className: 'difference' },
    make('h3', {}, capital(pileName(pile))),
    make('p', {}, inWords(pairs)),
    make('dl', {},
      make('dt', {}, t('author.log')), make('dd', {}, ...signs(pairs, 'expected')),
      make('dt', {}, t('author.referee')), make('dd', {}, ...signs(pairs, 'found'))),
  );
}

// Sum up a difference: "The log lacks 4♣." Long lists become counts.
function inWords(pairs) {
  const lacks = pairs.filter(({ expected }) => expected === null).map(({ found }) => cardSign(found));
  const adds = pairs.filter(({ found }) => found === null).map(({ expected }) => cardSign(expected));
  const sentences = [lacks.length ? t('author.lacks', lacks.slice(0, 5).join(' '), lacks.length) : '', adds.length ? t('author.adds', adds.slice(0, 5).join(' '), adds.length) : ''];
  return sentences.filter(Boolean).join(' ');
}

function signs(pairs, side) {
  const other = side === 'found' ? 'expected' : 'found';
  const cards = pairs.filter((pair) => pair[side] !== null);
  if (!cards.length) return [t('author.empty')];
  return cards.flatMap((pair) => [
    pair[other] === null ? make('strong', {}, cardSign(pair[side])) : cardSign(pair[side]), ' ',
  ]);
}
