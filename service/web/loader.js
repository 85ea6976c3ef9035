// The end of the bundle that starts the page (service/api/bundles.py). The service writes MODULES, the modules of this bundle, before
// it, and the bundle of each module in place of the name below. A module is a function that returns its exports, and runs once.

const bundleOf = BUNDLES;
const root = new URL('../', import.meta.url);
const modules = { ...MODULES };
const started = new Map();

async function use(path) {
  if (!(path in bundleOf)) return import(new URL(path, root));
  // A bundle that could not be loaded is asked for again.
  if (!(path in modules)) Object.assign(modules, (await import(new URL(bundleOf[path], root))).default);
  if (!started.has(path)) started.set(path, start(path));
  return started.get(path);
}

function start(path) {
  const url = new URL(path, root);
  return modules[path](use, (found) => use(new URL(found, url).href.slice(root.href.length)), url);
}

await use('start.js');
