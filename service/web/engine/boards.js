// Boards: positions given card by card, as an object in the form of a position's JSON or as a text
// (docs/reference/positions.md).

import { isObject } from './check-shape.js';
import { CARDS, RANKS, RequestError, SUITS, codesOf, holdsSeveral, rankOf, suitOf } from './declaration.js';
import { baseCards } from './deals.js';
import { MERCI, writePiles } from './position-text.js';
import { atOnce, columnsOf, firstBreak, isWon, lengthOf, openingRank, openingStep, pairsBeneath, relativeRank, suitsFit, takesFrom, takesSets, whyNoCell, whyNoStep, whyNotInSet } from './sequences.js';

/**
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 * @typedef {import('./deals.js').OpenBoard} OpenBoard
 *
 * @typedef {object} Board
 * @property {Map<string, string[]>} piles by name, bottom to top
 * @property {Map<string, number>} down how many cards of a pile lie face down
 * @property {number} redeals
 * @property {number} merciUsed
 * @property {number} phase
 * @property {string | undefined} baseRank
 */

const MOST_REDEALS = 999_999_999;
const MOST_CARDS = 208;
const MOST_PILES = 128;
const LONGEST_TEXT = 2000;
const LISTS = ['tableau', 'foundations', 'reserve'];
const SINGLE = new Map([['stock', 'S'], ['waste', 'W']]);
const GAME = /^([a-z0-9-]{1,80})((?:,[a-z0-9_]{1,40}=[a-z0-9_]{1,40})*)$/;
const PILE = /^([SW]|[TFR][1-9][0-9]{0,2})=(?:\(((?:[A2-9TJQK][CDHS])+)\))?((?:[A2-9TJQK][CDHS])*)$/;
const PHASE = /^phase=(0|[1-9][0-9]?)$/;
const REDEALS = /^redeals=(0|[1-9][0-9]{0,9})$/;
const BASE = /^base=([A2-9TJQK])$/;

/** @param {unknown} condition @param {string} pointer @param {string} detail */
function demand(condition, pointer, detail) {
  if (!condition) throw new RequestError(`/board${pointer}`, detail);
}

/**
 * Return the variant, the options and the board of a position's text.
 * @type {typeof import('./index.d.ts').readPosition}
 */
export function readPosition(text) {
  const end = text.indexOf(';');
  const found = GAME.exec(end < 0 ? text : text.slice(0, end));
  if (!found) throw new RequestError('', 'expected a variant, its options and its piles, as in klondike,draw=three;T1=KC;….');
  /** @type {import('./index.d.ts').RuleOptions} */
  const rules = {};
  for (const pair of found[2].split(',').slice(1)) {
    const [name, value] = pair.split('=');
    if (Object.hasOwn(rules, name)) throw new RequestError('', `the option ${name} occurs twice.`);
    rules[name] = /^[0-9]{1,9}$/.test(value) ? Number(value) : value;
  }
  const board = end < 0 ? '' : text.slice(end + 1);
  parsePiles(board);
  return { variant: found[1], rules, board };
}

/**
 * @param {string} text
 * @returns {Board}
 */
function parsePiles(text) {
  demand(text.length <= LONGEST_TEXT, '', `expected at most ${LONGEST_TEXT} characters.`);
  /** @type {Board} */
  const board = { piles: new Map(), down: new Map(), redeals: 0, merciUsed: 0, phase: 0, baseRank: undefined };
  const seen = new Set();
  for (const entry of text.split(';')) {
    const name = entry.split('=', 1)[0];
    demand(!seen.has(name), '', `${name} occurs twice.`);
    seen.add(name);
    const [pile, redeals, base, phase, merci] = [PILE.exec(entry), REDEALS.exec(entry), BASE.exec(entry), PHASE.exec(entry), MERCI.exec(entry)];
    demand(pile || redeals || base || phase || merci, '', `${entry.slice(0, 60)} is not a pile such as T3=(9CKD)4H.`);
    if (pile) {
      const hidden = pile[2] ?? '';
      board.piles.set(name, (hidden + pile[3]).match(/../g) ?? []);
      board.down.set(name, hidden.length / 2);
    }
    if (merci) board.merciUsed = merci[1] === 'used' ? 1 : Number(merci[1]);
    if (redeals) board.redeals = Number(redeals[1]);
    if (phase) board.phase = Number(phase[1]);
    if (base) board.baseRank = base[1];
  }
  return board;
}

