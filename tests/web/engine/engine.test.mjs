// The engine in the browser: seeds by the vectors of the rules page, games, and what it refuses.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { DeclarationError, IllegalMoveError, RequestError, newGame, readPosition, replay } from '../../../service/web/engine/index.js';

const { dealOf } = await import('../../../service/web/engine/deals.js');

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const variants = JSON.parse(read('service/web/engine/variants.json'));

const vectors = [...read('docs/rules.md').matchAll(/^\| `((?:ms)?\d+)` \| [\d ]+ \| ([\w ]+) \| ([\w ]+) \|$/gm)];

test('the rules page has vectors of every kind of seed', () => assert.equal(vectors.length, 10));

for (const [, seed, twoPacks, onePack] of vectors) {
  test(`seed ${seed} deals the cards of the rules page`, () => {
    for (const [id, cards] of [['double-russian', twoPacks], ['klondike', onePack]]) {
      assert.equal(newGame(variants[id], { seed }).deck.slice(0, 8).join(' '), cards);
    }
  });
}

const ordered = [...'CSHD'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit));

test('a game is played, refused and taken back', () => {
  // Klondike deals its rounds from T7 leftwards: T2 gets the sixth card, face down, and the last but one of the 28.
  const game = newGame(variants.klondike, { deck: ordered });
  const opening = game.state();
  assert.deepEqual(opening.tableau[1], { pile: 'T2', face_down: 1, cards: ['6C', 'AH'] });
  assert.deepEqual(game.check('T2-F1'), {
    reason: 'wrong_suit',
    params: { source: 'T2', target: 'F1', count: 1, card: 'AH', takes: ['AC'] },
    detail: 'A♥ cannot go on the empty F1: F1 begins with A♣.',
  });
  assert.throws(() => game.play('T2-F1'), (error) => error instanceof IllegalMoveError && error.reason === 'wrong_suit');
  assert.deepEqual(game.state(), opening);
  assert.deepEqual(game.play('T2-F'), {
    move: 'T2-F',
    moved: [{ from: 'T2', to: 'F3', cards: ['AH'] }],
    turned_up: [{ pile: 'T2', card: '6C' }],
    filled: [],
  });
  const rules = { draw: 'one', redeals: 'unlimited', foundations: 'returnable', spaces: 'kings' };
  assert.deepEqual(game.request(), { variant: 'klondike', rules, deck: ordered, moves: ['T2-F'] });
  assert.equal(game.undo(), 'T2-F');
  assert.equal(game.undo(), null);
  assert.deepEqual(game.state(), opening);
});

const SAFE = 'T1=KCQCJCTC9C8C7C6C5C4C;T2=KDQDJDTD9D8D7D6D5D4D;T3=KHQHJHTH9H8H7H6H5H4H3H;T4=KSQSJSTS9S8S7S6S5S4S;'
  + 'F1=AC2C3C;F2=AS2S3S;F3=AH2H;F4=AD2D3D';

for (const [rule, first] of [
  ['none', []],
  // All black threes are there for 4D, and for 3H. The black fours have a red two and three, and the other black three.
  ['microsoft', ['T2-F4', 'T3-F3']],
  ['raymond', ['T1-F1', 'T2-F4']],
  ['all', ['T1-F1', 'T1-F1']],
]) {
  test(`automatic moves of the rule ${rule}`, () => {
    const game = newGame(variants.freecell, { board: SAFE });
    const moves = game.autoplay(rule);
    assert.deepEqual(moves.slice(0, 2), first);
    assert.equal(game.outcome(), rule === 'none' ? 'in_progress' : 'won');
    assert.deepEqual(game.moves, moves);
  });
}

test('cards that a program plays by itself follow a move', () => {
  // Column 6 of deal 1 ends with AS AC 2C 3D.
  const game = newGame(variants.freecell, { seed: 1 });
  assert.deepEqual(game.autoplay(), []);
  game.play('T6-R1');
  game.play('T6-R2');
  assert.deepEqual(game.autoplay('microsoft'), ['T6-F1', 'T6-F2', 'R2-F1']);
  assert.throws(() => game.autoplay('vista'), RequestError);
});

test('a lenient replay ends before what is not a move', async () => {
  const request = { variant: 'freecell', seed: '1', include: ['trace'], lenient: true };
  const labels = ['click 1', 'click 1', 'click 2', 'click 3', 'click 4'];
  const moves = ['T6-R1', 'T6-R2', 'T6 to foundation', 'T1-R3', 7];
  const verdict = await replay(variants.freecell, { ...request, moves, labels, checkpoints: [{ after: 4, piles: {} }] });
  assert.deepEqual([verdict.valid, verdict.moves_total, verdict.moves_played, verdict.first_illegal_move], [false, 5, 2, null]);
  assert.deepEqual(verdict.trace.map(({ label }) => label), ['click 1', 'click 1']);
  const { detail, ...named } = verdict.first_malformed_move;
  assert.deepEqual(named, { index: 2, move: 'T6 to foundation', label: 'click 2' });
  assert.match(detail, /Expected deal, draw, redeal or SOURCE-TARGET/);
  const before = await replay(variants.freecell, { ...request, moves: moves.slice(0, 2) });
  assert.deepEqual([before.valid, before.first_malformed_move, before.game_id], [true, null, verdict.game_id]);
  await assert.rejects(replay(variants.freecell, { ...request, lenient: false, moves }), (error) => error.pointer === '/moves/2');
});

