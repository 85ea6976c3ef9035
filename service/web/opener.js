// Ways to open a game: an example, a deal by its seed, a log that is pasted, dropped or chosen.

import * as api from './api.js';
import { find, isTyping, make } from './dom.js';
import { placeInWords, readLog } from './log.js';

export class Opener {
  #open;

  // `open` takes a log and, where it is known, the ply to show.
  constructor(open) {
    this.#open = open;
    find('#seed-form').addEventListener('submit', (event) => this.#deal(event));
    find('#random').addEventListener('click', () => {
      find('#seed').value = 1 + crypto.getRandomValues(new Uint32Array(1))[0];
    });
    find('#paste-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#read(find('#pasted').value);
    });
    find('#file').addEventListener('change', (event) => this.#readFile(event.target.files[0]));
    this.#takeDrops();
  }

  // Fill the lists; the deal form offers each variant's options.
  async fill() {
    const [examples, variants] = await Promise.all([api.examples(), api.variants()]);
    find('#examples').replaceChildren(...examples.map((example) => this.#exampleRow(example)));
    find('#variant').replaceChildren(...variants.map(({ id, title }) => make('option', { value: id }, title)));
    const showOptions = () => {
      const chosen = variants.find(({ id }) => id === find('#variant').value);
      find('#options').replaceChildren(...chosen.options.map(optionField));
    };
    find('#variant').addEventListener('change', showOptions);
    showOptions();
  }

  async example(variant, name) {
    try {
      const games = await api.examplesOf(variant);
      await this.#open(games.find((game) => game.name === name).request);
    } catch (problem) {
      showProblem(problem);
    }
  }

  #exampleRow({ variant, title, games }) {
    const buttons = games.map(({ name, title: text }) => {
      const button = make('button', { type: 'button', className: name }, text);
      button.setAttribute('aria-label', `${title}: ${text}`);
      button.addEventListener('click', () => this.example(variant, name));
      return button;
    });
    return make('div', { className: 'example' }, make('h3', {}, title), make('div', {}, ...buttons));
  }

  #deal(event) {
    event.preventDefault();
    const chosen = [...find('#options').querySelectorAll('[name]')].filter((field) => field.value !== field.dataset.usual);
    const rules = Object.fromEntries(chosen.map((field) => [field.name, asValue(field.value)]));
    this.#open({ variant: find('#variant').value, seed: find('#seed').value.trim(), rules, moves: [] });
  }

  #read(text) {
    try {
      const { log, ply } = readLog(text);
      this.#open(log, ply);
    } catch (problem) {
      showProblem(problem);
    }
  }

  async #readFile(file) {
    if (file) this.#read(await file.text());
  }

  // A log may be dropped or pasted anywhere on the page.
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
      else this.#read(event.dataTransfer.getData('text/plain'));
    });
    document.addEventListener('paste', (event) => {
      if (!isTyping(event.target)) this.#read(event.clipboardData.getData('text/plain'));
    });
  }
}

function optionField({ name, meaning, default: usual, values, numbers }) {
  const attributes = { name, title: meaning };
  const field = numbers
    ? make('input', { ...attributes, value: usual, size: 9, spellcheck: false })
    : make('select', attributes, ...values.map((value) => make('option', { value }, value.replaceAll('_', ' '))));
  field.dataset.usual = usual;
  const hint = numbers ? `${values.join(', ')} or ${numbers.minimum}–${numbers.maximum}` : '';
  return make('label', {}, make('span', {}, name, hint ? make('small', {}, ` ${hint}`) : ''), field);
}

const asValue = (text) => (/^\d+$/.test(text) ? Number(text) : text);

export function hideProblem() {
  find('#problem').hidden = true;
}

// A problem in plain words, each place that is wrong with its pointer.
export function showProblem(problem) {
  if (!(problem instanceof api.Problem)) throw problem;
  const places = problem.errors.slice(0, 20).map(({ pointer, detail }) => make(
    'li', {}, pointer ? `In ${placeInWords(pointer)}: ` : '', detail, ' ', pointer ? make('code', {}, pointer) : '',
  ));
  const more = problem.errors.length - places.length;
  const panel = find('#problem');
  panel.hidden = false;
  panel.replaceChildren(
    make('h2', {}, 'This game cannot be opened'),
    ...(places.length ? [make('ul', {}, ...places)] : [make('p', {}, problem.detail)]),
    ...(more > 0 ? [make('p', {}, `… and ${more} more.`)] : []),
  );
  panel.scrollIntoView({ block: 'nearest' });
}
