// Receipts: read, and checked against the keys of the service (a compact JWS, signed with Ed25519).

const TYPE = 'patience-receipt+jwt';

// { header, members } of a compact JWS that says it is a receipt, or null.
export function readReceipt(text) {
  const parts = text.trim().split('.');
  if (parts.length !== 3) return null;
  try {
    const [header, members] = parts.slice(0, 2).map((part) => JSON.parse(new TextDecoder().decode(bytesOf(part))));
    return header.typ === TYPE ? { header, members } : null;
  } catch {
    return null;
  }
}

// genuine, forged, unknown_key, or uncheckable where the browser has no Ed25519 (or the page no secure origin).
export async function checkReceipt(text, keys) {
  const { header } = readReceipt(text);
  const [head, body, signature] = text.trim().split('.');
  if (header.alg !== 'Ed25519') return 'forged';
  const jwk = keys.find(({ kid, crv }) => kid === header.kid && crv === 'Ed25519');
  if (!jwk) return 'unknown_key';
  try {
    const { kty, crv, x } = jwk;
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    const signed = new TextEncoder().encode(`${head}.${body}`);
    return (await crypto.subtle.verify('Ed25519', key, bytesOf(signature), signed)) ? 'genuine' : 'forged';
  } catch {
    return 'uncheckable';
  }
}

function bytesOf(part) {
  const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
