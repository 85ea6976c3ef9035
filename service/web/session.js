// The state of the page: the game, the current node of its tree, and the line through it. The games of a tab are kept across
// reloads and for the back button: each one is a history entry, and its tree and place are stored for the life of the tab.

import { find, isTyping, recall, remember } from './dom.js';
import { fragmentOf } from './notation.js';
import { t } from './i18n.js';

const KEEP = 20;

export class Session {
  #watchers = [];

  game = null;
  node = null;
  line = [];
  // Whether the board shows the checkpoint's cards instead of the real ones.
  theirs = false;

  // Call a function with (session, previous) after every change, and now if a game is open.
  watch(watcher) {
    this.#watchers.push(watcher);
    if (this.game) watcher(this, { game: null, node: null });
  }

  open(game, node = game.firstTrouble) {
    this.#change({ game, node });
  }

  go(node) {
    if (node) this.#change({ node });
  }

  goTo(ply) {
    if (this.game) this.go(this.line[Math.max(0, Math.min(this.last, ply))]);
  }

  // Play a token after the current node. Return the new node, or the refusal.
  play(token) {
    const node = this.game.tried(this.base, token);
    if (!node.illegal) this.game.tree.prefer(node);
    this.#change({ node });
    return node;
  }

  // Go back to the original log, at the same place as far as it reaches.
  toLog() {
    const { tree } = this.game;
    for (let at = tree.mainEnd; at.parent; at = at.parent) at.parent.next = null;
    this.line = [];
    this.#change({ node: tree.nodes[Math.min(this.ply, tree.mainEnd.ply)] });
  }

  showTheirs(theirs) {
    this.#change({ theirs });
  }

  // Something about the game was learnt, such as a verdict.
  learnt() {
    this.#change({ theirs: this.theirs });
  }

  get ply() {
    return this.node.ply;
  }

  get last() {
    return this.line.length - 1;
  }

  get position() {
    return this.node.position;
  }

  // The node of the next move: an illegal move leads nowhere.
  get base() {
    return this.node.illegal ? this.node.parent : this.node;
  }

  // Whether the visitor plays: the log is a deal alone, or they left it.
  get own() {
    return !this.game.log.moves.length || !this.node.main || (this.line.at(-1) && !this.line.at(-1).main && !this.line.at(-1).refused);
  }

  // Return the log through the current node: the original log on the main line, else the played line.
  get log() {
    const { game, node, line } = this;
    if (node.main && line.at(-1).main) return game.log;
    return game.logTo(node.illegal ? node : line.at(-1));
  }

  get fragment() {
    const { game, node } = this;
    return fragmentOf(this.log, node.ply, node.main ? game.claim?.request ?? null : null);
  }

  // Return the opened claim, or a claim of the log's outcome.
  get claim() {
    const { game, node, line, base } = this;
    const isLog = node.main && line.at(-1).main;
    if (isLog && game.claim) return game.claim.request;
    const end = isLog ? game.last : base;
    return { ...game.logTo(end), claim: { outcome: game.outcomeAt(end), moves_played: end.ply } };
  }

  #change(fields) {
    const previous = { game: this.game, node: this.node };
    Object.assign(this, { theirs: false }, fields);
    const known = this.line[this.node.ply] === this.node && !this.line.at(-1)?.refused;
    const grown = this.line.at(-1)?.children.length > 0;
    if (this.game !== previous.game || !known || grown) this.line = this.#lineNow();
    this.#watchers.forEach((watcher) => watcher(this, previous));
  }

  #lineNow() {
    const { node, game } = this;
    if (game.tree.nodes[node.id] === node) return game.tree.lineThrough(node);
    node.refused = true;
    return [...game.tree.lineThrough(node.parent).slice(0, node.ply), node];
  }
}

export class Keeper {
  #session;
  #id = null;
  #resting;
  #running;

