// Why a move is refused, and by which rules a game is played, as sentences in the visitor's language. They are built from the
// reason and its parameters and from the game's declaration, so every language says the same.

import { cardsOf, parseMove } from '../game/notation.js';
import { capital, cardSign, moveInWords, pileName, t } from '../i18n/text.js';
import { groupBy } from '../dom.js';

const RANKS = 'A23456789TJQK';
const MOST_NAMED = 6;
const MISFITS = new Set(['wrong_suit', 'wrong_color', 'wrong_rank', 'needs_base']);

// Return what was tried and why it is refused, in one or two sentences.
export function refusalInWords(illegal, position, game) {
  return [attempted(illegal.move, position), reasonInWords(illegal, position, game)].filter(Boolean).join(' ');
}

// "You moved 10♣ Q♦ onto 4♣."
function attempted(token, position) {
  const move = parseMove(token);
  const cards = move ? cardsOf(move, position).map((card) => card.code) : [];
  if (!cards.length) return '';
  const top = position.get(move.target)?.cards.at(-1);
  const onto = top && move.target[0] === 'T' ? cardSign(top.code) : t(move.target[0] === 'T' ? 'refusal.empty' : 'refusal.onto', pileName(move.target));
  return t('refusal.moved', groupInSigns(cards, move.cards), onto);
}

function groupInSigns(codes, number) {
  if (codes.length > MOST_NAMED) return t('refusal.group', number, cardSign(codes[0]), cardSign(codes.at(-1)));
  return codes.map(cardSign).join(' ');
}

function reasonInWords({ reason, params }, position, game) {
  const { declaration } = game.variant;
  const onto = params.target?.[0];
  const words = {
    ...params,
    source: params.source && pileName(params.source),
    target: params.target && pileName(params.target),
    card: params.card && cardSign(params.card),
    top: params.top && cardSign(params.top),
    fits: cardsInWords(params.takes ?? []),
    rule: onto === 'T' && declaration.columns ? columnRule(declaration.columns) : '',
    ranks: ranksInWords(params.ranks ?? ''),
    broken: params.broken?.map(cardSign),
    moves: declaration.columns && liftRule(declaration.columns),
    piles: params.piles?.map(pileName).join(', '),
    waits: params.waits_for && pileName(params.waits_for),
    move: params.move && moveInWords(params.move, position),
    cell: onto === 'R',
    givers: restriction(declaration, params.target ?? ''),
    final: params.source?.[0] === 'F',
    waste: params.source?.[0] === 'W' && Boolean(declaration.stock?.waste_takes),
  };
  if (MISFITS.has(reason) && declaration.pairs && onto !== 'F') return t('refusal.pair', words);
  if (MISFITS.has(reason)) return t(onto === 'T' ? 'refusal.column' : reason === 'needs_base' ? 'refusal.needs_base' : 'refusal.foundation', words);
  return capital(t(`refusal.${reason}`, words) ?? reason.replaceAll('_', ' '));
}

// Name what a pile takes that takes cards from some piles only, else return nothing.
function restriction({ columns, reserve, foundations }, target) {
  const part = { T: columns, R: reserve, F: foundations[target.slice(1) - 1] }[target[0]];
  return part?.takes_from ? t('rule.from', giversInWords(part.takes_from)) : '';
}

const columnRule = ({ direction, build, ends }) => ends.length === 13 ? t('rule.columns.single') : t('rule.columns', t(`rule.direction.${direction}`), t(`rule.build.${build}`));

function liftRule({ lift, whole_only: whole, supermove, direction, build }) {
  const run = lift === 'one' && supermove ? build : lift;
  if (run === 'one' || run === 'any') return t(whole ? 'rule.lift.whole' : `rule.lift.${run}`);
  return t(whole ? 'rule.lift.whole-run' : 'rule.lift.run', t(`rule.direction.${direction}`), t(`rule.build.${run}`));
}

// Name a set of cards: "3♣", "any 9", "a red 9", "3♣ or 5♣".
export function cardsInWords(codes) {
  const byRank = groupBy(codes, (code) => code[0]);
  if (byRank.size === 13) return t('fits.all');
  const named = [...byRank].flatMap(([rank, cards]) => {
    const suits = cards.map((code) => code[1]).sort().join('');
    const kind = { CDHS: 'any', DH: 'red', CS: 'black' }[suits];
    return kind ? [t(`fits.${kind}`, rankSign(rank))] : cards.map(cardSign);
  });
  return orList(named);
}

const rankSign = (rank) => (rank === 'T' ? '10' : rank);

const ranksInWords = (ranks) => orList([...ranks].map((rank) => t('rank.article', rank)));

export const orList = (items) => (items.length > 1 ? `${items.slice(0, -1).join(', ')} ${t('or')} ${items.at(-1)}` : items.join(''));

