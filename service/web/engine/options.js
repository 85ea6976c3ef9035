// Rule options: their values, and the declaration under them.

import { DeclarationError, RequestError } from './errors.js';

/**
 * @typedef {import('./index.d.ts').Declaration} Declaration
 * @typedef {import('./index.d.ts').Variant} Variant
 * @typedef {import('./index.d.ts').RuleOptions} RuleOptions
 */

/**
 * Return every option of a variant with its value.
 * @param {Variant} variant
 * @param {RuleOptions} chosen
 * @returns {RuleOptions}
 */
export function settleOptions(variant, chosen) {
  const options = variant.options ?? [];
  for (const name of Object.keys(chosen)) {
    const option = options.find((known) => known.name === name);
    const has = options.map((known) => known.name).join(', ') || 'none';
    if (!option) throw new RequestError(`/rules/${name}`, `unknown option; the variant has ${has}.`);
    if (!admits(option, chosen[name])) {
      const values = Object.keys(option.changes).join(', ');
      throw new RequestError(`/rules/${name}`, `${JSON.stringify(chosen[name])} is not one of ${values}.`);
    }
  }
  return Object.fromEntries(options.map(({ name, default: value }) => [name, Object.hasOwn(chosen, name) ? chosen[name] : value]));
}

/** @param {Variant['options'][number]} option @param {unknown} value */
function admits({ values, numbers }, value) {
  if (typeof value === 'string') return values.includes(value);
  return numbers !== null && Number.isInteger(value) && Number(value) >= numbers.minimum && Number(value) <= numbers.maximum;
}

/**
 * Return the declaration of a variant under settled options.
 * @param {Variant} variant
 * @param {RuleOptions} options
 * @returns {Declaration}
 */
export function declarationUnder(variant, options) {
  const declaration = structuredClone(variant.declaration);
  for (const { name, numbers, changes } of variant.options ?? []) {
    const value = options[name];
    const key = typeof value === 'number' ? `${numbers?.minimum}..${numbers?.maximum}` : value;
    for (const [path, change] of Object.entries(changes[key])) {
      setField(declaration, path, change === '<number>' ? value : structuredClone(change));
    }
  }
  return declaration;
}

/**
 * @param {any} declaration
 * @param {string} path
 * @param {unknown} value
 */
function setField(declaration, path, value) {
  const parents = path.split('.');
  const last = parents.pop() ?? '';
  const part = parents.reduce((inner, name) => inner?.[name], declaration);
  if (!part || !Object.hasOwn(part, last)) {
    throw new DeclarationError(`An option changes ${path}, which the declaration does not have.`);
  }
  part[last] = value;
}