/**
 * Return the position of a board, and its text. Throws RequestError unless the game can have it.
 * @type {OpenBoard}
 */
export function openBoard(rules, value) {
  const position = layOut(rules, value);
  return { position, text: writePiles(rules, position) };
}

/**
 * @param {Rules} rules
 * @param {unknown} value
 * @returns {Position}
 */
function layOut(rules, value) {
  const board = typeof value === 'string' ? parsePiles(value) : withOpened(rules, readBoard(value));
  checkMembers(rules, board);
  checkPiles(rules, board);
  const copies = new Array(52).fill(0);
  const piles = rules.names.map((name) =>
    (board.piles.get(name) ?? []).map((code) => {
      const card = /** @type {number} */ (CARDS.get(code));
      return card + 52 * copies[card]++;
    }),
  );
  const position = {
    piles,
    down: rules.names.map((name) => board.down.get(name) ?? 0),
    redeals: board.redeals,
    merciUsed: board.merciUsed,
    phase: board.phase,
    base: rules.declaration.base === 'A' ? 0 : RANKS.indexOf(board.baseRank ?? ''),
    won: false,
    orders: null,
    drawn: 0,
  };
  for (const pile of rules.foundations) checkFoundation(rules, position, pile);
  for (const cell of rules.cells) checkCell(rules, position, cell);
  checkSet(rules, position);
  checkRows(rules, position);
  rules.refills.forEach((supplies, pile) => checkVacancy(rules, position, pile, supplies));
  checkGaps(rules, position);
  checkAir(rules, position);
  position.won = isWon(rules, position);
  return position;
}

/**
 * @param {any} value
 * @returns {Board}
 */
function readBoard(value) {
  demand(isObject(value), '', 'expected an object or a text.');
  /** @type {Board} */
  const board = { piles: new Map(), down: new Map(), redeals: value.redeals ?? 0, merciUsed: Number(value.merci_used ?? 0), phase: value.phase ?? 0, baseRank: value.base_rank };
  for (const name of Object.keys(value)) {
    demand(LISTS.includes(name) || SINGLE.has(name) || ['waste_face_down', 'redeals', 'base_rank', 'merci_used', 'phase'].includes(name), `/${name}`, 'unknown field.');
  }
  demand(!Object.hasOwn(value, 'redeals') || value.redeals !== null, '/redeals', 'expected a whole number.');
  const { waste_face_down: down = 0 } = value;
  demand(Number.isInteger(down), '/waste_face_down', 'expected a whole number.');
  board.down.set('W', down);
  demand(!Object.hasOwn(value, 'merci_used') || ['boolean', 'number'].includes(typeof value.merci_used), '/merci_used', 'expected true, false or a number.');
  demand(!Object.hasOwn(value, 'phase') || value.phase !== null, '/phase', 'expected a whole number.');
  demand(!Object.hasOwn(value, 'base_rank') || typeof value.base_rank === 'string', '/base_rank', 'expected a rank.');
  for (const name of LISTS) {
    if (!Object.hasOwn(value, name)) continue;
    demand(Array.isArray(value[name]) && value[name].length <= MOST_PILES, `/${name}`, 'expected a list of piles.');
    value[name].forEach((/** @type {any} */ pile, /** @type {number} */ index) => readPile(board, pile, `/${name}/${index}`));
  }
  for (const [name, pile] of SINGLE) {
    if (Object.hasOwn(value, name)) board.piles.set(pile, cardsOf(value[name], `/${name}`));
  }
  return board;
}

/**
 * Count, with the face-down cards of each pile, the face-up ones that they cover.
 * @param {Rules} rules
 * @param {Board} board
 */
function withOpened({ byName, opened }, board) {
  for (const [name, hidden] of board.down) {
    const places = opened[byName.get(name) ?? -1] ?? new Set();
    let buried = 0;
    for (let left = hidden; left > 0; buried++) if (!places.has(buried)) left--;
    if (hidden > 0) board.down.set(name, buried);
  }
  return board;
}

