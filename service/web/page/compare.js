// Two games of one deal side by side, on a phone one below the other: both boards after the same number of moves, and the move where
// they part.

import { GameRecord } from '../game/record.js';
import { spelled } from '../game/tree.js';
import { moveInWords, stateName, t } from '../i18n/panels.js';
import { button, find, make } from '../dom.js';
import { drawn } from '../table/svg-export.js';
import { shapeOf } from '../table/geometry.js';

// Return a text that is equal for logs of one deal, null if something is no log.
export function dealOfLog(log) {
  if (!log?.variant) return null;
  const { variant, seed, deck, board, rules = {} } = log;
  const options = Object.entries(rules).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([variant, seed === undefined ? null : String(seed), deck ?? null, board ?? null, options]);
}

// Return how many moves two lines of nodes have in common.
export function common(one, other) {
  const token = (node) => node && spelled(node.token, node.step);
  let ply = 0;
  while (one[ply + 1] && token(one[ply + 1]) === token(other[ply + 1])) ply += 1;
  return ply;
}

// Compare two items of a list, { name, log }. `open` opens one of them by its index, at a place.
export async function compare(items, open) {
  const games = await Promise.all(items.map(({ log }) => GameRecord.judged(log, { kind: 'request' })));
  const lines = games.map(({ tree }) => tree.lineThrough(tree.root).filter(({ illegal }) => !illegal));
  const parting = common(...lines);
  const last = Math.max(...lines.map(({ length }) => length)) - 1;
  const dialog = find('#compare') ?? make('dialog', { id: 'compare', ariaLabel: t('compare.title') });
  const halves = items.map(({ name }, index) => {
    const picture = make('div', { className: 'picture', role: 'img' });
    const step = make('p', { className: 'step' });
    const act = button(t('compare.open'), () => {
      dialog.close();
      open(index, Number(scrub.value));
    });
    const game = games[index];
    const badge = make('span', { className: `badge ${game.state}` }, stateName(game.state));
    return { picture, step, part: make('section', {}, make('div', { className: 'row' }, make('h3', {}, name, ' ', badge, ' ', make('small', {}, t('moves', game.played))), act), picture, step) };
  });
  const scrub = make('input', { type: 'range', min: 0, max: last, ariaLabel: t('compare.scrub') });
  const show = (ply) => {
    scrub.value = ply;
    halves.forEach(({ picture, step }, index) => {
      const line = lines[index];
      const node = line[Math.min(ply, line.length - 1)];
      picture.replaceChildren(drawn({ shape: shapeOf(games[index].variant, line[0].position), position: node.position }));
      step.textContent = ply < line.length ? stepAt(line, ply) : t('compare.ended', line.length - 1);
      picture.setAttribute('aria-label', step.textContent);
    });
  };
  scrub.addEventListener('input', () => show(Number(scrub.value)));
  dialog.replaceChildren(
    make('h2', { tabIndex: -1 }, games[0].variant.title),
    make('p', {}, t('compare.parting', parting, parting >= last)),
    make('div', { className: 'pair' }, ...halves.map(({ part }) => part)),
    make('div', { className: 'row controls' },
      scrub,
      button(t('control.back'), () => show(Math.max(0, Number(scrub.value) - 1))),
      button(t('control.forward'), () => show(Math.min(last, Number(scrub.value) + 1))),
      button(t('compare.part'), () => show(Math.min(last, parting + 1))),
      button(t('close'), () => dialog.close(), { className: 'close main' })),
  );
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.showModal();
  show(Math.min(last, parting + 1));
}

// Say a move of a line by its number.
function stepAt(line, ply) {
  if (!ply) return t('compare.deal');
  const { token, step } = line[ply];
  return `${t('compare.move', ply)} ${moveInWords(spelled(token, step), line[ply - 1].position)}.`;
}
