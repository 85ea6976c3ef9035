// Recognise pasted, dropped or chosen input. Pure: text or bytes in, { kind, … } out.
//
//   game       { log, ply?, cut?, source?, warnings?, from }   a log that can be replayed
//   claim      { claim, log, ply?, cut?, from }                a log with a claim on it
//   many       { items: [{ number, ref, item }] }              several of these, to pick from
//   daily      { variant, date }                               the deal of a day, or of today without a date
//   answer     { from, body }                                  an answer that has no log to replay
//   receipt    { text }
//   save       { bytes }                                       another program's saved game
//   unknown    { missing, foreign?, … }                        none of these, and what is missing; a log that the service may read

import { readReceipt } from '../data/receipt.js';
import { isFlag, isObject, isText, listOf, readJson, shapedAs } from '../data/untrusted.js';
import { readPosition } from '../engine/boards.js';
import { isRecord, readRecord } from '../engine/game-notation.js';
import { TOKEN, fromLink, unknown } from './notation.js';

const PICKLE = 0x80;
// The text of a position, alone, after other words, or at the end of an address.
const POSITION = /(?<=^|\s|\/v1\/positions\/)[a-z0-9-]+(?:,[a-z0-9_]+=[a-z0-9_]+)*;[SWTFR][\w=;()]*$/;
const SEED = /^(?:ms)?[1-9]\d{0,19}$/;
const FENCE = /^```\w*\n([\s\S]*?)\n?```$/;
// The quote marks that mail programs put before each line.
const QUOTED = /^(?:> ?)+/gm;
const SIGNATURE = 86;
const MOST_PARTS = 60;

// `variants` are the ids and titles of the games that the service knows.
export function recognise(input, variants = []) {
  if (typeof input === 'string') return fromText(input, variants);
  if (input[0] === PICKLE && input[1] >= 2 && input[1] <= 5) return { kind: 'save', bytes: input };
  if (input.includes(0)) return unknown('binary');
  try {
    return fromText(new TextDecoder('utf-8', { fatal: true }).decode(input), variants);
  } catch {
    return unknown('binary');
  }
}

function fromText(raw, variants) {
  const stripped = raw.replace(/^\uFEFF/, '').trim();
  const unquoted = stripped.startsWith('>') || stripped.includes('\n>') ? stripped.replace(QUOTED, '') : stripped;
  const text = FENCE.exec(unquoted)?.[1].trim() ?? unquoted;
  if (!text) return unknown('everything');
  if (isRecord(text)) return fromRecord(text);
  const { value, problem } = readJson(text);
  return problem ? fromLooseText(text, variants, problem) : fromJson(value, 'json');
}

