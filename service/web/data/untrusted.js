// Data that others wrote. What the browser's storage, a link, a file or a message brings is parsed and checked here before it is used.

import { recall } from '../dom.js';
import { isObject } from '../engine/check-shape.js';

// Return { value } of a JSON text, or { problem } with the reason why it is not JSON.
export function readJson(text) {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error.message };
  }
}

// Return a stored JSON value, or `otherwise` if there is none or it does not fit.
export function recallJson(name, fits, otherwise, storage = 'localStorage') {
  const { value } = readJson(recall(name, storage) ?? '');
  return fits(value) ? value : otherwise;
}

// What a value must be, as functions that return whether it is.
export const isText = (value) => typeof value === 'string';
export const isFlag = (value) => typeof value === 'boolean';
export const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
export const optional = (fits) => (value) => value === undefined || value === null || fits(value);
export const listOf = (fits) => (value) => Array.isArray(value) && value.every(fits);
export const mapOf = (fits) => (value) => isObject(value) && Object.values(value).every(fits);
export const shapedAs = (members) => (value) => isObject(value) && Object.entries(members).every(([name, fits]) => fits(value[name]));
export { isObject };
