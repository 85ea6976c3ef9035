// Calls of the public API.

// An RFC 9457 problem: the service refused a request, or could not be reached.

export class Problem extends Error {
  constructor({ type = '', title = '', detail = '', status = 0, errors, limit, suggestion }) {
    super(detail || title);
    // A visitor may paste one, so its members may be anything.
    Object.assign(this, { kind: String(type).split(':').pop(), title, detail, status, errors: [errors ?? []].flat().filter((error) => error?.detail), limit, suggestion });
  }
}

// Called with the number of pending requests whenever it changes.
export const waiting = { changed: () => {}, number: 0 };

function note(more) {
  waiting.number += more;
  waiting.changed(waiting.number);
}

async function ask(path, options) {
  note(1);
  try {
    const response = await fetch(path, options);
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    // Each answer of the service is JSON: another one is of what stands in its place, such as a host of files.
    throw new Problem(answer ? { ...answer, status: response.status } : {});
  } catch (error) {
    // Status 0: the service could not be reached.
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
export const importLog = ({ text, ...query }) =>
  ask(`v1/imports?${new URLSearchParams(query)}`, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: text });
export const keys = () => ask('.well-known/jwks.json').then((answer) => answer.keys);
const visited = new Map();

// Return what a path answers, which is fetched once per visit.
function once(path) {
  if (!visited.has(path)) {
    const request = ask(path);
    request.catch(() => visited.delete(path));
    visited.set(path, request);
  }
  return visited.get(path);
}

export const variants = () => once('v1/variants').then((answer) => answer.variants);

export const examples = () => ask('web/data/examples/index.json').then((answer) => answer.examples);
// By variant: the options that have tables of winnable deals, and those that have grades.
export const knownDeals = () => once('web/data/deals.json');
export const winnableDeals = (variant, rules, grade) =>
  ask(`v1/deals/${encodeURIComponent(variant)}?${new URLSearchParams({ prospect: 'winnable', rules, limit: 1000, ...(grade ? { difficulty: grade } : {}) })}`);
export const gradedDeal = (variant, rules, seed) =>
  ask(`v1/deals/${encodeURIComponent(variant)}/${seed}?${new URLSearchParams({ include: 'difficulty', hide: 'face_down', rules })}`);
export const daily = (variant, date) => ask(`v1/daily/${encodeURIComponent(variant)}${date ? `/${encodeURIComponent(date)}` : ''}`);
export const service = () => once('v1');
export const examplesOf = (variant) => ask(`web/data/examples/${variant}.json`).then((answer) => answer.games);
export const variant = (id) => once(`v1/variants/${encodeURIComponent(id)}`);

// Load a module that few visits need, by its path from here.
export const load = (module) => import(module).catch(() => Promise.reject(new Problem({})));

// The day of the service, whose days are UTC.
export const today = () => new Date().toISOString().slice(0, 10);

export const randomSeed = () => String(1 + crypto.getRandomValues(new Uint32Array(1))[0]);

export const addressOf = (path) => new URL(path, document.baseURI).href;
