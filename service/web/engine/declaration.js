// What a game is: its cards, the errors about it, and the reader of its declaration under its options. Every field is required, and
// an unknown field or value is refused by name: an engine that ignores part of a declaration plays another game.

import { checkShape, demand, DeclarationError, isObject, quote } from './check-shape.js';
import { SHAPE } from './shape.js';

// Cards are whole numbers: 52 · copy + 13 · suit + rank. Equal cards of a deal differ in their copy, which no rule reads.

export const RANKS = 'A23456789TJQK';
export const SUITS = 'CDHS';
export const CODES = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
export const CARDS = new Map(CODES.map((code, card) => [code, card]));

/** @param {number} card */
export const rankOf = (card) => card % 13;

/** @param {number} card */
export const suitOf = (card) => ((card % 52) / 13) | 0;

/** @param {number} card */
export const isRed = (card) => card % 52 >= 13 && card % 52 < 39;

/** @param {number} card */
export const codeOf = (card) => CODES[card % 52];

/** @param {readonly number[]} cards */
export const codesOf = (cards) => cards.map(codeOf);

/**
 * Return whether a rank comes again among the ranks of a foundation.
 * @param {string | readonly string[]} ranks
 */
export const repeats = (ranks) => new Set(ranks).size < ranks.length;

// The errors that the engine throws.

/** A deal or a replay request that is not valid. */
export class RequestError extends Error {
  name = 'RequestError';

  /**
   * @param {string} pointer the JSON Pointer of the wrong member
   * @param {string} detail
   */
  constructor(pointer, detail) {
    super(`${pointer || 'The request'}: ${detail}`);
    this.pointer = pointer;
    this.detail = detail;
  }
}

/** An illegal move that `play` was asked to make. */
export class IllegalMoveError extends Error {
  name = 'IllegalMoveError';

  /**
   * @param {string} move
   * @param {import('./index.d.ts').Refusal} refusal
   */
  constructor(move, refusal) {
    super(refusal.detail);
    this.move = move;
    this.reason = refusal.reason;
    this.params = refusal.params;
  }
}

/**
 * @typedef {import('./index.d.ts').Declaration} Declaration
 * @typedef {import('./index.d.ts').Variant} Variant
 * @typedef {import('./index.d.ts').RuleOptions} RuleOptions
 */

const PILES = /^(?:[FWS]|([TRF])([1-9][0-9]{0,2})(?:-\1([1-9][0-9]{0,2}))?)$/;

/** What a reserve pile takes that is a merci. @type {readonly string[]} */
export const MERCIS = ['merci', 'exchange', 'turn_up'];

export const ANY_FOUNDATION = -1;
export const NO_PILE = -2;

/** @param {string} letters */
const rankNumbers = (letters) => [...letters].map((letter) => RANKS.indexOf(letter));

/** @param {string} letters */
const suitNumbers = (letters) => [...letters].map((letter) => SUITS.indexOf(letter));

/** @param {string} letter @param {number} [count] */
const numbered = (letter, count = 0) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

/**
 * @typedef {ReturnType<typeof compile>} Rules
 * A declaration with piles, ranks and suits by number. Piles are numbered in the order of `names`. Ranks are
 * relative to the base rank.
 */

/**
 * Return the rules that a declaration describes. Throws DeclarationError.
 * @param {Declaration} declaration
 */
