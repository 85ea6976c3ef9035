// Cards as whole numbers 0…51, suit by suit: 13 · suit + rank.

export const RANKS = 'A23456789TJQK';
export const SUITS = 'CDHS';
export const CODES = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
export const CARDS = new Map(CODES.map((code, card) => [code, card]));

/** @param {number} card */
export const rankOf = (card) => card % 13;

/** @param {number} card */
export const suitOf = (card) => (card / 13) | 0;

/** @param {number} card */
export const isRed = (card) => card >= 13 && card < 39;

/** @param {readonly number[]} cards */
export const codesOf = (cards) => cards.map((card) => CODES[card]);
