// Helpers to create elements and group items, and the visitor's settings in the browser's storage.

const SVG = 'http://www.w3.org/2000/svg';

// Set each value as a property if the element has one, else as an attribute.
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function button(text, act, properties = {}) {
  const element = make('button', { type: 'button', ...properties }, text);
  element.addEventListener('click', act);
  return element;
}

// Return what a text shows to the eye and what it says to the ear.
export const twofold = (shown, words) => [make('span', { className: 'unseen' }, words), make('span', { 'aria-hidden': 'true' }, shown)];

// Let the browser draw and answer input before a task goes on. In a hidden tab a timer would wait for a second.
export const breath = () => globalThis.scheduler?.yield?.() ?? new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done(port1.close());
  port2.postMessage(null);
});

export const find = (selector) => document.querySelector(selector);

export const isTyping = (element) => Boolean(element.closest?.('input:not([type=range]), textarea, select'));

// Return the items by key, in their order.
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

// Fill a panel, or hide it if it has no content.
export function fill(selector, content) {
  const panel = find(selector);
  panel.hidden = !content;
  panel.replaceChildren(...(content ?? []).filter(Boolean));
}

// Return a stored value, or null if the browser blocks storage.
export function recall(name, storage = 'localStorage') {
  try {
    return window[storage].getItem(name);
  } catch {
    return null;
  }
}

export function remember(name, value, storage = 'localStorage') {
  try {
    window[storage].setItem(name, value);
  } catch {
    // The browser blocks storage. The value lasts for this visit.
  }
}

export function forget(name, storage = 'localStorage') {
  try {
    window[storage].removeItem(name);
  } catch {
    // Nothing is stored.
  }
}

// Switches by name, with whether they are on at first. Each one is a class of the page.
export const SWITCHES = { 'one-tap': true, 'four-colours': false, 'left-handed': false, timer: false, score: false, sound: false, 'letter-keys': true, magnifier: false };
// Choices by name, the usual one first. Each one is a data attribute of the page. Large print is a face.
export const CHOICES = {
  face: ['clear', 'traditional', 'large'], back: ['weave', 'diamonds', 'plain', 'waves', 'dots', 'stripes', 'own'],
  felt: ['green', 'blue', 'red', 'teal', 'violet', 'grey', 'brown', 'black'], size: ['full', 'medium', 'small'], speed: ['usual', 'slow', 'fast', 'none'],
  auto: ['never', 'safe', 'always'], double: ['foundation', 'best', 'none'], right: ['foundation', 'undo', 'none'],
  speech: ['full', 'short'], scan: ['off', 'slow', 'usual', 'fast'],
};
// The languages by their own names.
export const LANGUAGES = { en: 'English', de: 'Deutsch' };

// Whether what is said aloud is short.
export const isShort = () => document.body.dataset.speech === 'short';

// Whether nothing moves on the page by itself.
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.body.dataset.speed === 'none';

export const isOn = (name) => (recall(name) ?? (SWITCHES[name] ? 'yes' : 'no')) === 'yes';

export function applySettings() {
  for (const name of Object.keys(SWITCHES)) document.body.classList.toggle(name, isOn(name));
  for (const [name, values] of Object.entries(CHOICES)) document.body.dataset[name] = values.includes(recall(name)) ? recall(name) : values[0];
}

export function chosenLanguage() {
  const wanted = [recall('language'), ...(globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2))];
  return wanted.find((tag) => tag in LANGUAGES) ?? 'en';
}
