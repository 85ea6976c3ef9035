// The dialog of the visitor's settings, with a preview of the cards, and all that the device keeps as a file.

import * as api from '../data/api.js';
import { language, t } from '../i18n/panels.js';
import { CHOICES, LANGUAGES, SWITCHES, applySettings, find, isOn, make, remember } from '../dom.js';
import { cardElement, turn } from '../table/cards.js';
import { announce } from './announcer.js';
import { download } from './share.js';

const SHOWN = ['KH', 'QS', 'TD', '7C'];

// Fill the dialog. `changed` is called after every change.
export function fillSettings(changed) {
  const change = () => {
    applySettings();
    preview();
    changed();
  };
  find('#switches').replaceChildren(...Object.keys(SWITCHES).map((name) => {
    const box = make('input', { type: 'checkbox', id: name, checked: isOn(name) });
    box.addEventListener('change', () => {
      remember(name, box.checked ? 'yes' : 'no');
      change();
    });
    return make('label', { className: 'check' }, box, make('span', {}, t(`settings.${name}`)));
  }));
  find('#to-statistics').addEventListener('click', () => api.load('../page/statistics.js').then(({ showStatistics }) => showStatistics()));
  find('#choices').replaceChildren(...Object.entries(CHOICES).map(([name, values]) => {
    const field = make('select', { id: `choose-${name}` });
    choices(field, values, document.body.dataset[name], (value) => t(`${name}.${value}`), (value) => {
      remember(name, value);
      change();
    });
    return make('label', {}, make('span', {}, t(`settings.${name}`)), field);
  }));
  choices(find('#language'), Object.keys(LANGUAGES), language, (tag) => LANGUAGES[tag], (tag) => {
    remember('language', tag);
    location.reload();
  });
  takeFiles(change);
  preview();
}

function choices(field, values, chosen, name, choose) {
  field.replaceChildren(...values.map((value) => make('option', { value, selected: value === chosen }, name(value))));
  field.addEventListener('change', () => choose(field.value));
}

// Show some cards as the settings have them.
function preview() {
  const cards = [null, ...SHOWN].map((code, index) => {
    const card = cardElement(index);
    turn(card, code, { small: document.body.dataset.face === 'large' });
    return card;
  });
  find('#preview').classList.toggle('small', document.body.dataset.face === 'large');
  find('#preview').replaceChildren(...cards);
}

function takeFiles(change) {
  find('#own-back').addEventListener('change', async ({ target }) => {
    const { takePicture } = await api.load('../page/own-back.js');
    const isTaken = await takePicture(target.files[0]).then(() => true, () => false);
    announce(t(isTaken ? 'settings.picture-taken' : 'settings.picture-not-read'));
    if (!isTaken) return;
    remember('back', 'own');
    find('#choose-back').value = 'own';
    change();
  });
  find('#save-device').addEventListener('click', async () => {
    const { deviceFile } = await api.load('../page/device-file.js');
    download('patience-referee.json', deviceFile(), 'application/json');
  });
  find('#load-device').addEventListener('change', async ({ target }) => {
    const { takeDeviceFile } = await api.load('../page/device-file.js');
    if (takeDeviceFile(await target.files[0].text())) return location.reload();
    target.setCustomValidity(t('settings.not-read'));
    return target.reportValidity();
  });
}
