// Starts the page. What the first card needs beside modules, the description of its game and the texts, is requested before
// the modules that show it have arrived, and the game is judged as soon as the engine has. index.html preloads those modules.
// All else loads once the first cards lie.

import { variant } from './api.js';
import { breath } from './dom.js';
import { fromLink } from './notation.js';

const found = fromLink(location.hash);
const judged = found.kind === 'game' && !history.state?.id ? judge(found) : null;
import('./i18n.js');
const { openFromAddress } = await import('./table.js');
await breath();
openFromAddress(history.state, judged).finally(() => import('./main.js'));

// Judge the game. Its problems are shown where it is opened.
function judge({ log, from }) {
  variant(log.variant).catch(() => {});
  const game = import('./game.js').then(({ Game }) => Game.judged(log, { kind: from }));
  game.catch(() => {});
  return game;
}
