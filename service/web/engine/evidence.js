// The evidence for why a move is illegal: which sentence explains it, and what the sentence names, as patience/play/evidence.py has it.
//
// What a pile would take is found by the checks that judge. In a set of cards, null stands for an empty pile below them.

import english from '../words/en.js';
import { Language } from '../words/language.js';
import { CODES, NO_PILE, RANKS, codeOf, faceUpOn, rankOf, suitOf } from './declaration.js';
import { cellRanks, holdingMove, tokenOf, whyNot } from './referee.js';
import { atOnce, buildMoved, cardsToPlay, columnsOf, firstBreak, isApart, isComplete, isCovered, isGiven, keepsLast, lacking, leaving, lengthOf, pairBuild, relativeRank, roomFor, suitsApart, suitsFit, takesFrom, takesSets, whyNoPair, whyNoStep, whyNotFirst, whyNotNext, whyNotTaken, whyNotWithOthers } from './sequences.js';

/**
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 * @typedef {import('./position.js').CardMove} CardMove
 * @typedef {import('./position.js').Move} Move
 * @typedef {import('./index.d.ts').Reason} Reason
 * @typedef {import('../words/language.js').Evidence} Evidence
 * @typedef {import('../words/language.js').Sentence} Sentence
 *
 * @typedef {object} About what a sentence is about
 * @property {Rules} rules
 * @property {Position} position
 * @property {string} text the shortest token of the move
 * @property {string} action
 * @property {string} source
 * @property {string} target
 * @property {CardMove} move
 */

const PACK = CODES.map((_, card) => card);
const ENGLISH = new Language(english);

/**
 * Return the English sentence about a move that is illegal here for this reason.
 * @param {Rules} rules
 * @param {Position} position
 * @param {string} token
 * @param {Move} move
 * @param {Reason} reason
 */
export const sentenceOf = (rules, position, token, move, reason) => ENGLISH.say(evidenceFor(rules, position, token, move, reason));

/**
 * Return what explains that a move is illegal here for this reason.
 * @param {Rules} rules
 * @param {Position} position
 * @param {string} token
 * @param {Move} move
 * @param {Reason} reason
 * @returns {Sentence}
 */
export function evidenceFor(rules, position, token, move, reason) {
  const text = token.replace(/x1$/, '');
  const [source = '', target = ''] = move.action ? [] : text.split(/[-x]/);
  const card = move.action ? { source: NO_PILE, target: NO_PILE, count: 1 } : move;
  return CHECKS[reason]({ rules, position, text, action: move.action ?? '', source, target, move: card });
}

/** @param {string} key @param {Evidence} evidence @returns {Sentence} */
const sentence = (key, evidence) => ({ key, evidence });

/**
 * Return ranks that a declaration names as they are on the cards.
 * @param {Position} position
 * @param {Iterable<number>} ranks
 */
const letters = ({ base }, ranks) => [...ranks].map((rank) => RANKS[(rank + base) % 13]).join('');

// What piles take

/** @param {Rules} rules @param {number} pile */
const foundationOf = (rules, pile) => /** @type {NonNullable<Rules['foundationRules'][number]>} */ (rules.foundationRules[pile]);

/**
 * Return the cards that may lie on a card of a pile, alone or leading a group, whatever lies elsewhere.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 * @param {number | null} under
 */
function fits(rules, position, pile, under) {
  return PACK.filter((card) => {
    if (rules.kinds[pile] === 'F') return fitsFoundation(rules, position, pile, under, card);
    const built = rules.begins[pile] !== null && rules.declaration.reserve?.sequence;
    if (built && under !== null) return whyNotNext(built, under, card) === null;
    if (rules.pairing.includes(pile)) return under !== null && whyNoPair(/** @type {NonNullable<Rules['pairs']>} */ (rules.pairs), [under], card) === null;
    const lying = { ...position, piles: position.piles.map((cards, index) => (index === pile ? [under ?? []].flat() : cards)) };
    return whyNotTaken(rules, lying, pile, [card], 0) === null;
  });
}

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 * @param {number | null} under
 * @param {number} card
 */
