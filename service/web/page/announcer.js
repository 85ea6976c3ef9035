// The one live region of the page: it takes one sentence an event. Each is an element of its own, so an equal sentence is read again.
// Nothing behind a modal dialog is read, so the region is in the dialog while one is open.

import { find, make } from '../dom.js';
import { spoken } from '../i18n/text.js';

// How many sentences stay in the region, since readers may not have come to them.
const MOST = 8;
// How long a reader needs to notice a region that has moved, in milliseconds.
const NOTICED = 100;

let region = null;
let waiting = null;

// Say a sentence. Signs of cards become words.
export function announce(sentence) {
  if (!sentence) return;
  if (!region) begin();
  const place = document.activeElement?.closest('dialog:modal') ?? find('dialog:modal') ?? document.body;
  if (region.parentElement !== place) {
    place.append(region);
    if (!waiting) setTimeout(release, NOTICED);
    waiting ??= [];
  }
  if (waiting) waiting.push(sentence);
  else add(sentence);
}

function begin() {
  region = find('#announcer');
  document.addEventListener('close', ({ target }) => target.contains(region) && document.body.append(region), true);
}

function release() {
  waiting.forEach(add);
  waiting = null;
}

function add(sentence) {
  region.append(make('p', {}, spoken(sentence)));
  while (region.children.length > MOST) region.firstChild.remove();
}
