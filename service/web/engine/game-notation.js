// Patience game notation: a game log as a text file (docs/reference/game-notation.md). The reader checks the grammar alone; what
// the values mean, `replay` and the service check. Every line must be understood.

import { isObject } from './check-shape.js';
import { openBoard } from './boards.js';
import { RequestError, codesOf } from './declaration.js';
import { dealOf } from './deals.js';
import { play } from './position.js';
import { readMove, tokenOf, whyNot } from './referee.js';

/**
 * @typedef {import('./index.d.ts').GameRecord} GameRecord
 * @typedef {import('./index.d.ts').Checkpoint} Checkpoint
 */

const LONGEST = 2_000_000;
const REMARKS = ['title', 'player', 'date', 'event', 'program', 'result', 'elapsed', 'remark'];
const WIDTH = 80;
const FIRST = /^patience ([0-9]{1,9})[ \t]*$/;
const HEADER = /^([A-Za-z][A-Za-z0-9_-]{0,39}):[ \t]*([^]*)$/;
const PIECE = /#[ \t]*(?<comment>[^]*)|\[(?<checkpoint>[^\]]*)\]|(?<label>"(?:[^"\\]|\\.)*")(?![^ \t])|@(?<time>[0-9]{1,12})(?![^ \t])|(?<move>[^ \t#["@][^ \t]*)/y;
const PILE = /^([A-Z][0-9]{0,2})=((?:[0-9A-Z?]{2})*)$/;

/** @type {Record<string, (value: string) => any>} */
const HEADERS = {
  variant: String,
  declaration: fromJson,
  rules: readRules,
  rules_version: String,
  seed: String,
  deck: readCards,
  board: (value) => (value.startsWith('{') ? fromJson(value) : value),
  ref: String,
};
const LEFT_OUT = ['include', 'lenient', 'moves', 'times', 'labels', 'checkpoints', 'redeal_orders'];

/** @param {string} detail @returns {never} */
function refuse(detail) {
  throw new RequestError('', detail);
}

/** @param {string} value */
const words = (value) => value.match(/[^ \t]+/g) ?? [];

/** Return a line without the blanks at its ends. @param {string} line */
function stripped(line) {
  let [start, end] = [0, line.length];
  while (line[start] === ' ' || line[start] === '\t') start += 1;
  while (end > start && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(start, end);
}

/** Whether a text begins as a file of the notation does, in any version. @param {string} text */
export const isRecord = (text) => /^[\uFEFF\s]*patience /.test(text);

/**
 * Return the game in a text. Throws RequestError, whose detail has the number of the line that is wrong.
 * @type {typeof import('./index.d.ts').readRecord}
 */
export function readRecord(text) {
  if (text.length > LONGEST) refuse(`The file has ${text.length} characters. At most ${LONGEST} are read.`);
  const reader = new Reader();
  for (const [index, line] of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/).entries()) {
    try {
      reader.read(stripped(line));
    } catch (error) {
      if (error instanceof RequestError) refuse(`Line ${index + 1}: ${error.detail}`);
      throw error;
    }
  }
  return reader.record();
}

class Reader {
  constructor() {
    this.isBegun = false;
    /** @type {Record<string, any>} */
    this.headers = {};
    /** @type {Record<string, string>} */
    this.remarks = {};
    /** @type {string[][]} */
    this.orders = [];
    /** @type {string[]} */
    this.moves = [];
    /** @type {{ time: number[], label: string[] }} */
    this.each = { time: [], label: [] };
    /** @type {Checkpoint[]} */
    this.checkpoints = [];
    /** @type {[number, string][]} */
    this.comments = [];
  }

  /** @param {string} line */
  read(line) {
    const header = HEADER.exec(line);
    if (!this.isBegun) this.begin(line);
    else if (header) this.readHeader(header[1], header[2]);
    else this.readMoves(line);
  }

  /** @returns {GameRecord} */
  record() {
    if (!this.isBegun) refuse('The file is empty. Its first line is: patience 1.');
    /** @type {Record<string, any>} */
    const request = { ...this.headers };
    if (this.orders.length) request.redeal_orders = this.orders;
    request.moves = this.moves;
    for (const [name, values] of [['times', this.each.time], ['labels', this.each.label]]) {
      if (values.length && values.length !== this.moves.length) {
        refuse(`${values.length} of the ${this.moves.length} moves have ${name}. Expected them after every move, or after none.`);
      }
      if (values.length) request[String(name)] = values;
    }
    if (this.checkpoints.length) request.checkpoints = this.checkpoints;
    return { request: /** @type {GameRecord['request']} */ (request), remarks: this.remarks, comments: this.comments };
  }