test('labels come back with an illegal move, and are one for each move', async () => {
  const request = { variant: 'freecell', seed: '1', moves: ['T6-R1', 'T6-T1'], include: [] };
  const verdict = await replay(variants.freecell, { ...request, labels: ['one', 'two'] });
  assert.equal(verdict.first_illegal_move.label, 'two');
  assert.ok(!('first_malformed_move' in verdict));
  for (const labels of [['one'], 'one', ['one', 2], ['one', 'x'.repeat(61)]]) {
    await assert.rejects(replay(variants.freecell, { ...request, labels }), (error) => error.pointer === '/labels');
  }
});

test('no redeals is the number 0 where the variant lacks the word', () => {
  assert.equal(newGame(variants.klondike, { seed: 7, rules: { redeals: 'none' } }).request().rules.redeals, 0);
  assert.equal(newGame(variants['forty-thieves'], { seed: 7, rules: { redeals: 'none' } }).request().rules.redeals, 'none');
  assert.throws(() => newGame(variants.klondike, { seed: 7, rules: { draw: 'none' } }), RequestError);
});

test('hidden cards are not shown', () => {
  const { tableau, stock } = newGame(variants.klondike, { deck: ordered }).state({ hide: 'face_down' });
  assert.deepEqual(tableau[1].cards, ['??', 'AH']);
  assert.deepEqual([...new Set(stock)], ['??']);
});

test('a refusal names the cards', () => {
  // docs/tutorial: 10♣ with three cards on it does not follow 4♣ on T9; next comes 3♣.
  const game = newGame(variants['double-russian'], { seed: '20261121' });
  for (const move of ['T7-T8x6', 'T9-T4x2']) game.play(move);
  assert.deepEqual(game.check('T4-T9x4'), {
    reason: 'wrong_rank',
    params: { source: 'T4', target: 'T9', count: 4, card: 'TC', top: '4C', takes: ['3C'] },
    detail: '10♣ with 3 cards on it does not follow 4♣ on T9. Next comes 3♣.',
  });
});

test('a refusal says how the column is built', () => {
  // RULES §9, Demons and Thieves: T1 to T4 are built in alternating colours, T5 to T9 by suit.
  const game = newGame(variants['demons-and-thieves'], { seed: 'ms671993' });
  assert.equal(game.check('T9-T5').detail, '7♠ cannot go on 10♥ on T5: the suit must be the same.');
});

test('a refusal names no foundation that takes nothing from the pile', () => {
  // RULES §9, British Constitution: cards go to foundations from T1 to T8 alone.
  const game = newGame(variants['british-constitution'], { seed: 'ms40000' });
  assert.equal(game.check('T10-F').detail, 'No foundation takes 2♠ from T10: none has a place for it.');
});

const changed = (change) => {
  const declaration = structuredClone(variants.klondike.declaration);
  change(declaration);
  return declaration;
};

for (const [what, declaration, message] of [
  ['an unknown field', changed((rules) => (rules.gravity = 1)), 'Unknown field gravity.'],
  ['an unknown inner field', changed((rules) => (rules.columns.gravity = 1)), 'Unknown field columns.gravity.'],
  ['an unknown value', changed((rules) => (rules.columns.lift = 'two')), 'columns.lift is "two": expected one of "one", '],
  ['a missing field', changed((rules) => delete rules.stock.draw), 'stock.draw is missing.'],
  ['a value of another kind', changed((rules) => (rules.packs = '1')), 'packs is "1": expected a whole number from 1 to 4.'],
  ['a pile that is not there', changed((rules) => (rules.layout[0].to = 'T1-T8')), 'layout.0.to names T8, '],
  ['actions that do not go together', changed((rules) => (rules.stock.actions = ['deal', 'draw'])), 'stock.actions is ["deal","draw"]: expected '],
  ['a gathering stock that draws', changed((rules) => (rules.stock.gather = 4)), 'stock.gather belongs to redeal alone.'],
  ['a deal that waits for a waste', changed((rules) => (rules.stock = { ...rules.stock, actions: ['deal'], drawn_at_start: 0, hold: 'waste' })), 'stock.hold is waste where cards are drawn'],
  ['too many cards', changed((rules) => (rules.stock.drawn_at_start = 25)), 'The layout has 53 cards; the game has 52.'],
  ['a text that is not piles', changed((rules) => (rules.layout[0].to = 'T0')), 'layout.0.to is "T0": expected '],
]) {
  test(`a declaration with ${what} is refused by name`, () => {
    assert.throws(
      () => newGame(declaration, { seed: '1' }),
      (error) => error instanceof DeclarationError && error.message.startsWith(message),
    );
  });
}

