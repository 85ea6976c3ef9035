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
