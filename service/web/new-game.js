// The front page: its doors, and the deals to play. A deal is random, proven winnable, today's, or chosen by its number.

import * as api from './api.js';
import { cardElement, turn } from './cards.js';
import { find, groupBy, make, recall, remember } from './dom.js';
import { showProblem } from './open-panel.js';
import { copy } from './share.js';
import { record } from './statistics.js';
import { capital, t } from './i18n.js';

const USUAL = 'klondike';
const FAN = ['TS', 'JH', 'QC', 'KD', 'AS'];

export class NewGame {
  #take;
  #variants = [];
  #winnable = {};
  #filled = null;

  // `take` receives the request of a deal.
  constructor(take) {
    this.#take = take;
    find('#seed-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.random();
    });
    find('#winnable').addEventListener('click', () => this.#deal((rules) => this.#winnableAfter(rules, randomNumber())));
    find('#today').addEventListener('click', () => this.#deal((rules) => this.#winnableAfter(rules, today())));
    find('#deal').addEventListener('click', () => this.#deal(() => find('#seed').value.trim() || String(randomNumber())));
    find('#options').addEventListener('input', () => this.#showWinnable());
    find('#variant').addEventListener('change', () => this.#showOptions());
    for (const code of FAN) {
      const card = cardElement(code);
      turn(card, code);
      find('#fan').append(card);
    }
  }

  // Fill the list of games when it is first needed. The form offers the options of the chosen one.
  fill() {
    this.#filled ??= this.#fill();
    this.#filled.catch(() => {
      this.#filled = null;
    });
    return this.#filled;
  }

  async #fill() {
    [this.#variants, this.#winnable] = await Promise.all([api.variants(), api.winnable()]);
    find('#variant').replaceChildren(...[...groupBy(this.#variants, ({ family }) => family)].map(([family, games]) => make(
      'optgroup', { label: family }, ...games.map(({ id, title }) => make('option', { value: id }, title)),
    )));
    this.choose(recall('variant') ?? USUAL);
    const sample = `<iframe src="${api.addressOf('embed')}#v=1&variant=klondike&seed=1" width="800" height="600"></iframe>`;
    find('#embed-code').textContent = sample;
    find('#copy-sample').addEventListener('click', () => copy(sample, 'embed'));
  }

  async open(variant) {
    await this.fill();
    if (variant) this.choose(variant);
  }

  choose(variant) {
    if (this.#variants.some(({ id }) => id === variant)) find('#variant').value = variant;
    this.#showOptions();
  }

  // Deal another game by the same rules.
  async again(game) {
    await this.fill();
    this.choose(game.variant.id);
    for (const field of find('#options').querySelectorAll('[name]')) field.value = game.log.rules?.[field.name] ?? field.value;
    this.#showWinnable();
    await this.random();
  }

  random() {
    return this.#deal(() => String(randomNumber()));
  }

  #showOptions() {
    const chosen = this.#variants.find(({ id }) => id === find('#variant').value);
    find('#options').replaceChildren(...chosen.options.map(optionField));
    const { played, won } = record(chosen.id);
    find('#stats-line').textContent = played ? t('stats.line', played, won) : '';
    this.#showWinnable();
  }

  #showWinnable() {
    find('#winnable').hidden = !this.#hasTable();
  }

  #hasTable() {
    return Boolean(this.#winnable[find('#variant').value]?.includes(ruleWords()));
  }

  // Open the deal whose number `choose(rules)` returns.
  async #deal(choose) {
    const variant = find('#variant').value;
    remember('variant', variant);
    const chosen = [...find('#options').querySelectorAll('[name]')].filter((field) => field.value !== field.dataset.usual);
    const rules = Object.fromEntries(chosen.map((field) => [field.name, asValue(field.value)]));
    try {
      const seed = await choose(ruleWords());
      await this.#take({ kind: 'game', from: 'deal', log: { variant, seed: String(seed), rules, moves: [] } });
    } catch (problem) {
      showProblem(problem, () => this.#deal(choose));
    }
  }

  // Return the first winnable deal after a number, or the number itself if no table of winnable deals is known.
  async #winnableAfter(rules, number) {
    if (!this.#hasTable()) return number;
    const variant = find('#variant').value;
    const { counts } = await api.winnableAfter(variant, rules, 0);
    const page = await api.winnableAfter(variant, rules, number % counts.of);
    return page.seeds[0] ?? (await api.winnableAfter(variant, rules, 0)).seeds[0];
  }
}

const randomNumber = () => 1 + crypto.getRandomValues(new Uint32Array(1))[0];

// Return the number of today's deal, the same for everybody (UTC).
const today = () => Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));

function optionField({ name, meaning, default: usual, values, numbers }) {
  const attributes = { name, title: meaning };
  const field = numbers
    ? make('input', { ...attributes, value: usual, size: 9, spellcheck: false })
    : make('select', attributes, ...values.map((value) => make('option', { value }, optionValue(value))));
  field.dataset.usual = usual;
  const hint = numbers ? t('open.numbers', values.join(', '), numbers.minimum, numbers.maximum) : '';
  return make('label', {}, make('span', {}, optionName(name), hint ? make('small', {}, ` ${hint}`) : ''), field);
}

export const optionName = (name) => t(`option.${name}`) ?? capital(name.replaceAll('_', ' '));
export const optionValue = (value) => t(`value.${value}`) ?? String(value).replaceAll('_', ' ');

// Return every option with its value, in the form of the `rules` query parameter.
const ruleWords = () => [...find('#options').querySelectorAll('[name]')].map(({ name, value }) => `${name}:${value}`).join(',');

const asValue = (text) => (/^\d+$/.test(text) ? Number(text) : text);
