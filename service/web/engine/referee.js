// Why a move is illegal, with the parameters of a sentence about it, which moves are legal, and how a game stands (docs/rules.md, section 1).

import { ANY_FOUNDATION, CODES, NO_PILE, RANKS, RequestError, codeOf, faceUpOn } from './declaration.js';
import { gapBefore, knowsOrder, play } from './position.js';
import { acceptingFoundation, awaitsBase, buildMoved, cardsToPlay, columnsOf, firstBreak, isCovered, keepsLast, lacking, leaving, opensNow, pairsBeneath, roomFor, staysThere, takesFrom, takesNothingUnder, turnsUp, waitsForPlayer, whyNotOnto, whyNotTaken } from './sequences.js';

/**
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 * @typedef {import('./position.js').StockMove} StockMove
 * @typedef {import('./position.js').CardMove} CardMove
 * @typedef {import('./position.js').Move} Move
 * @typedef {import('./index.d.ts').Reason} Reason
 * @typedef {import('./index.d.ts').RefusalParams} RefusalParams
 */

const TOKEN = /^(?:(deal|draw|redeal)|([SW]|[TFR][1-9][0-9]{0,2})-([SW]|[TFR][1-9][0-9]{0,2}|F)(?:x([1-9][0-9]{0,2}))?)$/;
/** @type {readonly StockMove['action'][]} */
const ACTIONS = ['deal', 'draw', 'redeal'];

/** @param {unknown} token @returns {token is string} */
export const isToken = (token) => typeof token === 'string' && TOKEN.test(token);

/**
 * Return a token as a move of this game, or null if it is outside the grammar.
 * @param {Rules} rules
 * @param {string} token
 * @returns {Move | null}
 */
export function parse(rules, token) {
  const found = TOKEN.exec(token);
  if (!found) return null;
  const [, action, source, target, count] = found;
  if (action) return { action: /** @type {StockMove['action']} */ (action) };
  return {
    source: rules.byName.get(source) ?? NO_PILE,
    target: target === 'F' ? ANY_FOUNDATION : (rules.byName.get(target) ?? NO_PILE),
    count: Number(count ?? 1),
  };
}

/**
 * Return a token as a move. Throws RequestError for a token outside the grammar.
 * @param {Rules} rules
 * @param {string} token
 */
export function readMove(rules, token) {
  const move = parse(rules, token);
  if (!move) throw new RequestError('/moves', `${JSON.stringify(token)} is not a move such as T3-T7x4, W-F or draw.`);
  return move;
}

/**
 * Return why a token is illegal, with parameters for a sentence, or null if it is legal.
 * @param {Rules} rules
 * @param {Position} position
 * @param {string} token
 * @returns {Omit<import('./index.d.ts').Refusal, 'detail'> | null}
 */
export function refusalOf(rules, position, token) {
  const move = readMove(rules, token);
  const reason = whyNot(rules, position, move);
  return reason && { reason, params: paramsOf(rules, position, token, move, reason) };
}

/**
 * Return the shortest token of a move.
 * @param {Rules} rules
 * @param {Move} move
 */
export function tokenOf(rules, move) {
  if (move.action) return move.action;
  const group = move.count > 1 ? `x${move.count}` : '';
  return `${rules.names[move.source]}-${rules.names[move.target]}${group}`;
}

/**
 * Return the first check that a move fails, or null if it is legal.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Move} move
 * @returns {Reason | null}
 */
export function whyNot(rules, position, move) {
  if (position.won) return 'game_over';
  return move.action ? whyNoAction(rules, position, move.action) : whyNoCardMove(rules, position, move);
}

/**
 * Checks 2 to 5.
 * @param {Rules} rules
 * @param {Position} position
 * @param {StockMove['action']} action
 * @returns {Reason | null}
 */
