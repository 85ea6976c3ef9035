// What the referee says: how the game stands, the first illegal move, the first divergence.

import { find, make } from './dom.js';
import { capital, cardSign, count, moveInWords, parseMove, pileName } from './words.js';

const OUTCOMES = { won: 'Won', lost: 'Lost', in_progress: 'In progress' };

export class VerdictPanel {
  #session;
  #attempt;

  constructor(session, attempt) {
    this.#session = session;
    this.#attempt = attempt;
    session.watch(() => this.#show());
  }

  #show() {
    const { game } = this.#session;
    find('#verdict').replaceChildren(...summary(game));
    this.#panel('#illegal', game.illegal && this.#illegal(game.illegal));
    this.#panel('#divergence', game.divergence && this.#divergence(game.divergence));
  }

  #panel(selector, content) {
    const panel = find(selector);
    panel.hidden = !content;
    panel.replaceChildren(...(content ?? []));
  }

  #illegal({ index, move, detail, legal_moves: legal }) {
    const title = make('h2', {}, `Move ${index + 1} is illegal: `, make('code', {}, move));
    if (!this.#session.atIllegal) return [title, this.#goTo(index, 'Show it')];
    const position = this.#session.position;
    return [
      title,
      make('p', { className: 'why' }, detail),
      make('p', { className: 'quiet' }, `It reads: ${moveInWords(move, position)}.`),
      make('h3', {}, legal.length ? `Legal instead: try one (${legal.length})` : 'No move is legal here.'),
      legalList(legal, position, this.#attempt),
    ];
  }

  #divergence({ after, piles }) {
    const where = after ? `after ${count(after, 'move')}` : 'in the deal';
    const title = make('h2', {}, `The log's checkpoint differs ${where}`);
    const rows = piles.map(({ pile, expected, found }) => make(
      'div', { className: 'difference' },
      make('h3', {}, capital(pileName(pile))),
      make('dl', {},
        make('dt', {}, 'The log says'), make('dd', {}, ...cardsWhereTheyDiffer(expected, found)),
        make('dt', {}, 'The referee finds'), make('dd', {}, ...cardsWhereTheyDiffer(found, expected))),
    ));
    const go = this.#session.ply === after ? null : this.#goTo(after, 'Show it');
    return [title, ...rows, ...(go ? [go] : [])];
  }

  #goTo(ply, text) {
    const button = make('button', { type: 'button' }, text);
    button.addEventListener('click', () => this.#session.go(ply));
    return button;
  }
}

// The piles that a move which cannot be played names, and those on which a checkpoint differs, if it is their ply.
export function troubles(session) {
  const piles = new Map();
  if (session.game.divergence?.after === session.ply) {
    session.game.divergence.piles.forEach(({ pile }) => piles.set(pile, 'differs'));
  }
  if (session.atIllegal) markMove(piles, session.game.illegal.move);
  return { piles };
}

export function markMove(piles, token) {
  const move = parseMove(token);
  piles.set(move ? move.source : 'S', 'source');
  if (move) piles.set(move.target, 'target');
  return piles;
}

// Legal moves as buttons, each saying what it does.
export function legalList(moves, position, attempt) {
  const buttons = moves.map((token) => {
    const button = make('button', { type: 'button' }, make('code', {}, token), ` ${moveInWords(token, position)}`);
    button.addEventListener('click', () => attempt(token));
    return make('li', {}, button);
  });
  return make('ul', { className: 'legal' }, ...buttons);
}

function summary(game) {
  const { verdict, variant, log } = game;
  const badge = verdict.valid ? OUTCOMES[verdict.outcome] : 'Illegal move';
  const badgeClass = `badge ${verdict.valid ? verdict.outcome : 'invalid'}`;
  const played = verdict.valid
    ? `${count(verdict.moves_total, 'move')}${verdict.moves_total ? ', all legal' : ''}.`
    : `${verdict.moves_played} of ${verdict.moves_total} moves are legal, up to the first that is not.`;
  const rules = Object.entries(verdict.rules).map(([name, value]) => `${name}: ${value}`.replaceAll('_', ' '));
  return [
    make('h2', {}, variant.title),
    make('p', { className: badgeClass }, badge),
    make('p', {}, played),
    make('p', { className: 'quiet' }, [log.deck ? 'A deck of its own' : `Seed ${log.seed}`, ...rules].join(' · ')),
  ];
}

function cardsWhereTheyDiffer(cards, others) {
  if (!cards.length) return ['empty'];
  return cards.flatMap((card, index) => {
    const same = card === others[index] || card === '??' || others[index] === '??';
    return [same ? cardSign(card) : make('strong', {}, cardSign(card)), ' '];
  });
}