export function compile(declaration) {
  checkShape(SHAPE, declaration, '');
  const { columns, reserve, stock, pairs } = declaration;
  const hasWaste = stock !== null && (stock.actions.includes('draw') || dealsTo(stock, 'W'));
  const restocks = stock?.gather_as === 'stock' || (stock?.gather_as === 'under' && stock.actions.includes('deal'));
  const gathers = stock !== null && stock.actions.join() === 'redeal' && !restocks;
  const fills = [columns, ...(columns?.kinds ?? [])].some((part) => part?.refill?.includes('S'));
  const hasStock = stock !== null && (!gathers || fills);
  const names = [
    ...numbered('T', columns?.number),
    ...numbered('F', declaration.foundations.length),
    ...numbered('R', reserve?.piles),
    ...(hasWaste ? ['W'] : []),
    ...(hasStock ? ['S'] : []),
  ];
  const byName = new Map(names.map((name, pile) => [name, pile]));
  /** @param {string} name @param {string} path */
  const pileOf = (name, path) => {
    demand(byName.has(name), `${path} names ${name}, which this game does not have.`);
    return byName.get(name) ?? NO_PILE;
  };
  /** @param {string} letter */
  const pilesOf = (letter) => names.flatMap((name, pile) => (name[0] === letter ? [pile] : []));
  const [tableau, foundations, reservePiles] = ['T', 'F', 'R'].map(pilesOf);
  /** The piles that win under `complete`: all foundations, or those that `won_when` names. */
  const winners = declaration.won_when.length ? declaration.won_when.flatMap((name) => ('TR'.includes(name) ? pilesOf(name) : [pileOf(name, 'won_when')])) : foundations;
  const cells = reserve && ['one', 'run'].includes(reserve.takes) ? reservePiles : [];
  /** The pile of a merci. */
  const merci = reserve && MERCIS.includes(reserve.takes) ? reservePiles[0] : NO_PILE;
  /** The piles whose top card leaves together with a card that is moved onto it. */
  const pairMoves = pairs?.piles.includes('T') === true && Boolean(columns?.takes_from?.length && columns.empty_takes);
  const openers = pairMoves ? columns?.takes_from : columns?.opened_by?.flat();
  const pairing = names.flatMap((name, pile) => (pairs?.piles.includes(name[0]) ? [pile] : []));
  const layout = declaration.layout.map(({ to, face_up: faceUp, home, sweeps, heads, by, after_base: late }, index) => ({
    piles: pilesIn(to, `layout.${index}.to`).map((name) =>
      name === 'F' ? ANY_FOUNDATION : pileOf(name, `layout.${index}.to`),
    ),
    faceUp,
    home,
    sweeps: new Set(rankNumbers(sweeps)),
    heads: new Set(rankNumbers(heads)),
    /** Whether these cards end a pile instead of beginning one. */
    endsPiles: heads.endsWith('*'),
    by,
    /** Whether it deals all cards that are left. */
    dealsAll: !home && (heads !== '' || by !== ''),
    late,
  }));
  const opening = layout.filter(({ late }) => !late);
  const covers = names.map((name) => {
    const names = { T: columns, R: reserve }[name[0]]?.covered_by[Number(name.slice(1)) - 1] ?? '';
    return pilesIn(names, 'covered_by').map((cover) => pileOf(cover, 'covered_by'));
  });
  const rules = {
    declaration,
    names,
    byName,
    columns: columns && readColumns(columns),
    /** By pile number: the rules of a column of its kind; those of columns in general for other piles. */
    columnRules: names.map((name) => columns && readColumns(columnsOfKind(columns, name))),
    /** Ranks by column. */
    own: (columns?.own_ranks ?? []).map(rankNumbers),
    stock,
    /** Whether a redeal gathers piles. */
    gathers,
    /** These piles, or those whose cards become the stock: the columns or the reserve piles. */
    gathered: stock?.deal_to === 'reserve' ? reservePiles : tableau,
    /** Whether a redeal gathers cards that become the stock. */
    restocks,
    /** Whether it deals them in fans, with the top cards alone face up. */
    inFans: stock?.gather_as === 'fans',
    /** How many cards a round moves from the stock to columns; 1 until each has one, and 0 without rounds. */
    rounds: roundsOf(stock),
    /** Whether a redeal lays the columns under the stock. */
    laysUnder: stock?.gather_as === 'under' && !restocks,
    /** Whether a draw goes to the waste as a packet, in its order. */
    drawsPacket: stock?.draw_as.includes('packet') === true,
    /** Whether cards of the last draw alone are moved. */
    lastDrawOnly: stock?.draw_as.includes('last_only') === true,
    pairs,
    pairing,
    /** Whether pairs go to foundations that are built on, instead of a discard pile. */
    buildsPairs: pairs !== null && declaration.foundations.length > 1,
    /** Whether empty columns take cards in a game of pairs. */
    pairMoves,
    tableau,
    foundations,
    reserve: reservePiles,
    cells,
    merci,
    /** How often it can be used. */
    mercis: merci === NO_PILE ? 0 : reserve?.capacity ?? 1,
    /** Whether it exchanges cards of a column. */
    exchanges: reserve?.takes === 'exchange',
    /** The column to which it turns up face-down cards. */
    turnedTo: reserve?.takes === 'turn_up' ? pileOf(columns?.takes_from?.[0] ?? '', 'takes_from') : NO_PILE,
    /** The sets of more than two cards, which are collected on the cells. */
    collected: pairs?.sets.filter((ranks) => ranks.length > 2) ?? [],
    /** By pile number: the ranks and suits with which a cell begins, if it has its own. */
    begins: names.map((name) => (name[0] === 'R' && reserve?.begins.length ? (reserve.begins[Number(name.slice(1)) - 1] ?? '') : null)),
    waste: byName.get('W') ?? NO_PILE,
    stockPile: byName.get('S') ?? NO_PILE,
    /** Piles whose cards can move and piles that take moved cards, in the order of the list of legal moves. */
    sources: [
      ...tableau,
      ...reservePiles,
      ...(hasWaste && !stock?.waste_takes ? pilesOf('W') : []),
      ...(declaration.foundations_final ? [] : foundations),
      ...(pairs?.piles.includes('S') || stock?.open || showsLast(stock) ? pilesOf('S') : []),
    ],
    targets: names.flatMap((name, pile) => {
      const takes = 'TF'.includes(name[0]) || cells.includes(pile) || pile === merci || pairing.includes(pile);
      return takes || (name === 'W' && stock?.waste_takes) ? [pile] : [];
    }),
    /** By pile number: the piles that lie on it. */
    covers,
    /** The piles that are covered only as long as all of those that lie on them have cards. */
    coveredByAll: new Set(reserve?.covered_while === 'all' ? reservePiles : []),
    /** By pile number: the places of face-up cards that the layout deals under face-down ones. */
    opened: names.map((_, pile) => {
      const faces = opening.filter(({ piles }) => piles.includes(pile)).map(({ faceUp }) => faceUp);
      return new Set(faces.flatMap((faceUp, place) => (faceUp && faces.includes(false, place) ? [place] : [])));
    }),
    /** The piles on which others can lie. */
    coverable: names.flatMap((_, pile) => (covers[pile].length ? [pile] : [])),
    /** By target: the names and kinds of the piles from which it takes cards, null for all. */
    givers: names.map((name, pile) => {
      if (name[0] === 'F') return declaration.foundations[pile - tableau.length].takes_from?.map(withoutRanks) ?? null;
      if (name[0] === 'T' && columns?.merges.length) return lineGivers(columns, name);
      const from = { T: columns && columnsOfKind(columns, name), R: reserve }[name[0]]?.takes_from ?? null;
      return from && name[0] === 'T' ? [...from, ...(columns?.opened_by ?? []).flat()] : from;
    }),
    /** The piles that give or take no card as long as the stock has one. */
    givesAfter: new Set(names.flatMap((name, pile) => (stock?.gives_after.some((from) => from === name || from === name[0]) ? [pile] : []))),
    takesAfter: new Set(names.flatMap((name, pile) => (stock?.takes_after.some((from) => from === name || from === name[0]) ? [pile] : []))),
    /** By pile: the foundations that have cards before it takes one. */
    awaits: names.map((name) => (stock?.takes_after ?? []).flatMap((waiter) => (waiter.startsWith(`${name}:`) ? waiter.slice(name.length + 1).split(' ') : [])).map((awaited) => pileOf(awaited, 'takes_after'))),
    /** The piles whose cards open an empty column. */
    opens: new Set(names.flatMap((name, pile) => (!openers || openers.some((from) => from === name || from === name[0]) ? [pile] : []))),
    /** By such a pile: the reserve piles that must be empty before. */
    opensAfter: names.map((name) => opensAfter(columns, name, names).map((awaited) => pileOf(awaited, 'opened_by'))),
    /** The piles whose cards go onto the cards of a column; all where no column is opened by others. */
    builds: pairMoves ? new Set([...pairing, ...(columns?.takes_from?.includes('W') ? pilesOf('W') : [])]) : new Set(names.flatMap((name, pile) => (!columns?.opened_by || !columns.takes_from || columns.takes_from.some((from) => from === name || from === name[0]) ? [pile] : []))),
    /** By pile number. */
    kinds: names.map((name) => name[0]),
    /** Whether all foundations are built the same way, that of the second card on any of them. */
    sameDirection: declaration.foundations.some(({ direction }) => direction === 'one_way'),
    foundationRules: names.map((name, pile) =>
      name[0] === 'F' ? readFoundation(declaration.foundations[pile - tableau.length], pileOf) : null,
    ),
    refills: names.map((name) => {
      const refill = { T: columns && columnsOfKind(columns, name), R: reserve }[name[0]]?.refill ?? [];
      if (name === 'W' && stock?.fills_waste) return pilesOf('S');
      return refill.map((supply) => pileOf(supply, 'refill'));
    }),
    /** The foundations that win once complete, null where something else wins, and the piles that have to be empty as well, or alone. */
    winning: declaration.win === 'complete' ? winners.filter((pile) => names[pile][0] === 'F') : null,
    emptied: { complete: winners.filter((pile) => names[pile][0] !== 'F'), empty_columns: tableau, empty_stock: pilesOf('S') }[/** @type {string} */ (declaration.win)] ?? [],
    /** The rounds that are dealt before the game opens. */
    layout: opening,
    /** The piles that get a card, if they are empty, once play has set the base. */
    late: layout.filter(({ late }) => late).flatMap(({ piles }) => piles),
    /** How many columns before it a column is whose cards it gets when columns close up; 0 where they do not. */
    closes: columns?.merges.length ? 1 : stock?.close === 'columns' ? (pairs?.width ?? 1) : stock?.close ? 1 : 0,
    /** The piles that give the first card on a foundation, before any other move. */
    openers: names.flatMap((name, pile) =>
      declaration.base_from?.some((from) => from === name || from === name[0]) ? [pile] : [],
    ),
    /** Whether the last card of the stock lies face up, may be moved and is dealt to no pile. */
    showsLast: showsLast(stock),
    dealPiles: stock?.deal_to === 'reserve' ? reservePiles : tableau,
    /** The piles of each card of a deal instead: of the first list for which there are enough cards, or of the last one. */
    deals: stock?.deals.map((piles) => pilesIn(piles, 'stock.deals').map((name) => pileOf(name, 'stock.deals'))) ?? [],
    pack: packOf(declaration),
    /** By suit: the suit that it is printed as. */
    printed: suitNumbers([...SUITS].map((suit) => (declaration.suits.length < 4 ? suit : declaration.suits['CSHD'.indexOf(suit)])).join('')),
    /** Whether cells can have more cards than they have room for, because they are dealt there. */
    dealtCells: cells.some((pile) => {
      const dealing = stock?.actions[0] === 'deal' ? stock : null;
      const listed = dealing?.deals.some((each) => pilesIn(each, 'stock.deals').includes(names[pile]));
      const each = dealing?.deals.length === 0 && dealing.deal_to === 'reserve';
      return listed || each || opening.filter(({ piles }) => piles.includes(pile)).length > (reserve?.capacity ?? 1);
    }),
    deepReserve: !cells.length && merci === NO_PILE && reservePiles.some((pile) => holdsSeveral(opening, pile)),
  };
  checkStock(rules);
  checkCards(rules);
  return rules;
}

