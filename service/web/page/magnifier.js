// A large card in a corner of the board: the one under the pointer, or the top card of the pile that has the focus.

import { find, isOn, make } from '../dom.js';
import { cardElement, turn } from '../table/cards.js';

export function start({ board, session }) {
  const card = cardElement(-1);
  const glass = make('div', { id: 'magnified', className: 'small', hidden: true, ariaHidden: 'true' }, card);
  find('#board').append(glass);
  let pointed = null;
  const show = () => {
    const at = pointed?.isConnected ? board.locate(pointed) : null;
    const { cards, faceDown, opened } = session.position?.get(at?.pile) ?? { cards: [] };
    const index = pointed?.matches('.place') ? cards.length - 1 : at?.index;
    const code = index >= faceDown || opened?.has(index) ? cards[index]?.code : null;
    glass.hidden = !code || !isOn('magnifier');
    if (glass.hidden) return;
    turn(card, code, { small: true });
    // On the other side than the card that it shows.
    const { left, width } = pointed.getBoundingClientRect();
    glass.classList.toggle('right', left + width / 2 < innerWidth / 2);
  };
  const point = ({ target }) => {
    pointed = target.closest('.card:not(.ghost), .place');
    show();
  };
  for (const name of ['pointerover', 'focusin']) find('#board').addEventListener(name, point);
  for (const name of ['pointerleave', 'focusout']) find('#board').addEventListener(name, () => point({ target: find('#board') }));
  session.watch(show);
}