function fitsFoundation(rules, position, pile, under, card) {
  const foundation = foundationOf(rules, pile);
  const { ranks, build, suits, direction, repeats } = foundation;
  if (rules.pairs && !rules.pairs.sets.includes(RANKS[rankOf(card)])) return false;
  if (direction) return whyNoStep(position, foundation, under === null ? [] : [under], card) === null;
  const rank = relativeRank(position, card);
  if (under === null) return rank === ranks[0] && suits.has(suitOf(card));
  const lower = relativeRank(position, under);
  const follows = ranks.some((upper, place) => place && upper === rank && ranks[place - 1] === lower);
  if (foundation.whole || !follows) return false;
  return suitsFit(build, under, card) && (repeats || rank !== ranks[0] || suits.has(suitOf(card)));
}

/** @param {Position} position @param {number} pile */
const topOf = ({ piles }, pile) => (piles[pile].length ? piles[pile][piles[pile].length - 1] % 52 : null);

/**
 * Return the single cards that fit a pile now.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
function takes(rules, position, pile) {
  const cards = fits(rules, position, pile, topOf(position, pile));
  if (rules.kinds[pile] === 'T' && rules.columns?.direction === 'one_way') {
    return cards.filter((card) => whyNotTaken(rules, position, pile, [card], 0) === null);
  }
  if (rules.kinds[pile] !== 'F') return cards;
  const { direction, repeats, ranks } = foundationOf(rules, pile);
  if (repeats) return cards.filter((card) => relativeRank(position, card) === ranks[position.piles[pile].length]);
  if (!direction) return cards;
  return cards.filter((card) => whyNotWithOthers(rules, position, pile, card) === null);
}

// Parts of the evidence

/**
 * Return what else a card that follows on a foundation has to wait for, if anything.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 * @param {number} card
 */
function awaited(rules, position, pile, card) {
  const { lastAfter, ranks } = foundationOf(rules, pile);
  if (lastAfter === NO_PILE || isComplete(rules, position, lastAfter)) return null;
  return relativeRank(position, card) === ranks[ranks.length - 1] ? rules.names[lastAfter] : null;
}

/** @param {About} about the lowest card of the group, which must fit the target */
const leaderOf = ({ position, move }) => position.piles[move.source][position.piles[move.source].length - move.count] % 52;

/** @param {About} about */
const offer = (about) => ({ card: codeOf(leaderOf(about)), rest: about.move.count - 1 });

/**
 * Return what the group would lie on: in a pair of one pile, the card under its top card.
 * @param {About} about
 */
const underOf = ({ position, move }) => {
  const [card] = position.piles[move.target].slice(move.source === move.target ? -2 : -1);
  return card === undefined ? null : card % 52;
};

/** @param {About} about */
const topCode = ({ position, move }) => codeOf(topOf(position, move.target) ?? 0);

/**
 * Explain that a group cannot go on the top card of its target, or on the empty target.
 * @param {About} about
 * @param {string} key
 * @param {Evidence} [evidence]
 */
function misfit(about, key, evidence) {
  const { position, move, target } = about;
  const top = underOf(about);
  const isDown = position.down[move.target] >= position.piles[move.target].length;
  const under = top === null ? null : isDown ? '??' : codeOf(top);
  return sentence(key, { ...offer(about), under, target, ...evidence });
}

/** @param {readonly number[]} cards */
const codes = (cards) => cards.map(codeOf);

/** @param {About} about */
function runOrder({ rules, move }) {
  const columns = columnsOf(rules, move.source);
  const { direction, level } = columns;
  return { direction, build: buildMoved(columns, rules.kinds[move.target] === 'T'), level };
}

/**
 * Return whether the target is a place in a row.
 * @param {About} about
 */
const isPlace = ({ rules, move }) => rules.kinds[move.target] === 'T' && columnsOf(rules, move.target).row !== null;

/**
 * Explain that a card does not follow those beside an empty place.
 * @param {About} about
 */
const noPlace = (about) => misfit(about, 'misfit.place', { takes: codes(takes(about.rules, about.position, about.move.target)) });

/**
 * Explain a wrong colour or suit, or a missing base.
 * @param {About} about
 */
