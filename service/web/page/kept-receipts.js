// The receipts of games won on deals of the day, as they are kept on this device.

import { isCount, isText, listOf, optional, recallJson, shapedAs } from '../data/untrusted.js';
import { remember } from '../dom.js';

const KEY = 'receipts';
const MOST_KEPT = 400;

const isDate = (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isReceipt = shapedAs({ date: isDate, variant: isText, title: isText, moves: isCount, grade: optional(isText), commitment: optional(isText), receipt: optional(isText) });

// Return the receipts that are kept. What is not a receipt is left out.
export const receipts = () => recallJson(KEY, listOf(() => true), []).filter(isReceipt);

// Return the receipts of a game.
export const receiptsOf = (id) => receipts().filter(({ variant }) => variant === id);

// Keep a receipt. A game that is claimed again replaces its old receipt.
export function keepReceipt(kept) {
  const others = receipts().filter(({ date, variant, moves }) => date !== kept.date || variant !== kept.variant || moves !== kept.moves);
  remember(KEY, JSON.stringify([kept, ...others].slice(0, MOST_KEPT)));
}
