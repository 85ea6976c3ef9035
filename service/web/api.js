// The public API, and nothing beside it.

const ROOT = new URL('..', import.meta.url);

// A request that the service refused, or that never reached it: an RFC 9457 problem.
export class Problem extends Error {
  constructor({ title = 'Something went wrong', detail = '', errors = [] }) {
    super(detail || title);
    this.title = title;
    this.detail = detail;
    this.errors = errors;
  }
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(new URL(path, ROOT), options);
  } catch {
    throw new Problem({ title: 'No answer', detail: 'The referee cannot be reached.' });
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer;
  throw new Problem(answer ?? { title: `Status ${response.status}`, detail: response.statusText });
}

const post = (path, body) =>
  ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

export const replay = (log, include) => post('v1/replays', { ...log, include });
export const claim = (log) => post('v1/claims', log);
export const variants = () => ask('v1/variants').then((answer) => answer.variants);
export const examples = () => ask('web/examples/index.json').then((answer) => answer.examples);
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

export const replaysAddress = () => new URL('v1/replays', ROOT).href;