function doesNotFit(about) {
  const { rules, position, move } = about;
  if (isPlace(about)) return noPlace(about);
  const leader = leaderOf(about);
  if (rules.pairs && rules.pairing.includes(move.target)) return misfit(about, 'misfit.pair', { build: pairBuild(rules.pairs, leader) });
  if (rules.pairs && rules.cells.includes(move.target)) return misfit(about, 'misfit.set', { build: pairBuild(rules.pairs, leader) });
  if (rules.begins[move.target] !== null && topOf(position, move.target) === null) {
    return misfit(about, 'misfit.begins', { takes: codes(fits(rules, position, move.target, null)), guard: null });
  }
  if (rules.kinds[move.target] === 'T' && [leader, topOf(position, move.target)].some((card) => card !== null && isApart(columnsOf(rules, move.target), card))) {
    return misfit(about, 'misfit.apart', { suits: suitsApart(columnsOf(rules, move.target)) });
  }
  if (rules.kinds[move.target] !== 'F') {
    const sequence = { W: rules.stock?.waste_takes, R: rules.declaration.reserve?.sequence }[rules.kinds[move.target]] ?? columnsOf(rules, move.target);
    return misfit(about, 'misfit.build', { build: sequence?.build });
  }
  const foundation = foundationOf(rules, move.target);
  if (foundation.outranked) return misfit(about, 'misfit.stays', { rank: RANKS[rankOf(leader)] });
  const isEmpty = topOf(position, move.target) === null;
  if (foundation.lowestFirst && isEmpty) return misfit(about, 'misfit.lowest', { takes: codes(lowestTops(rules, position, move.target)) });
  const opening = isEmpty ? takes(rules, position, move.target) : fits(rules, position, move.target, null);
  if (isEmpty && rules.buildsPairs) {
    const pair = PACK.filter((card) => foundation.suits.has(suitOf(card)) && foundation.ranks.slice(0, 2).includes(rankOf(card)));
    return misfit(about, 'misfit.begins_in_pair', { takes: codes(pair) });
  }
  if (!opening.length && !rules.buildsPairs) return misfit(about, 'misfit.unbegun', { guard: foundation.matches });
  const isFirst = isEmpty || (!foundation.direction && !foundation.repeats && rankOf(leader) === rankOf(opening[0]));
  if (isFirst && !opening.includes(leader)) {
    return misfit(about, 'misfit.begins', { takes: codes(opening), guard: awaited(rules, position, move.target, opening[0]) });
  }
  if (foundation.keepsSuit) return misfit(about, 'misfit.next', { takes: codes(takes(rules, position, move.target)) });
  return misfit(about, 'misfit.build', { build: foundation.build });
}

/**
 * Return the top cards of columns with which an empty foundation begins.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} target
 */
const lowestTops = (rules, position, target) => takes(rules, position, target).filter((card) => rules.tableau.some((pile) => topOf(position, pile) === card));

/** @param {About} about */
function wrongRank(about) {
  const { rules, position, move } = about;
  if (isPlace(about)) return noPlace(about);
  if (rules.pairing.includes(move.target)) return noPair(about);
  if (rules.pairs && rules.cells.includes(move.target)) {
    const inOrder = rules.collected.some((ranks) => ranks.includes('-'));
    return misfit(about, inOrder ? 'misfit.not_beside' : 'misfit.no_set', { held: codes(rules.cells.flatMap((cell) => position.piles[cell])) });
  }
  if (rules.foundationRules[move.target]?.outranked) return misfit(about, 'misfit.highest');
  const capacity = rules.kinds[move.target] === 'T' ? columnsOf(rules, move.target).capacity : null;
  if (capacity !== null && position.piles[move.target].length >= capacity) return misfit(about, 'wrong_rank.full');
  const following = takes(rules, position, move.target);
  if (!following.length) return misfit(about, 'wrong_rank.nothing');
  const guard = rules.kinds[move.target] === 'F' ? awaited(rules, position, move.target, following[0]) : null;
  return misfit(about, 'wrong_rank.next', { takes: codes(following), guard });
}

/** @param {About} about */
function noPair(about) {
  const { rules, position, move } = about;
  const under = /** @type {number} */ (underOf(about));
  const partners = fits(rules, position, move.target, under);
  const isAlone = fits(rules, position, rules.foundations[0], null).includes(under);
  const [single, paired] = isAlone ? ['alone', 'pair_or_alone'] : ['no_pair', 'pair'];
  return misfit(about, `wrong_rank.${partners.length ? paired : single}`, { takes: codes(partners) });
}

/** @param {About} about */
function noFoundationAccepts(about) {
  const [name, evidence = {}] = whyNoFoundation(about);
  return sentence(`no_foundation_accepts.${name}`, { ...offer(about), source: about.source, ...evidence });
}

