// Which cards and piles are marked: the effects of the last move, the cause of a refusal, the differences of a checkpoint.

import { cardsOf, parseMove } from './notation.js';

// Reasons that concern the moved cards or their source. All others concern the target.
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

// Compare the checkpoints of a log with the real piles. Pure functions.

const HIDDEN = '??';

// Return each checkpoint with its state: agrees, differs, or unreached if the legal moves end before it.
export function judgedCheckpoints(checkpoints, nodes, played) {
  const judged = checkpoints.map(({ after, piles }) => {
    if (after > played) return { after, state: 'unreached', piles: [] };
    const { position } = nodes[after];
    const differing = Object.entries(piles)
      .map(([pile, expected]) => ({ pile, expected, found: codesOf(position, pile) }))
      .filter(({ expected, found }) => !agree(expected, found));
    return { after, state: differing.length ? 'differs' : 'agrees', piles: differing };
  });
  return judged.sort((one, other) => one.after - other.after);
}

// Return the bracket of the divergence: the last checkpoint that agrees, if any, and the first that differs.
export function partBetween(judged) {
  const first = judged.findIndex(({ state }) => state === 'differs');
  return first < 0 ? null : { agreed: judged[first - 1]?.after ?? null, differed: judged[first].after };
}

const codesOf = (position, pile) => (position.get(pile)?.cards ?? []).map((card) => card.code);

const same = (one, other) => one === other || one === HIDDEN || other === HIDDEN;

const agree = (expected, found) =>
  expected.length === found.length && expected.every((card, index) => same(card, found[index]));

// Align two piles card by card, so that one extra card does not make all others differ.
// Return [{ expected, found }], with null for a card that the other side lacks.
export function aligned(expected, found) {
  const longest = Array.from({ length: expected.length + 1 }, () => new Uint8Array(found.length + 1));
  for (let i = expected.length - 1; i >= 0; i -= 1) {
    for (let j = found.length - 1; j >= 0; j -= 1) {
      longest[i][j] = same(expected[i], found[j])
        ? longest[i + 1][j + 1] + 1
        : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const pairs = [];
  let [i, j] = [0, 0];
  while (i < expected.length || j < found.length) {
    if (i < expected.length && j < found.length && same(expected[i], found[j])) {
      pairs.push({ expected: expected[i++], found: found[j++] });
    } else if (j === found.length || (i < expected.length && longest[i + 1][j] >= longest[i][j + 1])) {
      pairs.push({ expected: expected[i++], found: null });
    } else {
      pairs.push({ expected: null, found: found[j++] });
    }
  }
  return pairs;
}

// Return the position with the checkpoint's piles in place of the real ones. Equal cards keep their numbers.
export function believed(position, { piles }) {
  const theirs = new Map(position);
  let number = 1000;
  for (const { pile, expected, found } of piles) {
    const cards = position.get(pile).cards;
    let index = 0;
    const laid = aligned(expected, found).flatMap((pair) => {
      const own = pair.found === null ? null : cards[index++];
      if (pair.expected === null) return [];
      return [own ?? { number: number++, code: pair.expected === HIDDEN ? null : pair.expected }];
    });
    theirs.set(pile, { cards: laid, faceDown: Math.min(position.get(pile).faceDown, Math.max(0, laid.length - 1)) });
  }
  return theirs;
}

// Return the numbers of the cards that differ from the other side.
export function oddCards(position, { piles }) {
  const odd = [];
  for (const { pile, expected, found } of piles) {
    let index = 0;
    for (const pair of aligned(expected, found)) {
      if (pair.found === null) continue;
      if (pair.expected === null) odd.push(position.get(pile).cards[index].number);
      index += 1;
    }
  }
  return odd;
}
