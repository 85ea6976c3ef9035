// Positions, and what a legal move does to one. A position is never changed: `play` returns another one that shares
// the piles that the move did not touch. So undoing a move is keeping the position before it.

import { ANY_FOUNDATION, RANKS, codeOf, codesOf, rankOf, stockShown } from './declaration.js';
import { acceptingFoundation, awaitsBase, drawnTo, inPlace, isComplete, isCovered, isWon, leavingPair, whyNotTaken } from './sequences.js';

/**
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./index.d.ts').Reason} Reason
 *
 * @typedef {object} Position
 * @property {number[][]} piles the cards of each pile, bottom to top
 * @property {number[]} down how many cards of each pile lie face down, with those that face-down ones cover
 * @property {number} redeals
 * @property {number} merciUsed how often the merci was used
 * @property {number} phase where stock cards are moved to columns in rounds: how many in this round, 0 before the first one
 * @property {number} base the rank that `A` of the declaration stands for
 * @property {boolean} won
 * @property {Orders | null} orders where redeals shuffle: the order of each; null if it is not known
 * @property {number} drawn how many numbers the shuffles of redeals have taken so far
 *
 * @typedef {object} Orders
 * @property {(redeal: number) => boolean} knows whether the order of a redeal is known; the first one of the game is 0
 * @property {(cards: number[], redeal: number, drawn: number) => number[]} shuffled the places of cards in their new order, the one dealt last first
 *
 * @typedef {{ action: 'deal' | 'draw' | 'redeal' }} StockMove
 * @typedef {{ action?: undefined, source: number, target: number, count: number }} CardMove
 * @typedef {StockMove | CardMove} Move
 *
 * @typedef {{ source: number, target: number, cards: number[] }} Moved
 * @typedef {object} Step what a move did
 * @property {Moved[]} moved
 * @property {{ pile: number, card: number }[]} turnedUp
 * @property {Moved[]} filled
 * @property {number} [phase] the phase after the move, where it changes
 * @property {{ pile: number, card: number }[]} faceDown the cards that a redeal deals face down; it deals all others face up. Or those that a draw turns down
 */

/**
 * Play a legal move and all that follows from it.
 * @param {Rules} rules
 * @param {Position} before
 * @param {Move} legal
 * @returns {{ position: Position, played: Move, step: Step }} the new position, the move with its foundation numbered, and what it did
 */
export function play(rules, before, legal) {
  const position = { ...before, piles: [...before.piles], down: [...before.down] };
  /** @type {Step} */
  const step = { moved: [], turnedUp: [], filled: [], faceDown: [] };
  const played = legal.action ? legal : { ...legal, target: targetOf(rules, before, legal) };
  if (played.action) ACTION[played.action](rules, position, step);
  else moveCards(rules, before, position, played, step);
  position.won = isWon(rules, position);
  return { position, played, step };
}

/** @param {Rules} rules @param {Position} position @param {CardMove} move */
const targetOf = (rules, position, { source, target, count }) =>
  target === ANY_FOUNDATION ? acceptingFoundation(rules, position, source, count) : target;

/**
 * Move cards, and do all that follows from it.
 * @param {Rules} rules
 * @param {Position} before
 * @param {Position} position the new position, which is still as the one before
 * @param {CardMove} played
 * @param {Step} step
 */