/** @param {Declaration['stock']} stock @param {string} name */
const dealsTo = (stock, name) => stock?.deals.some((piles) => pilesIn(piles, 'stock.deals').includes(name)) ?? false;

/**
 * Return whether the last card of the stock lies face up and may be moved.
 * @param {Declaration['stock']} stock
 */
export const showsLast = (stock) => dealsTo(stock, 'S');

/**
 * Return how many cards of the stock lie face up: its top card, where it may be moved, or none.
 * @param {Pick<Rules, 'showsLast' | 'sources' | 'stockPile'>} rules
 * @param {Pick<import('./position.js').Position, 'piles'>} position
 */
export function stockShown({ showsLast: onlyLast, sources, stockPile }, { piles }) {
  const cards = sources.includes(stockPile) ? piles[stockPile].length : 0;
  return onlyLast ? Number(cards === 1) : Math.min(cards, 1);
}

/**
 * Return how many cards of a pile lie face up, from its top card down.
 * @param {Rules} rules
 * @param {Pick<import('./position.js').Position, 'piles' | 'down'>} position
 * @param {number} pile
 */
export function faceUpOn(rules, position, pile) {
  return rules.showsLast && pile === rules.stockPile ? stockShown(rules, position) : position.piles[pile].length - position.down[pile];
}