/**
 * Return the circumstance in which no foundation accepts a group, and evidence for it.
 * @param {About} about
 * @returns {[string, Evidence?]}
 */
function whyNoFoundation(about) {
  const { rules, position, move } = about;
  if (!rules.foundations.length) return ['none'];
  const noneTakes = rules.takesAfter.size > 0 && rules.foundations.every((pile) => rules.takesAfter.has(pile));
  if ((noneTakes || rules.givesAfter.has(move.source)) && cardsToPlay(rules, position)) {
    if (rules.rounds) return ['round'];
    return [awaitsWaste(rules) ? 'waste' : 'stock'];
  }
  const mayGoAlone = rules.buildsPairs && rules.pairs?.sets.includes(RANKS[rankOf(leaderOf(about))]);
  if (rules.pairs && (move.count > 1 || !mayGoAlone)) return [move.count === 1 ? 'pair' : 'pairs'];
  return move.count === 1 ? whyNoSingle(about) : whyNoGroup(about);
}

/** @param {About} about @returns {[string, Evidence?]} */
function whyNoSingle(about) {
  const { rules } = about;
  const needed = rules.foundations.flatMap((pile) => needs(about, pile));
  if (needed.length) return ['needs', { needs: needed }];
  const sets = setsOf(rules);
  if (sets) return ['sets', sets];
  if (rules.foundations.every((pile) => foundationOf(rules, pile).whole)) return ['whole'];
  return areAllPast(about) ? ['past', { rank: RANKS[rankOf(leaderOf(about))] }] : ['no_place'];
}

/** @param {About} about @returns {[string, Evidence?]} */
function whyNoGroup(about) {
  const { rules, position, move } = about;
  const sets = setsOf(rules);
  if (sets) return ['sets', sets];
  const empty = rules.foundations.filter((pile) => foundationOf(rules, pile).whole).map((pile) => led(rules, position, pile));
  if (!empty.length) return ['singly'];
  if (rules.kinds[move.source] !== 'T') return ['source'];
  const columns = columnsOf(rules, move.source);
  const lift = buildMoved(columns, false);
  const pile = position.piles[move.source];
  const isRun = ['any', 'one'].includes(lift) || firstBreak(columns, lift, pile, pile.length - move.count) < 0;
  return isRun ? ['sequence', { empty }] : ['run', { run: runOrder(about) }];
}

/**
 * Return how many cards are a set for a foundation that takes sets, or undefined if none does.
 * @param {Rules} rules
 * @returns {Evidence | undefined}
 */
function setsOf(rules) {
  const pile = rules.foundations.find((each) => takesSets(foundationOf(rules, each)));
  return pile === undefined ? undefined : { cards: atOnce(foundationOf(rules, pile)) };
}

/**
 * Return a foundation of whole sequences, with what must lead them if that is not every suit.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
function led(rules, position, pile) {
  const opening = fits(rules, position, pile, null);
  return { pile: rules.names[pile], led_by: opening.length < 4 ? codes(opening) : null };
}

/**
 * Return whether some foundations take this single card at some time, and all are past its rank.
 * @param {About} about
 */
function areAllPast(about) {
  const { rules, position, move } = about;
  const card = leaderOf(about);
  const past = rules.foundations.flatMap((pile) => {
    const foundation = foundationOf(rules, pile);
    if (foundation.whole || pile === move.source) return [];
    const layers = layersOn(rules, position, pile, [null], lengthOf(foundation));
    if (!layers.some((under) => under.some((top) => fits(rules, position, pile, top).includes(card)))) return [];
    return [!foundation.direction && !foundation.ranks.slice(position.piles[pile].length).includes(relativeRank(position, card))];
  });
  return past.length > 0 && past.every(Boolean);
}

/**
 * Return, card by card, what can come to lie on top of a foundation, from these cards on.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 * @param {(number | null)[]} first
 * @param {number} most
 */
function layersOn(rules, position, pile, first, most) {
  const layers = [first];
  while (layers.length < most && layers[layers.length - 1].length) {
    layers.push([...new Set(layers[layers.length - 1].flatMap((top) => fits(rules, position, pile, top)))]);
  }
  return layers;
}

/**
 * Return what can come to lie on top of a foundation, its top card included.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 */
function topsToCome(rules, position, pile) {
  const found = new Set([topOf(position, pile)]);
  // A set is walked in the order in which its members are added, those added on the way included.
  for (const top of found) for (const card of fits(rules, position, pile, top)) found.add(card);
  return found;
}

