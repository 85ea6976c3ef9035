// The search for a winning line, or for the proof that none exists: the service's own search, compiled to WebAssembly. Equal questions
// have equal answers, lines and counts there and here. tools/search_wasm.py makes search.wasm and search.json.

import { RANKS, rankOf } from '../engine/declaration.js';
import { play } from '../engine/position.js';
import { readMove, whyNot } from '../engine/referee.js';
import { lengthOf, takesFrom, whyNoPair } from '../engine/sequences.js';
import { SEARCHED } from './concepts.js';
import { OPEN } from './proofs.js';
import { FLOOR, PACK, copiesOf } from './rows.js';
import { eachPlayOpensOne } from './waste-bound.js';

const MOST_PILES = 64;
const MOST_CARDS = 208;
const PILE_BYTES = 256;
const FACE_DOWN = 64;
const ACTIONS = { deal: 1, draw: 2, redeal: 4 };
const HOLDS = { card_move: 1, forward_move: 2, empty_column: 3, waste: 4 };
const NO_MOVE = 252;
const [RUNNING, WINS, DEAD] = [0, 1, 2];
// Positions between two looks at newer requests.
const STEPS = 1024;
const SUIT_LETTERS = 'CDHS';

export class Search {
  #exports;
  #description;
  #deal = null;

  constructor(module, description) {
    this.#exports = new WebAssembly.Instance(module).exports;
    this.#description = description;
  }

  // Search a position, expanding at most `budget` positions. Yield while the search goes on, and return { finding, positions }. The line of
  // a win was replayed by the engine.
  *run(deal, position, budget) {
    const declined = deal.concepts.filter((concept) => !SEARCHED.includes(concept));
    if (declined.length || deal.names.length > MOST_PILES) return { finding: { ...OPEN, declined }, positions: 0 };
    if (position.won) return { finding: { prospect: 'winnable', proof: 'won', continuation: [] }, positions: 0 };
    if (budget <= 0) return { finding: OPEN, positions: 0 };
    const search = this.#exports;
    if (this.#deal !== deal) this.#setVariant(deal);
    search.clear_search();
    this.#setSchedule(deal);
    this.#setBoard(deal, position);
    search.begin(budget);
    let result = search.go_on(STEPS);
    for (; result === RUNNING; result = search.go_on(STEPS)) yield search.positions();
    const continuation = result === WINS ? this.#line(deal, position) : null;
    const dead = result === DEAD ? { prospect: 'dead', proof: 'exhausted' } : OPEN;
    return { finding: continuation ? { prospect: 'winnable', proof: 'line', continuation } : dead, positions: search.positions() };
  }

  #setVariant(deal) {
    this.#exports.clear();
    const flat = this.#structure('Flat', this.#exports.flat());
    const facts = this.#structure('Facts', this.#exports.facts());
    for (const [field, value] of Object.entries(flatOf(deal))) flat(field, value);
    for (const [field, value] of Object.entries(factsOf(deal))) facts(field, value);
    writeRows(new DataView(this.#exports.memory.buffer), this.#exports.rows(), rowsOf(deal).rows);
    this.#exports.settle_variant();
    this.#deal = deal;
  }

  #setSchedule(deal) {
    const { heuristics, offsets } = this.#description;
    const learned = Object.hasOwn(heuristics.schedules, deal.id);
    const schedule = learned ? heuristics.schedules[deal.id] : [heuristics.every[heuristicOf(deal, heuristics)]];
    this.#structure('Work', this.#exports.work())('entries', schedule.length);
    for (const [entry, { weights, ...numbers }] of schedule.entries()) {
      const write = this.#structure('Heuristic', this.#exports.work() + offsets.Work.schedule[0] + entry * offsets.Heuristic.sizeof[0]);
      write('weights', [0, 1, 2].flatMap((column) => weights.map((weight) => weight[column])));
      for (const [field, value] of Object.entries(numbers)) write(field, value);
    }
  }

  #setBoard(deal, { piles, down, redeals }) {
    const [at] = this.#description.offsets.Work.root;
    const write = this.#structure('Board', this.#exports.work() + at);
    const cards = new Uint8Array(MOST_PILES * PILE_BYTES);
    for (const [pile, own] of piles.entries()) {
      cards.set([FLOOR, ...own.map((card, place) => (card % 52) + (place < down[pile] ? FACE_DOWN : 0))], pile * PILE_BYTES);
    }
    write('cards', cards);
    write('size', piles.map((own) => own.length + 1));
    write('redeals', redeals);
  }