/**
 * Return how many cards a round moves from the stock to columns; 1 until each has one, and 0 without rounds.
 * @param {Declaration['stock']} stock
 */
export const roundsOf = (stock) => (!stock?.open ? 0 : stock.draw > 1 ? stock.draw : Number(stock.hold === 'empty_column'));

/** @param {string} giver a pile, perhaps with the ranks that it gives */
const withoutRanks = (giver) => giver.split(':')[0];

/**
 * Return from which piles a foundation takes any card, if from others it takes only some: these, and their ranks.
 * @param {{ takes_from: string[] | null }} foundation
 */
export function limitOf({ takes_from: givers }) {
  const [other, ranks] = givers?.at(-1)?.split(':') ?? [];
  return givers && other && ranks ? { free: givers.slice(0, -1), other, ranks } : null;
}

/**
 * Return the columns of a line whose cards may go to a column.
 * @param {NonNullable<Declaration['columns']>} columns
 * @param {string} name
 */
function lineGivers({ merges, number }, name) {
  const places = [...merges].sort((one, other) => one - other).map((step) => Number(name.slice(1)) + step);
  return places.filter((place) => place > 0 && place <= number).map((place) => `T${place}`);
}

/**
 * Return whether a card can be dealt to a foundation with which it does not begin when it is empty.
 * @param {Declaration['foundations'][number]} foundation
 */
