// The entry of the npm package: the engine, and its games by their ids.

import { RequestError } from './declaration.js';
import { newGame as deal } from './game.js';
import { canonicalRecord as canonical } from './game-notation.js';
import { replay as judge } from './replay.js';
import variants from './variants.json' with { type: 'json' };

export * from './index.js';

/** @type {typeof import('./index.d.ts').newGame} */
export const newGame = (variant, options) => deal(found(variant), options);

/** @type {typeof import('./index.d.ts').canonicalRecord} */
export const canonicalRecord = (variant, request) => canonical(found(variant), request);

/** @type {typeof import('./index.d.ts').replay} */
export const replay = async (variant, request) => judge(found(variant), request);

/**
 * Return a variant by its id. What is not a text is returned as it is.
 * @template T
 * @param {T | string} variant
 * @returns {any}
 */
function found(variant) {
  if (typeof variant !== 'string') return variant;
  if (!Object.hasOwn(variants, variant)) throw new RequestError('/variant', `unknown variant ${JSON.stringify(variant.slice(0, 40))}.`);
  return variants[/** @type {keyof typeof variants} */ (variant)];
}