for (const [what, change, message] of [
  ['options that are not a list', (variant) => (variant.options = {}), 'options is {}: expected a list.'],
  ['an option of null', (variant) => (variant.options[0] = null), 'options.0 is null: expected an object.'],
  ['an unknown member of an option', (variant) => (variant.options[0].gravity = 1), 'Unknown field options.0.gravity.'],
  ['changes of null', (variant) => (variant.options[0].changes.one = null), 'options.0.changes.one is null: expected an object.'],
  ['a value without changes', (variant) => delete variant.options[0].changes.one, 'The changes of option draw lack one.'],
]) {
  test(`a variant with ${what} is refused by name`, () => {
    const variant = structuredClone(variants.klondike);
    change(variant);
    assert.throws(() => newGame(variant, { seed: '1' }), { name: 'DeclarationError', message });
  });
}

test('equal cards are told apart by their copies alone', () => {
  const { piles } = dealOf(variants.spider, { seed: '1' }).opening;
  assert.equal(new Set(piles.flat()).size, 104);
});

test('a variant that is not there is refused', () => {
  assert.throws(() => newGame(variants.klondyke, { seed: '1' }), { name: 'DeclarationError', message: 'The declaration is undefined: expected an object.' });
});

test('a bare declaration is played', () => {
  const game = newGame(variants.klondike.declaration, { seed: '1' });
  assert.deepEqual(game.state(), newGame(variants.klondike, { seed: '1' }).state());
});

for (const [deal, pointer] of [
  [{}, ''],
  [null, ''],
  [{ seed: '1', rules: null }, '/rules'],
  [{ seed: '1', deck: ordered }, ''],
  [{ seed: '01' }, '/seed'],
  [{ seed: 2 ** 53 }, '/seed'],
  [{ deck: ordered.slice(1) }, '/deck'],
  [{ deck: ['1C', ...ordered.slice(1)] }, '/deck/0'],
  [{ seed: '1', rules: { cells: 4 } }, '/rules/cells'],
  [{ seed: '1', rules: { redeals: 100 } }, '/rules/redeals'],
]) {
  test(`the deal ${JSON.stringify(deal).slice(0, 40)} is refused`, () => {
    assert.throws(() => newGame(variants.klondike, deal), (error) => error instanceof RequestError && error.pointer === pointer);
  });
}

test('a text that is not a move is refused', () => {
  const game = newGame(variants.klondike, { seed: '1' });
  assert.throws(() => game.check('T1 to T2'), RequestError);
});

test('a prospect needs the service', async () => {
  const request = { variant: 'klondike', seed: '1', moves: [], include: ['prospect'] };
  await assert.rejects(replay(variants.klondike, request), (error) => error.pointer === '/include');
});

test('a position is written and read in one line, in every game', () => {
  for (const variant of Object.values(variants)) {
    const game = newGame(variant, { seed: 7 });
    for (let number = 0; number < 20; number++) {
      const moves = game.legalMoves();
      if (!moves.length) break;
      game.play(moves[(7 * number) % moves.length]);
    }
    const text = game.positionText();
    const { variant: id, rules, board } = readPosition(text);
    const again = newGame(variants[id], { board, rules });
    assert.deepEqual(again.state(), game.state());
    assert.equal(again.positionText(), text);
    assert.equal(newGame(variant, { board: game.state() }).positionText(), text);
  }
});

for (const text of ['', 'klondike', 'klondike;T1=kc', 'klondike;T1=KC;T1=KD', 'klondike,draw=one,draw=one;T1=KC']) {
  test(`${JSON.stringify(text)} is not a position`, () => assert.throws(() => readPosition(text), RequestError));
}

test('the package knows its games by their ids', async () => {
  const named = await import('../../../service/web/engine/named.js');
  const game = named.newGame('klondike', { seed: 7 });
  game.play('draw');
  const verdict = await named.replay('klondike', game.request());
  assert.deepEqual([verdict.variant, verdict.valid, verdict.moves_played], ['klondike', true, 1]);
  assert.throws(() => named.newGame('klondik', { seed: 7 }), named.RequestError);
  assert.throws(() => named.newGame('constructor', { seed: 7 }), named.RequestError);
});

test('a redeal in the order of the deck deals the opening again, and needs an order', () => {
  const lucie = variants['la-belle-lucie'];
  const { deck } = newGame(lucie, { seed: 1 });
  const game = newGame(lucie, { deck, redeal_orders: [deck] });
  const { tableau } = game.state();
  game.play('redeal');
  assert.deepEqual(game.state().tableau, tableau);
  assert.equal(game.check('redeal').reason, 'no_redeals_left');
  assert.equal(newGame(lucie, { deck }).check('redeal').detail, 'The order after this redeal is not known: give it in redeal_orders.');
  assert.deepEqual(game.request().redeal_orders, [deck]);
});
