// The games of a tab, kept across reloads and for the back button: each one is a history entry, and its tree and place are stored
// for the life of the tab.

import { recall, remember } from '../dom.js';

const KEEP = 20;

export class GameHistory {
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
