// The moderator's desk: a list of games and claims, each with the engine's verdict first. One is opened after another, and the list
// stays at hand. This page judges them itself, so a list costs the service nothing; claims on prospects are the service's to judge.

import * as api from '../data/api.js';
import { stateName, t } from '../i18n/panels.js';
import { breath, button, find, groupBy, make } from '../dom.js';
import { announce } from './announcer.js';
import { GameRecord } from '../game/record.js';
import { compare, dealOfLog } from './compare.js';
import { showProblem } from './open-panel.js';

const MOST_LISTED = 1000;
// What a moderator looks at first.
const WRONG = ['refuted', 'invalid', 'problem'];

// The list that is open: its items, the row that was opened last, and the function that opens one.
let desk = null;

// Show a list to pick from. `take` opens an item, which knows its place as `listed`.
export function showDesk(items, take) {
  const dialog = find('#picker');
  desk = { items, take, last: null };
  const rows = items.slice(0, MOST_LISTED).map(rowOf);
  const more = items.length - rows.length;
  const wrong = button(t('desk.wrong', 0), () => filter(true), { id: 'desk-wrong' });
  const words = make('input', { type: 'search', ariaLabel: t('desk.search'), placeholder: t('desk.search') });
  const show = (isWrongOnly) => {
    for (const [control, isOn] of [[wrong, isWrongOnly], [all, !isWrongOnly]]) control.setAttribute('aria-pressed', isOn);
    const wanted = words.value.toLowerCase();
    for (const row of rows) row.hidden = (isWrongOnly && !WRONG.includes(row.dataset.state)) || !row.textContent.toLowerCase().includes(wanted);
  };
  const filter = (isWrongOnly = wrong.getAttribute('aria-pressed') === 'true') => {
    show(isWrongOnly);
    announce(t('picker.found', rows.filter(({ hidden }) => !hidden).length));
  };
  const all = button(t('desk.all', items.length), () => filter(false));
  words.addEventListener('input', () => filter());
  dialog.querySelector('h2').textContent = t('picker.title', items.length);
  dialog.querySelector('.filters')?.remove();
  dialog.querySelector('h2').after(make('div', { className: 'row filters' }, all, wrong, words));
  offerComparison(rows);
  dialog.querySelector('ol').replaceChildren(...rows, ...(more > 0 ? [make('li', {}, t('problem.more', more))] : []));
  show(false);
  dialog.showModal();
  return judgeAll(rows, wrong, () => show(wrong.getAttribute('aria-pressed') === 'true'));
}

// Show the list again, with the row that was opened last.
export function showListAgain() {
  find('#picker').showModal();
  desk.last?.querySelector('button').focus();
}

// Open the next game of the list that the filters show.
export function openNext() {
  const shown = [...find('#picker').querySelectorAll('li:not([hidden])')].filter((row) => row.item);
  const next = shown[shown.indexOf(desk.last) + 1];
  if (next) open(next);
  else showListAgain();
}

function open(row, ply) {
  desk.last = row;
  find('#picker').close();
  return desk.take({ ...row.item, ...(ply === undefined ? {} : { ply }), listed: { number: row.item.number, of: desk.items.length } });
}

// Where several rows have one deal, let two of them be compared: the first is chosen, then the second.
function offerComparison(rows) {
  const rowsOf = groupBy(rows.filter(({ item }) => item.log), ({ item }) => dealOfLog(item.log));
  let chosen = null;
  const choose = (row, act) => {
    const first = chosen;
    chosen?.act.setAttribute('aria-pressed', 'false');
    chosen = first?.row === row ? null : { row, act };
    if (!chosen || !first || dealOfLog(first.row.item.log) !== dealOfLog(row.item.log)) return chosen && act.setAttribute('aria-pressed', 'true');
    chosen = null;
    const pair = [first.row, row];
    return compare(pair.map(({ item, name }) => ({ name, log: item.log })), (index, ply) => open(pair[index], ply)).catch(showProblem);
  };
  for (const same of rowsOf.values()) {
    if (same.length < 2) continue;
    for (const row of same) {
      const act = button(t('compare.choose'), () => choose(row, act), { className: 'compare', 'aria-pressed': 'false' });
      row.append(act);
    }
  }
}

function rowOf({ number, ref, item }) {
  const act = button('', () => open(row));
  act.append(make('span', { className: 'badge' }, '…'), make('span', { className: 'number' }, String(number)), make('span', { className: 'name' }, nameOf(item, ref)), make('span', { className: 'quiet' }, summaryOf(item)));
  const row = make('li', {}, act);
  row.item = { ...item, number, ref };
  row.name = ref ?? item.claim?.subject ?? t('compare.number', number);
  return row;
}

// Whose game a row is, and of which game.
const nameOf = ({ claim, log }, ref, title = log?.variant) => [ref ?? claim?.subject, title].filter(Boolean).join(' · ');

async function judgeAll(rows, wrong, changed) {
  const own = desk;
  for (const row of rows) {
    const { state, title } = await judged(row.item);
    if (desk !== own) return;
    row.dataset.state = state ?? '';
    row.querySelector('.name').textContent = nameOf(row.item, row.item.ref, title);
    const badge = row.querySelector('.badge');
    badge.hidden = !state;
    badge.className = `badge ${state === 'problem' ? 'invalid' : state}`;
    badge.textContent = state === 'problem' ? t('picker.problem') : state && stateName(state);
    wrong.textContent = t('desk.wrong', wrongOf(rows));
    changed();
    await breath();
  }
  if (find('#picker').open) announce(t('desk.judged', rows.length, wrongOf(rows)));
}

const wrongOf = (rows) => rows.filter(({ dataset }) => WRONG.includes(dataset.state)).length;

// Return the title of a game and its state: refuted for a claim that does not hold, problem for one that cannot be judged, null for others.
async function judged({ kind, log, claim }) {
  if (kind !== 'game' && kind !== 'claim') return { state: kind === 'unknown' ? 'problem' : null };
  try {
    if (claim?.claim.prospect) {
      const { confirmed, verdict } = await api.claim(claim);
      return { state: confirmed ? verdict.outcome : 'refuted' };
    }
    const game = await GameRecord.judged(log, { kind: 'request' });
    const state = claim && !holds(game, claim.claim) ? 'refuted' : game.state;
    return { state: game.malformed ? 'problem' : state, title: game.variant?.title };
  } catch (problem) {
    if (!(problem instanceof api.Problem)) throw problem;
    return { state: 'problem' };
  }
}

function holds(game, { outcome, moves_played: moves }) {
  return !game.illegal && !game.firstDifference && [undefined, game.last.outcome].includes(outcome) && [undefined, game.played].includes(moves);
}

function summaryOf({ kind, from, log, body, missing }) {
  if (kind === 'unknown') return t(`unknown.${missing}`, {}).split('. ')[0];
  if (kind === 'answer' && from === 'claim') return t(body.confirmed ? 'claim.confirmed' : 'claim.refuted');
  if (kind === 'answer' && from === 'problem') return body.detail ?? body.title;
  if (kind === 'answer') return stateName(body.valid ? body.outcome : 'invalid');
  return `${t(`taken.${kind === 'claim' ? 'claim' : from}`)} · ${t('moves', log.moves?.length ?? 0)}${log.seed ? ` · ${t('verdict.seed', log.seed)}` : ''}`;
}
