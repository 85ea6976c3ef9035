// The box that finds a game in the contents of the rules page and in the list of all games. It forgives a few wrong letters.

import { misspelt } from './misspelt.js';

const box = document.getElementById('find');
const plain = (text) => text.normalize('NFD').toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim();

const entries = [...document.querySelectorAll('#games li')].map((item) => ({
  item,
  names: [plain(item.textContent)],
  words: plain(`${item.textContent} ${item.dataset.words ?? ''}`),
}));

box.addEventListener('input', () => {
  const wanted = plain(box.value);
  const found = entries.filter(({ words }) => wanted.split(' ').every((word) => words.includes(word)));
  const shown = new Set((found.length ? found : misspelt(wanted, entries)).map(({ item }) => item));
  for (const { item } of entries) item.hidden = !shown.has(item);
  for (const section of document.querySelectorAll('#games section')) section.hidden = !section.querySelector('li:not([hidden])');
});
