// Links that open a game in the viewer (docs/reference/links.md).

/**
 * Return the address, relative to a service, that opens a log in the viewer.
 * @param {import('./index.d.ts').ReplayRequest} request
 * @param {number} [ply] the position to open, as the number of moves made
 */
export function linkTo({ variant, seed, deck = [], board, rules = {}, moves, checkpoints = [] }, ply) {
  const parts = ['v=1', `variant=${variant}`, typeof board === 'string' ? `board=${board}` : seed === undefined ? `deck=${deck.join('')}` : `seed=${seed}`];
  const options = Object.entries(rules).map(([name, value]) => `${name}:${value}`);
  if (options.length) parts.push(`rules=${options.join(',')}`);
  if (checkpoints.length) parts.push(`checkpoints=${checkpoints.map(written).join('.')}`);
  if (moves.length) parts.push(`n=${moves.length}`, `moves=${moves.join('.')}`);
  if (ply !== undefined) parts.push(`ply=${ply}`);
  return `/#${parts.join('&')}`;
}

/** @param {import('./index.d.ts').Checkpoint} checkpoint */
function written({ after, piles }) {
  return [after, ...Object.entries(piles).map(([name, cards]) => `${name}:${cards.join('')}`)].join(',');
}
