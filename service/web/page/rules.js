// The rules of a game as sentences in the visitor's language. They follow from its declaration alone, and say what the table does not
// show (tests/web/rules.test.mjs). Which sentences a game has, in which order and with which values, is in a table that
// patience/words/rules_in_sentences.py explains and reads as well.

import { pileName } from '../i18n/page.js';
import { groupBy } from '../dom.js';
import { holds, valueAt } from '../engine/conditions.js';
import { CODES, RANKS, SUITS, columnsOfKind, dealtApart, keepsSuit, limitOf, pilesIn, repeats, roundsOf, showsLast } from '../engine/declaration.js';
import { members, rowRanks, takesSets, whyNotFirst } from '../engine/sequences.js';
import { capital } from '../i18n/text.js';
import { giversInWords, lifting, ruleWords } from './explain.js';
import { TABLE } from './rules-in-sentences.js';

const COLOURS = { DH: 'red', CS: 'black' };
const BY_TWOS = 'A3579JK2468TQ';
// The parts of the table in their order, and what their sentences are about.
const PARTS = { start: '', goal: '', foundations: 'F', columns: 'T', reserve: 'R', stock: 'S' };

// Return all rules: the goal, the foundations or the pairs, the columns, the reserve, the stock.
export function rulesInWords(game) {
  return rulesByPile(game).map(({ sentence }) => sentence);
}

// Return all rules with what each is about: a letter of the names of piles, the empty columns, or nothing that is shown by piles.
export function rulesByPile(game) {
  const rules = new Rules(game);
  const { pairs, columns } = game.variant.declaration;
  const [empty] = columns ? rules.say('vacancy') : [];
  return Object.entries(PARTS).flatMap(([part, pile]) => {
    const about = pairs && 'FT'.includes(pile) ? '' : pile;
    return rules.say(part).map((sentence) => ({ about: sentence === empty ? 'empty' : about, sentence }));
  });
}

// Return the rules that a newcomer needs first, in up to three sentences: the columns, the foundations, the stock or the cells.
export function briefRules(game) {
  const rules = new Rules(game);
  const [building] = game.variant.declaration.pairs ? [] : rules.say('columns');
  const [more] = [...rules.say('stock'), ...rules.say('reserve')];
  return [building, rules.say('foundations')[0], more].filter(Boolean).join(' ');
}

// Return the goal of a game.
export const goalInWords = (game) => new Rules(game).say('goal')[0];

class Rules {
  #game;
  #facts;

  constructor(game) {
    this.#game = game;
    this.#facts = factsOf(game);
  }

