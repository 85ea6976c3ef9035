// What a log believes of some piles, held against what lies there. Pure.

const HIDDEN = '??';

// Every checkpoint with its state: agrees, differs, or unreached where no legal move leads so far.
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

// Between which two moves the log and the referee part: the last agreement, if there is one, and the first difference.
export function partBetween(judged) {
  const first = judged.findIndex(({ state }) => state === 'differs');
  return first < 0 ? null : { agreed: judged[first - 1]?.after ?? null, differed: judged[first].after };
}

const codesOf = (position, pile) => (position.get(pile)?.cards ?? []).map((card) => card.code);

const same = (one, other) => one === other || one === HIDDEN || other === HIDDEN;

const agree = (expected, found) =>
  expected.length === found.length && expected.every((card, index) => same(card, found[index]));

// Two piles card by card, aligned so that one card too many does not make all others look different:
// [{ expected, found }], with null where the other side has no such card.
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

// The position as the log believes it: its piles laid over the true ones. A card keeps its number where it is the same.
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

// The numbers of the cards, here or there, that the other side does not have at their place.
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
