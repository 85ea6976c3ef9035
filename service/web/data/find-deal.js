// Find a random deal that is proven winnable: in a table of the service, or by grading and searching random deals.

import * as api from './api.js';

// A third of all deals has a grade, so a deal of it is hardly ever missed.
const MOST_GRADED = 30;
const MOST_SEARCHED = 8;

// Return { seed, proven } with the prospect that is known, or null if none was found. `words` are all options, as in a query.
export async function findDeal(variant, rules, words, grade, hasTable) {
  if (hasTable) {
    const { seeds } = await api.winnableDeals(variant, words, grade);
    return seeds.length ? { seed: seeds[Number(api.randomSeed()) % seeds.length], proven: { prospect: 'winnable' } } : null;
  }
  for (let graded = 0, searched = 0; graded < MOST_GRADED && searched < MOST_SEARCHED; graded += 1) {
    const seed = api.randomSeed();
    if (grade && (await api.gradedDeal(variant, words, seed)).difficulty.grade !== grade) continue;
    searched += 1;
    const { prospect, continuation } = await api.prospect({ variant, seed, rules, moves: [] }, ['continuation']);
    if (prospect === 'winnable') return { seed, proven: { prospect, continuation } };
  }
  return null;
}
