// Starts the page. The texts and the description of the game are requested before the modules of the first card have arrived,
// and the game is judged as soon as the engine has. index.html preloads those modules. All else loads once the first cards lie.

import { variant } from './api.js';
import { breath, chosenLanguage } from './dom.js';

const named = history.state?.id ? null : new URLSearchParams(location.hash.slice(1)).get('variant');
import(`./i18n/${chosenLanguage()}.js`);
const judged = named && judge();
// An async module may run before the page is complete.
if (document.readyState === 'loading') await new Promise((done) => document.addEventListener('DOMContentLoaded', done));
const { openFromAddress } = await import('./table.js');
await breath();
openFromAddress(history.state, judged).finally(() => import('./main.js'));

// Judge the game of the address. Its problems are shown where it is opened.
function judge() {
  variant(named).catch(() => {});
  const game = Promise.all([import('./game.js'), import('./notation.js')]).then(([{ Game }, { fromLink }]) => {
    const { kind, log, from } = fromLink(location.hash);
    return kind === 'game' ? Game.judged(log, { kind: from }) : null;
  });
  game.catch(() => {});
  return game;
}
