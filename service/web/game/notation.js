// Moves and games as text: the tokens of moves, and the link that opens a game. Its data is in the URL fragment, which browsers
// never send to a server. Any program may write one.
//
//   #v=1&variant=double-russian&seed=20261121&rules=groups:any&n=2&moves=T3-T7x4.T7-F1&ply=2
//
// A deck is its card codes without separators, a board the piles of a position's text. Checkpoints look like 24,T4:KSQH,T6: (after 24 moves; T6 empty), joined by
// dots. A claim looks like claim=won:131 or claim=dead:57, with optional subject and audience. `n` is the number of moves,
// which reveals a truncated link. `ply` is the number of moves to show, the illegal one included. A deal of the day has
// daily=2026-11-23 or daily=today in place of a seed. A challenge has beat=118:250, the moves and the seconds of a win to beat, and by=Anna;
// its moves, if any, are those of that win, and the link opens the deal.

export const TOKEN = /^(?:deal|draw|redeal|(S|W|[TFR][1-9]\d{0,2})-(S|W|F|[TFR][1-9]\d{0,2})(?:x([1-9]\d{0,2}))?)$/;

// Parse a token into { source, target, cards }, or null for deal, draw and redeal.
export function parseMove(token) {
  const found = TOKEN.exec(token);
  return found?.[1] ? { source: found[1], target: found[2], cards: Number(found[3] ?? 1) } : null;
}

export const writeMove = ({ source, target, cards }) => `${source}-${target}${cards > 1 ? `x${cards}` : ''}`;

// Return the cards that a token would move in a position, as far as they exist face up.
export function cardsOf(move, position) {
  const pile = position.get(move.source);
  if (!pile) return [];
  return pile.cards.slice(Math.max(pile.faceDown, pile.cards.length - move.cards));
}

const VERSION = 1;
const FIELDS = new Set(['v', 'variant', 'seed', 'deck', 'board', 'rules', 'rules_version', 'n', 'moves', 'checkpoints', 'claim', 'subject', 'audience', 'ply', 'daily', 'beat', 'by']);
// What is left of a token that was cut.
const PART = /^(?:[SWTFR]\d{0,3}(?:-(?:[SWTFR]\d{0,3}(?:x\d{0,3})?)?)?|d(?:e|ea|r|ra)?|r(?:e|ed|ede|edea)?|)$/;
// What follows a link in prose.
const LINK_END = new Set(')]>}"\'»”,;:!?….');
const PROSPECTS = ['winnable', 'dead', 'undecided'];

// Return the fragment that opens a deal as a challenge.
export const challengeFragment = (log, { moves, seconds, by, log: won }) => {
  const beat = seconds ? `${moves}:${seconds}` : moves;
  return [...dealParts(log), `beat=${beat}`, ...(by ? [`by=${encodeURIComponent(by)}`] : []), ...moveParts(won)].join('&').replace(/^/, '#');
};

export function fragmentOf(log, ply, claim = null) {
  const parts = dealParts(log);
  if (claim) parts.push(...claimParts(claim));
  if (log.checkpoints) parts.push(`checkpoints=${log.checkpoints.map(writeCheckpoint).join('.')}`);
  return `#${[...parts, ...moveParts(log.moves)].join('&')}&ply=${ply}`;
}

const moveParts = (moves) => (moves.length ? [`n=${moves.length}`, `moves=${moves.join('.')}`] : []);

function dealParts(log) {
  const parts = [`v=${VERSION}`, `variant=${log.variant}`];
  parts.push(log.board ? `board=${log.board}` : log.deck ? `deck=${log.deck.join('')}` : `seed=${log.seed}`);
  const rules = Object.entries(log.rules ?? {}).map((pair) => pair.map(encodeURIComponent).join(':'));
  if (rules.length) parts.push(`rules=${rules.join(',')}`);
  if (log.rules_version) parts.push(`rules_version=${encodeURIComponent(log.rules_version)}`);
  return parts;
}

function claimParts({ claim, subject, audience }) {
  const claimed = claim.outcome ?? claim.prospect;
  const words = [claimed, claim.moves_played].filter((word) => word !== undefined);
  return [
    ...(claimed ? [`claim=${words.join(':')}`] : []),
    ...(subject === undefined ? [] : [`subject=${encodeURIComponent(subject)}`]),
    ...(audience === undefined ? [] : [`audience=${encodeURIComponent(audience)}`]),
  ];
}