function moveCards(rules, before, position, { source, target, count }, step) {
  if (rules.columns?.merges.length) return merge(rules, position, source, target, step);
  const isPair = rules.pairing.includes(target) && position.piles[target].length > 0;
  if (source === target && !isPair) return showTop(rules, position, source, step);
  if (target === rules.merci && rules.turnedTo >= 0) {
    position.merciUsed++;
    return moveUp(position, source, rules.turnedTo, step.filled);
  }
  if (target === rules.merci && rules.exchanges) return exchange(position, source, target, count, step);
  if (target === rules.merci) return drawOut(position, source, target, drawnTo(rules, before, source), step);
  const { home, order } = isPair ? leavingPair(rules, position, source, target) : { home: target, order: [source] };
  for (const pile of order) step.moved.push(move(position, pile, home, count));
  if (rules.rounds && source === rules.stockPile && rules.kinds[target] === 'T') {
    const phase = nextPhase(rules, position);
    if (phase !== position.phase) step.phase = position.phase = phase;
  }
  if (rules.cells.includes(target)) discardSet(rules, position, step);
  if (rules.late.length && awaitsBase(rules, before)) dealLate(rules, position, step);
  const left = isPair && source !== target ? [source, target] : [source];
  for (const pile of left) turnUp(rules, position, pile, step);
  const emptied = left.filter((pile) => !position.piles[pile].length);
  const covered = new Set(emptied.flatMap((pile) => rules.coverable.filter((below) => rules.covers[below].includes(pile))));
  for (const below of covered) if (!isCovered(rules, position, below)) turnUp(rules, position, below, step);
  const byTarget = rules.buildsPairs && source !== rules.waste;
  for (const pile of byTarget ? [...left].reverse() : left) if (!position.piles[pile].length && !position.phase) fill(rules, position, pile, step);
  bringUp(rules, position, source, target, step.filled);
  const waits = rules.stock?.hold === 'cells' && rules.cells.some((cell) => position.piles[cell].length);
  if (rules.stock?.deal_to === 'gaps' && !rules.stock.actions.length && !waits) fillGaps(rules, position, step.filled);
}

/**
 * Return the phase after a card has come from the stock to a column.
 * @param {Rules} rules
 * @param {Position} position
 */
function nextPhase({ rounds, tableau, stockPile }, { piles, phase }) {
  if (rounds === 1) return Number(piles[stockPile].length > 0 && tableau.some((column) => !piles[column].length));
  return (phase % rounds) + 1;
}

/**
 * Let a card replace that of another column, and close the columns up.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 * @param {number} target
 * @param {Step} step
 */
function merge(rules, position, source, target, step) {
  step.moved.push(move(position, target, rules.foundations[0], 1), move(position, source, target, 1));
  closeUp(rules, position, step.filled);
}

/**
 * Move the card under the top card of a column; the top card steps aside for it.
 * @param {Position} position
 * @param {number} source
 * @param {number} aside
 * @param {number} target
 * @param {Step} step
 */
function drawOut(position, source, aside, target, step) {
  step.moved.push(move(position, source, aside, 1), move(position, source, target, 1), move(position, aside, source, 1));
  position.merciUsed++;
}

/**
 * Let the first and the last of the top cards of a column change places.
 * @param {Position} position
 * @param {number} source
 * @param {number} aside
 * @param {number} count
 * @param {Step} step
 */
function exchange(position, source, aside, count, step) {
  const pile = [...position.piles[source]];
  const [top, other] = [pile.length - 1, pile.length - count];
  [pile[top], pile[other]] = [pile[other], pile[top]];
  step.moved.push({ source, target: aside, cards: [pile[other]] }, { source, target: source, cards: [pile[top]] }, { source: aside, target: source, cards: [pile[other]] });
  position.piles[source] = pile;
  position.merciUsed++;
}

/**
 * Move the topmost face-down card if the top card is of the column's own rank.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} source
 * @param {number} target
 * @param {Moved[]} filled
 */
export function bringUp(rules, position, source, target, filled) {
  const cards = position.piles[target];
  const down = position.down[target];
  if (down === 0 || down === cards.length || !rules.own[target]?.includes(rankOf(cards[cards.length - 1]))) return;
  moveUp(position, target, source, filled);
  bringUp(rules, position, source, source, filled);
}

/**
 * Move the topmost face-down card of a column, turned up, to another pile.
 * @param {Position} position
 * @param {number} source
 * @param {number} target
 * @param {Moved[]} filled
 */
function moveUp({ piles, down }, source, target, filled) {
  const place = --down[source];
  const card = piles[source][place];
  piles[source] = piles[source].filter((_, other) => other !== place);
  piles[target] = [...piles[target], card];
  filled.push({ source, target, cards: [card] });
}

/**
 * Deal the rounds that waited until the base was set.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Step} step
 */
function dealLate({ late, stockPile }, position, step) {
  for (const pile of late) {
    if (!position.piles[pile].length && position.piles[stockPile].length) step.filled.push(move(position, stockPile, pile, 1));
  }
}

/**
 * Move the cards of the cells to the discard pile once each cell has one of a set.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Step} step
 */
function discardSet({ collected, cells, foundations }, position, step) {
  if (!collected.length || !cells.every((cell) => position.piles[cell].length)) return;
  for (const cell of cells) step.moved.push(move(position, cell, foundations[0], 1));
}

