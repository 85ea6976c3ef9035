// The review of a game that is over: its turning points, the solver's moves beside the player's, and how many moves kept the win. It is
// found out by this page alone, so it needs no network.

import { review } from '../game/review.js';
import { checkHere } from '../game/prospects.js';
import { actionName, capital, groupSign, pileName, stepInWords, t } from '../i18n/panels.js';
import { announce } from './announcer.js';
import { button, find, make, twofold } from '../dom.js';

// How many moves are shown beside each other.
const SHOWN = 5;

// Review the line on the table and show what was found. `showLine` shows a winning line from the current position.
export async function showReview(session, showLine) {
  const { game, line } = session;
  const panel = find('#review') ?? newPanel(session);
  panel.hidden = false;
  const title = make('h2', { tabIndex: -1 }, t('review.title'));
  panel.replaceChildren(title, make('p', { className: 'quiet' }, t('review.searching')));
  title.focus();
  announce(t('review.searching'));
  const found = await review(game, line, (node) => searched(game, node));
  // Another review may have begun.
  if (session.game !== game || !title.isConnected) return;
  game.review = found;
  title.nextElementSibling.remove();
  panel.append(...[
    ...[summary(found), accuracy(found)].filter(Boolean).map((text) => make('p', {}, text)),
    found.points.length ? make('ol', {}, ...found.points.map((point) => turningPoint(session, line, point, found, showLine))) : null,
    button(t('close'), () => {
      panel.hidden = true;
    }),
  ].filter(Boolean));
  session.learnt();
  announce([...panel.querySelectorAll('p, h3')].map(({ textContent }) => textContent).join(' '));
}

function newPanel(session) {
  const panel = make('section', { id: 'review', className: 'panel', ariaLabel: t('review.title') });
  find('#moves').prepend(panel);
  // Another game has no review yet.
  session.watch((_, { game }) => {
    if (session.game !== game) panel.hidden = true;
  });
  return panel;
}

// A finding that a newer one replaced is asked for again.
const searched = async (game, node) => (await checkHere(game, node, 'THOROUGH')) ?? checkHere(game, node, 'THOROUGH');

function summary({ isWon, moves, best, points, isNever }) {
  if (isWon) return best < moves ? t('review.shorter', moves, best) : t('review.shortest', moves);
  if (isNever) return t('prospect.never');
  return points.length ? '' : t('review.open');
}

// Return the share of moves that kept the win. Moves of which that is not known are named, not counted.
function accuracy({ kept, lost, open }) {
  const decided = kept + lost;
  const share = decided ? t('review.accuracy', Math.floor((100 * kept) / decided), kept, decided) : '';
  return [share, open ? t('review.undecided', open) : ''].filter(Boolean).join(' ');
}

function turningPoint(session, line, { from, to, cost, isExact, line: solution }, { isWon }, showLine) {
  const { game } = session;
  const go = () => {
    session.line = line;
    session.go(line[from]);
  };
  const words = isWon ? t('review.cost', from + 1, to, cost) : t('review.last', from, to, isExact);
  return make(
    'li', {},
    make('h3', {}, words),
    make('div', { className: 'beside' }, moveList('review.yours', line.slice(from + 1).map(({ step }) => step && twofold(inSigns(game, step), stepInWords(step)))), solution && moveList(isWon ? 'review.better' : 'review.solver', stepsOf(game, line[from], solution).map((step) => twofold(inSigns(game, step), stepInWords(step))), solution.length)),
    make('div', { className: 'row' },
      button(t('review.retry'), () => {
        go();
        // On a phone the drawer covers the board.
        if (innerWidth < 1000) find('#close-drawer').click();
        find('#board [tabindex="0"]')?.focus();
      }),
      solution && button(t('do.line-from'), () => {
        go();
        // What shortens a line is known here alone.
        Object.assign(line[from], { prospect: { prospect: 'winnable', continuation: solution } });
        showLine();
      })),
  );
}

function moveList(title, moves, number = moves.length) {
  const shown = moves.slice(0, SHOWN).filter(Boolean);
  const rest = number - shown.length;
  return make('div', {}, make('b', {}, t(title)), make('ul', {}, ...shown.map((move) => make('li', {}, ...move)), rest > 0 ? make('li', { className: 'quiet' }, t('review.more', rest)) : null));
}

function stepsOf(game, node, tokens) {
  let at = node;
  return tokens.slice(0, SHOWN).map((token) => {
    at = game.after(at, token);
    return at.step;
  });
}

function inSigns(game, { move, moved }) {
  if (!moved.length || ['deal', 'redeal', 'draw'].includes(move)) return actionName(move, game.variant.actions) ?? move;
  const [{ to, cards }] = moved;
  return `${groupSign(cards)} → ${capital(pileName(to))}`;
}