  // Return a function that writes the numbers of a field.
  #structure(name, address) {
    const fields = this.#description.offsets[name];
    return (field, value) => {
      const [offset, type, number] = fields[field];
      const values = typeof value === 'object' ? value : [value];
      if (values.length > number) throw new RangeError(`${name}.${field} has room for ${number} numbers, not ${values.length}.`);
      const view = new DataView(this.#exports.memory.buffer);
      const { size, write } = WRITERS[type];
      for (let index = 0; index < values.length; index++) write(view, address + offset + index * size, values[index]);
    };
  }

  // Return the tokens of the winning line. Throws if the engine does not win with them, because the search then plays by other rules.
  #line(deal, opening) {
    const number = this.#exports.write_moves();
    if (number < 0) return null;
    const moves = new Uint32Array(this.#exports.memory.buffer, this.#exports.moves(), number);
    const tokens = Array.from(moves, (move) => tokenOf(deal, move));
    let position = opening;
    for (const token of tokens) {
      const move = readMove(deal, token);
      const reason = whyNot(deal, position, move);
      if (reason) throw new Error(`A move of a winning line is illegal: ${token}, ${reason}.`);
      position = play(deal, position, move).position;
    }
    if (!position.won) throw new Error('A line that the search found does not win.');
    return tokens;
  }
}

function tokenOf({ names }, move) {
  const [source, target, count] = [move & 255, (move >> 8) & 255, (move >> 16) & 255];
  if (source > NO_MOVE) return Object.keys(ACTIONS)[source - NO_MOVE - 1];
  return `${names[source]}-${names[target]}${count > 1 ? `x${count}` : ''}`;
}

// A set of small numbers is written as the bits of a u64: as a list here.
const WRITERS = {
  u8: { size: 1, write: (view, at, value) => view.setUint8(at, value) },
  i32: { size: 4, write: (view, at, value) => view.setInt32(at, Number(value), true) },
  u32: { size: 4, write: (view, at, value) => view.setUint32(at, Number(value), true) },
  i64: { size: 8, write: (view, at, value) => view.setBigInt64(at, BigInt(value), true) },
  u64: { size: 8, write: writeSet },
};

function writeSet(view, at, numbers) {
  let [low, high] = [0, 0];
  for (const number of numbers) {
    if (number < 32) low |= 1 << number;
    else high |= 1 << (number - 32);
  }
  view.setInt32(at, low, true);
  view.setInt32(at + 4, high, true);
}

function writeRows(view, address, rows) {
  for (const [index, row] of rows.entries()) {
    for (const [top, cards] of row.entries()) writeSet(view, address + 8 * (index * (FLOOR + 1) + top), cards);
  }
}

// Return the rows of targets: each row once, and by target the number of its row, and of what follows in its sequences.
function rowsOf(deal) {
  const rows = [];
  const numbers = new Map();
  const numberOf = (row) => {
    const key = JSON.stringify(row);
    if (!numbers.has(key)) numbers.set(key, rows.push(row) - 1);
    return numbers.get(key);
  };
  const cell = [...PACK.map(() => []), PACK];
  const nothing = [...PACK, FLOOR].map(() => []);
  const pairs = deal.pairs && pairRow(deal.pairs);
  // Only what leaves alone is moved to the discard pile.
  const alone = deal.pairs && [...PACK, FLOOR].map(() => PACK.filter((card) => deal.pairs.sets.includes(RANKS[rankOf(card)])));
  const rowOf = (pile) => (pairs ? pairedRow(pile) : plainRow(pile));
  const pairedRow = (pile) => (deal.kinds[pile] === 'F' ? alone : deal.pairing.includes(pile) ? pairs : nothing);
  const plainRow = (pile) => ({ T: deal.columnRow, F: deal.takes.get(pile), R: deal.cells.length ? cell : nothing, W: deal.wasteRow })[deal.kinds[pile]];
  const row = Array.from({ length: endOfTargets(deal) }, (_, pile) => numberOf(rowOf(pile)));
  const wholeRow = deal.names.map((_, pile) => (deal.foundationRules[pile]?.whole ? numberOf(deal.follows.get(pile)) : 0));
  return { rows, row, wholeRow };
}

// Return the cards that leave together with each card.
const pairRow = (pairs) => [...PACK.map((under) => PACK.filter((card) => whyNoPair(pairs, [under], card) === null)), []];