/**
 * Move the top cards of a pile, which are replaced rather than changed.
 * @param {Position} position
 * @param {number} source
 * @param {number} target
 * @param {number} count
 * @returns {Moved}
 */
export function move(position, source, target, count) {
  const { piles } = position;
  const cards = piles[source].slice(-count);
  piles[source] = piles[source].slice(0, -count);
  piles[target] = piles[target].concat(cards);
  return { source, target, cards };
}

/** @param {Rules} rules @param {Position} position @param {number} pile @param {Step} step */
function turnUp(rules, position, pile, step) {
  const { piles, down } = position;
  const cards = piles[pile];
  if (!cards.length || down[pile] < cards.length || pile === rules.waste || (rules.columns?.closed && rules.kinds[pile] === 'T')) return;
  if (cards.length > 1 && rules.kinds[pile] === 'R' && rules.declaration.reserve?.closed) {
    down[pile] = cards.length;
    return;
  }
  showTop(rules, position, pile, step);
}

/** @param {Rules} rules @param {Position} position @param {number} pile @param {Step} step */
function showTop(rules, { piles, down }, pile, step) {
  const cards = piles[pile];
  down[pile] = cards.length - 1;
  while (rules.opened[pile].has(down[pile] - 1)) down[pile]--;
  step.turnedUp.push({ pile, card: cards[cards.length - 1] });
}

/**
 * Fill an empty pile if something can, then likewise the pile that filled it.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} vacancy
 * @param {Step} step
 */
function fill(rules, position, vacancy, step) {
  const supply = suppliesOf(rules, position, vacancy).find((pile) => position.piles[pile].length);
  if (supply === undefined) return;
  if (supply === rules.stockPile && rules.stock && rules.stock.draw > 1 && !rules.rounds) {
    step.filled.push(drawn(rules, position));
    if (!position.piles[vacancy].length) fill(rules, position, vacancy, step);
    return;
  }
  if (supply === rules.stockPile) {
    const cards = rules.refills[vacancy].filter((pile) => pile === supply).length;
    step.filled.push(turnOver(position, supply, vacancy, cards));
    return;
  }
  step.filled.push(move(position, supply, vacancy, 1));
  turnUp(rules, position, supply, step);
  if (!position.piles[supply].length) fill(rules, position, supply, step);
}

/**
 * Return the piles that fill a vacancy, the first of them that has a card.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} vacancy
 */
function suppliesOf({ refills, kinds, columns }, { piles }, vacancy) {
  if (kinds[vacancy] !== 'T' || !columns?.longest_first) return refills[vacancy];
  const length = (/** @type {number} */ pile) => (kinds[pile] === 'R' ? piles[pile].length : -1);
  return [...refills[vacancy]].sort((one, other) => length(other) - length(one));
}

/**
 * Close up the columns and fill the empty ones from the stock.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Moved[]} filled gets what moved where
 */
function fillGaps(rules, position, filled) {
  const { tableau, stockPile, stock } = rules;
  const isLast = stock?.close === 'last';
  if (!isLast) closeUp(rules, position, filled);
  for (const column of tableau) {
    if (!position.piles[column].length && position.piles[stockPile].length) filled.push(move(position, stockPile, column, 1));
  }
  if (isLast && !position.piles[stockPile].length) closeUp(rules, position, filled);
}

/**
 * Move the cards of columns to empty ones before them.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Moved[]} filled gets what moved where
 */
function closeUp(rules, position, filled) {
  for (const column of rules.tableau) {
    const target = gapBefore(rules, position, column);
    if (target === column || !position.piles[column].length) continue;
    filled.push(move(position, column, target, position.piles[column].length));
    [position.down[target], position.down[column]] = [position.down[column], 0];
  }
}

/**
 * Return the empty column to which the cards of a column close up, or the column itself.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} column
 */
export function gapBefore({ closes }, { piles }, column) {
  let gap = column;
  while (closes && gap >= closes && !piles[gap - closes].length) gap -= closes;
  return gap;
}

/** @type {Record<StockMove['action'], (rules: Rules, position: Position, step: Step) => void>} */
const ACTION = { deal, draw, redeal };

