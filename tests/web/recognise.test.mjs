// What the input box recognises, and what it reports as missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFragment } from '../../service/web/game/notation.js';
import { recognise as recogniseAny } from '../../service/web/game/recognise.js';

const recognise = (input) => recogniseAny(input, [{ id: 'double-russian', title: 'Double Russian' }, { id: 'russian', title: 'Russian' }, { id: 'royal-rendezvous', title: 'Royal Rendezvous' }]);

const LOG = { variant: 'double-russian', seed: '24', moves: ['T3-T7x4', 'T7-F1'] };
const TEXT = JSON.stringify(LOG);
const CLAIM = { ...LOG, claim: { outcome: 'won', moves_played: 131 }, subject: 'p7' };
const LINK = '#v=1&variant=double-russian&seed=24&n=2&moves=T3-T7x4.T7-F1&ply=1';
const RECEIPT = 'eyJ0eXAiOiJwYXRpZW5jZS1yZWNlaXB0K2p3dCIsImFsZyI6IkVkMjU1MTkifQ.eyJ2YXJpYW50IjoieCJ9.AAAA';
const TRACE = [{ move: 'T3-T7x4', moved: [], turned_up: [], filled: [] }];
const VERDICT = { variant: LOG.variant, seed: LOG.seed, valid: false, first_illegal_move: { index: 1, move: 'T7-F1' } };

const GAMES = [
  ['request', TEXT],
  ['request', JSON.stringify({ ...LOG, include: ['trace'], ref: 'game-4711' })],
  ['request', `\`\`\`json\n${TEXT}\n\`\`\``],
  ['request', JSON.stringify({ request: LOG, warnings: ['one'] })],
  ['curl', `curl -sS http://127.0.0.1:8000/v1/replays -H 'Content-Type: application/json' -d '${TEXT}'`],
  ['curl', `$ curl http://x/v1/replays \\\n  --json ${JSON.stringify(TEXT)}`],
  ['link', `http://127.0.0.1:8000/${LINK}`],
  ['link', `Your game was refused, see https://referee.example/app/${LINK}. Best wishes!`],
  ['link', `[why](https://referee.example/${LINK})`],
  ['request', `Dear referee,\n\n> Anna wrote:\n>> ${TEXT.replaceAll(',', ',\n>> ')}\n\nIs that {right}?`],
  ['link', `http://127.0.0.1:8000/${LINK}${')'.repeat(80_000)}`],
  ['moves', 'double-russian 24: T3-T7x4 T7-F1'],
  ['moves', 'Hi Anna,\n\nin Double Russian, deal 24, I first played T3-T7x4 (four cards!) and then T7-F1. Was that a good deal?\n\nBest wishes, Ben'],
  ['moves', '> Am 23.11. schrieb Ben:\n>> Double Russian Nr. 24\n>> 1. T3-T7x4\n>> 2. T7-F1\n\nStimmt das?'],
  ['moves', 'variant: double-russian\nseed: 24\nmoves:\n1. T3-T7x4\n2. T7-F1'],
  ['moves', 'double-russian 24: t3 -> t7 x4, T7→F1'],
  ['record', 'patience 1\nvariant: double-russian\nseed: 24\nplayer: Anna\n\nT3-T7x4 # four cards\nT7-F1'],
  ['verdict', JSON.stringify({ ...VERDICT, trace: TRACE })],
  ['verdict', JSON.stringify({ ...VERDICT, link: `/${LINK}` })],
  ['verdict', JSON.stringify({ line: 1, ref: 'a', verdict: { ...VERDICT, trace: TRACE } })],
];
const CLAIMS = [
  ['claim', JSON.stringify(CLAIM)],
  ['claim', `Please check [1] this:\n\n> ${JSON.stringify(CLAIM, null, 1).replaceAll('\n', '\n> ')}\n\nThanks!`],
  ['curl', `curl http://x/v1/claims -d '${JSON.stringify(CLAIM)}'`],
  ['link', `http://x/${LINK}&claim=won:131&subject=p7`],
];
const UNKNOWN = [
  ['everything', 'hello, how are you?'],
  ['everything', '  '],
  ['variant', 'T3-T7x4 T7-F1'],
  ['variant', JSON.stringify(['draw', 'draw'])],
  ['seed', 'double-russian T3-T7x4 T7-F1'],
  ['moves', 'double-russian 24: T3-T7x4 T7-F1 T3>T4 draw'],
  ['moves', 'double-russian 24: T3-T7x4 6 -> 1'],
  ['moves', 'double-russian 24\nMove 7C from column 6 to column 1'],
  ['json', TEXT.slice(0, -9)],
  ['fields', '{"name": "Anna"}'],
  ['link', 'http://127.0.0.1:8000/#v=1&variant='],
  ['link-separator', 'http://x/#v=1&variant=double-russian&seed=24&moves=T3-T7x4,T7-F1'],
  ['link-field', 'http://x/#v=1&variant=double-russian&seed=24&move=T3-T7x4'],
  ['everything', `&x=${')'.repeat(80_000)}`],
  ['curl', 'curl http://127.0.0.1:8000/livez'],
  ['curl-file', 'curl http://127.0.0.1:8000/v1/replays -d @game.json'],
];