  /** @param {string} line */
  begin(line) {
    const found = FIRST.exec(line);
    if (found && found[1] !== '1') refuse(`version ${found[1]} of the notation is not read. Versions: 1.`);
    if (line && !found) refuse(`expected the first line, patience 1; found ${JSON.stringify(line.slice(0, 60))}.`);
    this.isBegun = found !== null;
  }

  /** @param {string} name @param {string} value */
  readHeader(name, value) {
    if (this.moves.length || this.checkpoints.length) refuse(`the header ${name} comes after the moves. Expected it before them.`);
    if (name === 'redeal') return void this.orders.push(readCards(value));
    if (Object.hasOwn(this.headers, name) || Object.hasOwn(this.remarks, name)) refuse(`the header ${name} occurs twice.`);
    if (Object.hasOwn(HEADERS, name)) this.headers[name] = HEADERS[name](value);
    else if (REMARKS.includes(name) || name.startsWith('x-')) this.remarks[name] = value;
    else refuse(`unknown header ${JSON.stringify(name)}. Headers: ${[...Object.keys(HEADERS), 'redeal', ...REMARKS].join(', ')}, and x-….`);
  }

  /** @param {string} line */
  readMoves(line) {
    for (let at = 0; at < line.length;) {
      PIECE.lastIndex = at;
      const found = PIECE.exec(line);
      if (!found) refuse(`${JSON.stringify(line.slice(at, at + 40))} is not a move, @TIME, a "label", [PILE=CARDS] or a # comment.`);
      for (const [kind, text] of Object.entries(found.groups ?? {})) if (text !== undefined) this.readPiece(kind, text);
      at = PIECE.lastIndex;
      while (line[at] === ' ' || line[at] === '\t') at += 1;
    }
  }

  /** @param {string} kind @param {string} text */
  readPiece(kind, text) {
    if (kind === 'comment') this.comments.push([this.moves.length, text]);
    else if (kind === 'checkpoint') this.checkpoints.push({ after: this.moves.length, piles: readPiles(text) });
    else if (kind === 'move') this.moves.push(text);
    else if (kind === 'time') this.readEach(kind, text, this.each.time, Number);
    else this.readEach(kind, text, this.each.label, fromJson);
  }

  /**
   * @template T
   * @param {string} kind @param {string} text @param {T[]} values @param {(text: string) => T} readValue
   */
  readEach(kind, text, values, readValue) {
    if (values.length !== this.moves.length - 1) refuse(`the ${kind} ${text.slice(0, 40)} does not follow the one move that lacks it.`);
    values.push(readValue(text));
  }
}

/** @param {string} value */
function readRules(value) {
  /** @type {import('./index.d.ts').RuleOptions} */
  const rules = {};
  for (const word of words(value)) {
    const [, name, setting] = /^([^=]+)=(.+)$/.exec(word) ?? [];
    if (!name || Object.hasOwn(rules, name)) refuse(`${JSON.stringify(word.slice(0, 40))}: expected each rule option once, such as draw=three.`);
    rules[name] = /^[0-9]{1,9}$/.test(setting) ? Number(setting) : setting;
  }
  return rules;
}

/** Return the cards of a line, with or without spaces between them. @param {string} value */
function readCards(value) {
  const separate = words(value);
  return separate.length > 1 || value.length < 4 ? separate : value.match(/..?/gs) ?? [];
}

/** @param {string} value */
function readPiles(value) {
  /** @type {Record<string, string[]>} */
  const piles = {};
  for (const word of words(value)) {
    const [, name, cards] = PILE.exec(word) ?? [];
    if (!name || Object.hasOwn(piles, name)) refuse(`${JSON.stringify(word.slice(0, 40))}: expected each pile once, such as T3=KSQH, W= or T1=??.`);
    piles[name] = cards.match(/../g) ?? [];
  }
  return piles;
}

/** @param {string} value */
function fromJson(value) {
  try {
    const read = JSON.parse(value);
    // Half a surrogate pair, which JSON can escape, is not text.
    if (!/\p{Surrogate}/u.test(typeof read === 'string' ? read : value)) return read;
  } catch (error) {
    return refuse(`the value is not JSON: ${String(error).slice(0, 80)}.`);
  }
  return refuse('the value is not JSON: a surrogate stands alone.');
}

/**
 * Return the text of a game. Throws RequestError for a member that the notation does not have.
 * @type {typeof import('./index.d.ts').writeRecord}
 */
