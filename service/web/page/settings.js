// The dialog of the visitor's settings.

import * as api from '../data/api.js';
import { language, t } from '../i18n/panels.js';
import { CHOICES, LANGUAGES, SWITCHES, applySettings, find, isOn, make, remember } from '../dom.js';

// Fill the dialog. `changed` is called after every change.
export function fillSettings(changed) {
  find('#switches').replaceChildren(...Object.keys(SWITCHES).map((name) => {
    const box = make('input', { type: 'checkbox', id: name, checked: isOn(name) });
    box.addEventListener('change', () => {
      remember(name, box.checked ? 'yes' : 'no');
      applySettings();
      changed();
    });
    return make('label', { className: 'check' }, box, make('span', {}, t(`settings.${name}`)));
  }));
  find('#to-statistics').addEventListener('click', () => api.load('../page/statistics.js').then(({ showStatistics }) => showStatistics()));
  for (const [name, values] of Object.entries(CHOICES)) {
    choices(`#choose-${name}`, values, document.body.dataset[name], (value) => t(`${name}.${value}`), (value) => {
      remember(name, value);
      applySettings();
      changed();
    });
  }
  choices('#language', Object.keys(LANGUAGES), language, (tag) => LANGUAGES[tag], (tag) => {
    remember('language', tag);
    location.reload();
  });
}

function choices(selector, values, chosen, name, choose) {
  const field = find(selector);
  field.replaceChildren(...values.map((value) => make('option', { value, selected: value === chosen }, name(value))));
  field.addEventListener('change', () => choose(field.value));
}
