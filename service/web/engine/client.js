// A client of the service: retries when it is busy, and throws its problems as ServiceError.

import { linkTo } from './link.js';

/** A problem that the service answered (RFC 9457), or status 0 if it could not be reached. */
export class ServiceError extends Error {
  name = 'ServiceError';

  /** @param {Partial<import('./index.d.ts').Problem>} problem @param {ErrorOptions} [options] */
  constructor({ type = '', title = '', status = 0, detail = '', errors = [], request_id: requestId = '' }, options) {
    super(detail || title || 'The service could not be reached.', options);
    this.type = type;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
  }
}

const BUSY = [429, 503];

/**
 * Return a client of the service at an address.
 * @type {typeof import('./index.d.ts').createClient}
 */
export function createClient(baseUrl, { token, retries = 3, longestWait = 60, fetch = globalThis.fetch } = {}) {
  const root = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;

  /** @param {string} path @param {RequestInit & { headers?: Record<string, string> }} [options] */
  async function send(path, options = {}) {
    const headers = { ...options.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(new URL(path, root), { ...options, headers }).catch((cause) => {
        throw new ServiceError({}, { cause });
      });
      if (response.ok) return response;
      const wait = Number(response.headers.get('Retry-After') ?? NaN);
      const again = BUSY.includes(response.status) && attempt < retries && wait <= longestWait;
      if (!again) throw new ServiceError({ ...(await problemOf(response)), status: response.status });
      await response.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
    }
  }

  /** @param {string} path */
  const get = async (path) => (await send(path)).json();

  /** @param {string} path @param {unknown} body */
  const post = async (path, body) =>
    (await send(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();

  /** @param {string} path @param {Iterable<unknown>} requests @returns {AsyncGenerator<any, any>} */
  async function* batch(path, requests) {
    const body = Array.from(requests, (request) => `${JSON.stringify(request)}\n`).join('');
    const response = await send(path, { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body });
    let answer;
    for await (const line of linesOf(response)) {
      if (answer) yield answer;
      answer = JSON.parse(line);
    }
    if (answer?.summary) return answer.summary;
    throw new ServiceError({ detail: 'The answer is incomplete.', ...answer?.problem });
  }

  return {
    replay: (request) => post('v1/replays', request),
    replayBatch: (requests) => batch('v1/replays/batch', requests),
    claim: (request) => post('v1/claims', request),
    claimBatch: (requests) => batch('v1/claims/batch', requests),
    variants: async () => (await get('v1/variants')).variants,
    variant: (id) => get(`v1/variants/${encodeURIComponent(id)}`),
    deal: (variant, seed, rules = {}) => {
      const options = Object.entries(rules).map(([name, value]) => `${name}:${value}`).join(',');
      return get(`v1/deals/${encodeURIComponent(variant)}/${encodeURIComponent(seed)}${options && `?rules=${options}`}`);
    },
    link: (request, ply) => new URL(linkTo(request, ply).slice(1), root).href,
  };
}

/** @param {Response} response */
const problemOf = (response) => response.json().catch(() => ({ detail: response.statusText }));

/** @param {Response} response @returns {AsyncGenerator<string, void>} */
async function* linesOf(response) {
  const decoder = new TextDecoder();
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  let rest = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter(Boolean);
  }
  if (rest) yield rest;
}