function whyNoAction(rules, position, action) {
  const { stock } = rules;
  if (!stock?.actions.includes(action)) return 'unknown_action';
  if (action === 'redeal') {
    if (!rules.gathers) {
      if (position.piles[rules.stockPile].length && !(rules.laysUnder && position.piles[rules.waste].length)) return 'stock_not_empty';
      if (!rules.laysUnder && !takenUp(rules).some((pile) => position.piles[pile].length)) return 'waste_empty';
    }
    if (!hasRedeal(rules, position) || !knowsOrder(rules, position)) return 'no_redeals_left';
    return awaitsBase(rules, position) ? 'base_not_set' : null;
  }
  if (stock.deal_to === 'gaps') return whyNoGap(rules, position);
  if (position.piles[rules.stockPile].length <= Number(rules.showsLast)) return 'stock_empty';
  if (awaitsBase(rules, position)) return 'base_not_set';
  if (stock.hold === 'waste') return position.piles[rules.waste].length ? 'waste_not_empty' : null;
  if (stock.hold === 'empty_column' || stock.hold === 'spare_card') {
    const sizes = rules.tableau.map((pile) => position.piles[pile].length);
    const isHeld = sizes.includes(0) && (stock.hold === 'empty_column' || sizes.some((size) => size > 1));
    return isHeld ? 'empty_column' : null;
  }
  return holdingMove(rules, position) ? 'moves_available' : null;
}

/**
 * Return the piles whose cards a redeal turns into the stock.
 * @param {Rules} rules
 */
const takenUp = ({ restocks, gathered, waste }) => (restocks ? gathered : [waste]);

/**
 * Return why a deal to the gaps would neither deal nor move a card, or null.
 * @param {Rules} rules
 * @param {Position} position
 * @returns {Reason | null}
 */
function whyNoGap(rules, position) {
  const filled = rules.tableau.filter((column) => position.piles[column].length);
  if (filled.some((column) => gapBefore(rules, position, column) !== column)) return null;
  if (!position.piles[rules.stockPile].length) return 'stock_empty';
  return filled.length === rules.tableau.length ? 'no_gap' : null;
}

/** @param {Rules} rules @param {Position} position */
const hasRedeal = ({ stock }, { redeals }) => stock !== null && (stock.redeals === null || redeals < stock.redeals);

/**
 * Return a legal card move that holds cards in the stock, if any.
 * @param {Rules} rules
 * @param {Position} position
 * @returns {CardMove | undefined}
 */
export function holdingMove(rules, position) {
  const hold = rules.stock?.hold;
  if (hold !== 'card_move' && hold !== 'forward_move') return undefined;
  for (const move of cardMoves(rules, position)) {
    if (hold === 'card_move' || isForward(rules, position, move)) return move;
  }
  return undefined;
}

/**
 * Return whether a legal card move cannot simply be undone (docs/rules.md, section 2).
 * @param {Rules} rules
 * @param {Position} position
 * @param {CardMove} move
 */
function isForward(rules, position, { source, target, count }) {
  const foundation = rules.foundationRules[target];
  if (foundation) return !foundation.whole;
  const after = play(rules, position, { source, target, count }).position;
  const turned = after.down.some((down, pile) => down !== position.down[pile]);
  return turned || whyNot(rules, after, { source: target, target: source, count }) !== null;
}

/**
 * Checks 6 to 22.
 * @param {Rules} rules
 * @param {Position} position
 * @param {CardMove} move
 * @returns {Reason | null}
 */
function whyNoCardMove(rules, position, move) {
  const { source, target, count } = move;
  if (source === NO_PILE || target === NO_PILE) return 'unknown_pile';
  if (source === target && count === 1 && turnsUp(rules, position, source)) return null;
  if (!rules.sources.includes(source)) return 'source_locked';
  if (target !== ANY_FOUNDATION && !(rules.targets.includes(target) && takesFrom(rules, target, source))) return 'target_locked';
  const gone = leaving(rules, move);
  if (source === target && gone === count) return 'same_pile';
  const cards = position.piles[source].length;
  if (!cards) return 'source_empty';
  if (gone > cards || keepsLast(rules, position, source)) return 'not_enough_cards';
  const turnsOut = rules.turnedTo >= 0 && target === rules.merci;
  if (gone > faceUpOn(rules, position, source) && !turnsOut) return 'face_down_card';
  if (target !== ANY_FOUNDATION && waitsForPlayer(rules, position, target)) return 'face_down_card';
  if (isCovered(rules, position, source) || takesNothingUnder(rules, position, source, target)) return 'covered_card';
  if (staysThere(rules, position, source)) return 'source_locked';
  if (!mayBegin(rules, source, target) && awaitsBase(rules, position)) return 'base_not_set';
  if (target !== ANY_FOUNDATION) return whyNotOnto(rules, position, source, target, count);
  const accepts = acceptingFoundation(rules, position, source, count) !== ANY_FOUNDATION;
  return accepts ? null : 'no_foundation_accepts';
}

