// The visitor's own record on the page of a game, from this device. The page has the sentence, in its language.

import { record } from './records.js';

const line = document.getElementById('own-best');
const { played, won, fewest, fastest } = record(line.dataset.variant);
const time = fastest === null ? '–' : `${Math.floor(fastest / 60)}:${String(fastest % 60).padStart(2, '0')}`;
line.textContent = line.dataset.words.replace(/\{(\w+)\}/g, (_, name) => ({ played, won, fewest: fewest ?? '–', time })[name]);
line.hidden = !played;
