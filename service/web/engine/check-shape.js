// Checks values from JSON against a schema: declarations, and the options of variants.

import { SHAPE } from './shape.js';

/** A declaration with a field or a value that the engine does not know, or with a contradiction that it notices. */
export class DeclarationError extends Error {
  name = 'DeclarationError';
}

/**
 * @param {unknown} condition
 * @param {string} otherwise
 */
export function demand(condition, otherwise) {
  if (!condition) throw new DeclarationError(otherwise);
}

/** @param {unknown} value @param {number} [most] */
export const quote = (value, most = 60) => (JSON.stringify(value) ?? String(value)).slice(0, most);

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Check a value against its JSON Schema, of which every object is closed and complete, or a map.
 * @param {any} schema
 * @param {any} value
 * @param {string} path
 * @returns {void}
 */
export function checkShape(schema, value, path) {
  if (schema.$ref) return checkShape(partOf(schema), value, path);
  if (schema.anyOf) return checkChoices(schema.anyOf, value, path);
  const { pattern, minimum = value, maximum = value, minItems = 0, maxItems = Infinity } = schema;
  const found = `${path || 'The declaration'} is ${quote(value)}: expected`;
  if (schema.type === 'integer' && schema.maximum) demand(KINDS.integer(value), `${found} a whole number from ${schema.minimum} to ${schema.maximum}.`);
  demand(KINDS[schema.type](value), `${found} ${KIND_NAMES[schema.type]}.`);
  if (schema.enum) return demand(schema.enum.some((/** @type {unknown} */ word) => isSame(word, value)), `${found} one of ${schema.enum.map(quoteWord).join(', ')}.`);
  demand(!pattern || new RegExp(pattern).test(value), `${found} ${pattern}.`);
  if (schema.type === 'integer') demand(value >= minimum && value <= maximum, `${path} is ${value}: expected a whole number from ${minimum} to ${maximum}.`);
  if (schema.type === 'array') {
    demand(value.length >= minItems && value.length <= maxItems, `${path} has ${value.length} items: expected ${minItems} to ${maxItems}.`);
    demand(!schema.uniqueItems || new Set(value).size === value.length, `${path} has an item twice.`);
    for (const [index, item] of value.entries()) checkShape(schema.items, item, `${path}.${index}`);
  }
  if (schema.type === 'object') checkFields(schema, value, path && `${path}.`);
}

/** @param {any} schema @param {any} value @param {string} prefix */
function checkFields({ properties, additionalProperties: others }, value, prefix) {
  if (others) {
    for (const [name, item] of Object.entries(value)) checkShape(others, item, prefix + name);
    return;
  }
  for (const name of Object.keys(value)) demand(Object.hasOwn(properties, name), `Unknown field ${prefix}${name}.`);
  for (const [name, inner] of Object.entries(properties)) {
    demand(Object.hasOwn(value, name), `${prefix}${name} is missing.`);
    checkShape(inner, value[name], prefix + name);
  }
}

/**
 * Check a value against the first of several schemas that is of its type; none is of the type of another one's values.
 * @param {any[]} choices
 * @param {unknown} value
 * @param {string} path
 * @returns {void}
 */
function checkChoices(choices, value, path) {
  const [first, ...others] = choices;
  if (value === null && others.some(({ type }) => type === 'null')) return;
  const words = choices.flatMap((choice) => (choice.$ref ? (partOf(choice).enum ?? []) : []));
  if (words.length) return checkShape({ type: 'string', enum: words }, value, path);
  checkShape(first, value, path);
}

/** @type {Record<string, any>} */
const PARTS = SHAPE.$defs;

/** @param {{ $ref: string }} schema */
const partOf = ({ $ref }) => PARTS[$ref.split('/')[2]];

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {unknown} word */
const quoteWord = (word) => quote(word);

/** @type {Record<string, string>} */
const KIND_NAMES = { object: 'an object', any: 'a value', array: 'a list', string: 'a text', boolean: 'true or false', integer: 'a whole number' };

/** @type {Record<string, (value: unknown) => boolean>} */
const KINDS = {
  object: isObject,
  any: () => true,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isSafeInteger,
};