  // `running` says whether the page plays: browsers limit the rate of history changes.
  constructor(session, running) {
    this.#session = session;
    this.#running = running;
    session.watch(() => this.#rest());
    window.addEventListener('pagehide', () => this.#keep());
  }

  // Add an entry for an opened game, or replace the first one of the visit.
  entered(first) {
    this.#id = `game-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
    const list = [...JSON.parse(recall('games', 'sessionStorage') ?? '[]'), this.#id];
    for (const old of list.splice(0, Math.max(0, list.length - KEEP))) forget(old);
    remember('games', JSON.stringify(list), 'sessionStorage');
    history[first ? 'replaceState' : 'pushState']({ id: this.#id }, '', this.#session.fragment);
    this.#keep();
  }

  // Continue an entry after a reload or the back button.
  returned(id) {
    this.#id = id;
  }

  kept(state) {
    const text = state?.id && recall(state.id, 'sessionStorage');
    return text ? { ...JSON.parse(text), id: state.id } : null;
  }

  #rest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => !this.#running() && this.#keep(), 300);
  }

  #keep() {
    const { game, node } = this.#session;
    if (!game || !this.#id) return;
    clearTimeout(this.#resting);
    const place = game.tree.nodes[node.id] === node ? node.id : node.parent.id;
    const kept = JSON.stringify({ log: game.log, given: game.given, claim: game.claim?.request ?? null, variations: game.tree.variations(), place, shown: game.shown });
    remember(this.#id, kept, 'sessionStorage');
    // A deal of the day is continued in other tabs, too, until it is won.
    if (game.given.kind === 'daily') remember(`daily ${game.variant.id}`, node.outcome === 'won' ? 'null' : kept);
    history.replaceState({ id: this.#id }, '', this.#session.fragment);
  }
}

function forget(id) {
  try {
    sessionStorage.removeItem(id);
  } catch {
    // No stored game.
  }
}

// Stepping through a line and playing it: the controls under the board, and keys.

const PACE = 700;
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Player {
  #session;
  #timer = null;
  // The moves that remain to be made, if the page plays them itself.
  #queue = [];

  constructor(session) {
    this.#session = session;
    find('#back').addEventListener('click', () => this.to(session.ply - 1));
    find('#forward').addEventListener('click', () => this.to(session.ply + 1));
    find('#play').addEventListener('click', () => this.toggle());
    document.addEventListener('keydown', (event) => this.#key(event));
    session.watch((_, previous) => this.#show(previous));
  }

  toggle() {
    if (this.#timer) return this.pause();
    if (this.#session.ply >= this.#session.last) this.#session.goTo(0);
    return this.#run();
  }

  // Make moves one after another, within a few seconds. Where motion is unwelcome, they are made at once.
  make(tokens, pace = isStill() ? 0 : Math.min(90, 4000 / tokens.length)) {
    this.pause();
    this.#queue = [...tokens];
    this.#run(pace);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
    this.#label();
  }

  get running() {
    return this.#timer !== null;
  }

  to = (ply) => {
    this.pause();
    this.#session.goTo(ply);
  };

  #run(pace = PACE / Number(find('#pace').value)) {
    this.#timer = setTimeout(() => {
      const { ply, last } = this.#session;
      const token = this.#queue.shift();
      const ends = this.#queue.length === 0 && (token || ply + 1 >= last);
      if (ends) this.pause();
      else this.#run(pace);
      if (token) this.#session.play(token);
      else this.#session.goTo(ply + 1);
    }, pace);
    this.#label();
  }

  #label() {
    const play = find('#play');
    play.classList.toggle('running', this.running);
    play.setAttribute('aria-label', t(this.running ? 'control.pause' : 'control.play'));
  }

  #key(event) {
    const { key, target } = event;
    const taken = event.defaultPrevented || event.altKey || isTyping(target) || target.closest?.('dialog, [role=listbox], [role=tablist]');
    if (taken || !this.#session.game || document.body.classList.contains('fronting')) return;
    const { ply, last } = this.#session;
    const goes = event.ctrlKey || event.metaKey
      ? { z: event.shiftKey ? ply + 1 : ply - 1, Z: ply + 1, y: ply + 1 }
      : { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last };
    if (key in goes) this.to(goes[key]);
    else if (key === ' ' && !target.closest?.('button, a, summary, input')) this.toggle();
    else return;
    event.preventDefault();
  }

  #show(previous) {
    const { game, ply, last, own } = this.#session;
    if (game !== previous.game) this.pause();
    find('#play').hidden = own && ply === last;
    find('#pace').hidden = find('#play').hidden;
    // Not disabled, because a disabled button would lose the focus.
    for (const [name, ends, words] of [['#back', ply === 0, own ? 'play.undo' : 'control.back'], ['#forward', ply === last, own ? 'play.redo' : 'control.forward']]) {
      find(name).setAttribute('aria-disabled', ends);
      find(`${name} span`).textContent = t(words);
    }
  }
}
