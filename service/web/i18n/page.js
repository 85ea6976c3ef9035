// What the page around the table says besides. These texts come after the first card.

import { addTexts } from './text.js';

await addTexts('page');

export * from './text.js';
