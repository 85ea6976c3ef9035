// Cards buried in the waste forever, where every play takes exactly one card off the waste. See patience/search/waste_bound.py.

import { rankOf, suitOf } from '../engine/declaration.js';
import { lengthOf } from '../engine/sequences.js';

// Whether every play takes one card off the waste, and foundations build by suit and take all cards.
export function eachPlayOpensOne({ columns, declaration }, movement) {
  const { reserve, stock, foundations } = declaration;
  return (
    movement.allHome &&
    columns === null &&
    reserve?.refill[0] === 'W' &&
    stock?.redeals === 0 &&
    foundations.every(({ build, suits, whole, direction }) => build === 'by_suit' && suits.length === 1 && !whole && !direction)
  );
}

// Return the highest card of the waste that can never be exposed, or null if none is known.
export function buriedInWaste(deal, movement, { piles }) {
  if (!eachPlayOpensOne(deal, movement)) return null;
  const waste = piles[deal.waste];
  const stock = piles[deal.stockPile];
  const suits = [0, 1, 2, 3].map((suit) => suitOfFoundations(deal, piles, suit));
  for (const cell of deal.reserve) for (const card of piles[cell]) add(suits, card);
  for (let above = 0; above < waste.length; above++) {
    const card = waste[waste.length - 1 - above];
    if (!couldOpen(suits, above, stock)) return card % 52;
    add(suits, card);
  }
  return null;
}

// Whether a waste card under `above` others could be exposed with the cards that are playable.
function couldOpen(suits, above, stock) {
  if (playsOf(suits) >= above) return true;
  const grown = suits.map((suit) => ({ ...suit, counts: [...suit.counts] }));
  for (let drawn = 1; drawn <= stock.length; drawn++) {
    add(grown, stock[stock.length - drawn]);
    if (playsOf(grown) >= above + drawn) return true;
  }
  return false;
}

const playsOf = (suits) => suits.reduce((sum, { plays }) => sum + plays, 0);

// Count one more card as playable.
function add(suits, card) {
  const suit = suits[suitOf(card)];
  suit.counts[rankOf(card)] += 1;
  count(suit);
}

// A card that goes from one foundation to another does not count as a play.
function count(suit) {
  suit.plays = Math.max(0, (suit.ladders.length ? mostSteps(suit.ladders, suit.counts) : 0) - suit.home);
}

// The foundations of one suit, the number of each rank that could be played to them, and an upper bound of the plays.
function suitOfFoundations(deal, piles, number) {
  const own = deal.foundations.filter((pile) => deal.foundationRules[pile].suits.has(number));
  const suit = { ladders: laddersOf(deal, piles, own), counts: Array(13).fill(0), home: 0, plays: 0 };
  for (const card of deal.final ? [] : own.flatMap((pile) => piles[pile])) {
    suit.counts[rankOf(card)] += 1;
    suit.home += 1;
  }
  count(suit);
  return suit;
}

// Return the ranks that each foundation still takes, the longest first; where they give cards back, from their first rank.
function laddersOf(deal, piles, own) {
  const longestFirst = own.toSorted((one, other) => deal.ranksOf.get(other).length - deal.ranksOf.get(one).length);
  return longestFirst.map((pile) => {
    const guard = deal.foundationRules[pile].lastAfter;
    const waits = longestFirst.includes(guard) && piles[guard].length !== lengthOf(deal.foundationRules[guard]);
    return { ranks: deal.ranksOf.get(pile).slice(deal.final ? piles[pile].length : 0), waitsFor: waits ? longestFirst.indexOf(guard) : -1 };
  });
}

// Return an upper bound of the cards that the foundations of a suit could take. It is exact if those after the first have no rank in common.
function mostSteps([first, ...others], counts) {
  const left = [...counts];
  let most = 0;
  for (let height = 0; height <= first.ranks.length; height++) {
    if (height) {
      const rank = first.ranks[height - 1];
      if (!left[rank]) break;
      left[rank] -= 1;
    }
    const steps = others.map((ladder) => climb(ladder, left));
    const waits = height && height === first.ranks.length && first.waitsFor >= 0;
    if (!waits || steps[first.waitsFor - 1] === others[first.waitsFor - 1].ranks.length) {
      most = Math.max(most, height + steps.reduce((sum, step) => sum + step, 0));
    }
  }
  return most;
}

function climb({ ranks }, counts) {
  const height = ranks.findIndex((rank) => !counts[rank]);
  return height < 0 ? ranks.length : height;
}
