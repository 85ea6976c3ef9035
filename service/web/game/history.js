// The games of a tab, kept across reloads and for the back button: each one is a history entry, and its tree and place are stored
// for the life of the tab. The last game that was played is also kept for the next visit.

import { isCount, isObject, isText, listOf, mapOf, optional, recallJson, shapedAs } from '../data/untrusted.js';
import { forget, remember } from '../dom.js';
import { isChallenge } from './challenge.js';
import { isProgress } from './progress.js';

const KEEP = 20;
const MOST_DAYS = 7;
const LAST = 'last game';

const KEPT = {
  log: shapedAs({ variant: isText, moves: listOf(isText) }),
  given: shapedAs({
    kind: isText, grade: optional(isText), date: optional(isText), commitment: optional(isText), source: optional(isObject), warnings: optional(listOf(isText)),
    challenge: optional(isChallenge),
    proven: optional(shapedAs({ prospect: isText, continuation: optional(listOf(isText)) })),
  }),
  claim: optional(isObject),
  // The number of the node before each move of a variation, and its token.
  variations: listOf((one) => Array.isArray(one) && isCount(one[0]) && isText(one[1])),
  place: isCount,
  progress: optional(isProgress),
};
const isKept = shapedAs(KEPT);
const isLast = shapedAs({ ...KEPT, title: isText, moves: isCount });

// Return the game that was played last and not ended, with its title and the number of its moves, or null.
export const lastGame = () => recallJson(LAST, isLast, null);

const days = (variant) => recallJson(`daily ${variant}`, mapOf(isKept), {});

// Return what was played of the deal of a day and not won, or null.
export const dayBegun = (variant, date) => days(variant)[date] ?? null;

// Keep the days that were begun last.
function keepDay(variant, date, game) {
  const { [date]: _, ...others } = days(variant);
  const latest = Object.entries(others).slice(1 - MOST_DAYS);
  remember(`daily ${variant}`, JSON.stringify({ ...Object.fromEntries(latest), ...(game ? { [date]: game } : {}) }));
}

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

  // Add an entry for an opened game. The address of a link has one already.
  entered(isLink) {
    this.#id = `game-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
    const list = [...recallJson('games', listOf(isText), [], 'sessionStorage'), this.#id];
    for (const old of list.splice(0, Math.max(0, list.length - KEEP))) forget(old, 'sessionStorage');
    remember('games', JSON.stringify(list), 'sessionStorage');
    // At once, because Back may be pressed at once. What is kept is written when the first cards lie.
    history[isLink ? 'replaceState' : 'pushState']({ id: this.#id }, '', this.#session.fragment);
    this.#rest();
  }

  // Continue an entry after a reload or the back button.
  returned(id) {
    this.#id = id;
  }

  // Add an entry for the front page, or find oneself on it after the back button.
  left(isNew) {
    this.#keep();
    this.#id = null;
    if (isNew) history.pushState(null, '', location.pathname + location.search);
  }

  get isOpen() {
    return this.#id !== null;
  }

  kept(state) {
    const kept = state?.id && recallJson(state.id, isKept, null, 'sessionStorage');
    return kept ? { ...kept, id: state.id } : null;
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
    const { log, given, progress } = game;
    const kept = { log, given, claim: game.claim?.request ?? null, variations: game.tree.variations(), place, progress };
    remember(this.#id, JSON.stringify(kept), 'sessionStorage');
    if (this.#session.own && node.ply) remember(LAST, node.outcome === 'in_progress' ? JSON.stringify({ ...kept, title: game.variant.title, moves: node.ply }) : 'null');
    // A deal of a day is continued in other tabs, too, until it is won.
    if (game.given.kind === 'daily') keepDay(game.variant.id, game.given.date, node.outcome === 'won' ? null : kept);
    history.replaceState({ id: this.#id }, '', this.#session.fragment);
  }
}
