// Elements made in one line, and text copied to the clipboard.

const SVG = 'http://www.w3.org/2000/svg';

// Properties are set as properties where the element has them, as attributes where it has not.
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

export const find = (selector) => document.querySelector(selector);

export const isTyping = (element) => Boolean(element.closest?.('input:not([type=range]), textarea, select'));

// Where the clipboard is out of reach (no permission, or no secure origin) the text is shown to be copied by hand.
export async function copy(text, what, say) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    const dialog = find('#by-hand');
    dialog.querySelector('textarea').value = text;
    dialog.querySelector('h2').textContent = `Copy the ${what.toLowerCase()}`;
    dialog.showModal();
    dialog.querySelector('textarea').select();
  }
}

// A browser may be told to keep nothing; then nothing is remembered.
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Nothing to do: the choice holds for this visit.
  }
}
