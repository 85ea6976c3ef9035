// The front page: its panels, and the deals to play. A deal is random, proven winnable, that of the day, or chosen by its number.

import * as api from '../data/api.js';
import { dayName, language, optionName, optionValue, t } from '../i18n/panels.js';
import { find, make, recall, remember } from '../dom.js';
import { briefRules } from './rules.js';
import { receipts, receiptsOf } from './kept-receipts.js';
import { announce } from './announcer.js';
import { notice, showProblem } from './open-panel.js';
import { Picker } from './picker.js';
import { copy } from './share.js';
import { record } from './records.js';
import { showWeek } from './week.js';
import { DAILY_GAMES } from './won-days.js';

const USUAL = 'klondike';
const GRADES = ['easy', 'medium', 'hard'];

export class NewGame {
  #take;
  #picker = null;
  // The options with tables of winnable deals and those with grades, and what the service describes of itself.
  #deals = null;
  #service = null;
  #filled = null;
  #searching = false;

  // `take` receives the request of a deal, or the wish for the deal of the day.
  constructor(take) {
    this.#take = take;
    find('#seed-form').addEventListener('submit', () => this.random().catch(showProblem));
    for (const grade of [...GRADES, '']) find(`#grade-${grade || 'none'}`).addEventListener('click', () => this.#dealWinnable(grade));
    find('#today').addEventListener('click', () => {
      remember('variant', this.#variant);
      this.#take({ kind: 'daily', variant: this.#variant });
    });
    find('#to-calendar').addEventListener('click', () => this.#openCalendar().catch(showProblem));
    find('#to-receipts').addEventListener('click', () => api.load('../page/receipts.js').then(({ showReceipts }) => showReceipts()).catch(showProblem));
    find('#deal').addEventListener('click', () => this.#deal(find('#seed').value.trim() || api.randomSeed()).catch(showProblem));
    find('#copy-sample').addEventListener('click', () => copy(find('#embed-code').textContent, 'embed'));
    find('#options').addEventListener('input', () => this.#showDeals());
    find('#hero').addEventListener('click', () => this.#take({ kind: 'daily', variant: USUAL }));
  }

  // Fill the list of games when it is first needed. The form offers the options of the chosen one.
  fill() {
    this.#filled ??= this.#fill().finally(() => document.body.classList.add('filled'));
    this.#filled.catch(() => {
      this.#filled = null;
    });
    return this.#filled;
  }

  async #fill() {
    let variants;
    [variants, this.#deals, this.#service] = await Promise.all([api.variants(), api.knownDeals(), api.service()]);
    this.#picker = new Picker(variants, this.#deals, (variant) => this.#show(variant));
    find('#search').placeholder = t('picker.search');
    const last = recall('variant') ?? USUAL;
    // Its rules are part of the form, which appears as a whole.
    await api.variant(last).catch(() => {});
    this.choose(last);
    // Its box is there before its picture.
    find('#hero').hidden = !this.#service.features.includes('daily');
    this.#showToday().catch(() => {
      find('#hero').hidden = true;
    });
  }

  // Show the days of this week, and today's deals.
  #showWeek(variants) {
    const graded = variants.filter(({ id }) => this.#deals.graded[id]);
    const hasDays = this.#service.features.includes('daily');
    find('#week').hidden = !hasDays;
    if (!hasDays) return;
    showWeek(graded, (variant) => this.#take({ kind: 'daily', variant }));
    keepToday();
  }

  // Show the board of today's deal, which opens it.
  async #showToday() {
    if (!this.#service.features.includes('daily')) return;
    const [{ deal, date }, variant] = await Promise.all([api.daily(USUAL), api.variant(USUAL)]);
    find('#hero').hidden = !deal;
    if (!deal) return;
    const [{ GameRecord }, { drawn }, { shapeOf }] = await Promise.all(['game/record', 'table/svg-export', 'table/geometry'].map((name) => api.load(`../${name}.js`)));
    const { tree } = await GameRecord.under(variant, { variant: USUAL, seed: deal.seed, moves: [] }, { kind: 'daily' });
    const { position } = tree.root;
    const board = drawn({ shape: shapeOf(variant, position), position });
    board.setAttribute('aria-hidden', 'true');
    find('#hero').replaceChildren(board, make('b', {}, t('open.today'), ' ', make('small', {}, `${variant.title}, ${dayName(date)}`)));
  }

  async open(variant) {
    await this.fill();
    this.#showWeek(await api.variants());
    if (variant) this.choose(variant);
  }

  choose(variant) {
    this.#picker.choose(variant);
    if (!this.#picker.chosen) this.#picker.choose(USUAL);
  }

  // Deal another game by the same rules.
  async again(game, grade = game.given.grade ?? '') {
    await this.fill();
    this.choose(game.variant.id);
    for (const field of find('#options').querySelectorAll('[name]')) field.value = game.log.rules?.[field.name] ?? field.value;
    this.#showDeals();
    await (game.given.proven || grade ? this.#dealWinnable(grade) : this.random());
  }

  random() {
    return this.#deal(api.randomSeed());
  }

  get #variant() {
    return this.#picker.chosen.id;
  }

  #show(chosen) {
    find('#chosen-title').textContent = chosen.title;
    find('#chosen-odds').textContent = this.#picker.oddsInWords(chosen.id);
    find('#chosen-odds').hidden = !find('#chosen-odds').textContent;
    find('#chosen-page').href = `${api.addressOf(`games/${chosen.id}`)}?lang=${language}`;
    find('#chosen-rules').textContent = '';
    // The sentences come from the declaration, which each game brings along.
    api.variant(chosen.id).then((variant) => {
      if (this.#picker.chosen === chosen) find('#chosen-rules').textContent = briefRules({ variant, rankOf: (rank) => rank });
    }, () => {});
    find('#options').replaceChildren(...chosen.options.map(optionField));
    const { played, won } = record(chosen.id);
    find('#stats-line').textContent = played ? t('stats.line', played, won) : '';
    this.#showDeals();
  }

  // Offer winnable deals as far as the service can prove or grade them, and the deal of the day if it has one.
  #showDeals() {
    const { hasTable, isGraded, searches } = this.#known;
    const daily = isGraded && this.#service.features.includes('daily') && !Object.keys(chosenRules()).length;
    find('#grades').hidden = !hasTable && !searches;
    for (const grade of GRADES) find(`#grade-${grade}`).hidden = !isGraded;
    find('#grade-none').hidden = isGraded;
    for (const id of ['#today', '#to-calendar']) find(id).hidden = !daily;
    const isDone = receiptsOf(this.#variant).some(({ date }) => date === api.today());
    find('#deals-note').textContent = find('#grades').hidden ? t('open.no-search') : !isGraded ? t('open.not-graded') : daily && isDone ? t('daily.done') : '';
    find('#to-receipts').hidden = !receipts().length;
  }

  // Show the month of the chosen game, whose days can be played.
  async #openCalendar() {
    const { showCalendar } = await api.load('../page/calendar.js');
    const { chosen } = this.#picker;
    showCalendar(chosen, (date) => {
      remember('variant', chosen.id);
      this.#take({ kind: 'daily', variant: chosen.id, date });
    });
  }

  // What the service can do for the chosen game: whether it has a table of winnable deals, grades, a search.
  get #known() {
    const has = (kind) => Boolean(this.#deals[kind][this.#variant]?.includes(ruleWords()));
    return { hasTable: has('winnable'), isGraded: has('graded'), searches: this.#service.limits.positions !== null };
  }

  // Open a deal by its number. `found` is what is known of it.
  async #deal(seed, found = {}) {
    await this.fill();
    const variant = this.#variant;
    remember('variant', variant);
    this.#picker.played(variant);
    await this.#take({ kind: 'game', from: 'deal', log: { variant, seed, rules: chosenRules(), moves: [] }, ...found });
  }

  async #dealUnproven() {
    await this.random();
    notice(t('open.offline-title'), [make('p', {}, t('open.offline'))], { tone: 'odd' });
  }

  // Open a random deal that is proven winnable, of a grade unless it is ''.
  async #dealWinnable(grade) {
    if (this.#searching) return;
    this.#searching = true;
    try {
      await this.fill();
      find('#deals-note').textContent = t('open.searching');
      announce(t('open.searching'));
      const { findDeal } = await api.load('./find-deal.js');
      const found = await findDeal(this.#variant, chosenRules(), ruleWords(), grade, this.#known.hasTable);
      if (found) await this.#deal(found.seed, { proven: found.proven, grade });
      else notice(t('open.none-title'), [make('p', {}, t('open.none-found'))], { tone: 'odd', again: () => this.#dealWinnable(grade) });
    } catch (problem) {
      // Without a network any deal is better than none.
      if (problem.status === 0) return await this.#dealUnproven();
      showProblem(problem, () => this.#dealWinnable(grade));
    } finally {
      this.#searching = false;
      if (this.#service) this.#showDeals();
    }
  }
}

function optionField({ name, meaning, default: usual, values, numbers }) {
  const attributes = { name, title: meaning };
  const field = numbers
    ? make('input', { ...attributes, value: optionValue(usual), size: 9, spellcheck: false })
    : make('select', attributes, ...values.map((value) => make('option', { value }, optionValue(value))));
  field.dataset.usual = usual;
  if (numbers) field.dataset.words = values.join(' ');
  const hint = numbers ? t('open.numbers', values.map(optionValue).join(', '), numbers.minimum, numbers.maximum) : '';
  return make('label', {}, make('span', {}, optionName(name), hint ? make('small', {}, ` ${hint}`) : ''), field);
}

// Return every field of an option with its value. A word may be typed in the visitor's language.
function chosenValues() {
  return [...find('#options').querySelectorAll('[name]')].map((field) => {
    const typed = field.value.trim();
    const word = field.dataset.words?.split(' ').find((known) => optionValue(known).toLowerCase() === typed.toLowerCase());
    return { field, value: word ?? typed };
  });
}

// Return every option with its value, in the form of the `rules` query parameter.
const ruleWords = () => chosenValues().map(({ field, value }) => `${field.name}:${value}`).join(',');

// Return the options that differ from their defaults.
function chosenRules() {
  const chosen = chosenValues().filter(({ field, value }) => value !== field.dataset.usual);
  return Object.fromEntries(chosen.map(({ field, value }) => [field.name, asValue(value)]));
}

const asValue = (text) => (/^\d+$/.test(text) ? Number(text) : text);

// Have the service worker keep today's deals, for a player who has no network later. Other browsers keep none.
function keepToday() {
  const { serviceWorker: workers } = navigator;
  const keep = async () => {
    for (const id of DAILY_GAMES) await api.daily(id).catch(() => {});
  };
  if (workers?.controller) (globalThis.requestIdleCallback ?? setTimeout)(keep);
  else workers?.addEventListener('controllerchange', keep, { once: true });
}