/** @param {Rules} rules @param {Position} position @param {Step} step */
function deal(rules, position, step) {
  if (rules.stock?.deal_to === 'gaps') return fillGaps(rules, position, step.moved);
  // A card that is dealt to the stock stays there, as the last one.
  const piles = dealtTo(rules, position).slice(0, position.piles[rules.stockPile].length).filter((pile) => pile !== rules.stockPile);
  for (const pile of piles) {
    for (let home = homeOfNext(rules, position); home !== undefined; home = homeOfNext(rules, position)) step.moved.push(move(position, rules.stockPile, home, 1));
    if (position.piles[rules.stockPile].length) step.moved.push(move(position, rules.stockPile, pile, 1));
  }
}

/**
 * Return the empty foundation to which a deal brings the next card of the stock.
 * @param {Rules} rules
 * @param {Position} position
 */
function homeOfNext(rules, position) {
  if (rules.stock?.deal_to !== 'columns_and_home' || !position.piles[rules.stockPile].length) return undefined;
  return rules.foundations.find((pile) => !position.piles[pile].length && whyNotTaken(rules, position, pile, position.piles[rules.stockPile].slice(-1), 0) === null);
}

/** @param {Rules} rules @param {Position} position */
function dealtTo(rules, position) {
  const { stock, stockPile, tableau, foundations, dealPiles, deals } = rules;
  const { piles } = position;
  if (deals.length) {
    const [left, last] = [piles[stockPile].length, deals[deals.length - 1]];
    return last.length === left ? last : (deals.find(({ length }) => length <= left) ?? last);
  }
  const empty = tableau.filter((pile) => !piles[pile].length);
  if (stock?.deal_to === 'empty_columns' && empty.length) return empty;
  if (stock?.deal_to === 'unfinished_columns') return tableau.filter((_, index) => !isComplete(rules, position, foundations[index]));
  if (stock?.deal_to !== 'filled_columns') return dealPiles;
  const filled = tableau.filter((pile) => piles[pile].length);
  return filled.length ? filled : tableau.slice(0, 1);
}

/** @param {Rules} rules @param {Position} position @param {Step} step */
function draw(rules, position, step) {
  const { piles, down } = position;
  const shown = rules.lastDrawOnly ? piles[rules.waste].slice(down[rules.waste]) : [];
  step.faceDown = shown.map((card) => ({ pile: rules.waste, card }));
  step.moved.push(drawn(rules, position));
}

/**
 * Turn the cards of one draw, one by one or as a packet.
 * @param {Rules} rules
 * @param {Position} position
 */
function drawn({ stock, stockPile, waste, drawsPacket, lastDrawOnly }, position) {
  if (lastDrawOnly) position.down[waste] = position.piles[waste].length;
  const count = Math.min(stock?.draw ?? 1, position.piles[stockPile].length);
  return drawsPacket ? move(position, stockPile, waste, count) : turnOver(position, stockPile, waste, count);
}

/** @param {Rules} rules @param {Position} position @param {Step} step */
function redeal(rules, position, step) {
  if (rules.gathers) return gather(rules, position, step);
  if (rules.restocks) return restock(rules, position, step);
  position.redeals++;
  if (rules.laysUnder) layUnder(rules, position, step);
  else step.moved.push(turnOver(position, rules.waste, rules.stockPile, Infinity));
  position.down[rules.waste] = 0;
  const vacancies = rules.names.flatMap((_, pile) =>
    pile !== rules.waste && !position.piles[pile].length && rules.refills[pile].includes(rules.stockPile) ? [pile] : [],
  );
  for (const vacancy of vacancies) fill(rules, position, vacancy, step);
  if (rules.laysUnder && !position.piles[rules.waste].length && position.piles[rules.stockPile].length) step.filled.push(drawn(rules, position));
}

/**
 * Lay the columns under the stock, T1 on top of them with its bottom card.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Step} step
 */
function layUnder({ tableau, stockPile }, position, step) {
  const laid = [...tableau].reverse().map((source) => ({ source, target: stockPile, cards: [...position.piles[source]].reverse() }));
  step.moved.push(...laid.filter(({ cards }) => cards.length));
  position.piles[stockPile] = [...laid.flatMap(({ cards }) => cards), ...position.piles[stockPile]];
  for (const { source } of laid) [position.piles[source], position.down[source]] = [[], 0];
}

/**
 * Gather cards, each pile from its top down, to be the stock, and deal from it if the game deals.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Step} step
 */
