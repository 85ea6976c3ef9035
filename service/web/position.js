// A position: its piles by name. Positions are immutable, and consecutive positions share unchanged piles.

// Build a position from a state of the API. Each card gets a number, because animation must distinguish copies.
export function positionOf(state) {
  let number = 0;
  const pile = (name, codes, faceDown) => [
    name, { cards: codes.map((code) => ({ number: number++, code })), faceDown },
  ];
  return new Map([
    ...state.tableau.map((column) => pile(column.pile, column.cards, column.face_down)),
    ...state.foundations.map((foundation) => pile(foundation.pile, foundation.cards, 0)),
    ...state.reserve.map(({ pile: name, cards, face_down: faceDown }) => {
      const [, reserve] = pile(name, cards, faceDown ?? 0);
      return [name, { ...reserve, deep: faceDown !== undefined }];
    }),
    pile('S', state.stock, state.stock.length),
    pile('W', state.waste, 0),
  ]);
}

// Return the position after one step of a trace.
export function follow(position, step) {
  const next = new Map(position);
  if (step.move === 'redeal' && step.moved[0]?.to[0] === 'T') return gathered(next, step.moved);
  step.moved.forEach((moved) => carry(next, moved));
  for (const { pile } of step.turned_up) {
    const turned = next.get(pile);
    next.set(pile, { ...turned, faceDown: turned.faceDown - 1 });
  }
  step.filled.forEach((moved) => carry(next, moved));
  return next;
}

// A redeal of the columns takes up all their cards before it lays them out again.
function gathered(piles, moved) {
  const columns = [...piles].filter(([name]) => name[0] === 'T');
  const taken = new Map(columns.map(([name, { cards }]) => [name, [...cards]]));
  for (const [name] of columns) piles.set(name, { cards: [], faceDown: 0 });
  for (const { from, to, cards: codes } of moved) {
    const source = taken.get(from);
    const laid = codes.map((code) => source.splice(source.findIndex((card) => card.code === code), 1)[0]);
    piles.set(to, { cards: [...piles.get(to).cards, ...laid], faceDown: 0 });
  }
  return piles;
}

function carry(piles, { from, to, cards: codes }) {
  const source = piles.get(from);
  const left = source.cards.slice(0, source.cards.length - codes.length);
  const lifted = inOrder(source.cards.slice(left.length), codes);
  const target = piles.get(to);
  piles.set(from, { ...source, cards: left, faceDown: from === 'S' ? left.length : source.faceDown });
  const cards = [...target.cards, ...lifted];
  piles.set(to, { ...target, cards, faceDown: to === 'S' ? cards.length : target.faceDown });
}

// The trace lists cards in their order on the target. A waste turned over has the reverse order.
function inOrder(lifted, codes) {
  const same = lifted.every((card, index) => card.code === codes[index]);
  return same ? lifted : lifted.toReversed();
}

// Return a position as a state of the API.
export function stateOf(position, redeals) {
  const codes = (name) => position.get(name).cards.map((card) => card.code);
  const named = (kind) => [...position.keys()].filter((name) => name[0] === kind && name.length > 1);
  const piles = (kind) => named(kind).map((pile) => ({ pile, cards: codes(pile) }));
  return {
    tableau: named('T').map((pile) => ({ pile, face_down: position.get(pile).faceDown, cards: codes(pile) })),
    foundations: piles('F'),
    reserve: named('R').map((pile) => {
      const { deep, faceDown } = position.get(pile);
      return { pile, ...(deep ? { face_down: faceDown } : {}), cards: codes(pile) };
    }),
    stock: codes('S'),
    waste: codes('W'),
    redeals,
  };
}
