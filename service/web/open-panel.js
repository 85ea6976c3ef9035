// Ways to open a game: the input box, an example, a deal by its number.

import * as api from './api.js';
import { button, find, isTyping, make } from './dom.js';
import { recognise } from './recognise.js';
import { capital, placeInWords, stateName, t } from './i18n.js';

const MOST_LISTED = 1000;

export class Opener {
  #take;
  #variants = [];

  // `take` receives the recognised input.
  constructor(take) {
    this.#take = take;
    const box = find('#anything');
    find('#intake').addEventListener('submit', (event) => {
      event.preventDefault();
      this.read(box.value);
    });
    box.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        this.read(box.value);
      }
    });
    // Pasted text is opened at once.
    box.addEventListener('paste', () => setTimeout(() => this.read(box.value)));
    find('#file').addEventListener('change', (event) => {
      this.#readFile(event.target.files[0]);
      event.target.value = '';
    });
    find('#seed-form').addEventListener('submit', (event) => this.#deal(event));
    find('#random').addEventListener('click', () => {
      find('#seed').value = 1 + crypto.getRandomValues(new Uint32Array(1))[0];
    });
    find('#winnable').addEventListener('click', () => this.#winnable());
    this.#takeDrops();
  }

  // Fill the lists. The deal form offers the options of the chosen variant.
  async fill() {
    const [examples, variants, winnable] = await Promise.all([api.examples(), api.variants(), api.winnable()]);
    this.#variants = variants.map(({ id }) => id);
    find('#examples').replaceChildren(...examples.map((example) => this.#exampleRow(example)));
    find('#variant').replaceChildren(...byFamily(variants).map(([family, games]) => make(
      'optgroup', { label: family }, ...games.map(({ id, title }) => make('option', { value: id }, title)),
    )));
    const showOptions = () => {
      const chosen = variants.find(({ id }) => id === find('#variant').value);
      find('#options').replaceChildren(...chosen.options.map(optionField));
      showWinnable();
    };
    const showWinnable = () => {
      find('#winnable').hidden = !winnable[find('#variant').value]?.includes(chosenRules());
    };
    find('#options').addEventListener('input', showWinnable);
    find('#variant').addEventListener('change', showOptions);
    showOptions();
  }

  async example(variant, name) {
    const games = await api.examplesOf(variant);
    const { request } = games.find((game) => game.name === name);
    return this.#take({ kind: 'game', from: 'example', log: request });
  }

  read(input) {
    this.#take(recognise(input, this.#variants));
    // Otherwise the placeholder stays scrolled.
    find('#anything').scrollLeft = 0;
  }

  #exampleRow({ variant, title, games }) {
    const buttons = games.map(({ name, title: text }) => button(
      t(`example.${name}`, text), () => this.example(variant, name), { className: name, 'aria-label': `${title}: ${t(`example.${name}`, text)}` },
    ));
    return make('div', { className: 'example' }, make('h3', {}, title), make('div', {}, ...buttons));
  }

  #deal(event) {
    event.preventDefault();
    const chosen = [...find('#options').querySelectorAll('[name]')].filter((field) => field.value !== field.dataset.usual);
    const rules = Object.fromEntries(chosen.map((field) => [field.name, asValue(field.value)]));
    this.#take({
      kind: 'game', from: 'deal', log: { variant: find('#variant').value, seed: find('#seed').value.trim(), rules, moves: [] },
    });
  }

  // Open a random deal that is proven winnable.
  async #winnable() {
    const variant = find('#variant').value;
    const rules = chosenRules();
    try {
      const { counts } = await api.winnableAfter(variant, rules, 0);
      const after = crypto.getRandomValues(new Uint32Array(1))[0] % counts.of;
      const page = await api.winnableAfter(variant, rules, after);
      const [seed] = page.seeds.length ? page.seeds : (await api.winnableAfter(variant, rules, 0)).seeds;
      find('#seed').value = seed;
      find('#seed-form').requestSubmit();
    } catch (problem) {
      showProblem(problem, () => this.#winnable());
    }
  }

  async #readFile(file) {
    if (!file) return;
    let bytes = new Uint8Array(await file.arrayBuffer());
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = await unpacked(bytes);
    this.read(bytes);
  }

  // Accept drops and pastes anywhere on the page.
  #takeDrops() {
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      document.body.classList.add('dropping');
    });
    document.addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) document.body.classList.remove('dropping');
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('dropping');
      const [file] = event.dataTransfer.files;
      if (file) this.#readFile(file);
      else this.read(event.dataTransfer.getData('text/plain'));
    });
    document.addEventListener('paste', (event) => {
      if (isTyping(event.target)) return;
      const [file] = event.clipboardData.files;
      if (file) this.#readFile(file);
      else this.read(event.clipboardData.getData('text/plain'));
    });
  }
}

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    return bytes;
  }
}

