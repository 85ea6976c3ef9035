// The rules of a game beside its table. A rule shows the piles that it is about and, when pressed, the moves that follow it now.

import { make } from '../dom.js';
import { parseMove } from '../game/notation.js';
import { t } from '../i18n/page.js';
import { moveInWords } from '../i18n/panels.js';
import { rulesByPile } from './rules.js';

// Return the list of a game's rules.
export function rulesList({ session, board }) {
  const rules = rulesByPile(session.game);
  return make('ul', {}, ...rules.map(({ about, sentence }) => make('li', {}, ...(about ? shownRule(about, sentence) : [sentence]))));

  function shownRule(about, sentence) {
    const button = make('button', { type: 'button', className: 'bare rule', title: t('rules.show') }, sentence);
    const example = make('p', { className: 'quiet', role: 'status' });
    const piles = () => [...board.places.keys()].filter((name) => isAbout(about, name, session.base.position)).map((name) => [name, 'about']);
    for (const event of ['pointerenter', 'focus']) button.addEventListener(event, () => board.mark('rule', { piles: new Map(piles()) }));
    for (const event of ['pointerleave', 'blur']) button.addEventListener(event, () => board.mark('rule', {}));
    let shown = 0;
    button.addEventListener('click', () => {
      const { game, base } = session;
      if (session.node !== base) session.go(base);
      const moves = game.legalAt(base).filter((token) => follows(about, parseMove(token), base.position));
      const move = moves[shown++ % moves.length];
      board.preview(move ?? null, 'good');
      example.textContent = move ? t('rules.example', moveInWords(move, base.position), moves.length) : t('rules.no-example');
    });
    return [button, example];
  }
}

// Return whether a rule is about a pile. The waste belongs to the stock.
function isAbout(about, pile, position) {
  if (about === 'empty') return pile[0] === 'T' && !position.get(pile).cards.length;
  return pile[0] === about || (about === 'S' && pile === 'W');
}

// Return whether a move follows a rule: a card goes to a pile that it is about, or comes from the stock or the waste.
function follows(about, move, position) {
  if (!move) return about === 'S';
  return isAbout(about, about === 'S' ? move.source : move.target, position);
}
