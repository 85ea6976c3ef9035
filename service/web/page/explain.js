// Why a move is refused, as sentences in the visitor's language. They are built from the reason and its parameters and from the
// game's declaration, so every language says the same.

import { isSide } from '../engine/declaration.js';
import { cardsOf, parseMove } from '../game/notation.js';
import { addTexts, capital, cardSign, moveInWords, pileName, t } from '../i18n/text.js';
import { groupBy } from '../dom.js';

await addTexts('explain');

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
    merci: onto === 'R' && declaration.reserve?.takes === 'merci',
    waste: params.source?.[0] === 'W' && Boolean(declaration.stock?.waste_takes),
  };
  if (MISFITS.has(reason) && declaration.pairs && onto !== 'F') return t('refusal.pair', words);
  if (MISFITS.has(reason)) return t(onto === 'T' ? 'refusal.column' : reason === 'needs_base' ? 'refusal.needs_base' : 'refusal.foundation', words);
  return capital(t(`refusal.${reason}`, words) ?? reason.replaceAll('_', ' '));
}

// Name what a pile takes that takes cards from some piles only, else return nothing.
function restriction({ columns, reserve, foundations }, target) {
  const part = { T: columns, R: reserve, F: foundations[target.slice(1) - 1] }[target[0]];
  const givers = isSide(columns, target) ? columns.side_takes_from : part?.takes_from;
  return givers ? t('rule.from', giversInWords(givers)) : '';
}

export const columnRule = (columns) => columns.ends.length === 13 ? t('rule.columns.single') : `${t('rule.columns', directionInWords(columns), t(`rule.build.${columns.build}`))}${columns.level ? t('rule.columns.level', t(`rule.build.${columns.level}`)) : ''}`;

export const directionInWords = ({ direction, step = 1 }) => step > 1 ? t('rule.steps', t(`rule.direction.${direction}`), step) : t(`rule.direction.${direction}`);

export function liftRule({ lift, whole_only: whole, supermove, direction, step, build, level }) {
  const run = lift === 'one' && supermove ? build : lift;
  if (['one', 'any', 'whole'].includes(run)) return t(whole && run === 'any' ? 'rule.lift.single-or-whole' : `rule.lift.${run}`);
  return t(level && !whole ? 'rule.lift.level' : whole ? 'rule.lift.whole-run' : 'rule.lift.run', directionInWords({ direction, step }), t(`rule.build.${run}`));
}

// Name a set of cards: "3♣", "any 9", "a red 9", "3♣ or 5♣".
function cardsInWords(codes) {
  const byRank = groupBy(codes, (code) => code[0]);
  if (byRank.size === 13) return t('fits.all');
  const named = [...byRank].flatMap(([rank, cards]) => {
    const suits = cards.map((code) => code[1]).sort().join('');
    const kind = { CDHS: 'any', DH: 'red', CS: 'black' }[suits];
    return kind ? [t(`fits.${kind}`, rankSign(rank))] : cards.map(cardSign);
  });
  return orList(named);
}

export const rankSign = (rank) => (rank === 'T' ? '10' : rank);

export const ranksInWords = (ranks) => orList([...ranks].map((rank) => t('rank.article', rank)));

export const orList = (items) => (items.length > 1 ? `${items.slice(0, -1).join(', ')} ${t('or')} ${items.at(-1)}` : items.join(''));

export const giversInWords = (givers) => orList(givers.map((giver) => (giver.length > 1 ? pileName(giver) : t(`kind.${giver}`))));
