// Opens whatever was recognised: a game, a claim, a deal of the day, a receipt, a saved game, an answer of the service.

import * as api from '../data/api.js';
import { find, make } from '../dom.js';
import { stateName, t } from '../i18n/page.js';
import { hideNotice, notice, showProblem, showUnknown } from './open-panel.js';

export class Taker {
  #table;
  #drawer;
  #moderator;

  constructor(table, drawer, moderator) {
    this.#table = table;
    this.#drawer = drawer;
    this.#moderator = moderator;
  }

  take = (found) => {
    const { kind } = found;
    hideNotice();
    if (kind === 'unknown') return found.foreign ? this.#takeForeign(found) : showUnknown(found);
    find('#anything').value = '';
    find('#anything').blur();
    if (kind === 'game' || kind === 'claim') return this.#table.openFound(found);
    if (kind === 'daily') return this.takeDaily(found);
    if (kind === 'many') return api.load('../page/desk.js').then(({ showDesk }) => showDesk(found.items, this.take)).catch(showProblem);
    if (kind === 'receipt') return this.#takeReceipt(found.text);
    if (kind === 'save') return this.#takeSave(found.bytes);
    return this.#takeAnswer(found);
  };

  // Open the deal of a day.
  async takeDaily(found) {
    try {
      const { dailyDeal } = await api.load('../page/daily.js');
      const deal = await dailyDeal(found);
      if (deal) return this.#table.open(deal.log, { given: deal.given, kept: deal.kept });
    } catch (problem) {
      showProblem(problem, () => this.takeDaily(found));
    }
    if (!this.#table.session.game) this.#table.front(true);
    return null;
  }

  async #takeReceipt(text) {
    const state = await (await this.#moderator()).showReceipt(text);
    this.#drawer.open('evidence');
    find('#receipt').scrollIntoView({ block: 'nearest' });
    if (state !== 'genuine') notice(t(`receipt.${state}`), [make('p', {}, t('receipt.says-short'))]);
  }

  async #takeSave(bytes) {
    try {
      const { request, source, warnings } = await api.importSave(bytes);
      await this.#table.open(request, { given: { kind: 'save', source, warnings } });
    } catch (problem) {
      if (problem instanceof api.Problem && [404, 405, 501].includes(problem.status)) {
        return notice(t('save.title'), [make('p', {}, t('save.missing'))]);
      }
      showProblem(problem, () => this.#takeSave(bytes), t('save.title'));
    }
  }

  // A log in another program's notation, which the service reads. Its refusal names the place.
  async #takeForeign(found) {
    try {
      const { request, source, warnings } = await api.importLog(found.foreign);
      await this.#table.open(request, { given: { kind: 'log', source, warnings } });
    } catch (problem) {
      showUnknown({ ...found, detail: problem.detail });
    }
  }

  // An answer without its log is reported, but has no board.
  async #takeAnswer({ from, body }) {
    if (from === 'problem') return showProblem(new api.Problem({ status: 400, ...body }), null, t('answer.problem'));
    if (from === 'claim') {
      const { refutationSaid } = await api.load('../page/service-words.js');
      const details = body.refutations.map((refutation) => refutationSaid(refutation, body.verdict));
      notice(t(body.confirmed ? 'claim.confirmed' : 'claim.refuted'), [make('p', {}, t('taken', t('taken.answer'))), make('ul', {}, ...details), make('p', {}, t('unknown.verdict'))], { tone: body.confirmed ? 'odd' : 'bad' });
      return body.receipt && this.#takeReceipt(body.receipt);
    }
    const illegal = body.first_illegal_move;
    const result = illegal ? `${illegal.move}: ${illegal.detail}` : stateName(body.outcome);
    notice(t('answer.verdict'), [make('p', {}, result), make('p', {}, t('unknown.verdict'))], { tone: illegal ? 'bad' : 'odd' });
  }
}
