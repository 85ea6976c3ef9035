// The service worker: all games can be dealt and played without a network, with hints and statistics. The service writes VERSION,
// FILES and PICTURES before this text.
//
// A version has a cache of its own with all its files, so a page that is open keeps them until it is closed, whatever is published
// meanwhile: the next version waits for that, and then deletes the caches before it. Files come from the cache first, the page and
// what the API says of games from the network if there is one.

const PAGE = './';
const GAMES = 'web/engine/variants.json';
const LISTS = ['v1', 'v1/variants'];
const KEPT = /^(?:v1(?:\/variants(?:\/[\w-]+)?)?|v1\/deals\/[\w-]+|v1\/daily\/.*|games\/[\w-]+\.svg)$/;

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(tidy()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const root = new URL(self.registration.scope).pathname;
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(root)) return;
  const path = pathname.slice(root.length);
  if (request.mode === 'navigate') {
    if (path === '' || path === 'embed') event.respondWith(fresh(request, PAGE, path));
  } else if (path.startsWith('web/')) event.respondWith(kept(request, path));
  else if (KEPT.test(path)) event.respondWith(fresh(request, request, path));
});

async function fill() {
  const cache = await caches.open(VERSION);
  await cache.addAll([PAGE, ...FILES]);
  // Without one of these the page still works.
  await Promise.all([...LISTS, ...PICTURES].map((path) => cache.add(path).catch(() => {})));
}

async function tidy() {
  const others = (await caches.keys()).filter((name) => name !== VERSION);
  for (const name of others) await caches.delete(name);
  // The page of a first visit has the files of this version.
  if (!others.length) await self.clients.claim();
}

// Data has an address without a version, too.
async function kept(request, path) {
  const versioned = path.replace(/^web\/(?!v[0-9a-f]{12}\/)/, `web/${VERSION}/`);
  return (await caches.match(new URL(versioned, self.registration.scope), { ignoreVary: true })) ?? fetch(request);
}

// Ask the network, and keep what it answers. Without one, return what was kept.
async function fresh(request, name, path) {
  const cache = await caches.open(VERSION);
  try {
    const response = await fetch(request);
    if (response.ok && request.mode !== 'navigate') await cache.put(name, response.clone());
    return response;
  } catch (error) {
    const found = (await cache.match(name, { ignoreVary: true })) ?? (await described(path));
    if (found) return found;
    throw error;
  }
}

// Return what the engine's list of all games has of one, null if the path is not that of a game.
async function described(path) {
  const id = /^v1\/variants\/([\w-]+)$/.exec(path)?.[1];
  const games = id && await (await kept(GAMES, GAMES)).json();
  return games?.[id] ? Response.json(games[id]) : null;
}