export const dealtApart = ({ dealt_as: dealt, suits, ranks }) => [...dealt].some((letter) => !(suits + ranks).includes(letter));

/**
 * Return whether a foundation takes cards of its suits alone, whatever card is dealt there.
 * @param {Declaration['foundations'][number]} foundation
 */
export const keepsSuit = ({ build, dealt_as: dealt, suits }) => build === 'by_suit' && [...dealt].some((letter) => SUITS.includes(letter) && !suits.includes(letter));

/**
 * @param {Declaration['foundations'][number]} foundation
 * @param {(name: string, path: string) => number} pileOf
 */
function readFoundation(foundation, pileOf) {
  const suits = new Set(suitNumbers(foundation.suits));
  const isColor = suits.size === 2 && (foundation.suits === 'CS' || foundation.suits === 'SC' || (suits.has(1) && suits.has(2)));
  return {
    ...foundation,
    suits,
    ranks: rankNumbers(foundation.ranks),
    /** How ranks follow each other, whatever lies elsewhere. */
    direction: /** @type {const} */ ({ one_way: 'either', outranked: 'any' })[/** @type {string} */ (foundation.direction)] ?? foundation.direction,
    outranked: foundation.direction === 'outranked',
    /** Whether it begins with the lowest card of its suit on columns, and the foundation that it follows. */
    lowestFirst: foundation.matches[0] === 'T',
    matches: foundation.matches.replace('T', '').trim(),
    /** Whether a rank comes again. */
    repeats: repeats(foundation.ranks),
    /** The reason for a card of a suit that the foundation does not name. */
    suitReason: isColor ? /** @type {const} */ ('wrong_color') : /** @type {const} */ ('wrong_suit'),
    limit: limitOf(foundation),
    /** Whether it takes cards of its suits alone, although a card of another suit is dealt there. */
    keepsSuit: keepsSuit(foundation),
    lastAfter: foundation.last_after ? pileOf(foundation.last_after, 'last_after') : NO_PILE,
  };
}

/**
 * Return the reserve piles that must be empty before cards of a pile open an empty column.
 * @param {Declaration['columns']} columns
 * @param {string} name
 * @param {readonly string[]} names
 */
function opensAfter(columns, name, names) {
  const lists = columns?.opened_by ?? [];
  const has = (/** @type {string[]} */ givers, /** @type {string} */ pile) => givers.includes(pile) || givers.includes(pile[0]);
  const place = lists.findIndex((givers) => has(givers, name));
  return names.filter((pile) => pile[0] === 'R' && lists.slice(0, Math.max(place, 0)).some((givers) => has(givers, pile)));
}

/**
 * Return the rules of a column, as those of columns that are all of its kind.
 * @template {NonNullable<Declaration['columns']>} Columns
 * @param {Columns} columns
 * @param {string} name
 * @returns {Columns}
 */
export function columnsOfKind(columns, name) {
  const kind = columns.kinds.find(({ of }) => pilesIn(of, 'columns.kinds').includes(name));
  if (!kind) return columns;
  const { of: _, ...rules } = kind;
  const [build, direction = columns.direction] = kind.build?.split(':') ?? [columns.build];
  const own = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== null));
  return /** @type {Columns} */ ({ ...columns, ...own, build, direction });
}