/**
 * Return whether a move is possible while no foundation has a card.
 * @param {Rules} rules
 * @param {number} source
 * @param {number} target
 */
const mayBegin = ({ openers, kinds, declaration }, source, target) =>
  openers.includes(source) && (declaration.same_base === 'givers_first' || target === ANY_FOUNDATION || kinds[target] === 'F');

/**
 * Yield every legal card move: by source, then target, then count.
 * @param {Rules} rules
 * @param {Position} position
 * @returns {Generator<CardMove, void>}
 */
function* cardMoves(rules, position) {
  if (position.won) return;
  const waits = awaitsBase(rules, position);
  for (const source of rules.sources) {
    if (turnsUp(rules, position, source)) {
      yield { source, target: source, count: 1 };
      continue;
    }
    if (isCovered(rules, position, source) || keepsLast(rules, position, source) || staysThere(rules, position, source)) continue;
    const pile = position.piles[source];
    if (rules.turnedTo >= 0 && pile.length && whyNotOnto(rules, position, source, rules.merci, 1) === null) yield { source, target: rules.merci, count: 1 };
    const faceUp = faceUpOn(rules, position, source);
    const most = movesGroups(rules, source) || rules.exchanges ? faceUp : Math.min(1, faceUp);
    for (const target of rules.targets) {
      if (target === source) {
        if (pairsBeneath(rules, source) && whyNoCardMove(rules, position, { source, target, count: 1 }) === null) yield { source, target, count: 1 };
        continue;
      }
      if ((rules.turnedTo >= 0 && target === rules.merci) || !takesFrom(rules, target, source) || takesNothingUnder(rules, position, source, target)) continue;
      if (waits && !mayBegin(rules, source, target)) continue;
      for (let count = 1; count <= most; count++) {
        // Nearly every other group fails here, whatever lies on its lowest card.
        if (whyNotTaken(rules, position, target, pile, pile.length - count) !== null) continue;
        if (whyNotOnto(rules, position, source, target, count) === null) yield { source, target, count };
      }
    }
  }
}

/** @param {Rules} rules @param {number} source */
function movesGroups({ columnRules, kinds, declaration: { reserve } }, source) {
  const columns = columnRules[source];
  return columns !== null && (kinds[source] === 'T' || (kinds[source] === 'R' && reserve?.takes === 'run')) && (columns.lift !== 'one' || columns.supermove);
}

/**
 * Return every legal token, foundations numbered, in the order of docs/rules.md.
 * @param {Rules} rules
 * @param {Position} position
 */
export function legalMoves(rules, position) {
  const tokens = [];
  for (const move of cardMoves(rules, position)) tokens.push(tokenOf(rules, move));
  for (const action of ACTIONS) if (whyNot(rules, position, { action }) === null) tokens.push(action);
  return tokens;
}

/**
 * Return the outcome of a position.
 * @param {Rules} rules
 * @param {Position} position
 * @returns {import('./index.d.ts').Outcome}
 */
export function outcome(rules, position) {
  if (position.won) return 'won';
  return hasCardMove(rules, position) || stockCanHelp(rules, position) ? 'in_progress' : 'lost';
}

/** @param {Rules} rules @param {Position} position */
const hasCardMove = (rules, position) => !cardMoves(rules, position).next().done;

/**
 * Return whether the stock or a redeal can bring about a card move, if there is none now.
 * @param {Rules} rules
 * @param {Position} position
 */
