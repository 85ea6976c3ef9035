// What panels say besides that few visits open.

import { addTexts } from './page.js';

await addTexts('panels');

export * from './page.js';
