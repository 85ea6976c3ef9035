// Read receipts and verify them with the keys of the service (compact JWS, Ed25519).

import { isObject, readJson } from './untrusted.js';

const TYPE = 'patience-receipt+jwt';
const VERSION = '2';

// Return { header, members } of a compact JWS with the type of a receipt, else null.
export function readReceipt(text) {
  const parts = text.trim().split('.');
  if (parts.length !== 3) return null;
  const [header, members] = parts.slice(0, 2).map((part) => readJson(textOf(part)).value);
  return isObject(header) && header.typ === TYPE && isObject(members) ? { header, members } : null;
}

function textOf(part) {
  try {
    return new TextDecoder().decode(bytesOf(part));
  } catch {
    return '';
  }
}

// Return where the cards came from: seed, own_deck or own_board. A receipt from before the member `deal` has at most
// own_board or daily; unnamed stands for neither.
export function originOf({ deal, own_board, daily }) {
  return deal ? Object.keys(deal)[0] : own_board ? 'own_board' : daily ? 'seed' : 'unnamed';
}

// Return genuine, forged, unknown_key, other_version (the signature is valid), or uncheckable if the browser lacks Ed25519 or the origin is insecure.
export async function checkReceipt(text, keys) {
  const { header, members } = readReceipt(text) ?? { header: {} };
  const [head, body, signature] = text.trim().split('.');
  if (header.alg !== 'Ed25519') return 'forged';
  const jwk = keys.find(({ kid, crv }) => kid === header.kid && crv === 'Ed25519');
  if (!jwk) return 'unknown_key';
  try {
    const { kty, crv, x } = jwk;
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    const signed = new TextEncoder().encode(`${head}.${body}`);
    if (!(await crypto.subtle.verify('Ed25519', key, bytesOf(signature), signed))) return 'forged';
    return members.receipt_version === VERSION ? 'genuine' : 'other_version';
  } catch {
    return 'uncheckable';
  }
}

function bytesOf(part) {
  const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