function stockCanHelp(rules, position) {
  const { stock, stockPile } = rules;
  if (!stock) return false;
  const redealsLeft = hasRedeal(rules, position);
  // What a shuffle brings is not known before.
  if (rules.gathers) return redealsLeft && (stock.gather_as !== 'groups' || gatheringHelps(rules, position, stock.gather ?? 0));
  if (rules.restocks && !position.piles[stockPile].length) {
    return redealsLeft && takenUp(rules).some((pile) => position.piles[pile].length);
  }
  if (!stock.actions.includes('draw')) return stock.actions.includes('deal') && whyNoAction(rules, position, 'deal') === null;
  if (awaitsBase(rules, position)) return false;
  const { piles } = position;
  if (!stock.actions.length) return false;
  if (rules.laysUnder && redealsLeft) return true;
  if (stock.hold === 'waste' && piles[rules.waste].length) return false;
  const cardsLeft = piles[stockPile].length + piles[rules.waste].length > 0;
  const isVacancy = (/** @type {number} */ pile) => pile !== rules.waste && !piles[pile].length && rules.refills[pile].includes(stockPile);
  if (redealsLeft && cardsLeft && piles.some((_, pile) => isVacancy(pile))) return true;
  if (rules.pairing.length || !stock.after_waste || stock.draw_as.length) return turningHelps(rules, position);
  return topsToCome(rules, position, redealsLeft, stock.draw).some(
    (card) =>
      stock.waste_takes ? isPutUpon(rules, position, card) : rules.targets.some((target) => takesOffWaste(rules, position, target, card)),
  );
}

/**
 * Return whether a card can be moved after draws, or after those of a redeal if one is left. Packets come up in the same order again
 * after two redeals only.
 * @param {Rules} rules
 * @param {Position} position
 */
function turningHelps(rules, position) {
  let turned = position;
  for (let pass = rules.drawsPacket ? 3 : 2; pass > 0; pass--) {
    while (whyNoAction(rules, turned, 'draw') === null) {
      turned = play(rules, turned, { action: 'draw' }).position;
      if (hasCardMove(rules, turned)) return true;
    }
    if (whyNoAction(rules, turned, 'redeal') !== null) return false;
    turned = play(rules, turned, { action: 'redeal' }).position;
  }
  return false;
}

/**
 * Return whether a card can be moved to the waste once this card is its top.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} top
 */
function isPutUpon(rules, position, top) {
  if (!rules.stock?.waste_takes) return false;
  const piles = position.piles.map((cards, pile) => (pile === rules.waste ? [top] : cards));
  const free = rules.sources.filter((pile) => piles[pile].length && !isCovered(rules, position, pile));
  return free.some((pile) => whyNotTaken(rules, { ...position, piles }, rules.waste, piles[pile].slice(-1), 0) === null);
}

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} target
 * @param {number} card
 */
function takesOffWaste(rules, position, target, card) {
  if (target === rules.waste || rules.takesAfter.has(target) || lacking(rules, position, target).length || takesNothingUnder(rules, position, rules.waste, target)) return false;
  if (!takesFrom(rules, target, rules.waste) || whyNotTaken(rules, position, target, [card], 0) !== null) return false;
  const column = rules.kinds[target] === 'T';
  if (column && !(position.piles[target].length ? rules.builds.has(rules.waste) : opensNow(rules, position, rules.waste))) return false;
  return rules.kinds[target] !== 'T' || roomFor(rules, position, rules.waste, target, 1) > 0;
}

/**
 * Return the cards that draws, and a redeal if one is left, can bring to the top of the waste. After a redeal
 * with nothing played the same cards come to the top each time.
 * @param {Rules} rules
 * @param {Position} position
 * @param {boolean} again
 * @param {number} size the cards of one draw
 */
function topsToCome(rules, { piles }, again, size) {
  const turned = [...piles[rules.stockPile]].reverse();
  // Where a card on the waste holds up draws, what the first one turns stays there until it is played.
  const stock = rules.stock?.hold === 'waste' ? turned.slice(0, size) : turned;
  const passes = again ? [stock, [...piles[rules.waste], ...stock]] : [stock];
  return passes.flatMap((cards) => cards.filter((_, place) => (place + 1) % size === 0 || place + 1 === cards.length));
}

/**
 * Return whether gathering the columns can lead to a card move.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} size the cards that each column gets
 */
function gatheringHelps(rules, position, size) {
  const cards = rules.tableau.reduce((sum, pile) => sum + position.piles[pile].length, 0);
  if (cards > size * rules.tableau.length) return true;
  const { position: gathered } = play(rules, position, { action: 'redeal' });
  return gathered.won || hasCardMove(rules, gathered);
}