// Return the rules of a game as sentences: what wins, the columns, the stock, the reserve.
export function rulesInWords(game) {
  const { columns, stock, reserve, foundations, foundations_final: final, base, pairs, win } = game.variant.declaration;
  if (pairs) return [t(win === 'empty_columns' ? 'rule.goal.columns' : 'rule.goal.pairs'), pairRule(pairs), ...columnRules(columns, game).slice(1), ...(reserve ? [t('rule.reserve', reserve.piles)] : []), ...(stock ? stockRules(stock) : [])].filter(Boolean);
  const piles = new Map();
  for (const pile of foundations) {
    const key = JSON.stringify([pile.ranks, pile.build, pile.whole]);
    piles.set(key, { pile, number: (piles.get(key)?.number ?? 0) + 1 });
  }
  return [
    t(game.variant.declaration.win === 'empty_columns' ? 'rule.goal.columns' : 'rule.goal'),
    ...[...piles.values()].map(({ pile, number }) => (pile.direction ? t('rule.foundation.steps', number, sequenceInWords(pile)) : t(pile.whole ? 'rule.whole' : 'rule.foundation', number, stepsInWords(pile.ranks), t(`rule.build.${pile.build}`), t('rank.article', game.rankOf(pile.ranks[0])), t('rank.article', game.rankOf(pile.ranks.at(-1)))))),
    base === 'A' ? '' : t('rule.base', t('rank.article', game.rankOf('A'))),
    final && foundations.length ? t('rule.final') : '',
    ...(columns ? columnRules(columns, game) : []),
    takenFrom('foundation', foundations.find((pile) => pile.takes_from) ?? {}),
    ...(reserve ? [takenFrom('reserve', reserve)] : []),
    ...(reserve ? [reserveRule(reserve)] : []),
    ...(stock ? stockRules(stock) : []),
  ].filter(Boolean);
}

function reserveRule({ piles, takes, capacity, sequence, begins }) {
  if (sequence) return t('rule.cells.built', piles, capacity, sequenceInWords(sequence), ranksInWords([...new Set(begins)].join('')));
  return t(takes === 'one' ? 'rule.cells' : 'rule.reserve', piles);
}

function pairRule({ sets, near }) {
  const both = sets.filter((ranks) => ranks.length === 2);
  const alone = sets.filter((ranks) => ranks.length === 1).join('');
  const equal = both.length === 13 && both.every(([one, other]) => one === other);
  const named = equal ? t('rule.pairs.equal') : both.map((ranks) => [...ranks].map(rankSign).join('–')).join(', ');
  return t('rule.pairs', named, alone && ranksInWords(alone), near ? t(`rule.pairs.${near}`) : '');
}

// Return the rules that a newcomer needs first, in up to three sentences: the foundations, the columns, the stock or the cells.
export function briefRules(game) {
  const { columns, stock, reserve } = game.variant.declaration;
  const [, foundations] = rulesInWords(game);
  if (game.variant.declaration.pairs) return rulesInWords(game).slice(1, 4).join(' ');
  const [building] = columns ? columnRules(columns, game).filter(Boolean) : [];
  const [more] = stock ? stockRules(stock).filter(Boolean) : reserve ? [reserveRule(reserve)] : [];
  return [building, foundations, more].filter(Boolean).join(' ');
}

// "up or down regardless of suit and wrap between Ace and King"
const sequenceInWords = ({ direction, build, wrap, step = 1 }) => [step > 1 && direction === 'up' ? t('rule.steps.more', step) : t(`rule.direction.${direction}`), t(`rule.build.${build}`), wrap ? t('rule.wrap') : ''].filter(Boolean).join(' ');

function stepsInWords(ranks) {
  const step = (RANKS.indexOf(ranks[1] ?? ranks[0]) - RANKS.indexOf(ranks[0]) + 13) % 13;
  if (step > 1 && step < 12) return t('rule.steps.more', step);
  return t(step === 12 ? 'rule.steps.down' : 'rule.steps.up');
}

function columnRules(columns, game) {
  const opens = [...columns.empty_takes].map((rank) => game.rankOf(rank)).join('');
  const from = takenFrom('columns', columns);
  if (from && !columns.takes_from.length) return [from, ...columns.covered_by.length ? [t('rule.covers')] : [], ...columns.refill.length ? [t('rule.empty.refill')] : []];
  return [
    from,
    `${columnRule(columns)}${columns.wrap ? ` ${t('rule.wrap')}` : ''}.`,
    liftRule(columns),
    columns.supermove ? t('rule.supermove') : '',
    columns.covered_by.length ? t('rule.covers') : '',
    columns.capacity ? t('rule.capacity', columns.capacity) : '',
    opens.length === 13 ? t('rule.empty.any') : opens ? t('rule.empty.some', ranksInWords(opens)) : t(columns.refill.length ? 'rule.empty.refill' : 'rule.empty.none'),
  ];
}

// Say from which piles a kind of piles takes cards, where that is restricted.
function takenFrom(kind, { takes_from: givers }) {
  return givers ? t(`rule.${kind}.from`, t('rule.from', giversInWords(givers))) : '';
}

const giversInWords = (givers) => orList(givers.map((giver) => (giver.length > 1 ? pileName(giver) : t(`kind.${giver}`))));

function stockRules({ actions, draw, redeals, hold, gather, waste_takes: sequence, deal_to: to }) {
  const again = actions.includes('redeal') ? t('rule.redeals', redeals, Boolean(gather)) : '';
  const held = hold ? t(`rule.hold.${hold}`) : '';
  const waste = sequence ? [t('rule.waste', sequenceInWords(sequence)), ...sequence.ends ? [t('rule.waste.ends', ranksInWords(sequence.ends))] : []] : [];
  if (actions.includes('draw')) return [...waste, t('rule.draw', draw), again, held];
  if (to === 'gaps') return [t(actions.length ? 'rule.deal.gaps' : 'rule.gaps')];
  return [actions.includes('deal') ? t('rule.deal') : '', again, held];
}