/**
 * Return what a card can go onto at a later place of a foundation whose ranks come again.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} pile
 * @param {number} card
 */
function underLater(rules, position, pile, card) {
  const { ranks } = foundationOf(rules, pile);
  const rank = relativeRank(position, card);
  const layers = layersOn(rules, position, pile, [null], ranks.length);
  const later = layers.flatMap((tops, place) => {
    const isLater = place > position.piles[pile].length && ranks[place] === rank;
    return isLater ? tops.filter((top) => relativeRank(position, top ?? 0) === ranks[place - 1]) : [];
  });
  return PACK.filter((top) => later.includes(top) && fits(rules, position, pile, top).includes(card));
}

/**
 * Return what would have to lie on a foundation for a single card to go there.
 * @param {About} about
 * @param {number} pile
 * @returns {Evidence[]}
 */
function needs(about, pile) {
  const { rules, position, move } = about;
  const card = leaderOf(about);
  const foundation = foundationOf(rules, pile);
  const name = rules.names[pile];
  const takesCard = (/** @type {number | null} */ top) => fits(rules, position, pile, top).includes(card);
  if (foundation.whole || pile === move.source || !takesFrom(rules, pile, move.source) || !isGiven(rules, move.source, pile, card)) return [];
  const waits = lacking(rules, position, pile);
  if (waits.length && takes(rules, position, pile).includes(card)) return [{ awaited: waits.map((other) => rules.names[other]) }];
  if (foundation.direction) {
    const { same_base: sameBase } = rules.declaration;
    if (foundation.outranked || foundation.matches || foundation.lowestFirst || sameBase || rules.sameDirection) return [];
    const toCome = topsToCome(rules, position, pile);
    const under = PACK.filter((top) => toCome.has(top) && takesCard(top));
    return under.length && !isComplete(rules, position, pile) ? [{ under: codes(under), pile: name }] : [];
  }
  if (foundation.repeats) {
    const under = underLater(rules, position, pile, card);
    return under.length ? [{ under: codes(under), pile: name }] : [];
  }
  // A foundation that is higher already has a card of this rank.
  const layers = layersOn(rules, position, pile, [topOf(position, pile)], foundation.ranks.length + 1);
  return layers.flatMap((layer) => {
    const under = layer.filter(takesCard).sort((one, other) => (one ?? 52) - (other ?? 52));
    if (!under.length) return [];
    // An empty foundation would take the card, but for its lock.
    const isLocked = under[0] === null;
    const guard = isLocked ? rules.names[foundation.lastAfter] : awaited(rules, position, pile, card);
    return [{ under: isLocked ? null : codes(/** @type {number[]} */ (under)), pile: name, guard }];
  });
}

/** @param {Rules} rules */
const awaitsWaste = ({ waste, stock }) => waste !== NO_PILE && stock?.after_waste === true;

/** @param {About} about */
function noMerci(about) {
  const { piles, down } = about.position;
  const { exchanges, turnedTo, names, own } = about.rules;
  if (exchanges) return misfit(about, 'vacancy_reserved.exchange', { source: about.source });
  if (turnedTo >= 0) return sentence('vacancy_reserved.turn_up', { target: about.target, face_down: down[about.move.source], source: about.source, giver: names[turnedTo], ranks: letters(about.position, own[turnedTo]) });
  const pile = piles[about.move.source];
  if (pile.length < 2 + down[about.move.source]) return misfit(about, 'vacancy_reserved.merci_alone');
  return misfit(about, 'vacancy_reserved.merci', { beneath: codeOf(pile[pile.length - 2]) });
}

