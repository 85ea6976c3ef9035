// The box that finds a game in the contents of the rules page.

const box = document.getElementById('find');
const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim();

const entries = [...document.querySelectorAll('#games li')].map((item) => ({
  item,
  words: plain(`${item.textContent} ${item.dataset.words}`),
}));

box.addEventListener('input', () => {
  const wanted = plain(box.value).split(' ');
  for (const { item, words } of entries) item.hidden = !wanted.every((word) => words.includes(word));
  for (const section of document.querySelectorAll('#games section')) {
    section.hidden = !section.querySelector('li:not([hidden])');
  }
});
