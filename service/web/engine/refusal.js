// The parameters of a refusal: the cards, piles and numbers that a sentence about it needs.

import { CODES, RANKS } from './cards.js';
import { ANY_FOUNDATION } from './declaration.js';
import { columnsOf, firstBreak, roomFor, whyNotTaken } from './fits.js';
import { holdingMove, tokenOf } from './referee.js';

/**
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 * @typedef {import('./position.js').CardMove} CardMove
 * @typedef {import('./position.js').Move} Move
 * @typedef {import('./index.d.ts').Reason} Reason
 * @typedef {import('./index.d.ts').RefusalParams} RefusalParams
 */

/**
 * Return the parameters of a refusal.
 * @param {Rules} rules
 * @param {Position} position
 * @param {string} token
 * @param {Move} move
 * @param {Reason} reason
 * @returns {RefusalParams}
 */
export function paramsOf(rules, position, token, move, reason) {
  if (move.action) return ofAction(rules, position, move.action, reason);
  const [source, target] = token.split(/[-x]/);
  const params = { source, target, count: move.count };
  const pile = position.piles[move.source];
  if (reason === 'game_over' || !pile) return params;
  const faceUp = pile.length - position.down[move.source];
  if (move.count > faceUp) return { ...params, cards: pile.length, face_up: faceUp };
  const onto = move.target === ANY_FOUNDATION ? undefined : position.piles[move.target];
  return {
    ...params,
    card: CODES[pile[pile.length - move.count]],
    ...(onto?.length ? { top: CODES[onto[onto.length - 1]] } : {}),
    ...ofReason(rules, position, move, reason),
  };
}

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {string} action
 * @param {Reason} reason
 * @returns {RefusalParams}
 */
function ofAction(rules, position, action, reason) {
  if (reason === 'stock_not_empty') return { action, cards: position.piles[rules.stockPile].length };
  if (reason === 'no_redeals_left') return { action, redeals: rules.stock?.redeals ?? 0 };
  if (reason === 'empty_column') {
    return { action, piles: rules.tableau.filter((pile) => !position.piles[pile].length).map((pile) => rules.names[pile]) };
  }
  const holding = reason === 'moves_available' ? holdingMove(rules, position) : undefined;
  return holding ? { action, move: tokenOf(rules, holding) } : { action };
}

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {CardMove} move
 * @param {Reason} reason
 * @returns {RefusalParams}
 */
function ofReason(rules, position, { source, target, count }, reason) {
  const pile = position.piles[source];
  switch (reason) {
    case 'broken_sequence': {
      const columns = columnsOf(rules);
      const build = rules.kinds[target] === 'T' && columns.supermove ? columns.build : columns.lift;
      const place = firstBreak(columns, build, pile, pile.length - count);
      return place < 0 ? {} : { broken: [CODES[pile[place - 1]], CODES[pile[place]]] };
    }
    case 'too_many_cards':
      return { room: roomFor(rules, position, source, target, count) };
    case 'king_locked':
      return { waits_for: rules.names[rules.foundationRules[target]?.lastAfter ?? -1] };
    case 'needs_king':
      return { ranks: [...columnsOf(rules).empty_takes].map((rank) => RANKS[(rank + position.base) % 13]).join('') };
    case 'wrong_color':
    case 'wrong_suit':
    case 'wrong_rank':
    case 'needs_base':
      return { takes: CODES.filter((_, card) => whyNotTaken(rules, position, target, [card], 0) === null) };
    default:
      return {};
  }
}