function optionField({ name, meaning, default: usual, values, numbers }) {
  const attributes = { name, title: meaning };
  const field = numbers
    ? make('input', { ...attributes, value: usual, size: 9, spellcheck: false })
    : make('select', attributes, ...values.map((value) => make('option', { value }, value.replaceAll('_', ' '))));
  field.dataset.usual = usual;
  const hint = numbers ? t('open.numbers', values.join(', '), numbers.minimum, numbers.maximum) : '';
  return make('label', {}, make('span', {}, name, hint ? make('small', {}, ` ${hint}`) : ''), field);
}

function byFamily(variants) {
  const families = new Map();
  for (const variant of variants) families.set(variant.family, [...(families.get(variant.family) ?? []), variant]);
  return [...families];
}

// Return every option with its value, in the form of the `rules` query parameter.
const chosenRules = () => [...find('#options').querySelectorAll('[name]')].map(({ name, value }) => `${name}:${value}`).join(',');

const asValue = (text) => (/^\d+$/.test(text) ? Number(text) : text);

// Let the visitor pick one of several games.
export function pick(items, take) {
  const dialog = find('#picker');
  const rows = items.slice(0, MOST_LISTED).map(({ number, ref, item }) => {
    const open = button('', () => {
      dialog.close();
      take(item);
    });
    open.append(make('span', { className: 'number' }, String(number)), make('span', {}, ref ?? item.log?.variant ?? ''), make('span', { className: 'quiet' }, told(item)));
    return make('li', {}, open);
  });
  const more = items.length - rows.length;
  dialog.querySelector('h2').textContent = t('picker.title', items.length);
  dialog.querySelector('ol').replaceChildren(...rows, ...(more > 0 ? [make('li', {}, t('problem.more', more))] : []));
  dialog.showModal();
}

function told({ kind, from, log, body, missing }) {
  if (kind === 'unknown') return t(`unknown.${missing}`, {}).split('. ')[0];
  if (kind === 'answer' && from === 'claim') return t(body.confirmed ? 'claim.confirmed' : 'claim.refuted');
  if (kind === 'answer' && from === 'problem') return body.detail ?? body.title;
  if (kind === 'answer') return stateName(body.valid ? body.outcome : 'invalid');
  return `${t(`taken.${kind === 'claim' ? 'claim' : from}`)} · ${t('moves', log.moves?.length ?? 0)}`;
}

export function hideNotice() {
  find('#notice').hidden = true;
}

// Show a notice beside the board. `tone` is bad or plain, and `again` retries.
export function notice(title, content = [], { again = null, tone = 'bad' } = {}) {
  const panel = find('#notice');
  panel.hidden = false;
  panel.className = `panel ${tone}`;
  panel.replaceChildren(
    make('h2', {}, title), ...content.filter(Boolean),
    make('div', { className: 'row' }, again && button(t('again'), again), button(t('close'), hideNotice)),
  );
}

// Show a problem, each error with its JSON pointer.
export function showProblem(problem, again, title = t('problem.title')) {
  if (!(problem instanceof api.Problem)) throw problem;
  if (!problem.status) return notice(t('failure.title'), [make('p', {}, t('failure.unreached'))], { again });
  const places = problem.errors.slice(0, 20).map(({ pointer, detail }) => make(
    'li', {}, pointer ? `${t('problem.in', placeInWords(pointer))} ` : '', make('span', { lang: 'en' }, detail), ' ', pointer ? make('code', {}, pointer) : '',
  ));
  const more = problem.errors.length - places.length;
  notice(title, [
    places.length ? make('ul', {}, ...places) : make('p', { lang: 'en' }, problem.detail || problem.title),
    more > 0 ? make('p', {}, t('problem.more', more)) : null,
  ], problem.status >= 500 || problem.status === 429 ? { again } : {});
}

// Report input that cannot be opened, and what it lacks.
export function showUnknown(found) {
  notice(t('unknown.title'), [
    make('p', {}, capital(t(`unknown.${found.missing}`, found))),
    found.detail ? make('p', { className: 'quiet', lang: 'en' }, found.detail) : null,
  ]);
}
