// The notation of moves.

export const TOKEN = /^(?:deal|draw|redeal|(S|W|[TFR][1-9]\d?)-(S|W|F|[TFR][1-9]\d?)(?:x([1-9]\d{0,2}))?)$/;

// Parse a token into { source, target, cards }, or null for deal, draw and redeal.
export function parseMove(token) {
  const found = TOKEN.exec(token);
  return found?.[1] ? { source: found[1], target: found[2], cards: Number(found[3] ?? 1) } : null;
}

export const writeMove = ({ source, target, cards }) => `${source}-${target}${cards > 1 ? `x${cards}` : ''}`;
