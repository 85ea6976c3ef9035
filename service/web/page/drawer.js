// The drawer beside the table: the moves, the rules of the game, and the evidence for moderators and authors.

import { addressOf, load } from '../data/api.js';
import { t } from '../i18n/page.js';
import { find, make } from '../dom.js';
import { showProblem } from './open-panel.js';

export class Drawer {
  #table;
  #session;
  #moves = null;
  #described = null;
  #tabs = [...document.querySelectorAll('#tabs [role=tab]')];

  constructor(table) {
    const { session } = table;
    this.#table = table;
    this.#session = session;
    find('#to-drawer').addEventListener('click', () => this.#toggle());
    find('#close-drawer').addEventListener('click', () => this.close());
    for (const tab of this.#tabs) {
      tab.setAttribute('aria-controls', tab.dataset.tab);
      tab.addEventListener('click', () => this.open(tab.dataset.tab));
    }
    find('#tabs').addEventListener('keydown', (event) => this.#key(event));
    document.addEventListener('keydown', (event) => event.key === 'Escape' && !event.target.closest?.('dialog, #board') && this.close());
    session.watch(() => this.#fillRules().catch(showProblem));
    this.#select('moves');
  }

  // Open a tab, and keep the focus in the drawer if it was opened by a key.
  open(name) {
    this.#select(name);
    find('#drawer').hidden = false;
    find('#to-drawer').ariaExpanded = 'true';
    this.#moves ??= load('../page/move-list.js').then(({ MoveList }) => new MoveList(this.#session));
    document.body.classList.add('drawn');
    document.body.classList.toggle('codes', name !== 'rules');
    this.#fillRules().catch(showProblem);
  }

  close() {
    if (find('#drawer').hidden) return;
    find('#drawer').hidden = true;
    find('#to-drawer').ariaExpanded = 'false';
    document.body.classList.remove('drawn', 'codes');
    find('#to-drawer').focus();
  }

  #toggle() {
    if (find('#drawer').hidden) this.open(this.#tabs.find((tab) => tab.ariaSelected === 'true').dataset.tab);
    else this.close();
  }

  #select(name) {
    for (const tab of this.#tabs) {
      const chosen = tab.dataset.tab === name;
      tab.setAttribute('aria-selected', chosen);
      tab.tabIndex = chosen ? 0 : -1;
      find(`#${tab.dataset.tab}`).hidden = !chosen;
    }
  }

  #key(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = this.#tabs.indexOf(event.target);
    if (!way || at < 0) return;
    const tab = this.#tabs[(at + way + this.#tabs.length) % this.#tabs.length];
    this.open(tab.dataset.tab);
    tab.focus();
    event.preventDefault();
  }

  // Fill the rules of the game once the drawer is open. Their sentences come when they are first needed.
  async #fillRules() {
    const { game } = this.#session;
    if (find('#drawer').hidden || !game || game === this.#described) return;
    const { rulesList } = await load('../page/rules-list.js');
    if (game !== this.#session.game) return;
    this.#described = game;
    const { id, title, names } = game.variant;
    find('#rules').replaceChildren(
      make('h2', {}, title),
      names?.length ? make('p', { className: 'quiet' }, t('rules.names', names.join(', '))) : '',
      rulesList(this.#table),
      make('p', {}, make('a', { href: `${addressOf('rules')}?lang=en#${id}` }, t('rules.full'))),
    );
  }
}
