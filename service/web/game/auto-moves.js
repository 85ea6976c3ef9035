// Which moves the page makes by itself: the best move of a tapped card, moves to the foundations, and those that finish a game.

import { safeMoves } from '../engine/autoplay.js';
import { MERCIS } from '../engine/declaration.js';
import { parseMove } from './notation.js';

const RANKS = 'A23456789TJQK';

// Return the best legal move of the top `count` cards of a pile, or null: to a foundation, onto a card of the same suit, onto
// another card, to an empty column, to a cell.
export function bestMove(game, node, pile, count) {
  if (pile[0] === 'F') return null;
  const { pairs, reserve } = game.variant.declaration;
  const moves = game.legalAt(node).map((token) => ({ token, ...parseMove(token) }));
  // Which two cards leave together is the player's choice, and when to use a merci.
  const isChosen = (target) => pairs?.piles.includes(target[0]) || (target[0] === 'R' && MERCIS.includes(reserve?.takes));
  const own = moves.filter(({ source, target, cards }) => source === pile && cards === count && !isChosen(target));
  return own.toSorted((one, other) => worth(node.position, other) - worth(node.position, one))[0]?.token ?? null;
}

function worth(position, { source, target, cards }) {
  if (target[0] === 'F') return 4;
  const from = position.get(source).cards;
  const under = position.get(target).cards.at(-1);
  if (target[0] === 'R') return 0;
  // A whole column gains nothing in another empty column.
  if (!under) return source[0] === 'T' && cards === from.length ? -1 : 1;
  return under.code[1] === from.at(-cards).code[1] ? 3 : 2;
}

// Return the moves to foundations that follow a player's move by themselves: none, those that are safe, or all. Where columns are not
// built down, or pairs leave, none is safe.
export function automatic(game, node, which) {
  const { columns, pairs } = game.variant.declaration;
  if (which === 'never' || pairs || game.outcomeAt(node) !== 'in_progress') return [];
  if (which === 'always') return game.continued(node, lowest).moves;
  if (columns?.direction !== 'down' || columns.kinds.some(({ build }) => build?.includes(':'))) return [];
  return game.continued(node, (legal, position, state) => lowest(safeMoves(game.deal.rules, state), position)).moves;
}

// Return the moves that play every card to the foundations, or null. Only a game whose columns hide no card is finished this
// way, so no choice of the player is taken away. Cards are drawn when no other card goes up.
export function finish(game, node) {
  node.finish ??= { moves: finishing(game, node) };
  return node.finish.moves;
}

function finishing(game, node) {
  const { stock } = game.variant.declaration;
  const draws = Boolean(stock?.actions.includes('draw'));
  if (game.outcomeAt(node) !== 'in_progress' || hides(node.position, draws)) return null;
  const hidden = draws ? node.position.get('S').cards.length + node.position.get('W').cards.length : 0;
  // After a whole turn of the stock without a card for the foundations, none will follow.
  let drawn = 0;
  const { moves, outcome } = game.continued(node, (legal, position) => {
    const card = lowest(legal, position);
    drawn = card ? 0 : drawn + 1;
    return card ?? (drawn <= hidden + 1 ? ['draw', 'redeal'].find((action) => draws && legal.includes(action)) : null);
  });
  return outcome === 'won' ? moves : null;
}

const hides = (position, draws) => [...position].some(([name, { cards, faceDown }]) => (name === 'S' ? !draws && cards.length > 0 : faceDown > 0));

// The lowest card goes first, so that foundations grow evenly.
function lowest(legal, position) {
  const goals = legal.map((token) => ({ token, ...parseMove(token) })).filter(({ source, target }) => target?.[0] === 'F' && source[0] !== 'F');
  const rank = ({ source, cards }) => RANKS.indexOf(position.get(source).cards.at(-cards).code[0]);
  return goals.toSorted((one, other) => rank(one) - rank(other))[0]?.token ?? null;
}
