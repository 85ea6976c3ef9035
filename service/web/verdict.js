// The verdict panel: the state of the game and its illegal move.

import { button, fill, make } from './dom.js';
import { movesTo, leftAt } from './tree.js';
import { parseMove } from './notation.js';
import { moveInWords, moveNumber, stateName, t } from './i18n.js';

export class VerdictPanel {
  #session;
  #board;
  #attempt;

  constructor(session, board, attempt) {
    this.#session = session;
    this.#board = board;
    this.#attempt = attempt;
    session.watch(() => this.#show());
  }

  #show() {
    const { game, node } = this.#session;
    fill('#verdict', summary(this.#session));
    fill('#illegal', this.#illegal(game, node));
  }

  #illegal(game, node) {
    const end = game.tree.mainEnd;
    if (!node.illegal) return end.illegal && this.#elsewhere(end);
    const { move, detail, legal_moves: legal } = node.illegal;
    const position = node.position;
    return [
      make('h2', {}, t('illegal.title', moveNumber(node.ply)), ' ', make('code', {}, move)),
      make('p', { className: 'why', lang: 'en' }, detail),
      make('p', { className: 'quiet' }, t('illegal.reads', moveInWords(move, position))),
      make('h3', {}, t('illegal.instead', legal.length)),
      this.legalList(sameCardsFirst(legal, move), position),
    ];
  }

  #elsewhere(end) {
    return [
      make('h2', {}, t('illegal.title', moveNumber(end.ply)), ' ', make('code', {}, end.token)),
      button(t('show'), () => {
        this.#session.game.tree.prefer(end);
        this.#session.go(end);
      }),
    ];
  }

  // Show legal moves as buttons with a preview.
  legalList(moves, position) {
    const items = moves.map((token) => {
      const play = button('', () => this.#attempt(token));
      play.append(make('code', {}, token), ` ${moveInWords(token, position)}`);
      const show = () => this.#board.preview(token, 'good');
      const hide = () => this.#unshow();
      for (const name of ['pointerenter', 'focus']) play.addEventListener(name, show);
      for (const name of ['pointerleave', 'blur']) play.addEventListener(name, hide);
      return make('li', {}, play);
    });
    return make('ul', { className: 'legal' }, ...items);
  }

  #unshow() {
    const { node } = this.#session;
    if (node.illegal) this.#board.preview(node.illegal.move, 'bad');
    else this.#board.preview(null);
  }
}

// Moves of the same cards first, then moves from the same pile.
function sameCardsFirst(legal, token) {
  const meant = parseMove(token);
  if (!meant) return legal;
  const far = (move) => (move?.source !== meant.source ? 2 : Number(move.cards !== meant.cards));
  return legal.toSorted((one, other) => far(parseMove(one)) - far(parseMove(other)));
}

function summary({ game, node }) {
  const { verdict, variant, log, given, state } = game;
  const rules = Object.entries(verdict.rules).map(([name, value]) => `${name}: ${value}`.replaceAll('_', ' '));
  return [
    make('h2', {}, variant.title),
    make('p', { className: `badge ${state}` }, stateName(state)),
    make('p', {}, verdict.valid
      ? t('verdict.legal', verdict.moves_total)
      : t('verdict.until', verdict.moves_played, verdict.moves_total)),
    state === 'refuted' ? make('p', {}, t('verdict.behind', stateName(verdict.valid ? verdict.outcome : 'invalid'))) : null,
    node.main || node.illegal ? null : make('p', { className: 'own' }, ownLine(node)),
    make('p', { className: 'quiet' }, [log.deck ? t('verdict.deck') : t('verdict.seed', log.seed), ...rules].join(' · ')),
    make('p', { className: 'quiet', id: 'taken' }, t('taken', t(`taken.${given.kind}`))),
    ...(given.warnings ?? []).map((warning) => make('p', { className: 'quiet', lang: 'en' }, warning)),
    given.source?.undone_moves ? make('p', { className: 'quiet' }, t('taken.undone', given.source.undone_moves)) : null,
  ];
}

function ownLine(node) {
  const from = leftAt(node);
  return t('verdict.own', movesTo(node).length - from.ply, from.ply, node.outcome ? stateName(node.outcome) : '');
}