function restock(rules, position, step) {
  const { stockPile, stock, gathered } = rules;
  const piles = stock?.gather_as === 'under' ? [...gathered].reverse() : gathered;
  const read = inOrder(rules, position, piles.flatMap((source) => position.piles[source].map((card) => ({ source, card })).reverse()));
  for (const { source, card } of read) addMoved(step, source, stockPile, card);
  for (const pile of gathered) [position.piles[pile], position.down[pile]] = [[], 0];
  position.piles[stockPile] = read.map(({ card }) => card);
  if (stock?.shuffles) position.drawn += Math.max(0, read.length - 1);
  position.redeals++;
  if (stock?.actions.includes('deal')) deal(rules, position, step);
}

/**
 * Move the top cards of a pile one by one.
 * @param {Position} position
 * @param {number} source
 * @param {number} target
 * @param {number} most
 */
function turnOver(position, source, target, most) {
  const moved = move(position, source, target, Math.min(most, position.piles[source].length));
  moved.cards.reverse();
  const kept = position.piles[target].length - moved.cards.length;
  position.piles[target] = [...position.piles[target].slice(0, kept), ...moved.cards];
  return moved;
}

/**
 * Gather the columns and deal them again.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Step} step
 */
function gather(rules, position, step) {
  const { gathered, stock, layout, inFans } = rules;
  const read = gathered.map((source) => position.piles[source].map((card) => ({ source, card })));
  const kept = stock?.gather_as === 'places' ? inPlace(rules, position) : new Set();
  const columns = again(rules, position, read, kept);
  const cards = columns.reduce((sum, column) => sum + column.length, 0);
  if (stock?.shuffles) position.drawn += Math.max(0, cards - kept.size - 1);
  position.redeals++;
  const slots = stock?.gather_as === 'layout' ? layout.flatMap(({ piles, faceUp }) => piles.map((pile) => ({ pile, faceUp }))) : [];
  const hidden = slots.slice(0, cards).filter(({ faceUp }) => !faceUp);
  for (const [index, target] of gathered.entries()) {
    const dealt = columns[index];
    position.piles[target] = dealt.map(({ card }) => card);
    // The top card of each column is turned up.
    const below = inFans ? dealt.length : hidden.filter(({ pile }) => pile === target).length;
    position.down[target] = Math.max(0, Math.min(below, dealt.length - 1));
    for (const { source, card } of dealt) addMoved(step, source, target, card);
    for (const { card } of dealt.slice(0, position.down[target])) step.faceDown.push({ pile: target, card });
  }
}

/**
 * Note that a card moved, with the one before if that moved between the same piles.
 * @param {Step} step
 * @param {number} source
 * @param {number} target
 * @param {number} card
 */
function addMoved({ moved }, source, target, card) {
  const last = moved[moved.length - 1];
  if (last?.source === source && last.target === target) last.cards.push(card);
  else moved.push({ source, target, cards: [card] });
}

/**
 * Return cards that were read in the order of this redeal.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Gathered[]} read
 */
function inOrder({ stock }, { orders, redeals, drawn }, read) {
  if (!stock?.shuffles || !orders) return read;
  return orders.shuffled(read.map(({ card }) => card), redeals, drawn).map((place) => read[place]);
}

/**
 * @typedef {{ source: number, card: number }} Gathered a card, and the column that it comes from
 */

/**
 * Return the columns after their cards are dealt again.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Gathered[][]} columns
 * @param {Set<number>} kept the columns whose cards stay where they are
 */
function again(rules, position, columns, kept) {
  const { stock } = rules;
  if (stock?.gather_as === 'groups') return inGroups(columns, stock.gather ?? 1);
  if (stock?.gather_as === 'turns') return columns.map(([bottom, ...cards]) => (bottom ? [...cards, bottom] : []));
  return inRounds(rules, position, columns, kept);
}

/**
 * Read the columns from their tops, turn over each group of `size` cards, and return the row cut into columns.
 * @param {Gathered[][]} columns
 * @param {number} size
 */
function inGroups(columns, size) {
  const read = columns.flatMap((column) => [...column].reverse());
  const row = read.flatMap((_, start) => (start % size ? [] : read.slice(start, start + size).reverse()));
  const surplus = Math.max(0, row.length - size * columns.length);
  return columns.map((_, index) => {
    const start = size * index + Math.min(index, surplus);
    return row.slice(start, start + size + (index < surplus ? 1 : 0));
  });
}

