// The public API, and nothing beside it.

const ROOT = new URL('..', import.meta.url);

// A request that the service refused, or that never reached it: an RFC 9457 problem.
export class Problem extends Error {
  constructor({ title = '', detail = '', status = 0, errors = [] }) {
    super(detail || title);
    Object.assign(this, { title, detail, status, errors });
  }
}

// Called with the number of requests under way, whenever it changes.
export const waiting = { changed: () => {}, number: 0 };

function note(more) {
  waiting.number += more;
  waiting.changed(waiting.number);
}

async function ask(path, options) {
  note(1);
  try {
    const response = await fetch(new URL(path, ROOT), options);
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    throw new Problem({ ...(answer ?? { detail: response.statusText }), status: response.status });
  } catch (error) {
    // Status 0: the service was not reached.
    throw error instanceof Problem ? error : new Problem({});
  } finally {
    note(-1);
  }
}

const post = (path, body) =>
  ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

export const replay = (log, include) => post('v1/replays', { ...log, include });
export const prospect = (log, include, budget) => post('v1/prospects', { ...log, include, ...(budget === undefined ? {} : { budget }) });
export const claim = (body) => post('v1/claims', body);
export const importSave = (bytes) =>
  ask('v1/imports', { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: bytes });
export const keys = () => ask('.well-known/jwks.json').then((answer) => answer.keys);
export const variants = () => ask('v1/variants').then((answer) => answer.variants);
export const examples = () => ask('web/examples/index.json').then((answer) => answer.examples);
// The options for which deals are known that can be won, by variant.
export const winnable = () => ask('web/winnable.json');
export const winnableAfter = (variant, rules, seed) =>
  ask(`v1/deals/${encodeURIComponent(variant)}?${new URLSearchParams({ prospect: 'winnable', rules, after_seed: seed, limit: 1 })}`);
export const examplesOf = (variant) => ask(`web/examples/${variant}.json`).then((answer) => answer.games);

const described = new Map();

// A variant in full; it does not change while the page is open.
export function variant(id) {
  if (!described.has(id)) {
    const asked = ask(`v1/variants/${encodeURIComponent(id)}`);
    asked.catch(() => described.delete(id));
    described.set(id, asked);
  }
  return described.get(id);
}

export const addressOf = (path) => new URL(path, ROOT).href;
