// The list of moves: the present one is marked, any can be gone to.

import { find, make } from './dom.js';
import { cardSign } from './words.js';

export class MoveList {
  #list = find('#moves ol');
  #session;
  #items = [];
  #opening;

  constructor(session) {
    this.#session = session;
    this.#list.addEventListener('click', (event) => {
      const item = event.target.closest('button')?.parentElement;
      if (item) session.go(this.#items.indexOf(item));
    });
    session.watch((_, previous) => this.#show(previous.game));
  }

  #show(before) {
    const { game, ply, atIllegal } = this.#session;
    if (game !== before) this.#write(game);
    this.#list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const current = this.#items[ply];
    current.firstElementChild.setAttribute('aria-current', 'step');
    this.#reveal(atIllegal ? this.#items[ply + 1] : current);
  }

  // A move that follows upon another changes only the end of the list.
  #write(game) {
    const lines = ['', ...game.log.moves].map((token, ply) => ({ token, ...howItWent(game, ply) }));
    let same = 0;
    if (this.#opening === game.positions[0]) {
      while (lines[same] && this.#items[same]?.dataset.line === key(lines[same])) same += 1;
    }
    this.#opening = game.positions[0];
    this.#items.splice(same).forEach((item) => item.remove());
    this.#items.push(...lines.slice(same).map((line, index) => itemOf(line, same + index)));
    this.#list.append(...this.#items.slice(same));
  }

  // Only the list scrolls, never the page.
  #reveal(item) {
    const above = item.offsetTop;
    const { scrollTop, clientHeight } = this.#list;
    if (above < scrollTop || above + item.offsetHeight > scrollTop + clientHeight) {
      this.#list.scrollTop = above - clientHeight / 2;
    }
  }
}

const key = ({ token, how, cards }) => `${token} ${how} ${cards}`;

function howItWent(game, ply) {
  if (ply === 0) return { how: 'start', cards: '' };
  if (ply > game.played) return { how: ply === game.played + 1 ? 'illegal' : 'unplayed', cards: '' };
  const { moved } = game.steps[ply - 1];
  const codes = moved.length === 1 ? moved[0].cards : [];
  const more = codes.length > 1 ? `–${cardSign(codes.at(-1))}` : '';
  return { how: 'played', cards: codes.length && moved[0].to !== 'S' ? cardSign(codes[0]) + more : '' };
}

function itemOf(line, ply) {
  const { token, how, cards } = line;
  const note = { illegal: 'illegal', unplayed: 'not played' }[how] ?? cards;
  const button = make(
    'button', { type: 'button', disabled: how === 'unplayed' || how === 'illegal' },
    make('span', { className: 'number' }, how === 'start' ? '' : String(ply)),
    make('span', { className: 'token' }, how === 'start' ? 'The deal' : token),
    make('span', { className: 'note' }, note),
  );
  const item = make('li', { className: how }, button);
  item.dataset.line = key(line);
  return item;
}
