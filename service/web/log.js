// Game logs as text: what people paste, and what they copy.

import { Problem, replaysAddress } from './api.js';
import { readFragment } from './link.js';

// A log (and a ply, if the text names one) from a replay request, a claim or a share link.
export function readLog(text) {
  const trimmed = text.trim();
  if (/^https?:\S+#\S+$/.test(trimmed)) {
    const linked = readFragment(new URL(trimmed).hash);
    if (linked) return linked;
  }
  let body;
  try {
    body = JSON.parse(trimmed);
  } catch (error) {
    throw new Problem({ title: 'Not a game log', detail: `This is neither JSON nor a share link: ${error.message}.` });
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw new Problem({ title: 'Not a game log', detail: 'A replay request is a JSON object.' });
  }
  // A line of the fixtures holds its request; a claim is a log with a claim on it. What it needs, the viewer asks itself.
  const { include, claim, subject, ...log } = body.request ?? body;
  return { log };
}

export function curlOf(log) {
  const body = JSON.stringify({ ...log, include: ['final_state', 'legal_moves'] });
  const quoted = `'${body.replaceAll("'", String.raw`'\''`)}'`;
  return `curl -sS ${replaysAddress()} -H 'Content-Type: application/json' --data-raw ${quoted}`;
}

export function claimOf(log, outcome) {
  const { checkpoints, ...plain } = log;
  return { ...plain, claim: { outcome, moves: log.moves.length } };
}

// A JSON pointer in plain words: "/moves/17" is "move 18".
export function placeInWords(pointer) {
  const [field, index, ...rest] = pointer.slice(1).split('/');
  const number = Number(index) + 1;
  if (field === 'moves' && index !== undefined) return `move ${number}`;
  if (field === 'deck' && index !== undefined) return `card ${number} of the deck`;
  if (field === 'rules' && index !== undefined) return `rule “${index}”`;
  if (field === 'checkpoints' && index !== undefined) return `checkpoint ${number}${rest.length ? `, ${rest.join(' ')}` : ''}`;
  return `field “${field}”`;
}