/** @param {Board} board @param {any} value @param {string} pointer */
function readPile(board, value, pointer) {
  demand(isObject(value), pointer, 'expected an object.');
  for (const name of Object.keys(value)) demand(['pile', 'face_down', 'cards'].includes(name), `${pointer}/${name}`, 'unknown field.');
  const { pile, face_down: down = 0, cards } = value;
  demand(typeof pile === 'string' && !board.piles.has(pile) && pile !== 'S' && pile !== 'W', `${pointer}/pile`, 'expected a pile, each once.');
  demand(Number.isInteger(down), `${pointer}/face_down`, 'expected a whole number.');
  board.piles.set(pile, cardsOf(cards, `${pointer}/cards`));
  board.down.set(pile, down);
}

/** @param {any} cards @param {string} pointer */
function cardsOf(cards, pointer) {
  demand(Array.isArray(cards) && cards.length <= MOST_CARDS, pointer, 'expected a list of cards.');
  return cards;
}

/** @param {Rules} rules @param {Board} board */
function checkMembers({ stock, declaration, mercis, rounds }, { redeals, merciUsed, phase, baseRank }) {
  demand(Number.isInteger(phase) && phase >= 0 && phase <= rounds, '/phase', `expected a whole number from 0 to ${rounds}.`);
  demand(Number.isInteger(merciUsed) && merciUsed >= 0 && merciUsed <= mercis, '/merci_used', `expected a whole number from 0 to ${mercis}.`);
  const most = stock ? Math.min(stock.redeals ?? MOST_REDEALS, MOST_REDEALS) : 0;
  demand(Number.isInteger(redeals) && redeals >= 0 && redeals <= most, '/redeals', `expected a whole number from 0 to ${most}.`);
  if (declaration.base === 'A') demand(baseRank === undefined || baseRank === 'A', '/base_rank', 'deals of this game do not set the base rank.');
  else demand(baseRank !== undefined && baseRank.length === 1 && RANKS.includes(baseRank), '/base_rank', `expected one of ${RANKS}.`);
}

/** @param {Rules} rules @param {Board} board */
function checkPiles(rules, { piles, down }) {
  const given = [];
  for (const [name, codes] of piles) {
    const pile = rules.byName.get(name);
    const isLacking = pile === undefined && (name === 'S' || name === 'W') && !codes.length;
    demand(pile !== undefined || isLacking, '', `the game does not have a pile ${name}.`);
    for (const code of codes) demand(CARDS.has(code), '', `${code} on ${name} is not a card such as TH.`);
    given.push(...codes);
    const hidden = down.get(name) ?? 0;
    const covered = pile !== undefined && rules.covers[pile].some((cover) => piles.get(rules.names[cover])?.length);
    const { columns, reserve } = rules.declaration;
    const isClosed = name[0] === 'T' ? columns?.closed : reserve?.closed === true && name[0] === 'R' && codes.length > 1;
    const lasting = name === 'W' && rules.lastDrawOnly;
    const most = covered || isClosed || lasting ? codes.length : Math.max(0, codes.length - 1);
    demand(hidden >= 0 && hidden <= most, '', `the top card of ${name} is face up.`);
    const mayHide = name[0] === 'T' || lasting || (name[0] === 'R' && rules.deepReserve);
    demand(!hidden || (mayHide && !(rules.stock?.gather && !rules.inFans)), '', `no card of ${name} lies face down.`);
    demand(!codes.length || pile !== rules.merci, '', `${name} never keeps a card.`);
    const room = rules.declaration.reserve?.capacity ?? 1;
    const roomy = rules.declaration.reserve?.takes === 'run' || rules.dealtCells;
    demand(codes.length <= room || roomy || !rules.cells.includes(pile ?? -1), '', `${name} is a cell and has room for ${room}.`);
  }
  const expected = rules.pack.map((copy) => SUITS[rules.printed[suitOf(copy)]] + RANKS[rankOf(copy)]).sort();
  const found = given.map((code) => code[1] + code[0]).sort();
  demand(
    found.length === expected.length && found.every((code, place) => code === expected[place]),
    '',
    `expected the ${expected.length} cards of the game, each as often as its packs have it.`,
  );
}

