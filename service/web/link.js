// The share link: everything that makes up a game, in the fragment, which browsers send to no server.
//
//   #variant=double-russian&seed=20261121&rules=groups:any&moves=T3-T7x4.T7-F1&ply=2
//
// A deck is its 104 codes without gaps; checkpoints read 24,T4:KSQH,T6: (after 24 moves; T6 empty), joined by a dot.

export function fragmentOf(log, ply) {
  const parts = [`variant=${log.variant}`];
  parts.push(log.deck ? `deck=${log.deck.join('')}` : `seed=${log.seed}`);
  const rules = Object.entries(log.rules ?? {}).map((pair) => pair.map(encodeURIComponent).join(':'));
  if (rules.length) parts.push(`rules=${rules.join(',')}`);
  if (log.moves.length) parts.push(`moves=${log.moves.join('.')}`);
  if (log.checkpoints) parts.push(`checkpoints=${log.checkpoints.map(writeCheckpoint).join('.')}`);
  return `#${parts.join('&')}&ply=${ply}`;
}

// { log, ply }, or null where the fragment names no game. Whether the log is one, the referee says.
export function readFragment(fragment) {
  const fields = new Map(
    fragment.replace(/^#/, '').split('&').map((part) => {
      const cut = part.indexOf('=');
      return [part.slice(0, cut), decode(part.slice(cut + 1))];
    }),
  );
  if (!fields.has('variant')) return null;
  const log = { variant: fields.get('variant') };
  if (fields.has('deck')) log.deck = cardsIn(fields.get('deck'));
  if (fields.has('seed')) log.seed = fields.get('seed');
  if (fields.has('rules')) log.rules = Object.fromEntries(fields.get('rules').split(',').map(readRule));
  log.moves = fields.get('moves') ? fields.get('moves').split('.') : [];
  if (fields.has('checkpoints')) log.checkpoints = fields.get('checkpoints').split('.').map(readCheckpoint);
  const ply = fields.get('ply');
  return { log, ply: /^\d+$/.test(ply ?? '') ? Number(ply) : undefined };
}

// A chat program may have escaped more than needs be, or cut the link within an escape.
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const cardsIn = (text) => text.match(/.{1,2}/gu) ?? [];

// Options are words or whole numbers.
function readRule(pair) {
  const [name, value = ''] = pair.split(':');
  return [name, /^\d+$/.test(value) ? Number(value) : value];
}

function writeCheckpoint({ after, piles }) {
  return [after, ...Object.entries(piles).map(([pile, cards]) => `${pile}:${cards.join('')}`)].join(',');
}

function readCheckpoint(text) {
  const [after, ...piles] = text.split(',');
  return {
    after: Number(after),
    piles: Object.fromEntries(piles.map((pile) => [pile.split(':')[0], cardsIn(pile.split(':')[1] ?? '')])),
  };
}