// Return the end of the piles that take cards. Where the waste or the stock does, piles that take none are among them.
function endOfTargets({ tableau, foundations, cells, waste, stock, pairing }) {
  return stock?.waste_takes ? waste + 1 : Math.max(tableau.length + foundations.length + cells.length, ...pairing.map((pile) => pile + 1));
}

// Return the fields of `Flat` (patience/kernel/table.pxi) that the search reads. Those of concepts that it declines stay 0.
export function flatOf(deal) {
  const { columns, stock, tableau, foundations, reserve, cells, names, foundationRules, sources, targets } = deal;
  const { rows, row, wholeRow } = rowsOf(deal);
  const dealt = dealtPiles(deal);
  const foundationsEnd = tableau.length + foundations.length;
  const lists = [...new Map(deal.refills.filter((list) => list.length).map((list) => [list.join(), list])).values()];
  const byFoundation = (value, otherwise) => names.map((_, pile) => (foundationRules[pile] ? value(foundationRules[pile], pile) : otherwise));
  const guardOf = (foundation) => Math.max(foundation.lastAfter, -1);
  const lastRank = (pile) => PACK.filter((card) => rankOf(card) === deal.ranksOf.get(pile).at(-1));
  return {
    cards: deal.pack.length,
    columns: tableau.length,
    foundations_end: foundationsEnd,
    cells_end: foundationsEnd + cells.length,
    targets: endOfTargets(deal),
    pairing: [deal.pairing],
    pair_home: PACK.map(() => tableau.length),
    waste_takes: Boolean(stock?.waste_takes),
    has_covers: deal.covers.some((covers) => covers.length),
    covers: deal.covers,
    lies_on: names.map((_, pile) => names.flatMap((_, below) => (deal.covers[below].includes(pile) ? [below] : []))),
    limited: [foundations.filter((pile) => foundationRules[pile].direction)],
    reserve_end: foundationsEnd + reserve.length,
    deep_reserve: deal.deepReserve,
    merci: Math.max(deal.merci, -1),
    turned_to: Math.max(deal.turnedTo, -1),
    waste: Math.max(deal.waste, -1),
    stock: Math.max(deal.stockPile, -1),
    piles: names.length,
    rows: rows.length,
    row,
    reach: names.map((_, pile) => (sources.includes(pile) ? targets.filter((target) => takesFrom(deal, target, pile)) : [])),
    together: names.map((_, pile) => (deal.kinds[pile] === 'T' ? takesGroups(deal) : [])),
    has_run: Boolean(deal.run),
    run: deal.run ?? [],
    supermove: Boolean(columns?.supermove),
    build_run: deal.buildRun ?? [],
    any_opens: columns?.empty_takes.size === RANKS.length,
    whole_only: Boolean(columns?.whole_only),
    full_size: columns?.capacity ? columns.capacity + 1 : PILE_BYTES,
    whole: byFoundation(({ whole, ranks }) => (whole ? ranks.length : 0), 0),
    whole_row: wholeRow,
    guard: Object.assign(Array(MOST_PILES).fill(-1), byFoundation(guardOf, -1)),
    guarded: byFoundation((foundation, pile) => (guardOf(foundation) < 0 ? [] : lastRank(pile)), []),
    complete: byFoundation((foundation) => lengthOf(foundation) + 1, 0),
    winning: [deal.winning ?? []],
    wins_by: { complete: 0, all_cards: 1, empty_columns: 2 }[deal.declaration.win] ?? 0,
    emptied: [deal.emptied],
    sources: sources.length,
    source: sources,
    is_source: [sources],
    actions: (stock?.actions ?? []).reduce((sum, action) => sum + ACTIONS[action], 0),
    hold: HOLDS[stock?.hold] ?? 0,
    draw: stock?.draw ?? 1,
    gathers: deal.gathers,
    gather: stock?.gather ?? 0,
    dealt_first: dealt.length ? Math.min(...dealt) : 0,
    dealt_end: Math.max(-1, ...dealt) + 1,
    most_dealt: deal.deals.length ? Math.max(...deal.deals.map(({ length }) => length)) : dealt.length,
    deals: deal.deals.length,
    deal_length: deal.deals.map(({ length }) => length),
    deal_pile: deal.deals.flatMap((piles) => Object.assign(Array(MOST_CARDS).fill(0), piles)),
    redeals: stock ? (stock.redeals ?? -1) : 0,
    refill: deal.refills.map((list) => 1 + lists.findIndex((other) => other.join() === list.join())),
    supplies: lists.map((list) => list.length),
    supply: lists.flatMap((list) => Object.assign(Array(MOST_PILES).fill(0), list)),
    filled_by_redeal: lists.map((list) => list.includes(deal.stockPile)),
    gives_after: [[...deal.givesAfter]],
    takes_after: [[...deal.takesAfter]],
    opens: [[...deal.opens]],
    builds: [[...deal.builds]],
    longest_first: Boolean(columns?.longest_first),
    copies: copiesOf(deal),
  };
}