  // Return the sentences of some rows.
  say(rows, item = {}) {
    return (typeof rows === 'string' ? TABLE[rows] : rows).flatMap((row) => {
      if (!isList(row)) return this.#holds(row.if, item) ? this.#each(row, item).flatMap((own) => this.say(row.say, own)) : [];
      const first = (isList(row[0]) ? row : [row]).find(([, condition]) => this.#holds(condition, item));
      return first ? [this.#said(first, item)] : [];
    });
  }

  #each({ each }, item) {
    return each ? (this.#value(each, item) ?? []).map((it, place) => ({ ...(isList(it) ? {} : it), it, place })) : [item];
  }

  #said([name, , values = ''], item) {
    const key = name.replace(/\{(.+)\}/, (_, path) => this.#value(path, item));
    const named = values.split(' ').map((value) => value.split('='));
    const evidence = Object.fromEntries(named.map(([as, path = as]) => [as, this.#value(path, item)]));
    return capital(ruleWords.say({ key, evidence }));
  }

  #holds(condition = '', item) {
    return holds(condition, (path) => this.#value(path, item));
  }

  #value(path, item) {
    const [at, form] = path.split(':');
    const value = valueAt(at.split('.')[0] in item ? item : this.#facts, at);
    return form ? FORMS[form](value, this.#game) : value;
  }
}

const isList = Array.isArray;

// Return the piles of a list, or of a text such as "T1-T7".
const piles = (value) => (typeof value === 'string' ? pilesIn(value, 'piles') : value ?? []);

const FORMS = {
  pile: pileName,
  piles: (value) => giversInWords(piles(value)),
  each_pile: (value) => piles(value).map(pileName),
  cell: (place) => pileName(`R${place + 1}`),
  first: (value) => pileName(piles(value)[0]),
  last: (value) => (piles(value).length > 1 ? pileName(piles(value).at(-1)) : null),
  founded: (names) => giversInWords(names.filter((name) => name[0] === 'F')),
  others: (names) => giversInWords(names.filter((name) => name[0] !== 'F')),
  supplies: (names) => [...new Set(names)].map((pile) => ({ kind: pile[0], number: pile.slice(1) })),
  filled: (names) => Math.max(1, names.filter((pile) => pile === 'S').length),
  letters: (text) => [...text],
  shown: (ranks, game) => [...ranks].map((rank) => game.rankOf(rank)),
  starred: (ranks) => (ranks.endsWith('*') ? [...ranks.slice(0, -1)] : []),
  few: (ranks) => (ranks.length < RANKS.length ? [...ranks] : []),
  some_ranks: (letters) => (ranksIn(letters).length < RANKS.length ? ranksIn(letters) : []),
  suits: (letters) => [...letters].filter((letter) => SUITS.includes(letter)),
  distinct: (texts) => [...new Set([...texts].join(''))],
  final: (ranks) => ranks.at(-1),
  number: Number,
  built: builtOf,
  lifted: lifting,
  leftward: (merges) => stepsTo(merges, 1),
  rightward: (merges) => stepsTo(merges, -1),
};

const ranksIn = (letters) => [...letters].filter((letter) => RANKS.includes(letter));

// Return how cards follow each other, as evidence.
function builtOf({ direction, step = 1, build, wrap, ends = '', level = null }) {
  return { direction: { one_way: 'either', outranked: 'any' }[direction] ?? direction, step, build, wrap: Number(wrap), ends: ranksIn(ends).join(''), level };
}

// Return how far cards of a line go one way, as evidence.
function stepsTo(merges, way) {
  const steps = merges.map((step) => step * way).filter((step) => step > 0).sort((one, other) => one - other);
  return steps.length ? steps : null;
}

// Return a declaration and what its fields do not say. In Python these are properties.
function factsOf(game) {
  const { declaration } = game.variant;
  const { columns, pairs, stock, foundations, packs, suits, ranks, reserve } = declaration;
  const builds = pairs !== null && foundations.length > 1;
  const givers = columns && columnsOfKind(columns, 'T1').takes_from;
  return {
    ...declaration,
    stock: stock && { ...stock, rounds: roundsOf(stock), shows_last: showsLast(stock), takes_after_stock: stock.takes_after.filter((name) => !name.includes(':')) },
    cards_left: Math.max(0, suits.length * packs * ranks.length - foundations[0]?.cards),
    column_cards: columns?.capacity ?? RANKS.length,
    column_way: columns?.own_ranks.length ? 'own' : columns?.row && columns.wrap ? 'ring' : columns?.direction ?? null,
    builds_pairs: builds,
    pair_moves: pairs?.piles.includes('T') && columns?.takes_from?.length && columns.empty_takes,
    pairs_alone: builds ? [] : pairs?.sets.filter((set) => set.length === 1),
    pairs_build: pairs?.build.split(':')[0],
    pairs_limit: [...(pairs?.build.split(':')[1] ?? '')],
    pairs_named: pairs && pairsNamed(pairs.sets, ranks),
    moves_waste: givers && [...givers, ...(columns.opened_by ?? []).flat()].includes('W'),
    builds_foundations: builds || !(pairs || columns?.merges.length),
    ...foundationFacts(foundations, game),
    base_shown: game.rankOf('A'),
    row_follows: { direction: columns?.direction === 'either' ? 'up' : columns?.direction, step: 1 },
    row_ranks: columns?.row ? rowRanks(declaration) : [],
    columns_take: columns?.takes_from?.length !== 0 && columns,
    stays_filled: columns?.refill.length && !columns.empty_takes,
    column_kinds: columns?.kinds.map((kind) => ({ kind, columns: columnsOfKind(columns, pilesIn(kind.of, 'columns.kinds')[0]), builds: kind.build || kind.lift })),
    cells: ['one', 'run'].includes(reserve?.takes),
    ...cellFacts(declaration),
    ...stockFacts(stock),
  };
}

// Return which two cards leave together, as evidence.
function pairsNamed(sets, pack) {
  const both = sets.filter((ranks) => ranks.length === 2);
  const others = [...pack].filter((rank) => !both.join('').includes(rank));
  const paired = pack.length - others.length;
  const equal = both.length === RANKS.length && both.every(([one, other]) => one === other);
  const any = both.length > 1 && both.length === paired * (paired + 1) / 2;
  return { kind: equal ? 'equal' : any ? 'any' : 'some', others, sets: both.map((ranks) => [...ranks]) };
}

function foundationFacts(foundations, game) {
  const colourOf = ({ suits }) => COLOURS[[...suits].sort().join('')];
  const alike = groupBy(foundations.filter((pile) => pile.matches[0] !== 'F'), ({ ranks, build, whole, direction, wrap, cards, suits }) => JSON.stringify([ranks, build, whole, direction, wrap, cards, colourOf({ suits })]));
  const named = foundations.map((pile, at) => ({ name: `F${at + 1}`, ...pile, ...limitOf(pile) }));
  const lowest = named.filter(({ matches }) => matches[0] === 'T').map(({ name, matches }) => [name, matches.slice(2)]);
  return {
    foundations_alike: [...alike.values()].map(([pile, ...more]) => {
      const ranks = [...pile.ranks].map((rank) => game.rankOf(rank));
      return {
        ...pile,
        number: more.length + 1,
        colour: colourOf(pile),
        takes_sets: takesSets(pile),
        each: pile.suits.length,
        winds: repeats(ranks) || !(pile.whole || isSteady(ranks)),
        legs: legsOf(ranks),
        first: ranks[0],
        last: ranks.at(-1),
        steps: ranks.length > 1 ? stepsOf(pile.ranks) : null,
        sequence: builtOf(pile),
        begins: ranks.length < RANKS.length ? ranks : [],
        sets: [ranks],
      };
    }),
    foundations_named: named.map((pile) => ({ ...pile, limit: pile.other && pile.ranks, other: [pile.other], matches: pile.matches[0] === 'F' && pile.matches })),
    dealt_apart: named.flatMap((pile) => (dealtApart(pile) ? [pile.name] : [])),
    keeps_suit: named.some(keepsSuit),
    lowest_first: lowest,
    lowest_alone: lowest.flatMap(([name, other]) => (other ? [] : [name])),
    lowest_like: lowest.flatMap(([name, other]) => (other ? [name] : [])),
    lowest_liked: [...new Set(lowest.flatMap(([, other]) => other || []))],
    foundation_givers: foundations.find((pile) => pile.takes_from && !limitOf(pile))?.takes_from ?? null,
  };
}

// Return whether each rank follows the one before by the same step, round from King to Ace.
const isSteady = (ranks) => new Set(ranks.slice(1).map((rank, place) => (RANKS.indexOf(rank) - RANKS.indexOf(ranks[place]) + RANKS.length) % RANKS.length)).size < 2;

// Return which way the ranks of a foundation go, as evidence.
function stepsOf(ranks) {
  if (ranks.length === RANKS.length && BY_TWOS.repeat(2).includes([...ranks].join(''))) return { direction: 'by_twos', step: 1 };
  const step = (RANKS.indexOf(ranks[1]) - RANKS.indexOf(ranks[0]) + RANKS.length) % RANKS.length;
  return step > 6 ? { direction: 'down', step: RANKS.length - step } : { direction: 'up', step };
}

// Return the ranks of a foundation as evidence: each stretch that goes up or down, and how often it comes.
function legsOf(ranks) {
  const legs = [];
  let before = 0;
  for (const [place, rank] of ranks.entries()) {
    const step = place ? RANKS.indexOf(rank) - RANKS.indexOf(ranks[place - 1]) : 0;
    const goesOn = Math.abs(step) === 1 && before !== -step;
    if (goesOn) legs.at(-1).push(rank);
    else legs.push([rank]);
    before = goesOn ? step : 0;
  }
  const alike = [];
  for (const leg of legs) {
    if (alike.length && alike.at(-1).leg.join('') === leg.join('')) alike.at(-1).times++;
    else alike.push({ leg, times: 1 });
  }
  return alike.map(({ leg, times }) => ({ first: leg[0], last: leg.length > 1 ? leg.at(-1) : null, times }));
}

function cellFacts({ reserve, pairs, stock, layout }) {
  const collected = pairs?.sets.filter((set) => set.length > 2) ?? [];
  const ordered = collected.filter((set) => set.includes('-'));
  const ranksOf = (sets) => sets.map((set) => [...members(set)]);
  const laid = layout.flatMap(({ to }) => pilesIn(to, 'layout')).filter((name) => name[0] === 'R');
  const byDeals = stock?.actions.includes('deal') && (stock.deals.length ? stock.deals.some((names) => names.includes('R')) : stock.deal_to === 'reserve');
  return {
    collected_sets: reserve?.takes === 'one' ? ranksOf(collected) : [],
    sets_in_order: ranksOf(ordered),
    sets_apart: ordered.length < collected.length ? ranksOf(ordered) : null,
    // The cells that take only certain cards, and these cards.
    own_cells: [...new Set(reserve?.begins)].map((letters) => ({
      piles: reserve.begins.flatMap((own, at) => (own === letters ? [`R${at + 1}`] : [])),
      cards: CODES.filter((_, card) => whyNotFirst(letters, card) === null),
    })),
    // Whether cells can have more cards than they have room for.
    dealt_cells: byDeals || laid.some((name) => laid.filter((other) => other === name).length > reserve.capacity),
  };
}

function stockFacts(stock) {
  const lists = stock?.deals.map((names) => pilesIn(names, 'stock.deals')) ?? [];
  const waiting = stock?.takes_after.filter((name) => name.includes(':')).map((name) => name.split(':')) ?? [];
  const before = (pile) => `${pile[0]}${Number(pile.slice(1)) - 1}`;
  const next = waiting.filter(([pile, awaited]) => awaited === before(pile)).map(([pile]) => pile);
  const inTurn = next.length > 2 ? next : [];
  return {
    deals: lists.map((names) => ({ number: names.length, piles: [...new Set(names)], cards: Math.floor(names.length / new Set(names).size), is_last: names.length > lists[0].length })),
    awaits_waste: Number(stock?.actions.includes('draw') && stock.after_waste),
    // Piles of which each takes cards once the one before has some.
    take_in_turn: inTurn.length ? [before(inTurn[0]), ...inTurn] : [],
    take_after_others: waiting.filter(([pile]) => !inTurn.includes(pile)).map(([pile, awaited]) => ({ pile, awaited: awaited.split(' ') })),
  };
}
