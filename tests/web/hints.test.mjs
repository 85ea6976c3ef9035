// Hints lead to the win: none of them goes in a circle.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

globalThis.navigator ??= { languages: ['en'] };
const { GameRecord } = await import('../../service/web/game/record.js');
const { hintsAt, natural } = await import('../../service/web/game/hints.js');

const { freecell } = JSON.parse(readFileSync(new URL('../../service/web/engine/variants.json', import.meta.url), 'utf8'));

// Each move with the best reason leads in a circle here. The line was found by hand.
const suit = (name, last) => [...'A23456789TJQK'.slice(0, last)].map((rank) => rank + name).join('');
const BOARD = ['T1=QC9DJH', 'T2=KHKS', 'T3=TSJS', 'T4=THKC', 'T5=JC9H', 'T6=JDQS', 'T7=QDTD', 'T8=QHKD', `F1=${suit('C', 10)}`, `F2=${suit('S', 9)}`, `F3=${suit('H', 8)}`, `F4=${suit('D', 8)}`].join(';');
const LINE = `T5-F3 T5-F1 T4-T5 T4-F3 T1-F3 T1-F4 T7-F4 T1-F1 T5-F1 T6-R1 T6-F4 T7-F4 T3-R2 T3-F2 R2-F2 R1-F2 T2-F2 T8-F4 T8-F3 T2-F3`.split(' ');

async function opened(continuation) {
  const game = await GameRecord.under(freecell, { variant: 'freecell', board: BOARD, moves: [] }, { kind: 'deal', proven: { prospect: 'winnable', continuation } });
  return { game, root: game.tree.root };
}

// Follow what `choose` returns until the game ends or has taken too long.
function followed(game, node, choose) {
  let at = node;
  while (game.outcomeAt(at) === 'in_progress' && at.ply < 4 * LINE.length) {
    // Of every move it is known that it keeps the win.
    at.moves = new Map(game.legalAt(at).map((token) => [token, 'winnable']));
    at = game.tried(at, choose(game, at)[0].token);
  }
  return at;
}

test('following the hints wins in at most as many moves as the known line has', async () => {
  const { game, root } = await opened(LINE);
  assert.equal(followed(game, root, natural).outcome, 'in_progress');
  const end = followed(game, root, hintsAt);
  assert.equal(end.outcome, 'won');
  assert.ok(end.ply <= LINE.length);
});

test('the most natural move of a winning line comes as soon as it can', async () => {
  const { game, root } = await opened(['T4-R1', ...LINE.slice(0, 8).filter((token) => token !== 'T4-T5'), 'R1-F1', ...LINE.slice(9)]);
  const [{ token, reason }] = hintsAt(game, root);
  assert.deepEqual([token, reason], ['T5-F3', 'foundation']);
  assert.equal(game.wins(root, root.prospect.continuation), true);
});
