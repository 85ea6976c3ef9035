// The text of a position, one line that every implementation reads and writes alike (docs/reference/positions.md).

import { RANKS, codesOf } from './declaration.js';

/**
 * @typedef {import('./declaration.js').Rules} Rules
 * @typedef {import('./position.js').Position} Position
 */

/** The part of a text that says how often the merci has been used. */
export const MERCI = /^merci=(used|[2-9])$/;

/**
 * Return the piles of a position as its text has them, without the game.
 * @param {Rules} rules
 * @param {Position} position
 */
export function writePiles(rules, { piles, down, redeals, merciUsed, phase, base }) {
  const entries = rules.names.flatMap((name, pile) => {
    const codes = codesOf(piles[pile]);
    const hidden = down[pile] ? `(${codes.slice(0, down[pile]).join('')})` : '';
    return codes.length ? [`${name}=${hidden}${codes.slice(down[pile]).join('')}`] : [];
  });
  if (redeals) entries.push(`redeals=${redeals}`);
  if (merciUsed) entries.push(`merci=${merciUsed > 1 ? merciUsed : 'used'}`);
  if (phase) entries.push(`phase=${phase}`);
  if (rules.declaration.base !== 'A') entries.push(`base=${RANKS[base]}`);
  return entries.join(';');
}

/**
 * Return the text of a position of a deal.
 * @param {import('./deals.js').Deal} deal
 * @param {Position} position
 */
export function positionText({ variant, options, rules }, position) {
  const chosen = variant.options.flatMap(({ name, default: usual }) => (options[name] === usual ? [] : [`,${name}=${options[name]}`]));
  return `${variant.id}${chosen.join('')};${writePiles(rules, position)}`;
}
