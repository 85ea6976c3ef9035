// What screen readers read on the table of every game: names of piles that are unique and tell a place, and covered cards that are not
// offered.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
globalThis.document ??= { body: { dataset: {} } };
const { GameRecord } = await import('../../service/web/game/record.js');
const { parseMove } = await import('../../service/web/game/notation.js');
const { coveringOf } = await import('../../service/web/game/places.js');
const { nameReserve, pileLabel } = await import('../../service/web/i18n/text.js');

const variants = JSON.parse(readFileSync(new URL('../../service/web/engine/variants.json', import.meta.url), 'utf8'));
const games = await Promise.all(Object.values(variants).map((variant) => GameRecord.under(variant, { variant: variant.id, seed: '1', moves: [] }, {})));

// Return each pile of a game with its name, what is said of its cards and state, and what covers its top card.
function pilesOf(game) {
  const { position } = game.tree.root;
  nameReserve(game.variant.declaration.reserve);
  return game.variant.rows.flat(2).filter((pile) => position.has(pile)).map((pile) => {
    const label = pileLabel(game, position, pile);
    return { pile, label, name: label.split(':')[0], isCovered: position.get(pile).cards.length > 0 && coveringOf(game, position, pile).length > 0 };
  });
}

const idsOf = (isWrong) => games.filter((game) => isWrong(game, pilesOf(game))).map(({ variant }) => variant.id);

test('each pile of a game has a name of its own', () => {
  assert.equal(games.length, Object.keys(variants).length);
  assert.deepEqual(idsOf((_, piles) => new Set(piles.map(({ name }) => name)).size !== piles.length), []);
});

test('where columns lie in several rows, each name tells the row and the place in it', () => {
  assert.deepEqual(idsOf(({ variant }, piles) => {
    const columns = piles.filter(({ pile }) => pile[0] === 'T');
    const rows = variant.rows.filter((row) => row.flat().some((pile) => pile[0] === 'T'));
    const isLayered = rows.length > 1 || variant.declaration.columns?.covered_by.some((covers) => covers.length);
    const places = new Set(columns.map(({ name }) => /, row \d+, place \d+$/.exec(name)?.[0]));
    return isLayered && (places.has(undefined) || places.size !== columns.length);
  }), []);
});

test('a covered card is said to be covered, and no move offers it', () => {
  assert.deepEqual(idsOf((game, piles) => {
    const offered = new Set(game.legalAt(game.tree.root).map((token) => parseMove(token)?.source));
    return piles.some(({ pile, label, isCovered }) => isCovered !== label.includes(', covered by ') || (isCovered && offered.has(pile)));
  }), []);
});
