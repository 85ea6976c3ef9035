// What a device keeps as a file, and which cards go to the foundations by themselves.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';

const stored = new Map();
const storage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => stored.set(name, value), removeItem: (name) => stored.delete(name) };
globalThis.window = { localStorage: storage, sessionStorage: storage };
globalThis.navigator ??= { languages: ['en'] };
const { deviceFile, takeDeviceFile } = await import('../../service/web/page/device-file.js');
const { automatic } = await import('../../service/web/game/auto-moves.js');
const { GameRecord } = await import('../../service/web/game/record.js');

beforeEach(() => stored.clear());

const win = (moves, withoutUndo, withoutHint) => ({ moves, withoutUndo, withoutHint });
const put = (name, value) => stored.set(name, JSON.stringify(value));
const kept = (name) => JSON.parse(stored.get(name));

test('a file takes everything to another device and joins it there', () => {
  put('statistics', { klondike: { played: 9, won: 5 } });
  put('won days', { '2026-11-29': { klondike: win(90, true, false) } });
  put('receipts', [{ date: '2026-11-29', variant: 'klondike', title: 'Klondike', moves: 90, receipt: null }]);
  stored.set('felt', 'teal');
  const file = deviceFile();
  stored.clear();
  put('statistics', { klondike: { played: 3, won: 1 }, golf: { played: 2, won: 0 } });
  put('won days', { '2026-11-29': { klondike: win(95, false, true) } });
  assert.ok(takeDeviceFile(file));
  assert.equal(kept('statistics').klondike.played, 9);
  assert.equal(kept('statistics').golf.played, 2);
  assert.deepEqual(kept('won days'), { '2026-11-29': { klondike: win(90, true, true) } });
  assert.equal(kept('receipts').length, 1);
  assert.equal(stored.get('felt'), 'teal');
});

test('another file changes nothing, and members of another form are left out', () => {
  for (const text of ['', '[]', '{}', '{"kind": "other"}']) assert.equal(takeDeviceFile(text), false);
  assert.equal(stored.size, 0);
  assert.ok(takeDeviceFile(JSON.stringify({ kind: 'patience-referee device', statistics: 5, days: { x: { y: 1 }, '2026-11-29': { golf: 'z' } }, receipts: 'r', settings: { felt: 7, evil: 'x' } })));
  assert.deepEqual([stored.has('won days'), stored.has('receipts'), stored.has('felt'), stored.has('evil')], [false, false, false, false]);
});

const { freecell } = JSON.parse(readFileSync(new URL('../../service/web/engine/variants.json', import.meta.url), 'utf8'));
const upTo = (last, suit) => [...'A23456789TJQK'.slice(0, last)].map((rank) => rank + suit).join('');

test('a card goes by itself only if none that could be built on it is in play', async () => {
  // The four of clubs could carry the three of hearts, which lies under the King of hearts. The three of spades carries no Two.
  const suits = { F1: ['C', 3], F2: ['S', 2], F3: ['H', 2], F4: ['D', 13] };
  const rest = ['T4=KC', 'T5=QC', 'T6=JCTC9C8C7C6C5C', 'T7=KSQSJSTS9S8S7S6S5S4S', 'T8=QHJHTH9H8H7H6H5H4H'];
  const board = ['T1=4C', 'T2=3S', 'T3=3HKH', ...rest, ...Object.entries(suits).map(([pile, [suit, last]]) => `${pile}=${upTo(last, suit)}`)].join(';');
  const game = await GameRecord.under(freecell, { variant: 'freecell', board, moves: [] }, { kind: 'request' });
  const { root } = game.tree;
  assert.deepEqual(automatic(game, root, 'never'), []);
  assert.deepEqual(automatic(game, root, 'safe').map((token) => token.split('-')[0]), ['T2']);
  // All clubs from the Four on and all spades from the Three on.
  assert.equal(automatic(game, root, 'always').length, 10 + 11);
});
