// Which cards and piles are marked: the effects of the last move, the cause of a refusal, the differences of a checkpoint.

// Reasons that concern the moved cards or their source. All others concern the target.

import { oddCards } from '../game/checkpoints.js';
import { cardsOf, parseMove } from '../game/notation.js';

const OF_THE_SOURCE = new Set([
  'unknown_pile', 'source_locked', 'source_empty', 'not_enough_cards', 'face_down_card', 'one_card_only', 'broken_sequence',
]);

// Return the cards that a step changed, with the kind of change, and the piles that they left.
export function ofStep(position, step) {
  const cards = new Map();
  const piles = new Map();
  const top = ({ to, cards: codes }, mark) =>
    position.get(to).cards.slice(-codes.length).forEach((card) => cards.set(card.number, mark));
  for (const { pile } of step.turned_up) cards.set(position.get(pile).cards.at(-1).number, 'turned');
  for (const moved of step.moved) {
    if (moved.from !== 'S' && moved.from !== 'W') piles.set(moved.from, 'left');
    if (moved.to !== 'S') top(moved, 'moved');
  }
  for (const filled of step.filled) {
    piles.delete(filled.to);
    top(filled, 'filled');
  }
  return { cards, piles };
}

// Return the cards of an illegal move and the card or empty place that refuses them.
export function ofIllegal(position, { move: token, reason }) {
  const cards = new Map();
  const piles = new Map();
  const move = parseMove(token);
  if (!move) return { cards, piles: new Map([['S', 'refuses']]) };
  for (const card of cardsOf(move, position)) cards.set(card.number, 'source');
  const refusing = OF_THE_SOURCE.has(reason) ? move.source : move.target;
  const targets = refusing === 'F' ? [...position.keys()].filter((name) => name[0] === 'F') : [refusing];
  for (const name of targets) {
    const top = position.get(name)?.cards.at(-1);
    if (top && name !== move.source) cards.set(top.number, 'refuses');
    else piles.set(name, 'refuses');
  }
  return { cards, piles };
}

// Return the cards that can never be freed, by number. If one of two copies is stuck, it is the one that is not on
// top of a pile. Ambiguous cards are not marked, nor face-down cards.
export function ofStuck(position, stuck) {
  const cards = new Map();
  const lying = [...position].filter(([name]) => name[0] !== 'F').flatMap(([, pile]) => pile.cards.map(
    ({ number, code }, index) => ({ number, code, top: index === pile.cards.length - 1, down: index < pile.faceDown }),
  ));
  for (const code of new Set(stuck)) {
    const number = stuck.filter((other) => other === code).length;
    const copies = lying.filter((card) => card.code === code);
    const meant = copies.length > number ? copies.filter(({ top }) => !top) : copies;
    if (meant.length > number) continue;
    for (const card of meant) if (!card.down) cards.set(card.number, code);
  }
  return cards;
}

export function ofCheckpoint(position, checkpoint) {
  const cards = new Map(oddCards(position, checkpoint).map((number) => [number, 'differs']));
  return { cards, piles: new Map(checkpoint.piles.map(({ pile }) => [pile, 'differs'])) };
}
