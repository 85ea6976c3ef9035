// The visitor's settings, kept on the device. Each switch is a class of the page.

import { find, make, recall, remember } from './dom.js';
import { LANGUAGES, language, t } from './i18n.js';

// Switches by name, with whether they are on at first.
const SWITCHES = { 'one-tap': true, 'four-colours': false, 'large-print': false, timer: false, sound: false };
const BACKS = ['weave', 'diamonds', 'plain'];

export const isOn = (name) => (recall(name) ?? (SWITCHES[name] ? 'yes' : 'no')) === 'yes';

export class Settings {
  // `changed` is called after every change.
  constructor(changed) {
    find('#switches').replaceChildren(...Object.keys(SWITCHES).map((name) => {
      const box = make('input', { type: 'checkbox', id: name, checked: isOn(name) });
      box.addEventListener('change', () => {
        remember(name, box.checked ? 'yes' : 'no');
        applySettings();
        changed();
      });
      return make('label', { className: 'check' }, box, make('span', {}, t(`settings.${name}`)));
    }));
    choices('#card-back', BACKS, recall('back') ?? BACKS[0], (back) => t(`back.${back}`), (back) => {
      remember('back', back);
      applySettings();
    });
    choices('#language', Object.keys(LANGUAGES), language, (tag) => LANGUAGES[tag], (tag) => {
      remember('language', tag);
      location.reload();
    });
  }
}

function choices(selector, values, chosen, name, choose) {
  const field = find(selector);
  field.replaceChildren(...values.map((value) => make('option', { value, selected: value === chosen }, name(value))));
  field.addEventListener('change', () => choose(field.value));
}

export function applySettings() {
  for (const name of Object.keys(SWITCHES)) document.body.classList.toggle(name, isOn(name));
  document.body.dataset.back = recall('back') ?? BACKS[0];
}
