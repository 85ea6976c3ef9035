// The choice of a game: favourites with pictures of their boards, those played lately, a search, and all games by family.

import * as api from '../data/api.js';
import { isText, listOf, recallJson } from '../data/untrusted.js';
import { button, find, groupBy, make, remember } from '../dom.js';
import { t } from '../i18n/panels.js';
import { announce } from './announcer.js';
import { misspelt } from './misspelt.js';

const MOST_RECENT = 4;
const KEY = 'recent games';

const recent = () => recallJson(KEY, listOf(isText), []);
const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

export class Picker {
  #variants;
  #odds;
  #favourites;
  #choose;
  #chosen = null;

  // `favourites` are shown with pictures. `odds` are bounds of the share of winnable deals by variant; `choose` is called with a variant.
  constructor(variants, { favourites, odds }, choose) {
    this.#variants = variants;
    this.#favourites = favourites;
    this.#odds = odds;
    this.#choose = choose;
    const tiles = favourites.map((id) => variants.find((variant) => variant.id === id)).filter(Boolean);
    find('#favourites').replaceChildren(...tiles.map((variant) => this.#tile(variant)));
    find('#search').addEventListener('input', () => this.#search());
    find('#search').addEventListener('keydown', (event) => this.#enter(event));
    find('#all-games summary').textContent = t('picker.all', variants.length);
    find('#all-games').addEventListener('toggle', () => this.#list(find('#all-list'), variants), { once: true });
    this.#showRecent();
  }

  get chosen() {
    return this.#chosen;
  }

  // Choose a game by its id. Unknown ids change nothing.
  choose(id) {
    const variant = this.#variants.find((one) => one.id === id);
    if (!variant) return;
    this.#chosen = variant;
    for (const tile of document.querySelectorAll('#front [data-game]')) tile.setAttribute('aria-pressed', tile.dataset.game === id);
    this.#choose(variant);
  }

  // Remember that a game was dealt.
  played(id) {
    const others = recent().filter((other) => other !== id);
    remember(KEY, JSON.stringify([id, ...others].slice(0, MOST_RECENT)));
    this.#showRecent();
  }

  // Return what the tables prove about a game, in few words: "At least 81 of 100 deals can be won by a player who sees all cards".
  oddsInWords(id) {
    const share = this.#odds[id];
    return share ? t('picker.odds', Math.floor(100 * share[0]), Math.ceil(100 * share[1])) : '';
  }

  #tile(variant) {
    const tile = this.#button(variant, make('img', { src: api.addressOf(`games/${variant.id}.svg`), alt: '', loading: 'lazy', width: 150, height: 110 }), make('b', {}, variant.title));
    const odds = this.oddsInWords(variant.id);
    if (odds) tile.append(make('small', {}, odds));
    return tile;
  }

  #button(variant, ...content) {
    const chosen = button('', () => {
      this.choose(variant.id);
      find('#chosen').scrollIntoView({ block: 'nearest' });
    }, { className: 'game' });
    chosen.dataset.game = variant.id;
    chosen.setAttribute('aria-pressed', variant === this.#chosen);
    chosen.append(...content);
    return chosen;
  }

  #showRecent() {
    const ids = recent().filter((id) => !this.#favourites.includes(id));
    const variants = ids.map((id) => this.#variants.find((variant) => variant.id === id)).filter(Boolean);
    find('#recents').hidden = !variants.length;
    find('#recents').replaceChildren(make('span', { className: 'quiet' }, t('picker.recent')), ...variants.map((variant) => this.#button(variant, variant.title)));
  }

  // Titles that begin with what is typed come first, then titles and other names that contain it.
  #found() {
    const wanted = plain(find('#search').value);
    if (!wanted) return [];
    const rank = ({ title, names, id, pysolfc }) => {
      const words = plain(title);
      if (words.startsWith(wanted)) return 0;
      if (` ${words}`.includes(` ${wanted}`)) return 1;
      return [words, plain(id), ...(names ?? []).map(plain), ...(pysolfc ?? []).map(String)].some((name) => name.includes(wanted)) ? 2 : 3;
    };
    const ranks = this.#variants.map((variant) => ({ variant, rank: rank(variant) }));
    const found = ranks.filter((one) => one.rank < 3);
    const ranked = found.length ? found : misspelt(wanted, this.#variants.map((variant) => ({ variant, names: [variant.title, ...(variant.names ?? [])].map(plain) })));
    return ranked.sort((one, other) => one.rank - other.rank).map(({ variant }) => variant);
  }

  #search() {
    const found = this.#found();
    const isEmpty = !find('#search').value.trim();
    find('#found').hidden = isEmpty;
    for (const id of ['#favourites', '#all-games']) find(id).hidden = !isEmpty;
    find('#found').replaceChildren(...found.map((variant) => this.#button(variant, variant.title)));
    announce(isEmpty ? '' : t('picker.found', found.length));
  }

  #enter(event) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [first] = this.#found();
    if (!first) return;
    this.choose(first.id);
    // The next key deals.
    [...document.querySelectorAll('#grades button, #random')].find((deal) => deal.checkVisibility())?.focus();
  }

  #list(element, variants) {
    element.replaceChildren(...[...groupBy(variants, ({ family }) => family)].flatMap(([family, games]) => [
      make('h3', {}, t(`family.${family}`) ?? family), make('div', { className: 'games' }, ...games.map((variant) => this.#button(variant, variant.title))),
    ]));
  }
}