/** @param {Rules} rules @param {Position} position @param {number} pile */
function checkFoundation(rules, position, pile) {
  const foundation = rules.foundationRules[pile];
  const cards = position.piles[pile];
  if (!foundation) return;
  const { ranks, suits, build, direction, whole, dealt, keepsSuit } = foundation;
  const [bases] = baseCards(rules).filter((base) => base.pile === pile);
  const fits = cards.every((card, place) => {
    const begins = takesSets(foundation) && place % atOnce(foundation) === 0;
    if (takesSets(foundation) && !begins) return rankOf(card) === rankOf(cards[place - 1]) && suitsFit(build, cards[place - 1], card);
    if (foundation.dealt_as && !place && bases.fits(card)) return true;
    if (direction) return whyNoStep(position, foundation, begins ? [] : cards.slice(0, place), card) === null;
    const suitFits = place && !keepsSuit ? suitsFit(build, cards[place - 1], card) : suits.has(suitOf(card));
    return suitFits && relativeRank(position, card) === ranks[place];
  });
  const isWhole = !whole || cards.length % atOnce(foundation) === 0;
  const hasBases = !(rules.declaration.foundations_final || foundation.base_stays) || cards.length >= dealt;
  // Cards that leave in pairs may be more than win.
  const hasRoom = (rules.pairs && !rules.buildsPairs) || cards.length <= lengthOf(foundation);
  demand(fits && isWhole && hasBases && hasRoom && agrees(rules, position, foundation, cards), '', `${rules.names[pile]} is not built as the game builds it.`);
}

/** @param {Rules} rules @param {Position} position @param {number} cell */
function checkCell(rules, { piles }, cell) {
  const cards = piles[cell];
  if (rules.declaration.reserve?.takes === 'run') {
    demand(firstBreak(columnsOf(rules, cell), columnsOf(rules, cell).lift, cards, 0) < 0, '', `the cards of ${rules.names[cell]} are not a run.`);
    return;
  }
  const fits = !rules.begins[cell] || cards.length < 2 || cards.every((card, place) => whyNoCell(rules, cell, cards.slice(0, place), card) === null);
  demand(fits, '', `${rules.names[cell]} is not built in its sequence.`);
}

/** @param {Rules} rules @param {Position} position */
function checkSet(rules, { piles }) {
  if (!rules.collected.length) return;
  const held = rules.cells.flatMap((cell) => piles[cell]);
  const fits = held.every((card, place) => whyNotInSet({ ...rules, cells: [0] }, { piles: [held.slice(0, place)] }, card) === null);
  demand(fits && held.length < rules.cells.length, '', 'the cells have no cards of a set, or all of them.');
}

/**
 * Check that rows have the cards that foundations lack, one on a place.
 * @param {Rules} rules
 * @param {Position} position
 */
function checkRows({ columns, tableau, pack, declaration }, { piles }) {
  if (!columns?.row) return;
  const cards = tableau.map((column) => piles[column].length);
  const expected = pack.length - declaration.foundations.reduce((sum, { ranks, cards: most }) => sum + (most ?? ranks.length), 0);
  demand(Math.max(...cards) <= 1, '', 'a place in a row has at most one card.');
  demand(cards.reduce((sum, number) => sum + number) === expected, '', `the rows have ${expected} cards.`);
}

/**
 * Return whether a foundation goes with those on which it depends.
 * @param {Rules} rules
 * @param {Position} position
 * @param {NonNullable<Rules['foundationRules'][number]>} foundation
 * @param {readonly number[]} cards
 */
