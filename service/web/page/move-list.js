// The list of moves: the line through the current node, and its branches. It draws only visible rows, so 20 000 moves
// cost no more than twenty. It is one tab stop.

import { groupSign, stepInWords, t } from '../i18n/panels.js';
import { draw, find, make } from '../dom.js';

const ROW = 1.85;
const AROUND = 8;

export class MoveList {
  #list = find('#moves [role=listbox]');
  #spacer;
  #session;
  #rows = [];
  #line = null;
  #nodes = 0;
  // The height of a row in pixels.
  #row = null;
  // What of the list is in sight, as it was last laid out: to measure it after every move would lay the page out once more.
  // The height is 0 while the drawer is closed, and nothing is drawn.
  #top = 0;
  #height = 0;

  constructor(session) {
    this.#session = session;
    this.#spacer = make('div', { className: 'spacer', role: 'presentation' });
    this.#list.append(this.#spacer);
    this.#list.addEventListener('scroll', () => {
      this.#top = this.#list.scrollTop;
      this.#draw();
    });
    this.#list.addEventListener('click', (event) => {
      const row = event.target.closest('[data-row]');
      if (row) this.#go(this.#rows[Number(row.dataset.row)]);
    });
    this.#list.addEventListener('keydown', (event) => this.#key(event));
    for (const change of ['focus', 'blur']) this.#list.addEventListener(change, () => this.#select());
    new ResizeObserver(([{ contentRect }]) => {
      this.#height = contentRect.height;
      this.#row ??= ROW * parseFloat(getComputedStyle(document.documentElement).fontSize);
      this.#show();
    }).observe(this.#list);
    session.watch(() => this.#show());
  }

  #show() {
    const { line, game } = this.#session;
    if (!game || !this.#height) return;
    if (line !== this.#line || game.tree.nodes.length !== this.#nodes) {
      this.#line = line;
      this.#nodes = game.tree.nodes.length;
      this.#rows = rowsOf(this.#session);
      this.#spacer.style.height = `${this.#rows.length * this.#row}px`;
    }
    this.#reveal();
    this.#draw();
  }

  get #current() {
    const { node } = this.#session;
    // One row per node of the line, with branches between: a node's row is at or after its ply.
    let at = Math.min(node.ply, this.#rows.length - 1);
    while (at < this.#rows.length - 1 && this.#rows[at].node !== node) at += 1;
    return at;
  }

  #go({ node }) {
    if (!node) return;
    this.#session.game.tree.prefer(node);
    this.#session.go(node);
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.#height / this.#row) - 1);
    const ways = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const way = ways[event.key];
    if (way === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const lines = this.#rows.filter((row) => row.node && !row.branch);
    const at = lines.findIndex(({ node }) => node === this.#session.node);
    this.#go(lines[Math.max(0, Math.min(lines.length - 1, at + way))]);
  }

  #reveal() {
    const above = this.#current * this.#row;
    if (above >= this.#top && above + this.#row <= this.#top + this.#height) return;
    this.#list.scrollTop = above - this.#height / 2;
    this.#top = this.#list.scrollTop;
  }

  #draw() {
    const first = Math.max(0, Math.floor(this.#top / this.#row) - AROUND);
    const last = Math.min(this.#rows.length, Math.ceil((this.#top + this.#height) / this.#row) + AROUND);
    const current = this.#current;
    const rows = [];
    for (let index = first; index < last; index += 1) rows.push(this.#rowElement(index, index === current));
    this.#spacer.replaceChildren(...rows);
    this.#select();
  }

  // Some readers read a selection aloud wherever the focus is, beside the announcer's sentence, so only a list with the focus has one.
  // Rows out of sight are not drawn, so they cannot be referenced.
  #select() {
    const row = document.activeElement === this.#list ? this.#spacer.querySelector('[aria-current]') : null;
    this.#spacer.querySelector('[aria-selected=true]')?.setAttribute('aria-selected', 'false');
    row?.setAttribute('aria-selected', 'true');
    if (row) this.#list.setAttribute('aria-activedescendant', row.id);
    else this.#list.removeAttribute('aria-activedescendant');
  }

  #rowElement(index, current) {
    const { kind, number, token, note, node } = this.#rows[index];
    const element = make(
      'div', { className: `row-of ${kind}`, role: 'option', id: `row-${index}` },
      make('span', { className: 'number' }, kind === 'branch' ? branchIcon() : number),
      make('span', { className: 'token', 'aria-hidden': Boolean(node?.step) }, token),
      node?.step ? make('span', { className: 'unseen' }, stepInWords(node.step)) : null,
      make('span', { className: 'note' }, note),
    );
    element.dataset.row = index;
    element.style.top = `${index * this.#row}px`;
    if (current) element.setAttribute('aria-current', 'true');
    element.setAttribute('aria-selected', 'false');
    element.setAttribute('aria-posinset', index + 1);
    element.setAttribute('aria-setsize', this.#rows.length);
    if (kind === 'unplayed') element.setAttribute('aria-disabled', 'true');
    return element;
  }
}

// Return the rows of the line: its nodes, its branches, and the log after an illegal move.
function rowsOf({ game, line }) {
  const rows = [{ kind: 'start', number: '', token: t('moves.start'), note: '', node: line[0] }];
  for (const node of line.slice(1)) {
    rows.push(rowOf(node));
    for (const other of node.parent.children) if (other !== node) rows.push(branchRow(other));
  }
  for (const other of line.at(-1).children) rows.push(branchRow(other));
  const end = game.tree.mainEnd;
  if (end.illegal && line.at(-1) === end) {
    game.log.moves.slice(end.ply).forEach((token, index) => rows.push({
      kind: 'unplayed', number: String(end.ply + index + 1), token, note: t('moves.unplayed'), node: null,
    }));
  }
  return rows;
}

function rowOf(node) {
  const number = String(node.ply);
  if (node.illegal) return { kind: 'illegal', number, token: node.token, note: t('moves.illegal'), node };
  return { kind: node.main ? 'main' : 'tried', number, token: node.token, note: noteOf(node.step), node };
}

function branchRow(node) {
  const note = node.main ? t('moves.log') : t('moves.variation');
  return { kind: 'branch', number: '', token: node.token, note, node, branch: true };
}

function noteOf({ moved }) {
  return moved.length === 1 && moved[0].to !== 'S' ? groupSign(moved[0].cards) : '';
}

// System fonts lack a sign for a branch.
const branchIcon = () => draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, draw('path', { d: 'M7 3v18M7 14c0-5 9-3 9-10M12 7l4-4 4 4', fill: 'none', stroke: 'currentColor', 'stroke-width': 2 }));
