// Why a move is refused, as sentences for visitors in their language, filled with the reason's evidence and the game's declaration.

import { columnsOfKind, roundsOf } from '../engine/declaration.js';
import { cardsOf, parseMove } from '../game/notation.js';
import { capital, language, moveInWords, pileKind, pileName } from '../i18n/text.js';
import { Language } from '../words/language.js';

const { default: parts } = await import(`../words/${language}.js`);
const visitor = new Language(parts).over(parts.visitor);

// The sentences that rules.js fills.
export const ruleWords = visitor.over(parts.rules);

export const rankInWords = (rank) => visitor.text('a rank', rank);
export const orList = (items) => visitor.text('or', items);

const MOST_NAMED = 6;
const MISFITS = new Set(['wrong_suit', 'wrong_color', 'wrong_rank', 'needs_base']);

// Return what was tried and why it is refused, in one or two sentences. Variation selectors prevent emoji.
export function refusalInWords(illegal, position, game) {
  const sentences = [attempted(illegal.move, position), reasonInWords(illegal, position, game)];
  return sentences.filter(Boolean).join(' ').replace(/[♣♦♥♠]/g, '$&\uFE0E');
}

// "You moved 10♣ Q♦ onto 4♣."
function attempted(token, position) {
  const move = parseMove(token);
  const cards = move ? cardsOf(move, position).map(({ code }) => code) : [];
  if (!cards.length) return '';
  const top = move.target[0] === 'T' ? position.get(move.target)?.cards.at(-1)?.code : null;
  const number = cards.length > MOST_NAMED ? move.cards : null;
  return visitor.say({ key: 'moved', evidence: { cards, number, first: cards[0], last: cards.at(-1), top, ...named('target', move.target) } });
}

function reasonInWords({ reason, params }, position, game) {
  const { declaration } = game.variant;
  const { columns, pairs, stock, foundations } = declaration;
  const [card, under] = [...(params.broken ?? [])].reverse();
  const evidence = {
    ...params,
    ...named('source', params.source),
    ...named('target', params.target),
    rule: columns && (reason === 'broken_sequence' ? lifting(columnsOfKind(columns, params.source ?? '')) : { step: 1, ...columnsOfKind(columns, params.target ?? '') }),
    broken: card && { card, under },
    piles: params.piles?.map(pileName),
    covers: params.covers?.map(pileName),
    awaits: params.awaits?.map(pileName),
    waits_for: params.waits_for && pileName(params.waits_for),
    move: params.move && moveInWords(params.move, position),
    givers: giversOf(declaration, params.target ?? ''),
    again: roundsOf(stock) ? 'round' : params.action ? (stock?.gather_as === 'under' ? 'under' : stock?.actions.includes('draw') ? 'waste' : 'gather') : stock?.actions.includes('draw') ? 'both' : undefined,
    foundations: foundations.length,
    merci: declaration.reserve?.takes,
  };
  return capital(visitor.say({ key: keyOf(reason, evidence.targetKind, pairs), evidence }));
}

// Return which sentence explains a reason.
function keyOf(reason, target, pairs) {
  if (!MISFITS.has(reason)) return reason;
  if (pairs && target !== 'F') return 'pair';
  return { T: 'column', F: reason === 'needs_base' ? reason : 'foundation' }[target] ?? 'pile';
}

// Return the name of a pile, and its kind.
const named = (role, pile) => (pile ? { [role]: pileName(pile), [`${role}Kind`]: pileKind(pile) } : {});

// Name the piles from which alone a pile takes cards, if it is restricted to some.
function giversOf({ columns, reserve, foundations }, target) {
  const part = { T: columns && columnsOfKind(columns, target), R: reserve, F: foundations[target.slice(1) - 1] }[target[0]];
  return part?.takes_from && giversInWords(part.takes_from);
}

const SHORTEST_STRETCH = 3;

// Name piles and kinds of piles. Three piles or more whose numbers follow each other are a stretch: "columns 9 to 16".
export function giversInWords(givers) {
  const stretches = [];
  for (const giver of givers) {
    const last = stretches.at(-1)?.at(-1) ?? '';
    if (last.length > 1 && giver === `${last[0]}${Number(last.slice(1)) + 1}`) stretches.at(-1).push(giver);
    else stretches.push([giver]);
  }
  return stretches.flatMap((stretch) => {
    const [first, last] = [stretch[0], stretch.at(-1)];
    if (stretch.length >= SHORTEST_STRETCH) return visitor.text('stretch', { kind: pileKind(first), first: first.slice(1), last: last.slice(1) });
    return stretch.map((giver) => (giver.length > 1 ? pileName(giver) : visitor.text('kind', giver)));
  });
}

// Return which cards move together, as evidence.
export function lifting({ lift, whole_only: whole, supermove, direction, step = 1, build, level }) {
  const run = lift === 'one' && supermove ? build : lift;
  const moves = { one: 'one', whole: 'whole', any: whole ? 'single or whole' : 'any' }[run];
  return { lift: moves ?? (whole ? 'whole run' : level ? 'level run' : 'run'), direction, step, build: run };
}
