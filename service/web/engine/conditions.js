// Conditions on a declaration, written once for Python and JavaScript: patience/rules/conditions.py explains them.

/**
 * @typedef {(path: string) => unknown} ValueOf returns the value at a path
 * @typedef {{ [name: string]: unknown }} Owner
 */

const TERM = /(!?)([\w.:]+)(?:\[(.+?)\]|(!?=|>|~)(\S+))?(?: |$)/g;

/** @type {(value: unknown) => value is unknown[]} */
const isList = Array.isArray;

/**
 * Return whether a condition holds; an empty one does.
 * @param {string} condition
 * @param {ValueOf} valueOf
 * @returns {boolean}
 */
export function holds(condition, valueOf) {
  return condition.split(' or ').some((terms) => [...terms.matchAll(TERM)].every(([, unless, path, inner, sign, wanted = '']) => meets(valueOf(path), inner, sign, wanted) !== Boolean(unless)));
}

/**
 * @param {unknown} value
 * @param {string | undefined} inner
 * @param {string | undefined} sign
 * @param {string} wanted
 * @returns {boolean}
 */
function meets(value, inner, sign, wanted) {
  const items = isList(value) ? value : [value];
  const texts = wanted.split('|');
  if (inner) return items.some((item) => holds(inner, (path) => valueAt(item, path)));
  if (sign === '>') return Number(/** @type {any} */ (value)?.length ?? value ?? 0) > Number(wanted);
  if (sign === '~') return items.some((item) => texts.some((text) => textOf(item).includes(text)));
  if (sign === '=') return items.some((item) => texts.includes(textOf(item)));
  if (sign) return items.some((item) => item !== null && item !== undefined && !texts.includes(textOf(item)));
  return items.some((item) => Boolean(isList(item) ? item.length : item));
}

/** @param {unknown} value */
const textOf = (value) => (isList(value) ? value.join(' ') : String(value ?? 'none'));

/**
 * Return the value at a path from a part of a declaration; of lists, that of each item.
 * @param {unknown} part
 * @param {string} path
 * @returns {unknown}
 */
export const valueAt = (part, path) => path.split('.').reduce(member, part);

/**
 * Return a member of a part, or of each of several.
 * @param {unknown} owner
 * @param {string} name
 * @returns {unknown}
 */
function member(owner, name) {
  return isList(owner) ? owner.map((one) => member(one, name)) : /** @type {Owner | null | undefined} */ (owner)?.[name];
}
