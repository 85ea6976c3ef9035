// Measures the JavaScript engine on the recorded games of every variant, on one core:
//
//   node tests/benchmarks/javascript.mjs [--variant ID]
//
// Prints how many moves a second `check` and `play` take together, and how long `legalMoves` takes for a position:
// for all games, and for the slowest variants, and how many bytes the modules have. Processor time counts, without loading, dealing and an unmeasured pass.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { newGame } from '../../service/web/engine/index.js';

const { values } = parseArgs({ options: { variant: { type: 'string' } } });
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));
const variants = JSON.parse(read('service/web/engine/variants.json'));

const WARM = 500;
const MEASURED = 2000;

// Return the recorded games of a variant, as replay requests.
function gamesOf(id) {
  const lines = gunzipSync(read(`fixtures/games/${id}.jsonl.gz`)).toString().trim().split('\n').map(JSON.parse);
  const games = lines.flatMap((line) => (line.kind === 'play' ? [line] : line.kind === 'game' && line.verdict.valid ? [line.request] : []));
  return games.filter(({ moves }) => moves.length);
}

// The processor time of this process in milliseconds.
function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// Play games over and over, `most` moves; return the number of moves, and the milliseconds that `work` took.
function timed(variant, games, most, work) {
  let [moves, time] = [0, 0];
  for (let number = 0; moves < most; number++) {
    const { seed, deck, rules, moves: tokens } = games[number % games.length];
    const game = newGame(variant, { seed, deck, rules });
    time += work(game, tokens);
    moves += tokens.length;
  }
  return { moves, time };
}

function checking(game, tokens) {
  const start = clock();
  for (const token of tokens) if (game.check(token) === null) game.play(token);
  return clock() - start;
}

function listing(game, tokens) {
  let time = 0;
  for (const token of tokens) {
    const start = clock();
    game.legalMoves();
    time += clock() - start;
    game.play(token);
  }
  return time;
}

const ids = values.variant ? [values.variant] : Object.keys(variants);
for (const id of ids) for (const work of [checking, listing]) timed(variants[id], gamesOf(id), WARM, work);

const rows = [];
for (const id of ids) {
  const games = gamesOf(id);
  const checked = timed(variants[id], games, MEASURED, checking);
  const listed = timed(variants[id], games, MEASURED, listing);
  rows.push({ id, checked, perSecond: (1000 * checked.moves) / checked.time, listed, perPosition: listed.time / listed.moves });
}
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const all = (1000 * sum(rows.map(({ checked }) => checked.moves))) / sum(rows.map(({ checked }) => checked.time));
const mean = sum(rows.map(({ listed }) => listed.time)) / sum(rows.map(({ listed }) => listed.moves));
const modules = readdirSync(new URL('../../service/web/engine/', import.meta.url)).filter((name) => name.endsWith('.js'));
const bytes = gzipSync(Buffer.concat(modules.map((name) => read(`service/web/engine/${name}`)))).length;
console.log(`modules of the engine: ${bytes.toLocaleString('en')} bytes, compressed`);
console.log(`node ${process.version}, ${rows.length} variants`);
console.log(`moves checked and played: ${Math.round(all).toLocaleString('en')} per second`);
for (const { id, perSecond } of rows.sort((one, other) => one.perSecond - other.perSecond).slice(0, 3)) {
  console.log(`  slowest: ${Math.round(perSecond).toLocaleString('en')} ${id}`);
}
console.log(`legal moves of a position: ${mean.toFixed(4)} ms`);
for (const { id, perPosition } of rows.sort((one, other) => other.perPosition - one.perPosition).slice(0, 3)) {
  console.log(`  slowest: ${perPosition.toFixed(4)} ms ${id}`);
}