// Return { log, ply, claim, cut, odd, daily, challenge }, or null if the fragment does not name a game. `claim` is a claim request or null. `cut`
// is { arrived, sent } if moves are missing. `odd` lists what is wrong with the link itself, as [what, value]. The service
// validates the log.
export function readFragment(fragment) {
  const fields = new Map(
    fragment.replace(/^#/, '').split('&').map((part) => {
      const cut = part.indexOf('=');
      return [part.slice(0, cut), decode(part.slice(cut + 1))];
    }),
  );
  if (!fields.get('variant')) return null;
  const log = { variant: fields.get('variant') };
  if (fields.has('deck')) log.deck = cardsIn(fields.get('deck'));
  if (fields.has('board')) log.board = fields.get('board');
  if (fields.has('seed')) log.seed = fields.get('seed');
  if (fields.has('rules')) log.rules = Object.fromEntries(fields.get('rules').split(',').map(readRule));
  if (fields.has('rules_version')) log.rules_version = fields.get('rules_version');
  log.moves = fields.get('moves') ? fields.get('moves').split('.') : [];
  if (fields.has('checkpoints')) log.checkpoints = fields.get('checkpoints').split('.').map(readCheckpoint);
  const cut = whereCut(log, fields);
  if (cut) log.moves = log.moves.slice(0, cut.arrived);
  const ply = fields.get('ply');
  const challenge = challengeIn(log, fields);
  return { log, ply: /^\d+$/.test(ply ?? '') ? Number(ply) : undefined, claim: claimIn(log, fields), cut, odd: oddities(fields), ...(fields.has('daily') ? { daily: fields.get('daily') } : {}), ...(challenge ? { challenge } : {}) };
}

function oddities(fields) {
  const odd = [];
  const version = fields.get('v');
  if (version !== undefined && version !== String(VERSION)) odd.push(['version', version]);
  if (fields.has('beat') && !/^\d{1,6}(?::\d{1,7})?$/.test(fields.get('beat'))) odd.push(['beat', fields.get('beat')]);
  if (/[,;\s]/.test(fields.get('moves') ?? '')) odd.push(['separator', fields.get('moves').match(/[,;\s]/)[0]]);
  for (const name of fields.keys()) if (name && !FIELDS.has(name)) odd.push(['field', name]);
  return odd;
}

// A truncated link ends within its moves: some are missing, or the last one is incomplete.
function whereCut({ moves }, fields) {
  const sent = /^\d+$/.test(fields.get('n') ?? '') ? Number(fields.get('n')) : null;
  const half = [...fields.keys()].at(-1) === 'moves' && moves.length > 0 && !TOKEN.test(moves.at(-1)) && PART.test(moves.at(-1));
  const arrived = moves.length - (half ? 1 : 0);
  if (sent !== null && arrived < sent) return { arrived, sent };
  return half ? { arrived, sent: null } : null;
}

// Return the challenge of a link, and leave its moves out of the log.
function challengeIn(log, fields) {
  const [, moves, seconds] = /^(\d{1,6})(?::(\d{1,7}))?$/.exec(fields.get('beat') ?? '') ?? [];
  if (!moves) return null;
  const won = log.moves.splice(0);
  return { moves: Number(moves), seconds: seconds ? Number(seconds) : null, by: (fields.get('by') ?? '').slice(0, 40), log: won };
}

function claimIn(log, fields) {
  if (!fields.has('claim')) return null;
  const [claimed, moves] = fields.get('claim').split(':');
  const claim = { [PROSPECTS.includes(claimed) ? 'prospect' : 'outcome']: claimed, ...(/^\d+$/.test(moves ?? '') ? { moves_played: Number(moves) } : {}) };
  const more = ['subject', 'audience'].filter((name) => fields.has(name)).map((name) => [name, fields.get(name)]);
  return { ...log, claim, ...Object.fromEntries(more) };
}

// A chat program may have truncated the link within an escape.
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const cardsIn = (text) => text.match(/.{1,2}/gu) ?? [];

// Option values are words or integers.
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

// Input that cannot be opened, and what it lacks.
export const unknown = (missing, more = {}) => ({ kind: 'unknown', missing, ...more });

// Return the game or the claim that a link names. A link in prose may end with punctuation of the sentence.
export function fromLink(fragment) {
  let end = fragment.length;
  while (end && LINK_END.has(fragment[end - 1])) end -= 1;
  const read = readFragment(fragment.slice(0, end));
  if (!read) return unknown('link');
  if (read.daily && !read.log.seed && !read.log.deck && !read.log.board) return { kind: 'daily', variant: read.log.variant, date: read.daily === 'today' ? undefined : read.daily };
  const { claim, ...game } = read;
  const misspelt = read.odd.find(([what]) => what === 'separator') ?? (read.log.moves.length ? null : read.odd.find(([, name]) => name === 'move'));
  if (misspelt) return unknown(`link-${misspelt[0]}`, { value: misspelt[1] });
  return claim ? { kind: 'claim', from: 'link', claim, ...game } : { kind: 'game', from: 'link', ...game };
}