/** @param {About} about */
function targetLocked({ rules, position, source, target, move }) {
  const between = { source, target };
  const waits = lacking(rules, position, move.target);
  if (waits.length && takesFrom(rules, move.target, move.source)) return sentence('target_locked.awaits', { ...between, awaited: waits.map((pile) => rules.names[pile]) });
  if (rules.kinds[move.target] === 'T' && rules.opens.has(move.source) && !rules.builds.has(move.source)) return sentence('target_locked.filled', between);
  if (rules.pairs && rules.pairing.includes(move.target)) return neverPaired();
  const limit = rules.foundationRules[move.target]?.limit;
  if (limit && takesFrom(rules, move.target, move.source)) return sentence('target_locked.ranks', { ...between, ranks: limit.ranks });
  if (rules.targets.includes(move.target)) {
    const opened = rules.kinds[move.target] === 'T' && rules.columns?.opened_by;
    return sentence('target_locked.givers', { ...between, givers: (opened ? rules.columns?.takes_from : rules.givers[move.target]) ?? [] });
  }
  if (target[0] === 'R') return sentence('target_locked.reserve', between);
  if (target === 'W') return sentence('target_locked.waste', between);
  return sentence(`target_locked.${rules.stock?.actions.includes('redeal') ? 'redeal' : 'stock'}`, between);

  // Explain why no card of one pile makes a pair with a card of the other, whatever the cards are.
  function neverPaired() {
    if (move.source !== rules.stockPile) return sentence(`target_locked.${rules.pairing.includes(move.source) ? 'far' : 'no_pair'}`, between);
    return target === 'S' ? sentence('target_locked.stock_alone', between) : sentence('target_locked.stock_pair', { ...between, move: `${target}-${source}` });
  }
}

/** @param {About} about */
function tooManyCards({ rules, position, target, move }) {
  const { capacity, empty_takes: opens } = columnsOf(rules, move.target);
  const room = roomFor(rules, position, move.source, move.target, move.count);
  const moved = { target, room, count: move.count };
  if (capacity !== null && room === capacity - position.piles[move.target].length) return sentence('too_many_cards.capacity', { ...moved, capacity });
  const isEmpty = (/** @type {number} */ pile) => !position.piles[pile].length;
  const others = rules.tableau.filter((pile) => isEmpty(pile) && pile !== move.target).length;
  const spaces = [...(rules.cells.length ? [{ cells: rules.cells.filter(isEmpty).length }] : []), ...(opens.size === 13 ? [{ columns: others }] : [])];
  return sentence(`too_many_cards.${spaces.length ? 'spaces' : 'no_space'}`, { ...moved, spaces });
}

/** @param {About} about */
function unknownPile({ rules, text, source, target }) {
  const groups = [rules.tableau, rules.foundations, rules.reserve].filter((piles) => piles.length);
  const ends = groups.map((piles) => [...new Set([piles[0], piles[piles.length - 1]])].map((pile) => rules.names[pile]));
  const others = ['W', 'S'].filter((name) => rules.byName.has(name)).map((name) => [name]);
  return sentence('unknown_pile', { move: text, pile: rules.byName.has(source) ? target : source, piles: [...ends, ...others] });
}

/** @param {About} about */
function incompleteSequence({ rules, position, text, target, move }) {
  const foundation = foundationOf(rules, move.target);
  const { direction, build, wrap, ranks } = foundation;
  const cards = atOnce(foundation);
  const moved = { target, move: text, cards, count: move.count === cards ? null : move.count };
  if (takesSets(foundation)) return sentence('incomplete_sequence.set', moved);
  if (direction) return sentence('incomplete_sequence.sequence', { ...moved, run: { direction, step: 1, build, wrap: Number(wrap), ends: '' } });
  return sentence('incomplete_sequence.steps', { ...moved, run: stepsOf(letters(position, ranks)), build });
}

/**
 * Return the ranks of a foundation: its ends if none is left out, else all.
 * @param {string} ranks
 */
function stepsOf(ranks) {
  const round = RANKS + RANKS;
  const whole = round.includes(ranks) || round.includes([...ranks].reverse().join(''));
  return whole ? { first: ranks[0], last: ranks[ranks.length - 1] } : { ranks: [...ranks] };
}