function agrees(rules, position, foundation, cards) {
  if (!cards.length) return true;
  if (rules.declaration.same_base) return rankOf(cards[0]) === openingRank(rules, position);
  if (rules.sameDirection) {
    const step = openingStep(rules, position);
    return cards.slice(1).every((card, place) => (rankOf(card) - rankOf(cards[place]) + 13) % 13 === step);
  }
  const { matches, lowestFirst } = foundation;
  if (lowestFirst && !matches) {
    const alone = rules.foundations.filter((pile) => rules.foundationRules[pile]?.lowestFirst && !rules.foundationRules[pile]?.matches && rules.foundationRules[pile] !== foundation);
    return alone.every((pile) => position.piles[pile].every((card) => suitOf(card) !== suitOf(cards[0])));
  }
  if (lowestFirst) return position.piles[rules.byName.get(matches) ?? 0].slice(0, 1).some((card) => suitOf(card) === suitOf(cards[0]));
  const matched = matches ? position.piles[rules.byName.get(matches) ?? 0].map(rankOf) : null;
  return !matched || (matched[0] === rankOf(cards[0]) && cards.every((card) => matched.includes(rankOf(card))));
}

/** @param {Rules} rules @param {Position} position @param {number} pile @param {readonly number[]} supplies */
function checkVacancy(rules, position, pile, supplies) {
  const { piles } = position;
  const late = rules.late.includes(pile) && openingRank(rules, position) === undefined;
  if (piles[pile].length || position.phase || late || (pile === rules.waste && rules.stock?.actions.includes('redeal'))) return;
  const dealt = rules.deals.length ? rules.deals.flat() : rules.dealPiles;
  const supply = supplies.find((each) => piles[each].length && ![...rules.cells, ...dealt].includes(each)
    && (each !== rules.waste || supplies.includes(rules.stockPile)));
  demand(supply === undefined, '', `${rules.names[pile]} is empty, but ${rules.names[supply ?? 0]} fills it at once.`);
}

/**
 * Check, where gaps fill by themselves, that none is left that the last move would have filled.
 * @param {Rules} rules
 * @param {Position} position
 */
function checkGaps({ stock, cells, tableau, names, closes, stockPile, layout, columns }, { piles }) {
  const waits = stock?.hold === 'cells' && cells.some((cell) => piles[cell].length);
  const opened = tableau.every((column) => layout.some((round) => round.piles.includes(column)));
  const byItself = stock?.deal_to === 'gaps' && !stock.actions.length && !waits;
  if (!opened || !(byItself || columns?.merges.length)) return;
  const closing = closes > 0 && (stock?.close !== 'last' || !piles[stockPile].length);
  for (const column of tableau.filter((pile) => !piles[pile].length)) {
    const later = tableau.filter((pile) => closing && pile > column && (pile - column) % closes === 0);
    const supply = later.find((pile) => piles[pile].length) ?? stockPile;
    demand(!piles[supply]?.length, '', `${names[column]} is empty, but ${names[supply]} fills it at once.`);
  }
}

/**
 * Check that no card lies on a pile that was dealt one, which left although it is covered.
 * @param {Rules} rules
 * @param {Position} position
 */
function checkAir(rules, { piles }) {
  const { names, covers, layout, gathers, tableau, refills, late, stock, restocks, deals, dealPiles } = rules;
  const dealt = stock?.actions.includes('deal') || restocks ? (deals.length ? deals.flat() : dealPiles) : [];
  const filled = new Set([...dealt, ...(gathers ? tableau : []), ...late, ...names.flatMap((_, pile) => (refills[pile].length ? [pile] : []))]);
  const takesCards = (/** @type {number} */ pile) => !rules.pairing.includes(pile) || (rules.pairMoves && rules.kinds[pile] === 'T');
  const takes = (/** @type {number} */ pile) => filled.has(pile) || (rules.targets.includes(pile) && takesCards(pile) && names.some((_, source) => takesFrom(rules, pile, source)));
  // The top card of a pile of several can leave with the last card that it covers.
  const outlasts = (/** @type {number} */ pile) => pairsBeneath(rules, pile) && holdsSeveral(layout, pile);
  names.forEach((name, pile) => {
    const wasDealt = layout.some((round) => round.piles.includes(pile));
    if (piles[pile].length || !wasDealt || takes(pile) || rules.coveredByAll.has(pile)) return;
    const above = covers[pile].find((cover) => piles[cover].length && !outlasts(cover) && !takes(cover));
    demand(above === undefined, '', `${names[above ?? 0]} has a card, but ${name}, on which it lies, is empty: a covered pile gives no card.`);
  });
}
