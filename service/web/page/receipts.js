// The receipts of games won on deals of the day. They are kept on this device, and can be verified here.

import * as api from '../data/api.js';
import { checkReceipt, readReceipt } from '../data/receipt.js';
import { sha256 } from '../engine/digest.js';
import { dayName, t } from '../i18n/panels.js';
import { button, find, make } from '../dom.js';
import { announce } from './announcer.js';
import { receipts } from './kept-receipts.js';
import { copy, download } from './share.js';

// Show the list in a dialog.
export function showReceipts() {
  const dialog = find('#receipts') ?? make('dialog', { id: 'receipts', ariaLabel: t('receipts.title') });
  dialog.replaceChildren(
    make('h2', {}, t('receipts.title')),
    make('p', {}, t('receipts.device')),
    make('ul', { className: 'receipts' }, ...receipts().map(entry)),
    make('p', { className: 'quiet' }, t('receipts.commitment'), ' ', make('a', { href: api.addressOf('daily-deals#section-daily-deals') }, t('receipts.docs'))),
    button(t('close'), () => dialog.close(), { className: 'close main' }),
  );
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
}

function entry(kept) {
  const { date, title, grade, variant, moves, receipt } = kept;
  const found = make('p', { className: 'quiet' }, receipt ? '' : t('receipts.unsigned'));
  return make(
    'li', {},
    make('h3', {}, `${dayName(date)} · ${title}`),
    make('p', {}, t('receipts.won', moves, t(`grade.${grade}`))),
    receipt ? make(
      'div', { className: 'row' },
      button(t('receipts.verify'), () => verify(kept, found)),
      button(t('share.copy-receipt'), () => copy(receipt, 'receipt')),
      button(t('share.download-receipt'), () => download(`receipt-${variant}-${date}.txt`, receipt)),
    ) : null,
    found,
  );
}

// Check the signature, and after the day also that the service revealed a secret that fits its commitment.
async function verify({ receipt, variant, date, commitment }, found) {
  try {
    const [state, { secret }] = await Promise.all([api.keys().then((keys) => checkReceipt(receipt, keys)), api.daily(variant, date).catch(() => ({}))]);
    const kept = !secret ? 'later' : (await sha256(bytesOf(secret))) === commitment ? 'fits' : 'differs';
    const { daily, outcome } = readReceipt(receipt).members;
    const fits = daily?.variant === variant && daily.date === date && outcome === 'won';
    found.textContent = `${t(`receipt.${state === 'genuine' && !fits ? 'other_game' : state}`)}. ${t(`receipts.${kept}`)}`;
  } catch (problem) {
    if (!(problem instanceof api.Problem)) throw problem;
    found.textContent = t('receipt.unasked');
  }
  announce(found.textContent);
}

const bytesOf = (digits) => Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
