// The ribbon under the board: one line for the whole game, green while it is proven winnable, grey where that is not known,
// red once it is dead. Marks show the illegal move, the divergence, the turning point and what a review found. It is also the slider.

import { prospectsAlong } from '../game/prospects.js';
import { t } from '../i18n/page.js';
import { button, find, make } from '../dom.js';

export class Ribbon {
  #session;
  #scrub = find('#scrub');

  constructor(session, goTo) {
    this.#session = session;
    this.#scrub.addEventListener('input', () => goTo(this.#scrub.valueAsNumber));
    session.watch(() => this.#show(goTo));
  }

  #show(goTo) {
    const { node, ply, last } = this.#session;
    this.#scrub.max = last;
    this.#scrub.value = ply;
    this.#scrub.setAttribute('aria-valuetext', t('control.place', ply, last, Boolean(node.illegal)));
    find('#ribbon').classList.toggle('empty', !last);
    find('#ply').textContent = `${ply} / ${last}`;
    const segments = segmentsOf(this.#session);
    find('#segments').replaceChildren(...segments.map(({ prospect, from, to }) => {
      const element = make('i', { className: prospect });
      Object.assign(element.style, { left: `${at(from, last)}%`, width: `${at(to, last) - at(from, last)}%` });
      return element;
    }));
    find('#marks').replaceChildren(...marksOf(this.#session).map(({ kind, after }) => {
      const mark = button('', () => goTo(after), { className: kind, 'aria-label': t(`mark.${kind}`, after), title: t(`mark.${kind}`, after) });
      mark.style.left = `${at(after, last)}%`;
      return mark;
    }));
  }
}

const at = (ply, last) => (last ? (100 * ply) / last : 0);

// Return the parts of the line with one prospect each, in order.
export function segmentsOf({ game, line }) {
  const segments = [];
  prospectsAlong(game, line).forEach((prospect, ply) => {
    const previous = segments.at(-1);
    if (previous?.prospect === prospect) previous.to = ply;
    else segments.push({ prospect, from: Math.max(0, ply - 1), to: ply });
  });
  return segments;
}

// Return the marks of the line: { kind, after }.
export function marksOf({ game, line }) {
  const own = line.findIndex((node) => !node.main);
  const shared = own < 0 ? line.length - 1 : own - 1;
  const checkpoints = game.checkpoints.filter(({ after }) => after <= shared).map(({ after, state }) => ({ kind: state, after }));
  const dead = game.turning?.dead_after;
  return [
    ...checkpoints.filter(({ kind }) => kind !== 'unreached'),
    ...(dead && dead <= shared ? [{ kind: 'turning', after: dead }] : []),
    ...(game.review?.points ?? []).filter(({ to }) => to < line.length && to !== dead).map(({ to, cost }) => ({ kind: cost ? 'detour' : 'turning', after: to })),
    ...(line.at(-1).illegal ? [{ kind: 'illegal', after: line.length - 1 }] : []),
  ];
}
