// Starts the page. What the first card needs beside modules, the description of its game and the texts, is requested before
// the modules that show it have arrived; index.html preloads those. All else loads once the first cards lie.

import { variant } from './api.js';

const named = new URLSearchParams(location.hash.slice(1)).get('variant');
// Who opens the game reports a problem.
if (named) variant(named).catch(() => {});
import('./i18n.js');
const { opened } = await import('./table.js');
opened.finally(() => import('./main.js'));