/** @type {Record<Reason, (about: About) => Sentence>} */
const CHECKS = {
  game_over({ rules, text }) {
    const { win: kind, won_when: piles } = rules.declaration;
    const [foundations, emptied] = [true, false].map((isFoundation) => piles.filter((name) => (name[0] === 'F') === isFoundation));
    const win = kind === 'complete' && emptied.length ? (foundations.length ? 'complete_emptied' : 'emptied') : kind;
    const { points } = rules.declaration;
    return sentence('game_over', { move: text, won: { win, foundations, emptied, points, played: ['S', 'W'].filter((name) => rules.byName.has(name)) } });
  },
  unknown_action({ action, rules: { stock, byName } }) {
    if (!stock) return sentence('unknown_action.no_stock', { action });
    if (!stock.actions.length) return sentence(`unknown_action.${stock.open ? 'open' : 'no_actions'}`, { action });
    return sentence(`unknown_action.${byName.has('S') ? 'other' : 'no_pile'}`, { action, actions: stock.actions });
  },
  stock_empty({ rules, position, action }) {
    if (position.piles[rules.stockPile].length) return sentence('stock_empty.shown', { action });
    if (rules.closes) return sentence('stock_empty.close', { action });
    const name = whyNot(rules, position, { action: 'redeal' }) ? 'draw' : 'redeal';
    return sentence(`stock_empty.${name}`, { action });
  },
  stock_not_empty({ rules, position, text, action }) {
    if (rules.rounds) return sentence('stock_not_empty.round', { move: text, cards: cardsToPlay(rules, position) });
    if (!action) return sentence(`stock_not_empty.${awaitsWaste(rules) ? 'waste' : 'move'}`, { move: text, cards: cardsToPlay(rules, position) });
    if (rules.laysUnder) return sentence('stock_not_empty.under', { cards: position.piles[rules.stockPile].length });
    return sentence('stock_not_empty.redeal', { move: text, cards: position.piles[rules.stockPile].length });
  },
  waste_empty: ({ rules, action }) => sentence(`waste_empty.${rules.restocks ? 'gather' : 'waste'}`, { action }),
  no_redeals_left({ rules, position }) {
    const { redeals = 0 } = rules.stock ?? {};
    if (redeals === null || position.redeals < redeals) return sentence('no_redeals_left.order', {});
    return sentence('no_redeals_left.allowed', { redeals });
  },
  moves_available({ rules, position, action }) {
    const holding = holdingMove(rules, position);
    const name = rules.stock?.hold === 'forward_move' ? 'forward' : 'card';
    return sentence(`moves_available.${name}`, { action, move: holding && tokenOf(rules, holding) });
  },
  empty_column({ rules, position, action }) {
    const name = rules.stock?.hold === 'spare_card' ? 'spare' : 'every';
    return sentence(`empty_column.${name}`, { action, piles: rules.tableau.filter((pile) => !position.piles[pile].length).map((pile) => rules.names[pile]) });
  },
  waste_not_empty: ({ rules, position, action }) => sentence('waste_not_empty', { action, cards: position.piles[rules.waste].length }),
  no_gap: ({ action }) => sentence('no_gap', { action }),
  unknown_pile: unknownPile,
  source_locked({ rules, text, source }) {
    const [action] = rules.stock?.actions ?? [];
    if (rules.stock && source === 'S') return sentence(`source_locked.${action ? 'stock' : 'no_actions'}`, { move: text, action });
    const name = source[0] === 'T' ? 'complete' : source === 'W' ? 'waste' : 'final';
    return sentence(`source_locked.${name}`, { source });
  },
  target_locked: targetLocked,
  same_pile({ rules, text, source }) {
    return sentence(`same_pile.${rules.columns?.closed && source[0] === 'T' ? 'turn' : 'move'}`, { move: text, source });
  },
  source_empty: ({ source }) => sentence('source_empty', { source }),
  not_enough_cards({ rules, position, text, source, move }) {
    if (keepsLast(rules, position, move.source)) return sentence('not_enough_cards.stays', { source, move: text });
    return sentence('not_enough_cards.count', { source, cards: position.piles[move.source].length, count: leaving(rules, move) });
  },
  face_down_card({ rules, position, source, target, move }) {
    const faceUp = faceUpOn(rules, position, move.source);
    if (faceUp >= leaving(rules, move)) return sentence('face_down_card.onto', { target });
    return sentence('face_down_card', { source, face_up: faceUp, count: leaving(rules, move) });
  },
  covered_card({ rules, position, text, move }) {
    const pile = isCovered(rules, position, move.source) ? move.source : move.target;
    const covers = rules.covers[pile].filter((cover) => position.piles[cover].length).map((cover) => rules.names[cover]);
    return sentence('covered_card', { pile: rules.names[pile], covers, move: text });
  },
  base_not_set: ({ rules, text }) => sentence('base_not_set', { givers: rules.declaration.base_from ?? [], move: text }),
  one_card_only({ rules, source, target, move }) {
    const moved = { source, target, count: move.count };
    if (move.target === rules.merci && rules.turnedTo < 0) return sentence('one_card_only.merci', moved);
    if (rules.cells.includes(move.target)) return sentence('one_card_only.cell', { ...moved, capacity: rules.declaration.reserve?.capacity ?? 1 });
    const inGroups = rules.kinds[move.source] === 'T' && (columnsOf(rules, move.source).lift !== 'one' || columnsOf(rules, move.source).supermove);
    return sentence(`one_card_only.${!inGroups ? 'source' : rules.kinds[move.target] === 'F' ? 'foundation' : 'way'}`, moved);
  },
  broken_sequence(about) {
    const { rules, position, source, move } = about;
    const columns = columnsOf(rules, move.source);
    const pile = position.piles[move.source];
    const run = runOrder(about);
    const found = run.build === 'any' ? -1 : firstBreak(columns, run.build, pile, pile.length - move.count);
    if (found < 0) return sentence(`broken_sequence.${columns.lift === 'whole' ? 'whole' : 'single_or_whole'}`, { source, cards: pile.length });
    return sentence('broken_sequence.run', { card: codeOf(pile[found]), under: codeOf(pile[found - 1]), source, run });
  },
  foundation_full: (about) => sentence('foundation_full', { target: about.target, top: topCode(about) }),
  cell_occupied(about) {
    const { rules, position, target, move } = about;
    if (move.target === rules.merci) return sentence(`cell_occupied.${rules.declaration.reserve?.takes}`, { target, times: rules.mercis });
    const { takes: taken, capacity = 1, sequence } = rules.declaration.reserve ?? {};
    const [first] = position.piles[move.target];
    if (first === undefined) return sentence('cell_occupied.stock', { target, cards: position.piles[rules.stockPile].length });
    const top = topCode(about);
    if (rules.kinds[move.target] === 'T') return sentence('cell_occupied.row', { target, top });
    if (taken === 'run') return sentence('cell_occupied.run', { target, top });
    const begins = rules.begins[move.target];
    if (begins && sequence && whyNotFirst(begins, first)) return sentence('cell_occupied.displaced', { target, ranks: begins, top });
    return sentence('cell_occupied.cell', { target, top, capacity });
  },
  incomplete_sequence: incompleteSequence,
  wrong_color: doesNotFit,
  wrong_suit: doesNotFit,
  needs_base: doesNotFit,
  needs_pair(about) {
    const alone = about.rules.pairs?.sets.filter((ranks) => ranks.length === 1).join('');
    return alone ? misfit(about, 'misfit.alone', { ranks: alone }) : misfit(about, 'misfit.only_pairs');
  },
  needs_king(about) {
    const { rules, position, move } = about;
    if (rules.cells.includes(move.target)) return misfit(about, 'misfit.cell', { ranks: cellRanks(rules, move.target) });
    if (isPlace(about)) return noPlace(about);
    const { empty_takes: opens, opens_to_all: first } = columnsOf(rules, move.target);
    return misfit(about, first ? 'misfit.column.first' : 'misfit.column', { ranks: letters(position, opens) });
  },
  vacancy_reserved(about) {
    const { rules, move, source } = about;
    if (rules.pairMoves && rules.kinds[move.target] === 'T') return misfit(about, 'vacancy_reserved.givers', { givers: rules.columns?.takes_from ?? [] });
    if (rules.pairing.includes(move.target)) return misfit(about, 'vacancy_reserved.pair');
    if (isPlace(about)) return noPlace(about);
    if (move.target === rules.merci) return noMerci(about);
    const { opened_by: openedBy, empty_takes: opens, refill: supplies } = columnsOf(rules, move.target);
    if (rules.opensAfter[move.source]?.length) return misfit(about, 'vacancy_reserved.reserve', { source });
    if (openedBy && opens.size) return misfit(about, 'vacancy_reserved.givers', { givers: openedBy.flat() });
    return supplies.length ? misfit(about, 'vacancy_reserved.filled', { supplies: [...new Set(supplies)] }) : misfit(about, 'vacancy_reserved.empty');
  },
  wrong_rank: wrongRank,
  too_many_cards: tooManyCards,
  king_locked(about) {
    const { rules, position, move } = about;
    const { lastAfter } = foundationOf(rules, move.target);
    const { whole, ranks } = foundationOf(rules, lastAfter);
    return misfit(about, `king_locked.${whole ? 'whole' : 'last'}`, { guard: rules.names[lastAfter], rank: letters(position, ranks.slice(-1)) });
  },
  no_foundation_accepts: noFoundationAccepts,
};
