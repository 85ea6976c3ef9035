// The one live region of the page: it takes one sentence an event. Each is an element of its own, so an equal sentence is read again.

import { find, make } from '../dom.js';
import { spoken } from '../i18n/text.js';

// How many sentences stay in the region, since readers may not have come to them.
const MOST = 8;

// Say a sentence. Signs of cards become words.
export function announce(sentence) {
  if (!sentence) return;
  const region = find('#announcer');
  region.append(make('p', {}, spoken(sentence)));
  while (region.children.length > MOST) region.firstChild.remove();
}