export function writeRecord({ request, remarks = {}, comments = [] }) {
  const headers = [...headerLines(request), ...Object.entries(remarks).map(([name, value]) => `${name}: ${value}`)];
  const broken = headers.find((line) => /[\r\n]/.test(line));
  if (broken !== undefined) refuse(`${broken.split(':')[0]} has a line break, which a header cannot have.`);
  const body = bodyLines(request, comments);
  return ['patience 1', ...headers, ...(body.length ? [''] : []), ...body, ''].join('\n');
}

/** @param {Record<string, any>} request */
function headerLines(request) {
  const strange = Object.keys(request).find((name) => !Object.hasOwn(HEADERS, name) && !LEFT_OUT.includes(name));
  if (strange !== undefined) refuse(`The notation does not have the member ${JSON.stringify(strange)} of a request.`);
  const lines = Object.keys(HEADERS).filter((name) => request[name] !== undefined).map((name) => `${name}: ${written(name, request[name])}`.trimEnd());
  const orders = /** @type {string[][]} */ (request.redeal_orders ?? []);
  return [...lines.filter((line) => line !== 'rules:'), ...orders.map((order) => `redeal: ${order.join(' ')}`)];
}

/** @param {string} name @param {any} value */
function written(name, value) {
  if (name === 'rules') return Object.entries(value).map(([option, setting]) => `${option}=${setting}`).join(' ');
  if (name === 'deck') return value.join(' ');
  return isObject(value) ? JSON.stringify(value) : String(value);
}

/**
 * Return the lines of the moves: comments and checkpoints have lines of their own, and so has a move with a time or a label.
 * @param {GameRecord['request']} request @param {readonly (readonly [number, string])[]} comments
 */
function bodyLines({ moves = [], times, labels, checkpoints = [] }, comments) {
  /** @type {Map<number, string[]>} */
  const between = new Map();
  /** @param {number} after @param {string} line */
  const add = (after, line) => {
    const known = between.get(after);
    if (known) known.push(line);
    else between.set(after, [line]);
  };
  for (const [after, text] of comments) add(after, `# ${text}`.trimEnd());
  for (const { after, piles } of checkpoints) add(after, `[${Object.entries(piles).map(([pile, cards]) => `${pile}=${cards.join('')}`).join(' ')}]`);
  const width = times || labels ? 0 : WIDTH;
  const lines = [...(between.get(0) ?? [])];
  for (const [index, move] of moves.entries()) {
    const word = `${move}${times ? ` @${times[index]}` : ''}${labels ? ` ${JSON.stringify(labels[index])}` : ''}`;
    const last = lines.length - 1;
    if (index > 0 && !between.has(index) && lines[last].length + 1 + word.length <= width) lines[last] += ` ${word}`;
    else lines.push(word);
    for (const line of between.get(index + 1) ?? []) lines.push(line);
  }
  return lines;
}

/**
 * Return the canonical form of a game, which is equal for games with the same `game_id`: the deal card by card, and the legal
 * moves of the log as their shortest tokens. Throws RequestError as `replay` does.
 * @param {import('./index.d.ts').Variant} variant
 * @param {import('./index.d.ts').ReplayRequest} request
 * @returns {string}
 */
export function canonicalRecord(variant, request) {
  const { seed, deck, board, redeal_orders: orders, rules: chosen, moves } = request;
  const named = { ...(seed === undefined ? {} : { seed }), ...(deck === undefined ? {} : { deck }), ...(board === undefined ? {} : { board }) };
  const deal = dealOf(variant, { rules: chosen, ...named, ...(orders === undefined ? {} : { redeal_orders: orders }) }, openBoard);
  const { rules } = deal;
  const played = [];
  let position = deal.opening;
  for (const token of moves) {
    const move = readMove(rules, token);
    if (whyNot(rules, position, move)) break;
    const next = play(rules, position, move);
    position = next.position;
    played.push(tokenOf(rules, next.played));
  }
  const cards = rules.stock?.shuffles && deal.seed !== null ? `seed: ${deal.seed}` : deal.board ? `board: ${deal.board}` : `deck: ${codesOf(deal.deck).join(' ')}`;
  const head = ['patience 1', `variant: ${deal.variant.id}`, `rules: ${written('rules', deal.options)}`.trimEnd(), cards];
  const redeals = deal.orders.map((order) => `redeal: ${codesOf(order).join(' ')}`);
  return [...head, ...redeals, ...(played.length ? ['', played.join(' ')] : []), ''].join('\n');
}