/** @param {NonNullable<Declaration['columns']>} columns */
const readColumns = (columns) => {
  const opening = columns.empty_takes.replace('*', '');
  // Whether an empty column takes any card once all cards of these ranks lie lowest in columns.
  return { ...columns, empty_takes: new Set(rankNumbers(opening)), opens_to_all: opening !== columns.empty_takes };
};

/**
 * Return the piles that a text such as `T9 T1-T8` names.
 * @param {string} names
 * @param {string} path
 */
export function pilesIn(names, path) {
  return (names ? names.split(' ') : []).flatMap((part) => {
    const found = PILES.exec(part);
    if (!found) throw new DeclarationError(`${path} has ${quote(part)}: expected piles such as T3, T1-T7, R1 or F.`);
    const [, letter, first, last = first] = found;
    if (!letter) return [part];
    const step = Number(first) <= Number(last) ? 1 : -1;
    const length = Math.abs(Number(last) - Number(first)) + 1;
    return Array.from({ length }, (_, index) => `${letter}${Number(first) + step * index}`);
  });
}

/**
 * Return all cards before the shuffle, each as 52 · pack + card: clubs, spades, hearts, diamonds, A to K.
 * @param {Declaration} declaration
 */
function packOf({ packs, ranks, suits }) {
  const one = suitNumbers(suits.length < 4 ? suits : 'CSHD').flatMap((suit) => rankNumbers(ranks).map((rank) => 13 * suit + rank));
  return Array.from({ length: packs }, (_, copy) => one.map((card) => 52 * copy + card)).flat();
}

/**
 * Return whether the layout deals a pile anything but one face-up card.
 * @param {{ piles: number[], faceUp: boolean, by: string }[]} layout
 * @param {number} pile
 */
export function holdsSeveral(layout, pile) {
  const dealt = layout.filter(({ piles }) => piles.includes(pile));
  return dealt.length !== 1 || !dealt[0].faceUp || dealt[0].by !== '';
}

/**
 * Check that the actions of the stock go together.
 * @param {Rules} rules
 */
function checkStock({ stock, restocks, dealPiles, deals }) {
  if (!stock) return;
  const actions = stock.actions.join(' ');
  const known = ['', 'deal', 'deal redeal', 'draw', 'draw redeal', 'redeal'].includes(actions);
  demand(known, `stock.actions is ${quote(stock.actions)}: expected none, deal, deal and redeal, draw, draw and redeal, or redeal.`);
  const uncounted = ['layout', 'places', 'turns'].includes(stock.gather_as);
  demand(restocks ? actions === 'deal redeal' || (actions === 'redeal' && stock.open) : actions !== 'deal redeal', 'stock.gather_as is stock or under where cards are dealt or moved off it.');
  demand(!stock.open || !stock.actions.includes('draw'), 'stock.open and draw contradict each other.');
  demand((actions === 'redeal' && !restocks) === (stock.gather !== null || uncounted), 'stock.gather belongs to redeal alone.');
  demand(!uncounted || stock.gather === null, 'stock.gather has no place where columns are dealt as the layout, or turn.');
  const under = stock.gather_as === 'under';
  demand(actions === 'redeal' || restocks || under || stock.gather_as === 'groups', 'stock.gather_as belongs to redeal alone.');
  demand(!stock.shuffles || !['groups', 'turns', 'under'].includes(stock.gather_as), 'stock.shuffles belongs to columns that are dealt in rounds.');
  demand(!stock.drawn_at_start || stock.actions.includes('draw'), 'stock.drawn_at_start needs draw.');
  demand(!under || restocks || (actions === 'draw redeal' && stock.hold === 'waste'), 'stock.gather_as is under where one card at a time lies on the waste.');
  demand(stock.hold !== 'waste' || actions === 'draw' || under, 'stock.hold is waste where cards are drawn, and there is no redeal.');
  demand(stock.actions[0] !== 'deal' || deals.length + dealPiles.length > 0, `The piles of ${actions} are missing.`);
}

/**
 * Check that the layout has the cards of the packs.
 * @param {Rules} rules
 */
