// <patience-board>: the board as a custom element, which judges moves itself and needs neither a frame nor a service
// (docs/how-to/embed-the-viewer.md). Its parts are in a shadow tree, so neither its styles nor those of the host page reach the other,
// and it focuses nothing by itself.

import { make } from '../dom.js';
import { RequestError } from '../engine/declaration.js';
import { isToken } from '../engine/referee.js';
import variants from '../engine/variants.json' with { type: 'json' };
import { fromLink } from '../game/notation.js';
import { GameRecord } from '../game/record.js';
import { Session } from '../game/session.js';
import { announce, takeBack } from '../page/embed-messages.js';
import { refusalInWords } from '../page/explain.js';
import { Board } from '../table/board.js';
import { ofIllegal, ofStep } from '../table/highlights.js';
import { PointerInput } from '../table/pointer-input.js';

const SHEET = new URL('./board.css', import.meta.url).href;
const RULES = `
  :host { display: grid; grid-template-rows: minmax(0, 1fr) auto; height: 36rem; overflow: hidden; background: var(--panel); color: var(--ink); }
  :host([hidden]) { display: none; }
  [role="status"] { margin: 0; min-height: 3.2rem; padding: 0.3rem 0.7rem; font-size: 0.92rem; }
`;
let ownSheet;

// Return the style sheet that all boards of a page share.
function sharedSheet() {
  if (!ownSheet) {
    ownSheet = new CSSStyleSheet();
    ownSheet.replaceSync(RULES);
  }
  return ownSheet;
}

// A server that renders pages has no elements, but may import the module.
export class PatienceBoard extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = ['game', 'seed', 'rules', 'moves'];

  #session = new Session();
  #frame = make('div', { id: 'board' }, make('div', { id: 'felt' }));
  #status = make('p', { role: 'status' });
  #styled;
  // Attributes that change together are read once, and only the last of several games is shown.
  #isReading = false;
  #openings = 0;
  #isReady = false;

  constructor() {
    super();
    const sheet = make('link', { rel: 'stylesheet', href: SHEET });
    this.#styled = new Promise((done) => {
      for (const event of ['load', 'error']) sheet.addEventListener(event, done);
    });
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sharedSheet()];
    root.append(sheet, this.#frame, this.#status);
    const board = new Board(this.#frame);
    this.#session.watch((session, previous) => this.#show(board, session, previous));
    new PointerInput(board, this.#frame, this.#session, (token) => this.#session.play(token), (text) => this.#say(text));
    announce(this.#session, (type, detail) => this.#send(type, detail));
  }

  connectedCallback() {
    this.#read();
  }

  attributeChangedCallback() {
    this.#read();
  }

  load(source) {
    return this.#open(typeof source === 'string' ? linked(source) : { log: { ...source, moves: source.moves ?? [] } });
  }

  play(move) {
    if (!isToken(move)) throw new RequestError('/move', 'This is not a move.');
    if (!this.#session.game) throw new RequestError('/variant', 'No game is loaded.');
    return !this.#session.play(move).illegal;
  }

  undo() {
    if (this.#session.game) takeBack(this.#session);
  }

  flip() {
    this.#frame.classList.toggle('left-handed');
    if (this.#session.game) this.#session.learnt();
  }

  async #read() {
    if (this.#isReading || !this.isConnected) return;
    this.#isReading = true;
    await this.#styled;
    this.#isReading = false;
    if (this.hasAttribute('game')) await this.#openAttributes();
    if (!this.#isReady) this.#send('ready');
    this.#isReady = true;
  }

  async #openAttributes() {
    try {
      await this.#open(this.#attributes());
    } catch (error) {
      if (!['RequestError', 'DeclarationError'].includes(error.name)) throw error;
      this.#send('problem', { command: 'load', detail: error.message });
    }
  }

  #attributes() {
    const moves = (this.getAttribute('moves') ?? '').split(/\s+/).filter(Boolean);
    const fields = { variant: this.getAttribute('game'), seed: this.getAttribute('seed') ?? '1', moves: moves.join('.') };
    if (this.getAttribute('rules')) fields.rules = this.getAttribute('rules');
    return linked(Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'));
  }

  async #open({ log, ply = log.moves.length }) {
    this.#openings += 1;
    const own = this.#openings;
    if (!Object.hasOwn(variants, log.variant)) throw new RequestError('/variant', 'Unknown game.');
    if (!log.moves.every(isToken)) throw new RequestError('/moves', 'Not all of these are moves.');
    const game = await GameRecord.under(variants[log.variant], log, { kind: 'request' });
    if (own !== this.#openings) return;
    this.#session.open(game, game.nodeAt(ply));
    this.#send('loaded', { ply: this.#session.ply });
  }

  #show(board, { game, node, position }, previous) {
    const isSame = game === previous.game;
    if (!isSame) board.set(game);
    board.show(position, isSame && Math.abs(node.ply - previous.node.ply) <= 1);
    board.mark('step', node.step ? ofStep(position, node.step) : {});
    board.mark('trouble', node.illegal ? ofIllegal(position, node.illegal) : {});
    this.#say(node.illegal ? refusalInWords(node.illegal, position, game) : '');
  }

  #say(text) {
    this.#status.textContent = text;
  }

  #send(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

// Return what a link, or its fragment, opens.
function linked(link) {
  const found = fromLink(link.replace(/^[^#]*#/, ''));
  if (found.kind !== 'game') throw new RequestError('/link', 'This link does not contain a game.');
  return found;
}

globalThis.customElements?.define('patience-board', PatienceBoard);