for (const [from, text] of GAMES) {
  test(`game from ${from}: ${text.slice(0, 40)}`, () => {
    const { kind, from: found, log } = recognise(text);
    assert.deepEqual([kind, found, log.variant, log.seed], ['game', from, 'double-russian', '24']);
    assert.deepEqual(log.moves, LOG.moves);
  });
}

for (const [from, text] of CLAIMS) {
  test(`claim from ${from}: ${text.slice(0, 40)}`, () => {
    const found = recognise(text);
    assert.deepEqual([found.kind, found.from], ['claim', from]);
    assert.deepEqual(found.claim, CLAIM);
    assert.deepEqual(found.log, LOG);
  });
}

for (const [missing, text] of UNKNOWN) {
  test(`unknown for lack of ${missing}: ${text.slice(0, 40)}`, () => {
    const found = recognise(text);
    assert.deepEqual([found.kind, found.missing], ['unknown', missing]);
  });
}

test('arrows between short names of piles are moves', () => {
  const { log } = recognise('double-russian 24: FC1 -> T6 T6->fc2 S → W, W=>S W -> F');
  assert.deepEqual(log.moves, ['R1-T6', 'T6-R2', 'draw', 'redeal', 'W-F']);
});

test('lines and lists are several games', () => {
  const lines = `${TEXT}\n${JSON.stringify(CLAIM)}\nno json\n${JSON.stringify({ summary: { lines: 3 } })}`;
  assert.deepEqual(recognise(lines).items.map(({ item }) => item.kind), ['game', 'claim', 'unknown']);
  assert.deepEqual(recognise(JSON.stringify([LOG, LOG])).items.map(({ number }) => number), [1, 2]);
});

test('answers and receipts', () => {
  const problem = { type: 'about:blank', title: 'Not found', status: 404 };
  const refuted = { confirmed: false, refutations: [], verdict: {}, receipt: null };
  const from = (value) => {
    const found = recognise(JSON.stringify(value));
    return [found.kind, found.from];
  };
  assert.deepEqual([problem, refuted, VERDICT].map(from), [['answer', 'problem'], ['answer', 'claim'], ['answer', 'verdict']]);
  assert.equal(recognise(RECEIPT).kind, 'receipt');
  const signed = RECEIPT.replace(/AAAA$/, 'A'.repeat(86));
  const mail = `Here is my receipt:\n> ${signed.slice(0, 40)}\n> ${signed.slice(40)}\nBest wishes`;
  assert.deepEqual(recognise(mail), { kind: 'receipt', text: signed });
});

test('files are saved games, text, or neither', () => {
  const kinds = [[0x80, 5, 0x8c], [0x89, 0x50, 0, 1], [...new TextEncoder().encode(TEXT)]];
  assert.deepEqual(kinds.map((bytes) => recognise(new Uint8Array(bytes)).kind), ['save', 'unknown', 'game']);
});

