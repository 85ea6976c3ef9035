// The rules of games in sentences: every game has them, and no difference between games goes untold.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
const { briefRules, rulesByPile, rulesInWords } = await import('../../service/web/page/rules.js');

const VARIANTS = JSON.parse(readFileSync(new URL('../../service/web/engine/variants.json', import.meta.url)));
// As in a game, the method needs its object.
const of = (variant) => ({ variant, ranks: 'A23456789TJQK', rankOf(rank) { return this.ranks[this.ranks.indexOf(rank)]; } });
const told = (variant) => rulesInWords(of(variant)).join(' ');

test('every game has its rules in sentences', () => {
  for (const [id, variant] of Object.entries(VARIANTS)) {
    const rules = rulesInWords(of(variant));
    assert.ok(rules.length >= 2, id);
    assert.ok(briefRules(of(variant)), id);
    for (const rule of rules) assert.match(rule, /^[A-Z0-9](?!.*(?:undefined|null|false|\[object|\.\.)).*\.$/, `${id}: ${rule}`);
  }
});

test('the rules of games that differ in every part', () => {
  const klondike = rulesInWords(of(VARIANTS.klondike));
  assert.ok(klondike.includes('Columns build down in alternating colours.'));
  assert.ok(klondike.includes('An empty column takes a King.'));
  assert.ok(klondike.includes('4 foundations: up by suit, from an Ace to a King, card by card.'));
  const acesUp = rulesInWords(of(VARIANTS['aces-up']));
  assert.ok(acesUp.includes('Bring all cards but one in each column to the foundations.'));
  assert.ok(rulesInWords(of(VARIANTS['eagle-wing'])).includes('Only the last card of the reserve is turned up.'));
  assert.ok(rulesInWords(of(VARIANTS.zeus)).some((rule) => rule.startsWith('Columns build down by twos')));
});

test('a rule says which piles it is about', () => {
  const about = (id) => new Map(rulesByPile(of(VARIANTS[id])).map(({ about: piles, sentence }) => [sentence, piles]));
  const freecell = about('freecell');
  assert.equal(freecell.get('Columns build down in alternating colours.'), 'T');
  assert.equal(freecell.get('An empty column takes any card.'), 'empty');
  assert.equal(freecell.get('4 foundations: up by suit, from an Ace to a King, card by card.'), 'F');
  assert.equal(freecell.get('Bring all cards to the foundations.'), '');
  assert.equal(about('klondike').get('The stock turns 1 card to the waste at a time.'), 'S');
  // Cards that leave in pairs follow no rule of one pile.
  assert.ok(![...about('pyramid').values()].includes('F'));
});

// What a player sees when the game opens, or in the numbers of piles.
const SEEN = new Set([
  'arrange', 'columns.number', 'columns.covered_by', 'foundations[].dealt', 'foundations[].dealt_as', 'foundations[].suits', 'layout', 'pairs.width',
  'pairs.sets', 'reserve.begins', 'stock.drawn_at_start', 'suits',
]);
const BUILDING = new Set(['build', 'direction', 'empty_takes', 'ends', 'lift', 'step', 'supermove', 'whole_only', 'wrap'].map((name) => `columns.${name}`));

// Return whether the rest of the declaration leaves a field no choice.
function isIdle(path, { columns, foundations, pairs, reserve }) {
  // A line has one foundation, for the cards that it loses.
  if (columns?.merges.length && /^(foundations|won_when|columns.empty_takes)/.test(path)) return true;
  if (path.startsWith('foundations')) return pairs !== null || foundations.every((pile) => pile.direction === 'outranked');
  if (path === 'columns.closed') return columns.own_ranks.length > 0;
  if (path === 'reserve.takes_from') return reserve.takes === 'turn_up';
  if (path === 'reserve.takes') return reserve.sequence !== null;
  return BUILDING.has(path) && (columns.takes_from?.length === 0 || columns.capacity === 1);
}

// Return [path, value, set] of each field; the fields of all foundations have one path.
function* fieldsOf(part, path = '') {
  for (const [name, value] of Object.entries(part)) {
    const at = path ? `${path}.${name}` : name;
    if (name === 'layout') continue;
    if (name === 'foundations') {
      for (const field of Object.keys(value[0] ?? {})) yield [`foundations[].${field}`, value.map((pile) => pile[field]), (others) => value.forEach((pile, number) => { pile[field] = others[number]; })];
    } else if (value && typeof value === 'object' && !Array.isArray(value)) yield* fieldsOf(value, at);
    else yield [at, value, (other) => { part[name] = other; }];
  }
}

test('a field that differs from its usual value is told', () => {
  const usual = new Map();
  for (const { declaration } of Object.values(VARIANTS)) {
    for (const [path, value] of fieldsOf(declaration)) {
      const counts = usual.get(path) ?? usual.set(path, new Map()).get(path);
      const each = path.startsWith('foundations[]') ? new Set(value.map((one) => JSON.stringify(one))) : [JSON.stringify(value)];
      for (const key of each) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const most = (path) => JSON.parse([...usual.get(path)].sort(([, one], [, other]) => other - one)[0][0]);
  const untold = new Set();
  for (const [id, variant] of Object.entries(VARIANTS)) {
    const game = structuredClone(variant);
    const before = told(game);
    for (const [path, value, set] of fieldsOf(game.declaration)) {
      if (SEEN.has(path) || isIdle(path, game.declaration)) continue;
      const other = path.startsWith('foundations[]') ? value.map(() => most(path)) : most(path);
      if (JSON.stringify(other) === JSON.stringify(value)) continue;
      set(other);
      try {
        if (told(game) === before) untold.add(`${path} (${id}: ${JSON.stringify(value).slice(0, 40)})`);
      } catch {
        // The usual value makes no sense here, so it is noticed.
      }
      set(value);
    }
  }
  assert.equal([...untold].join("\n"), "");
});