/**
 * Return the parameters of a refusal.
 * @param {Rules} rules
 * @param {Position} position
 * @param {string} token
 * @param {Move} move
 * @param {Reason} reason
 * @returns {RefusalParams}
 */
function paramsOf(rules, position, token, move, reason) {
  if (move.action) return ofAction(rules, position, move.action, reason);
  const [source, target] = token.split(/[-x]/);
  const count = leaving(rules, move);
  const params = { source, target, count };
  const pile = position.piles[move.source];
  if (reason === 'game_over' || !pile) return params;
  const faceUp = faceUpOn(rules, position, move.source);
  if (count > faceUp) return { ...params, cards: pile.length, face_up: faceUp };
  // Which card comes up does not depend on the top card.
  if (move.target === rules.merci && rules.turnedTo >= 0) return params;
  const onto = move.target === ANY_FOUNDATION ? undefined : position.piles[move.target]?.slice(0, move.target === move.source ? -1 : undefined);
  return {
    ...params,
    card: codeOf(pile[pile.length - move.count]),
    ...(onto?.length && position.down[move.target] < onto.length ? { top: codeOf(onto[onto.length - 1]) } : {}),
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
  if (reason === 'waste_not_empty') return { action, cards: position.piles[rules.waste].length };
  if (reason === 'no_redeals_left') {
    const redeals = rules.stock?.redeals ?? Infinity;
    return position.redeals < redeals ? { action } : { action, redeals };
  }
  if (reason === 'empty_column') {
    const piles = rules.tableau.filter((pile) => !position.piles[pile].length).map((pile) => rules.names[pile]);
    return { action, piles, ...(rules.stock?.hold === 'spare_card' ? { spare: true } : {}) };
  }
  const holding = reason === 'moves_available' ? holdingMove(rules, position) : undefined;
  return holding ? { action, move: tokenOf(rules, holding) } : { action };
}

/**
 * Return the ranks with which a cell begins.
 * @param {Rules} rules
 * @param {number} pile
 */
export function cellRanks(rules, pile) {
  const collected = [...RANKS].filter((rank) => rules.collected.some((ranks) => ranks.includes(rank))).join('');
  const opening = rules.begins[pile] ?? rules.declaration.reserve?.ranks ?? '';
  return collected || [...opening].filter((letter) => RANKS.includes(letter)).join('');
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
    case 'covered_card':
      return { covers: rules.covers[isCovered(rules, position, source) ? source : target].filter((cover) => position.piles[cover].length).map((cover) => rules.names[cover]) };
    case 'stock_not_empty':
      return { cards: cardsToPlay(rules, position) };
    case 'broken_sequence': {
      const columns = columnsOf(rules, source);
      const build = buildMoved(columns, rules.kinds[target] === 'T');
      const place = build === 'any' ? -1 : firstBreak(columns, build, pile, pile.length - count);
      return place < 0 ? {} : { broken: [codeOf(pile[place - 1]), codeOf(pile[place])] };
    }
    case 'too_many_cards':
      return { room: roomFor(rules, position, source, target, count) };
    case 'target_locked':
      return lacking(rules, position, target).length ? { awaits: lacking(rules, position, target).map((pile) => rules.names[pile]) } : {};
    case 'king_locked':
      return { waits_for: rules.names[rules.foundationRules[target]?.lastAfter ?? -1] };
    case 'needs_king':
      if (rules.kinds[target] === 'R') return { ranks: cellRanks(rules, target) };
      return { ranks: [...columnsOf(rules, target).empty_takes].map((rank) => RANKS[(rank + position.base) % 13]).join('') };
    case 'wrong_color':
    case 'wrong_suit':
    case 'wrong_rank':
    case 'needs_base':
    case 'needs_pair': {
      const takes = CODES.filter((_, card) => whyNotTaken(rules, position, target, [card], 0) === null);
      if (!rules.foundationRules[target]?.lowestFirst || position.piles[target].length) return { takes };
      const tops = rules.tableau.flatMap((column) => position.piles[column].slice(-1).map(codeOf));
      return { takes: takes.filter((code) => tops.includes(code)) };
    }
    default:
      return {};
  }
}
