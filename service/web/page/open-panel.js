// Ways to open a game: the input box, a file, a drop, a paste, an example.

import * as api from '../data/api.js';
import { capital, placeInWords, stateName, t } from '../i18n/page.js';
import { announce } from './announcer.js';
import { button, find, isTyping, make } from '../dom.js';

const MOST_LISTED = 1000;
// How many games of a list are judged before one is picked.
const MOST_JUDGED = 50;

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

// Let the visitor pick one of several games.
// The verdicts arrive one after another, as far as the list shows its games.
export function pick(items, take) {
  const dialog = find('#picker');
  const rows = items.slice(0, MOST_LISTED).map(({ number, ref, item }, index) => {
    const open = button('', () => {
      dialog.close();
      take(item);
    });
    open.append(make('span', { className: 'number' }, String(number)), make('span', {}, ref ?? item.log?.variant ?? ''), make('span', { className: 'quiet' }, summaryOf(item)));
    if (index < MOST_JUDGED) judge(item, open);
    return make('li', {}, open);
  });
  const more = items.length - rows.length;
  dialog.querySelector('h2').textContent = t('picker.title', items.length);
  dialog.querySelector('ol').replaceChildren(...rows, ...(more > 0 ? [make('li', {}, t('problem.more', more))] : []));
  dialog.showModal();
}

// Add the verdict of a game or claim to its row.
async function judge({ kind, log, claim }, row) {
  if (kind !== 'game' && kind !== 'claim') return;
  try {
    const answer = claim ? await api.claim(claim) : await api.replay(log, []);
    const state = claim && !answer.confirmed ? 'refuted' : (answer.verdict ?? answer).valid ? (answer.verdict ?? answer).outcome : 'invalid';
    row.append(make('span', { className: `badge ${state}` }, stateName(state)));
  } catch (problem) {
    if (!(problem instanceof api.Problem)) throw problem;
    row.append(make('span', { className: 'badge invalid' }, t('picker.problem')));
  }
}

function summaryOf({ kind, from, log, body, missing }) {
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
