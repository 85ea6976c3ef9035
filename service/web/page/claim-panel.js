// The panels for moderators: a claim beside the findings, and the contents of a receipt.

import * as api from '../data/api.js';
import { checkReceipt, originOf, readReceipt } from '../data/receipt.js';
import { prospectName, stateName, t } from '../i18n/panels.js';
import { button, fill, find, make } from '../dom.js';
import { problemSaid, refutationSaid, wordingOf } from './service-words.js';
import { copy, download } from './share.js';

export class ClaimPanel {
  #session;

  constructor(session) {
    this.#session = session;
    session.watch((_, previous) => session.game !== previous.game && this.#opened());
    if (session.game) this.#opened();
  }

  #opened() {
    this.show(this.#session.game.claim);
    fill('#receipt', null);
  }

  // Show a claim with its answer or problem. Null hides the panel.
  show(claim) {
    fill('#claim', claim && claimContent(claim));
    find('#claim').className = `panel ${claim?.answer?.confirmed ? 'good' : 'bad'}`;
  }

  // Show the contents of a receipt. Return whether it is genuine, as checkReceipt does.
  async showReceipt(text) {
    const { members, header } = readReceipt(text);
    let state;
    try {
      state = await checkReceipt(text, await api.keys());
    } catch (problem) {
      if (!(problem instanceof api.Problem)) throw problem;
      state = 'unasked';
    }
    fill('#receipt', receiptContent(state, members, header, this.#session.game));
    find('#receipt').className = `panel ${state !== 'genuine' ? 'bad' : originOf(members) === 'seed' ? 'good' : 'odd'}`;
    // Nothing reassuring stands beside a receipt that is not genuine.
    if (state !== 'genuine') this.show(null);
    return state;
  }
}

function claimContent({ request, answer, problem }) {
  if (problem) return [make('h2', {}, t('claim.problem')), problem.status ? problemSaid(problem) : make('p', {}, t('failure.unreached')), wordingOf(problem)];
  const verdict = answer.verdict;
  const claimed = request.claim ?? {};
  const rows = [
    ['outcome', claimed.outcome && stateName(claimed.outcome), stateName(verdict.outcome)],
    ...(claimed.prospect ? [['prospect', prospectName(claimed.prospect), verdict.prospect && prospectName(verdict.prospect)]] : []),
    ['moves', claimed.moves_played, verdict.moves_played],
    ['legal', t('claim.all'), verdict.valid ? t('claim.all') : t('claim.until', verdict.moves_played)],
    ...(request.checkpoints?.length ? [['checkpoints', request.checkpoints.length, verdict.first_divergence ? t('claim.until', verdict.first_divergence.after) : t('claim.hold')]] : []),
  ];
  return [
    make('h2', {}, t(answer.confirmed ? 'claim.confirmed' : 'claim.refuted')),
    make('table', {},
      make('thead', {}, make('tr', {}, ...['', 'claimed', 'found'].map((name) => make(name ? 'th' : 'td', name ? { scope: 'col' } : {}, name && t(`claim.${name}`))))),
      make('tbody', {}, ...rows.map(claimRow))),
    answer.refutations.length ? make('ul', {}, ...answer.refutations.map((refutation) => refutationRow(refutation, claimed, verdict))) : null,
    ...['subject', 'audience', 'ref'].filter((name) => request[name] !== undefined).map((name) => make('p', { className: 'quiet' }, t(`claim.${name}`), ' ', make('b', {}, request[name]))),
    answer.receipt ? receiptButtons(answer.receipt) : answer.confirmed ? make('p', { className: 'quiet' }, t('claim.unsigned')) : null,
  ];
}

// Return a row that says what differs: the claimed and the found value, or else the service's reason.
function refutationRow(refutation, claimed, verdict) {
  const words = {
    outcome_differs: () => t('refutation.differs', stateName(claimed.outcome), stateName(verdict.outcome)),
    prospect_differs: () => t('refutation.differs', prospectName(claimed.prospect), prospectName(verdict.prospect)),
    moves_differ: () => t('refutation.differs', t('moves', claimed.moves_played), t('moves', verdict.moves_played)),
  }[refutation.code];
  const row = words ? make('li', {}, words()) : refutationSaid(refutation, verdict);
  row.title = refutation.code;
  return row;
}

function claimRow([name, claimed, found]) {
  const differs = claimed !== undefined && String(claimed) !== String(found);
  return make(
    'tr', { className: differs && name !== 'checkpoints' ? 'differs' : '' },
    make('th', { scope: 'row' }, t(`claim.${name}`)), make('td', {}, claimed ?? '–'),
    make('td', {}, found ?? '–', differs && name !== 'checkpoints' ? ` ✗` : ''),
  );
}

function receiptButtons(receipt) {
  return make(
    'div', { className: 'row' },
    button(t('share.copy-receipt'), () => copy(receipt, 'receipt')),
    button(t('share.download-receipt'), () => download('receipt.txt', receipt)),
  );
}

// Return a time in seconds as a date and a time of day. A receipt that is not genuine may have any value.
function minuteOf(seconds) {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? String(seconds ?? '') : time.toISOString().slice(0, 16).replace('T', ' ');
}

function receiptContent(state, members, header, game) {
  const rules = Object.entries(members.rules ?? {}).map(([name, value]) => `${name}: ${value}`).join(', ');
  const origin = originOf(members);
  const rows = {
    deal: members.deal?.seed ? t('verdict.seed', members.deal.seed) : origin === 'seed' ? members.daily?.date : t(`receipt.${origin}`),
    iss: members.iss, sub: members.sub, aud: members.aud, ref: members.ref, variant: members.variant, rules,
    outcome: stateName(members.outcome), prospect: members.prospect && prospectName(members.prospect), moves_played: members.moves_played,
    score: members.score && Object.entries(members.score).map(([name, points]) => `${name}: ${points}`).join(', '),
    claimed_seconds: members.claimed_seconds, claimed_undos: members.claimed_undos,
    claimed_hints: members.claimed_hints,
    iat: minuteOf(members.iat),
    id: members.id, game_id: members.game_id, deal_id: members.deal_id, kid: header.kid,
  };
  const same = game?.verdict.id === members.id;
  return [
    make('h2', {}, t(`receipt.${state}`)),
    make('p', {}, t(state === 'genuine' ? 'receipt.certifies' : 'receipt.says')),
    state === 'genuine' && origin !== 'seed' ? make('p', {}, make('strong', {}, t('receipt.own'))) : null,
    make('dl', { className: 'members' }, ...Object.entries(rows).filter(([, value]) => value !== undefined && value !== '').flatMap(
      ([name, value]) => [make('dt', {}, t(`receipt.${name}`) ?? name), make('dd', {}, String(value), members.unchecked?.includes(name) ? ` ${t('receipt.unchecked')}` : '')])),
    state === 'genuine' ? make('p', { className: 'quiet' }, t(same ? 'receipt.this' : 'receipt.other')) : null,
    button(t('close'), () => fill('#receipt', null)),
  ];
}
