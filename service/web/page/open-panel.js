// Ways to open a game: the input box, a file, a drop, a paste, an example.

import * as api from '../data/api.js';
import { capital, placeInWords, t } from '../i18n/page.js';
import { announce } from './announcer.js';
import { button, find, isTyping, make } from '../dom.js';

export class Opener {
  #take;
  #variants = null;

  // `take` receives the recognised input.
  constructor(take) {
    this.#take = take;
    const box = find('#anything');
    find('#intake').addEventListener('submit', () => this.read(box.value));
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
    find('#examples-box').addEventListener('toggle', () => this.#fillExamples());
    this.#takeDrops();
  }

  async #fillExamples() {
    if (find('#examples').children.length) return;
    const examples = await api.examples();
    find('#examples').replaceChildren(...examples.map((example) => this.#exampleRow(example)));
  }

  async example(variant, name) {
    const games = await api.examplesOf(variant);
    const { request } = games.find((game) => game.name === name);
    return this.#take({ kind: 'game', from: 'example', log: request });
  }

  // The names of the games are needed to find them beside moves.
  async read(input) {
    try {
      this.#variants ??= await api.variants();
    } catch (problem) {
      return showProblem(problem, () => this.read(input));
    }
    const { recognise } = await api.load('../game/recognise.js');
    return this.#take(recognise(input, this.#variants));
  }

  #exampleRow({ variant, title, games }) {
    const buttons = games.map(({ name, title: text }) => button(
      t(`example.${name}`, text), () => this.example(variant, name), { className: name, 'aria-label': `${title}: ${t(`example.${name}`, text)}` },
    ));
    return make('div', { className: 'example' }, make('h3', {}, title), make('div', {}, ...buttons));
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
  announce([...panel.querySelectorAll('h2, p, li')].map(({ textContent }) => textContent).join(' '));
}

// Show a problem, each error with its JSON pointer.
export async function showProblem(problem, again, title = t('problem.title')) {
  if (!(problem instanceof api.Problem)) throw problem;
  if (!problem.status) return notice(t('failure.title'), [make('p', {}, t('failure.unreached'))], { again });
  const { MOST_ERRORS, errorSaid, problemSaid, wordingOf } = await api.load('../page/service-words.js');
  const places = problem.errors.slice(0, MOST_ERRORS).map((error) => make(
    'li', {}, error.pointer ? `${t('problem.in', placeInWords(error.pointer))} ` : '', errorSaid(error), ' ', error.pointer ? make('code', {}, error.pointer) : '',
  ));
  const more = problem.errors.length - places.length;
  notice(title, [
    places.length ? make('ul', {}, ...places) : problemSaid(problem),
    more > 0 ? make('p', {}, t('problem.more', more)) : null,
    wordingOf(problem),
  ], problem.status >= 500 || problem.status === 429 ? { again } : {});
}

// Report input that cannot be opened, and what it lacks.
export function showUnknown(found) {
  notice(t('unknown.title'), [
    make('p', {}, capital(t(`unknown.${found.missing}`, found))),
    found.detail ? make('p', { className: 'quiet', lang: 'en' }, found.detail) : null,
  ]);
}