function checkCards({ declaration, stock, layout, stockPile }) {
  const base = declaration.foundations.reduce((sum, { dealt }) => sum + dealt, 0);
  const spread = layout.some(({ dealsAll }) => dealsAll);
  const cards = declaration.suits.length * declaration.ranks.length * declaration.packs;
  const laid = spread ? cards : layout.reduce((sum, { piles }) => sum + piles.length, base);
  const needed = laid + (stock?.drawn_at_start ?? 0);
  demand(stockPile >= 0 ? needed <= cards : needed === cards, `The layout has ${needed} cards; the game has ${cards}.`);
  const toF = layout.flatMap(({ piles }) => piles).filter((pile) => pile === ANY_FOUNDATION).length;
  const bases = { A: [0], first: [1], first_rank: [3, 4] }[declaration.base];
  demand(bases.includes(toF), `The layout deals ${toF} cards to F with base ${declaration.base}.`);
  for (const { dealt, ranks: order, direction, cards: most } of declaration.foundations) {
    demand((direction === null) === (most === null), 'foundations: direction and cards belong together.');
    demand((most ?? order.length) >= dealt, 'foundations: more cards are dealt than a foundation takes.');
  }
}

const WORD = { type: 'string', pattern: '.' };
const NUMBER = { type: 'integer', minimum: 0 };
/** The shape of a variant's options. */
const OPTIONS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: WORD,
      meaning: WORD,
      default: WORD,
      values: { type: 'array', items: WORD },
      numbers: { anyOf: [{ type: 'object', properties: { minimum: NUMBER, maximum: NUMBER } }, { type: 'null' }] },
      changes_layout: { type: 'boolean' },
      changes: { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'any' } } },
    },
  },
};

/**
 * Return every option of a variant with its value. Throws DeclarationError for options that are not described as the service does,
 * and RequestError for choices that the variant does not have.
 * @param {Variant} variant
 * @param {RuleOptions} chosen
 * @returns {RuleOptions}
 */
export function settleOptions(variant, chosen) {
  const options = variant.options ?? [];
  checkShape(OPTIONS, options, 'options');
  if (!isObject(chosen)) throw new RequestError('/rules', 'expected an object.');
  for (const name of Object.keys(chosen)) {
    const option = options.find((known) => known.name === name);
    const has = options.map((known) => known.name).join(', ') || 'none';
    if (!option) throw new RequestError(`/rules/${name}`, `unknown option; the variant has ${has}.`);
    if (!admits(option, settled(option, chosen[name]))) {
      const values = Object.keys(option.changes).join(', ');
      throw new RequestError(`/rules/${name}`, `${JSON.stringify(chosen[name])} is not one of ${values}.`);
    }
  }
  return Object.fromEntries(options.map((option) => [option.name, Object.hasOwn(chosen, option.name) ? settled(option, chosen[option.name]) : option.default]));
}

/**
 * Return a value as it is written: some programs say "none" for the number 0.
 * @template T
 * @param {Variant['options'][number]} option @param {T} value
 */
const settled = (option, value) => (value === 'none' && !option.values.includes('none') && admits(option, 0) ? 0 : value);

/** @param {Variant['options'][number]} option @param {unknown} value */
function admits({ values, numbers }, value) {
  if (typeof value === 'string') return values.includes(value);
  return numbers !== null && Number.isInteger(value) && Number(value) >= numbers.minimum && Number(value) <= numbers.maximum;
}

/**
 * Return the declaration of a variant under settled options.
 * @param {Variant} variant
 * @param {RuleOptions} options
 * @returns {Declaration}
 */
export function declarationUnder(variant, options) {
  const declaration = structuredClone(variant.declaration);
  for (const { name, numbers, changes } of variant.options ?? []) {
    const value = options[name];
    const key = typeof value === 'number' ? `${numbers?.minimum}..${numbers?.maximum}` : value;
    demand(Object.hasOwn(changes, key), `The changes of option ${name} lack ${key}.`);
    for (const [path, change] of Object.entries(changes[key])) {
      setField(declaration, path, change === '<number>' ? value : structuredClone(change));
    }
  }
  return declaration;
}

/**
 * @param {any} declaration
 * @param {string} path
 * @param {unknown} value
 */
function setField(declaration, path, value) {
  const parents = path.split('.');
  const last = parents.pop() ?? '';
  const inside = (/** @type {any} */ inner, /** @type {string} */ name) => (typeof inner === 'object' ? inner?.[name] : null);
  const part = parents.reduce(inside, declaration);
  if (typeof part !== 'object' || !part || !Object.hasOwn(part, last)) {
    throw new DeclarationError(`An option changes ${path}, which the declaration does not have.`);
  }
  part[last] = value;
}
