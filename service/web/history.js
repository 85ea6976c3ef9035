// Keeps games across reloads and for the back button. Each opened game is a history entry. Its tree and place are
// stored for the life of the tab.

import { recall, remember } from './dom.js';

const KEEP = 20;

export class Keeper {
  #session;
  #id = null;
  #resting;
  #share;
  #running;

  constructor(session, share, running) {
    this.#session = session;
    this.#share = share;
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
    history[first ? 'replaceState' : 'pushState']({ id: this.#id }, '', this.#share.fragment);
    this.#keep();
  }

  // Restore an entry after the back button.
  returned(id) {
    this.#id = id;
  }

  kept(state) {
    const text = state?.id && recall(state.id, 'sessionStorage');
    return text ? JSON.parse(text) : null;
  }

  // Browsers limit the rate of history changes.
  #rest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => !this.#running() && this.#keep(), 300);
  }

  #keep() {
    const { game, node } = this.#session;
    if (!game || !this.#id) return;
    clearTimeout(this.#resting);
    const place = game.tree.nodes[node.id] === node ? node.id : node.parent.id;
    const kept = { log: game.log, given: game.given, claim: game.claim?.request ?? null, variations: game.tree.variations(), place };
    remember(this.#id, JSON.stringify(kept), 'sessionStorage');
    history.replaceState({ id: this.#id }, '', this.#share.fragment);
  }
}

function forget(id) {
  try {
    sessionStorage.removeItem(id);
  } catch {
    // No stored game.
  }
}
