// The challenge: what is said of one that a link brought, and the dialog that makes one of a win.

import { addressOf } from '../data/api.js';
import { challengeFragment } from '../game/notation.js';
import { compared, verified } from '../game/challenge.js';
import { t } from '../i18n/panels.js';
import { button, find, make, recall, remember } from '../dom.js';
import { copy } from './share.js';

const NAME = 'player';

// Find out whether the result of a challenge is true, once for a game.
export async function follow(session) {
  const { game } = session;
  if (game.challenged) return;
  game.challenged = { state: 'unproved', found: null };
  game.challenged = await verified(game, game.given.challenge);
  if (session.game === game) session.learnt();
}

const clock = (seconds) => (seconds ? t('win.clock', Math.floor(seconds / 60), seconds % 60) : '');
const nameOf = ({ by }) => by || t('challenge.other');

// Return the rows of a win card that compare a win with the challenge: a sentence, and whether the player won.
export function comparison({ given: { challenge }, challenged }, { moves, seconds }) {
  const name = nameOf(challenge);
  const rest = { proved: '', unproved: t('challenge.unproved'), false: t('challenge.false', challenged?.found ?? null) }[challenged?.state ?? 'unproved'];
  const result = challenged?.state === 'false' ? 1 : compared({ moves, seconds }, challenge);
  return {
    sentence: challenged?.state === 'false' ? rest : `${t(`challenge.${{ 1: 'ahead', '-1': 'behind', 0: 'level' }[result]}`, name)} ${rest}`.trim(),
    result: [t('moves', challenge.moves), clock(challenge.seconds)].filter(Boolean).join(', '),
    name,
  };
}

// Show the dialog that makes a challenge of a win.
export function showChallenge({ game, node }, seconds, picture) {
  const dialog = find('#challenge') ?? make('dialog', { id: 'challenge', ariaLabel: t('challenge.title') });
  const name = make('input', { value: recall(NAME) ?? '', maxLength: 40, autocomplete: 'nickname', spellcheck: false });
  const withLog = make('input', { type: 'checkbox', checked: true });
  const link = () => {
    remember(NAME, name.value.trim());
    const challenge = { moves: node.ply, seconds, by: name.value.trim(), log: withLog.checked ? game.logTo(node).moves : [] };
    return new URL(challengeFragment(game.log, challenge), addressOf('.')).href;
  };
  dialog.replaceChildren(
    make('h2', {}, t('challenge.title')),
    make('p', {}, t('challenge.about', node.ply, clock(seconds))),
    make('label', {}, make('span', {}, t('challenge.name')), name),
    make('label', { className: 'check' }, withLog, make('span', {}, t('challenge.with-log'))),
    make('div', { className: 'row' },
      button(t('share.copy-link'), () => copy(link(), 'link').then(() => dialog.close()), { className: 'main' }),
      navigator.share ? button(t('challenge.share'), () => navigator.share({ text: t('challenge.text', game.variant.title, node.ply, clock(seconds)), url: link() }).catch(() => {})) : null,
      button(t('do.picture'), picture),
      button(t('close'), () => dialog.close(), { className: 'close' })),
  );
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.showModal();
}