function fromLooseText(text, variants, problem) {
  if (/^\$?\s*curl\s/.test(text)) return fromCurl(text);
  const position = POSITION.exec(text);
  if (position) return fromPosition(position[0]);
  const lines = /^[{[]/.test(text) && fromLines(text);
  if (lines) return lines;
  const linked = !text.startsWith('{') && linkIn(text);
  if (linked) return fromLink(linked);
  const inside = !/^[{[]/.test(text) || !looksCut(text) ? jsonIn(text) : null;
  if (inside) return fromJson(inside, 'json');
  if (/^[{[]/.test(text)) return unknown('json', { detail: problem });
  const receipt = receiptIn(text);
  return receipt ? { kind: 'receipt', text: receipt } : fromMoves(text, variants);
}

// Return the fragment of the first link to a game.
function linkIn(text) {
  for (const word of text.split(/\s+/)) {
    const at = word.indexOf('#');
    if (at >= 0 && word.indexOf('variant=', at) > 0) return word.slice(at + 1);
  }
  return null;
}

const looksCut = (text) => closingOf(text, 0) < 0;

// Return the first JSON object or list in prose that is a game, an answer or a list of them.
function jsonIn(text) {
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at).search(/[{[]/);
    if (rest < 0) return null;
    const [start, end] = [at + rest, closingOf(text, at + rest)];
    if (end < 0) return null;
    const { value, problem } = readJson(text.slice(start, end));
    if (!problem && fromJson(value, 'json').kind !== 'unknown') return value;
    at = end;
  }
  return null;
}

// Return the index after the bracket that closes the one at `start`, or -1.
function closingOf(text, start) {
  let [depth, quoted] = [0, false];
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (quoted && letter === '\\') at += 1;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === '{' || letter === '[')) depth += 1;
    else if (!quoted && (letter === '}' || letter === ']')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

// Return the first receipt in a text. Mail programs may have broken it into lines.
function receiptIn(text) {
  const start = text.indexOf('eyJ');
  if (start < 0) return null;
  let found = '';
  let receipt = null;
  for (const part of text.slice(start).split(/\s+/).slice(0, MOST_PARTS)) {
    const [letters] = /^[\w.-]*/.exec(part);
    found += letters;
    if (readReceipt(found)) receipt = found;
    if (letters !== part || (receipt && receipt.split('.')[2].length >= SIGNATURE)) break;
  }
  return receipt;
}

function fromJson(body, from) {
  if (Array.isArray(body)) return fromList(body);
  if (typeof body === 'string') return readReceipt(body) ? { kind: 'receipt', text: body } : unknown('everything');
  if (body === null || typeof body !== 'object') return unknown('everything');
  if (Array.isArray(body.games)) return fromList(body.games);
  if (Array.isArray(body.entries) && Array.isArray(body.deals)) return fromContest(body);
  // The answer to an import and a line of the fixtures contain their request.
  if (isObject(body.request)) return { ...fromJson(body.request, 'request'), source: body.source, warnings: body.warnings };
  if ('line' in body && ('verdict' in body || 'problem' in body || 'claim' in body)) return fromEnvelope(body);
  if (isClaimAnswer(body)) return { kind: 'answer', from: 'claim', body };
  if ('first_illegal_move' in body) return fromVerdict(body);
  if ('status' in body && 'title' in body) return { kind: 'answer', from: 'problem', body };
  if ('deck' in body && 'state' in body) return game('deal', { variant: body.variant, seed: body.seed, rules: body.rules, moves: [] });
  if (isObject(body.claim)) return claimed(body, from);
  if (['variant', 'seed', 'deck', 'board', 'moves'].some((name) => name in body)) {
    const { include, ...log } = body;
    return game(from === 'json' ? 'request' : from, log);
  }
  return unknown('fields', { fields: Object.keys(body).slice(0, 8) });
}

// A file in patience game notation.
function fromRecord(text) {
  try {
    return game('record', readRecord(text).request);
  } catch (error) {
    if (error.name !== 'RequestError') throw error;
    return unknown('record', { detail: error.message });
  }
}

function fromPosition(text) {
  try {
    return game('position', { ...readPosition(text), moves: [] });
  } catch (error) {
    if (error.name !== 'RequestError') throw error;
    return unknown('position', { detail: error.message });
  }
}

const game = (from, log) => ({ kind: 'game', from, log: { ...log, moves: log.moves ?? [] } });

// Remove the members that only a claim has.
function claimed(body, from) {
  const { include, claim, subject, audience, ...log } = body;
  return { kind: 'claim', from: from === 'json' ? 'claim' : from, claim: body, log };
}

// A verdict does not contain its moves, but its trace or its link does.
function fromVerdict(body) {
  if (typeof body.link === 'string' && body.link.includes('#')) return { ...fromLink(body.link.split('#')[1]), from: 'verdict' };
  if (!listOf(shapedAs({ move: isText }))(body.trace) || !body.seed) return { kind: 'answer', from: 'verdict', body };
  const { variant, seed, rules, trace, first_illegal_move: illegal } = body;
  return game('verdict', { variant, seed, rules, moves: [...trace.map((step) => step.move), ...(illegal ? [illegal.move] : [])] });
}

function fromEnvelope({ verdict, problem, claim }) {
  if (isObject(verdict)) return fromVerdict(verdict);
  if (isObject(problem)) return { kind: 'answer', from: 'problem', body: problem };
  return isClaimAnswer(claim) ? { kind: 'answer', from: 'claim', body: claim } : unknown('everything');
}

const isClaimAnswer = shapedAs({ confirmed: isFlag, refutations: listOf(isObject), verdict: isObject });

function fromList(items) {
  if (items.length && items.every((item) => typeof item === 'string' && TOKEN.test(item))) return unknown('variant', { moves: items.length });
  return many(items.map((item, index) => ({ number: item?.line ?? index + 1, body: item })));
}

// A contest: an entry is a player, the place of the deal, and the moves. What it states is a claim.
function fromContest({ deals, entries }) {
  return many(entries.filter(isObject).map(({ player, deal, moves, outcome }, index) => {
    const log = { ...deals[deal], moves };
    return { number: index + 1, body: { ...(outcome ? { ...log, claim: { outcome } } : log), ref: `${player}, ${deal}` } };
  }));
}

// JSON lines: one request, claim or answer each. Summaries are skipped.
function fromLines(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  if (lines.length < 2) return null;
  const read = lines.map((line, index) => {
    const { value, problem } = readJson(line);
    return { number: index + 1, body: value, detail: problem };
  });
  return read[0].body === undefined ? null : many(read);
}

function many(read) {
  const items = read.filter(({ body }) => !isObject(body?.summary)).map(({ number, body, detail }) => ({
    number,
    ref: body?.ref ?? body?.title ?? body?.name ?? body?.verdict?.ref ?? null,
    body: body ?? null,
    item: body === undefined ? unknown('json', { detail }) : fromJson(body, 'json'),
  }));
  if (!items.length) return unknown('everything');
  return items.length === 1 ? items[0].item : { kind: 'many', items };
}

// Return the request that a curl command sends.
function fromCurl(text) {
  const words = shellWords(text);
  const at = words.findIndex((word) => /^(-d|--data(-raw|-binary)?|--json)$/.test(word));
  const body = at < 0 ? words.find((word) => /^--(data(-raw|-binary)?|json)=/.test(word))?.replace(/^.*?=/, '') : words[at + 1];
  if (!body) return unknown('curl');
  if (body.startsWith('@')) return unknown('curl-file', { detail: body.slice(1) });
  const { value, problem } = readJson(body);
  return problem ? unknown('json', { detail: problem }) : fromJson(value, 'curl');
}

function shellWords(text) {
  const words = text.replace(/\\\r?\n/g, ' ').match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
    (_, single, double, escaped) => single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped));
}

// Moves as people write them, with the game and its number anywhere before them: "double-russian 24: T3-T7x4 T7-F1", or in an
// e-mail: "In Double Russian, deal 24, I played T3-T7x4 and T7-F1."
function fromMoves(text, variants) {
  const known = text.replace(ARROW, token);
  const words = known.replace(/[,;:="'()]/g, ' ').split(/\s+/).map((word) => word.replace(/[.!?]+$/, '')).filter(Boolean);
  const moves = movesAmong(words);
  const strange = words.filter((word) => !TOKEN.test(word) && NEARLY.test(word));
  const variant = variantIn(text, words, variants) ?? (isFreecell(text, words) ? 'freecell' : undefined);
  const seed = seedAmong(words);
  const foreign = foreignIn(known, words, variant);
  if (foreign.length) {
    const log = variant && seed ? { text, variant, seed, format: variant === 'freecell' ? 'freecell' : 'words' } : null;
    return { ...unknown('moves', { words: foreign.slice(0, 5), moves: moves.length }), foreign: log };
  }
  if (strange.length && moves.length) return unknown('moves', { words: strange.slice(0, 5), moves: moves.length });
  if (!moves.length && !(variant && seed && words.length < 12)) return unknown('everything');
  if (!variant) return unknown('variant', { moves: moves.length });
  if (!seed) return unknown('seed', { moves: moves.length });
  return game(moves.length ? 'moves' : 'deal', { variant, seed, moves });
}

// A move as other programs shorten it: "T6 -> FC1", FC for a cell.
const ARROW = /(?<!\w)(S|W|FC|[TFR]\d{0,3}|FC\d{1,2})\s*(?:->|=>|→)\s*(S|W|F|FC\d{1,2}|[TFR]\d{1,3})(?:\s*x(\d{1,2}))?(?!\w)/gi;

function token(_, source, target, cards) {
  const [from, onto] = [source, target].map((pile) => pile.toUpperCase().replace('FC', 'R'));
  return { 'S-W': 'draw', 'W-S': 'redeal' }[`${from}-${onto}`] ?? `${from}-${onto}${Number(cards) > 1 ? `x${Number(cards)}` : ''}`;
}

// A move in FreeCell's standard notation: two columns, cells, or the foundations.
const STANDARD = /^[1-8a-d][1-8a-dh]$/i;

// Whether a text is the number of a deal and moves in FreeCell's notation.
const isFreecell = (text, words) => /^(?:#|(?:game|deal) #?)?\d/i.test(text) && 2 * words.filter((word) => STANDARD.test(word)).length > words.length;

// Return what may be moves in another notation, which the service reads: arrows that are left, moves in words, or in FreeCell's notation.
function foreignIn(text, words, variant) {
  const standard = variant === 'freecell' ? words.filter((word) => STANDARD.test(word)) : [];
  if (standard.length > 1) return standard;
  return text.match(/[^\s=]\S{0,19} {0,4}(?:->|=>|→) {0,4}\S{1,20}|\b(?:moved?|put|play) [^\n]{1,40} (?:to|on|onto) \S{1,20}|^ {0,4}remove \S{1,20}/gim) ?? [];
}

// What looks like a move of cards and is not one.
const NEARLY = /^[STFRW]\d{0,3}\W+[STFRW]\d{0,3}(?:x\d*)?$/i;
const NUMBERED = /^\d+$/;

// Return the moves among words. In prose, "deal" and "draw" are usually none: they count only beside another move, or if there
// is nothing else.
function movesAmong(words) {
  const plain = words.filter((word) => !NUMBERED.test(word));
  const isCardMove = (word) => TOKEN.test(word) && word.includes('-');
  const isAction = (word) => TOKEN.test(word) && !word.includes('-');
  const last = plain.findLastIndex((word) => !TOKEN.test(word));
  const beside = (at, way) => {
    let next = at + way;
    while (isAction(plain[next] ?? '')) next += way;
    return isCardMove(plain[next] ?? '') || (next > last && next >= plain.length && at > last);
  };
  return plain.filter((word, at) => isCardMove(word) || (isAction(word) && (beside(at, 1) || beside(at, -1))));
}

// Return the id of the game whose id or title is in a text, the longest first.
function variantIn(text, words, variants) {
  const exact = variants.find(({ id }) => words.includes(id));
  if (exact) return exact.id;
  const plain = ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `;
  const named = variants.filter(({ title }) => plain.includes(` ${title.toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim()} `));
  return named.sort((one, other) => other.title.length - one.title.length)[0]?.id;
}

// Return the number labelled as seed, deal or game, or the first one before the moves that does not number a move ("12." or "12)").
function seedAmong(words) {
  const bare = words.map((word) => word.replace(/^#/, ''));
  const named = bare.findIndex((word, at) => /^(?:seed|deal|game|number|no|nr|nummer|spiel)$/i.test(word) && SEED.test(bare[at + 1]));
  if (named >= 0) return bare[named + 1];
  const first = words.findIndex((word) => TOKEN.test(word));
  return bare.slice(0, first < 0 ? words.length : first).find((word) => SEED.test(word));
}
