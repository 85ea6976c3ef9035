// A win: all cards cascade over the board, then a card sums the game up. Any key or press ends the cascade.

import { button, find, make } from '../dom.js';
import { t } from '../i18n/panels.js';
import { record } from './records.js';

const GRADES = ['easy', 'medium', 'hard'];
// How long a card falls, how long all cards take to start at most, how long the next one waits at most, and how often a card touches
// the ground.
const FALL = 2000;
const START = 2000;
const STAGGER = 70;
const BOUNCES = 3;
const STEPS = 36;

// Let the cards leap off their piles, the last one first, and bounce off the ground to the sides. Resolves once all are gone, or
// the cascade is skipped.
export async function cascade(board) {
  const ground = find('#board').getBoundingClientRect();
  const cards = board.uncover();
  const stagger = Math.min(STAGGER, START / cards.length);
  const leaps = cards.map((card, index) => leap(card, index, index * stagger, ground));
  const skip = () => leaps.forEach((animation) => animation.cancel());
  for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, skip, { once: true });
  find('#status').textContent = t('win.skip');
  await Promise.all(leaps.map((animation) => animation.finished.catch(() => {})));
  find('#status').textContent = '';
}

function leap(card, index, delay, ground) {
  const box = card.getBoundingClientRect();
  const way = index % 2 ? 1 : -1;
  const across = way * (0.35 + ((index * 29) % 50) / 60) * ground.width;
  const frames = Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = step / STEPS;
    return { translate: `${across * at}px ${heightOf(at) * (ground.bottom - box.bottom)}px`, offset: at, zIndex: 500 + index };
  });
  // Cards fade only as they leave.
  frames.at(-6).opacity = 1;
  frames.at(-1).opacity = 0;
  return card.animate(frames, { duration: FALL, delay, easing: 'linear' });
}

// Return how far down a card is, from 0 to 1, when a part of its fall has passed. Each bounce is lower than the one before.
function heightOf(part) {
  const at = part * (BOUNCES + 0.5) + 0.5;
  const bounce = Math.floor(at);
  const arc = 1 - (2 * (at - bounce) - 1) ** 2;
  return bounce ? 1 - arc * 0.55 ** bounce : 1 - Math.max(0, arc);
}

// Show the card. `before` is the record before this win, null for a game that does not count; `goals`
// say which of them were met; `against` compares it with a challenge;
// `acts` are the functions of its buttons.
export function showWin({ game, node }, { seconds, before, goals, against }, acts) {
  const now = before && record(game.variant.id);
  const { grade, kind } = game.given;
  const next = GRADES[GRADES.indexOf(grade) + 1];
  const isBest = before?.won > 0 && node.ply < before.fewest;
  const rows = {
    time: seconds ? t('win.clock', Math.floor(seconds / 60), seconds % 60) : null,
    moves: isBest ? t('win.record', node.ply) : String(node.ply),
    best: now && String(now.fewest),
    ...(against ? { against: `${against.name}: ${against.result}` } : {}),
    streak: now?.streak ? t('win.games', now.streak) : null,
    goals: Object.entries(goals).map(([name, isMet]) => `${isMet ? '★' : '☆'} ${t(`goal.${name}`)}`).join(', '),
    grade: grade ? t(`grade.${grade}`) : null,
  };
  const panel = find('#won') ?? make('section', { id: 'won', className: 'panel', ariaLabel: t('win.title') });
  panel.replaceChildren(...[
    make('h2', { tabIndex: -1, 'aria-describedby': 'won-summary' }, t('win.title')),
    against && make('p', { className: 'against' }, against.sentence),
    make('dl', { id: 'won-summary' }, ...Object.entries(rows).filter(([, value]) => value).flatMap(([name, value]) => [make('dt', {}, t(`win.${name}`)), make('dd', {}, value)])),
    make('div', { className: 'row' },
      next && kind === 'deal' ? button(t('win.next', t(`grade.${next}`)), () => acts.deal(next), { className: 'main' }) : null,
      button(t('win.again'), () => acts.again(), { className: next && kind === 'deal' ? '' : 'main' }),
      button(t('do.review'), () => {
        hideWin();
        acts.review();
      }),
      button(t('win.line'), () => acts.line()),
      button(t('stats.button'), () => acts.statistics()),
      game.log.seed && button(t('challenge.button'), () => acts.challenge(seconds)),
      button(t('do.picture'), () => acts.picture())),
    button('×', hideWin, { className: 'bare close', 'aria-label': t('close') }),
  ].filter(Boolean));
  if (!panel.isConnected) {
    find('#table').append(panel);
    panel.addEventListener('keydown', ({ key }) => key === 'Escape' && hideWin());
  }
  panel.hidden = false;
  // A frame takes no focus from the page around it.
  if (!document.body.classList.contains('embed') || document.activeElement !== document.body) panel.querySelector('h2').focus();
}

function hideWin() {
  if (find('#won')) find('#won').hidden = true;
}

