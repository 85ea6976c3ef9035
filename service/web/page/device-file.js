// All that this device keeps of its player as one file, to take to another device: statistics, won days, receipts and settings.

import { isObject, isText, readJson } from '../data/untrusted.js';
import { CHOICES, SWITCHES, recall, remember } from '../dom.js';
import { keepReceipt, receipts } from './kept-receipts.js';
import { all, joined, keepAll } from './records.js';
import { keepWin, wonDays } from './won-days.js';

const SETTINGS = [...Object.keys(SWITCHES), ...Object.keys(CHOICES), 'language', 'player'];
const KIND = 'patience-referee device';

// Return the text of the file.
export function deviceFile() {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, recall(name)]).filter(([, value]) => value !== null));
  return JSON.stringify({ kind: KIND, statistics: all(), days: wonDays(), receipts: receipts(), settings }, null, 1);
}

// Join a file with what the device has: the longer record of each game, all days and receipts, and the settings of the file. Return
// whether the text is such a file.
export function takeDeviceFile(text) {
  const { value } = readJson(text);
  if (value?.kind !== KIND) return false;
  keepAll(joined(all(), isObject(value.statistics) ? value.statistics : {}));
  for (const [date, games] of Object.entries(isObject(value.days) ? value.days : {})) {
    for (const [variant, win] of Object.entries(isObject(games) ? games : {})) if (isDay(date) && isObject(win)) keepWin(date, variant, read(win));
  }
  for (const receipt of [value.receipts].flat()) if (isObject(receipt)) keepReceipt(receipt);
  for (const name of SETTINGS) if (isText(value.settings?.[name])) remember(name, value.settings[name]);
  return true;
}

const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const read = ({ moves, withoutUndo, withoutHint }) => ({ moves: Math.max(0, Math.trunc(Number(moves)) || 0), withoutUndo: withoutUndo === true, withoutHint: withoutHint === true });