/**
 * Return the columns after their cards, shuffled perhaps, are dealt again one by one: the last card read is dealt first.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Gathered[][]} columns
 * @param {Set<number>} kept the columns whose cards stay where they are
 */
function inRounds(rules, position, columns, kept) {
  const { stock, tableau, layout, inFans, columns: declared } = rules;
  const asLayout = stock?.gather_as === 'layout';
  const read = inOrder(rules, position, columns.flatMap((column, index) => (kept.has(index) ? [] : asLayout || inFans ? [...column].reverse() : column)));
  const size = stock?.gather ?? 0;
  const more = (/** @type {number} */ round) => Number(round > 0 && round <= read.length % size);
  const ends = Array.from({ length: size }, (_, round) => Math.floor(inFans ? read.length / size + more(round) : (read.length + round) / size));
  const rounds = asLayout ? layout.map(({ piles }) => piles) : ends.map((end) => tableau.slice(0, end));
  // In rows, the first place of each that has no card in place stays empty.
  const row = declared?.row;
  if (row) rounds.push(tableau.filter((column) => !kept.has(column) && column % row !== 0 && !kept.has(column - 1)));
  while (rounds.flat().length < read.length) rounds.push(tableau);
  const targets = rounds.flat().slice(0, read.length);
  const dealt = read.reverse();
  return tableau.map((column) => (kept.has(column) ? columns[column] : dealt.filter((_, place) => targets[place] === column)));
}

/**
 * Return whether the order is known in which the next redeal deals the cards.
 * @param {Rules} rules
 * @param {Position} position
 */
export const knowsOrder = ({ stock }, { orders, redeals }) => !stock?.shuffles || orders?.knows(redeals) === true;

/**
 * Return every pile of a position, as the service's `final_state`.
 * @param {Rules} rules
 * @param {Position} position
 * @param {boolean} hidden whether face-down and stock cards are `??`
 * @returns {import('./index.d.ts').State}
 */
export function stateJson(rules, { piles, down, redeals, merciUsed, phase, base }, hidden = false) {
  const plain = (/** @type {number} */ pile) => ({ pile: rules.names[pile], cards: codesOf(piles[pile]) });
  const withFaces = (/** @type {number} */ pile) => ({
    pile: rules.names[pile],
    face_down: down[pile] - [...rules.opened[pile]].filter((place) => place < down[pile]).length,
    cards: codesOf(piles[pile]).map((code, place) => (hidden && place < down[pile] && !rules.opened[pile].has(place) ? '??' : code)),
  });
  const stock = codesOf(piles[rules.stockPile] ?? []);
  const shown = stock.length - stockShown(rules, { piles });
  return {
    tableau: rules.tableau.map(withFaces),
    foundations: rules.foundations.map(plain),
    reserve: rules.reserve.map(rules.deepReserve ? withFaces : plain),
    stock: hidden ? stock.map((code, place) => (place < shown ? '??' : code)) : stock,
    waste: codesOf(piles[rules.waste] ?? []),
    ...(rules.lastDrawOnly ? { waste_face_down: down[rules.waste] } : {}),
    redeals,
    ...(rules.declaration.base === 'A' ? {} : { base_rank: RANKS[base] }),
    ...(rules.merci >= 0 ? { merci_used: rules.mercis > 1 ? merciUsed : merciUsed > 0 } : {}),
    ...(rules.rounds ? { phase } : {}),
  };
}

/**
 * Return what a move did, as in the service's `trace`.
 * @param {Rules} rules
 * @param {string} move
 * @param {Step} step
 * @returns {import('./index.d.ts').Step}
 */
export function stepJson({ names }, move, { moved, turnedUp, filled, faceDown, phase }) {
  const written = (/** @type {Moved} */ { source, target, cards }) => ({
    from: names[source],
    to: names[target],
    cards: codesOf(cards),
  });
  const turned = (/** @type {{ pile: number, card: number }} */ { pile, card }) => ({ pile: names[pile], card: codeOf(card) });
  return {
    move,
    moved: moved.map(written),
    turned_up: turnedUp.map(turned),
    filled: filled.map(written),
    ...(faceDown.length ? { face_down: faceDown.map(turned) } : {}),
    ...(phase === undefined ? {} : { phase }),
  };
}