test('a link cut within a move keeps the whole moves', () => {
  const { log, cut } = readFragment('#variant=double-russian&seed=24&moves=T3-T7x4.T7-');
  assert.deepEqual(log.moves, ['T3-T7x4']);
  assert.deepEqual(cut, { arrived: 1, sent: null });
});

test('a link without moves is not cut, and a wrong token is not half a token', () => {
  assert.equal(readFragment('#variant=double-russian&seed=24&n=0&moves=').cut, null);
  assert.equal(readFragment('#variant=double-russian&seed=24&moves=Deal').cut, null);
});

test('an unknown version or field of a link is reported', () => {
  assert.deepEqual(readFragment('#v=2&variant=double-russian&seed=24&colour=red').odd, [['version', '2'], ['field', 'colour']]);
  assert.deepEqual(readFragment(LINK).odd, []);
});

test('the text of a position opens, alone or as an address', () => {
  const board = 'T1=KC;T2=(3H)9D;redeals=1';
  const log = { variant: 'klondike', rules: { draw: 'three' }, board, moves: [] };
  const text = `klondike,draw=three;${board}`;
  for (const input of [text, `https://referee.example/v1/positions/${text}`, `Klondike ${text}`]) {
    assert.deepEqual(recognise(input), { kind: 'game', from: 'position', log });
  }
  assert.equal(recognise('klondike;T1=KC;T1=KD').missing, 'position');
  assert.deepEqual(readFragment(`#v=1&variant=klondike&board=${board}&rules=draw:three`).log, log);
});

test('whatever the members of a JSON text are, it is recognised or reported', () => {
  const names = ['variant', 'seed', 'deck', 'board', 'moves', 'games', 'request', 'line', 'verdict', 'problem', 'claim', 'confirmed', 'refutations', 'first_illegal_move', 'status', 'title', 'state', 'trace', 'link', 'include', 'summary', 'ref'];
  const values = [null, 0, '', 'x', true, [], [null], [[]], ['T1-T2'], {}, { move: 1 }, { claim: null }, { trace: 'x' }];
  for (const one of names) {
    for (const other of names) {
      for (const value of values) {
        const body = { [one]: value, [other]: values[(names.indexOf(other) * 5 + values.indexOf(value)) % values.length], seed: 1 };
        for (const text of [body, [body], { request: body }, { line: 1, verdict: body }]) assert.ok(recognise(JSON.stringify(text)).kind);
      }
    }
  }
});

test('a contest is a list of its entries, each with its player and deal', () => {
  const deals = [{ variant: 'klondike', seed: '7', rules: { draw: 'three' } }];
  const entries = [{ player: 'Ann', deal: 0, moves: ['draw'] }, { player: 'Bob', deal: 0, moves: ['draw', 'redeal'], outcome: 'won' }];
  const { kind, items } = recognise(JSON.stringify({ name: 'A cup', deals, entries }));
  assert.equal(kind, 'many');
  assert.deepEqual(items.map(({ number, ref, item }) => [number, ref, item.kind, item.log.moves]), [[1, 'Ann, 0', 'game', ['draw']], [2, 'Bob, 0', 'claim', ['draw', 'redeal']]]);
  assert.deepEqual(items[0].item.log.rules, { draw: 'three' });
});

test('a log in another notation is left to the service, with its game and its deal', () => {
  for (const [format, id, text] of [
    ['freecell', 'freecell', 'FreeCell #24: 26 a5 3h'],
    ['freecell', 'freecell', '#10913\n26 76 72 72 5a'],
    ['words', 'klondike', 'Klondike, deal 3\n6 -> 1\nW -> F'],
    ['words', 'pyramid', 'Pyramid, deal 1\nRemove QH and AC'],
  ]) {
    const { kind, foreign } = recogniseAny(text, [{ id, title: id }]);
    assert.deepEqual([kind, foreign], ['unknown', { text, variant: id, seed: /\d+/.exec(text)[0], format }]);
  }
});