// Return the piles to which a deal can deal.
function dealtPiles({ stock, deals, dealPiles }) {
  if (!stock?.actions.includes('deal')) return [];
  return deals.length ? deals.flat() : dealPiles;
}

// Return the piles to which several cards of a column go at once.
function takesGroups({ columns, tableau, foundations, foundationRules }) {
  const lifts = columns.lift !== 'one';
  return [...(lifts || columns.supermove ? tableau : []), ...foundations.filter((pile) => lifts && foundationRules[pile].whole)];
}

// Return the fields of `Facts` (patience/search/parts/chart.pxi) that do not follow from `Flat`.
export function factsOf(deal) {
  const { declaration, foundations, foundationRules, names } = deal;
  const guards = new Set(foundations.flatMap((pile) => (foundationRules[pile].lastAfter >= 0 ? [pile, foundationRules[pile].lastAfter] : [])));
  const supplies = new Set([...deal.refills.flat(), ...dealtPiles(deal)]);
  const suppliesReserve = deal.reserve.some((pile) => supplies.has(pile));
  const declarationOf = (pile) => JSON.stringify(declaration.foundations[pile - deal.tableau.length]);
  const differ = hasUnlikePiles(deal);
  const differs = (pile) => differ || ({ T: deal.gathers, F: guards.has(pile), R: suppliesReserve })[deal.kinds[pile]];
  const kinds = numbered(names.map((name, pile) => {
    const kind = differs(pile) ? name : name[0];
    return foundationRules[pile] ? `${kind} ${declarationOf(pile)} ${deal.winning?.includes(pile)}` : kind;
  }));
  const declared = numbered(foundations.map(declarationOf));
  return {
    kind: kinds,
    declared: [...deal.tableau.map(() => 0), ...declared],
    final: deal.final,
    all_home: deal.movement.allHome,
    bounds_waste: boundsWaste(deal),
    differ,
    restricted: deal.concepts.includes('takes_from'),
    // Rules for which some cut is not proved are declined.
    plain: false,
    proved_hopeless: true,
    proved_idle: true,
    proved_merges: true,
    proved_safe: true,
    proved_alike: true,
  };
}

// Whether piles of a kind differ: by what covers them, by what is dealt to them, or by the piles that take their cards.
const hasUnlikePiles = ({ covers, givers, deals }) => deals.length > 0 || covers.some((piles) => piles.length) || givers.flat().some((giver) => giver?.length > 1);

// Return the number of each text, equal for equal ones, in the order of their first places.
function numbered(texts) {
  const known = [...new Set(texts)];
  return texts.map((text) => known.indexOf(text));
}

// Whether the search bounds what the waste allows, and its tables have room.
function boundsWaste(deal) {
  if (!eachPlayOpensOne(deal, deal.movement)) return false;
  const { foundations } = deal.declaration;
  const ofSuit = (suit) => foundations.filter(({ suits }) => suits === suit).length;
  return (
    Math.max(...copiesOf(deal)) <= 3 &&
    Math.max(...[...SUIT_LETTERS].map(ofSuit)) <= 8 &&
    foundations.every(({ suits, last_after: guard }) => !guard || foundations[Number(guard.slice(1)) - 1].suits === suits)
  );
}

// Return the number of the heuristic of a game: its own, or that of its kind.
function heuristicOf(deal, { games, by_play: byPlay }) {
  const play = playOf(deal);
  const own = [`${deal.id} ${play}`, deal.id].find((game) => Object.hasOwn(games, game));
  return own ? games[own] : byPlay[play];
}

// Return how a game is played.
function playOf({ stock, concepts, final, gathers, cells, columns }) {
  if (stock?.waste_takes) return 'onto_waste';
  if (concepts.includes('foundation_steps') && final) return 'stepping';
  if (!stock || gathers) {
    if (cells.length) return 'cells';
    return columns?.empty_takes.size ? 'open' : 'unfilled';
  }
  if (stock.actions.includes('deal')) return 'dealt';
  return stock.redeals === null ? 'endless' : 'drawn';
}
