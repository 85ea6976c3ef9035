// The evidence for moderators and authors: what was read, what the service answered, its identifiers and codes.

import { leftAt } from '../game/tree.js';
import { language, optionName, optionValue, stateName, t } from '../i18n/page.js';
import { button, fill, make } from '../dom.js';

export class Evidence {
  constructor(session, again) {
    session.watch(() => fill('#verdict', summary(session, again)));
  }
}

function summary({ game, node }, again) {
  const { variant, log, given, state, verdict, illegal } = game;
  const rules = Object.entries(log.rules ?? {}).map(([name, value]) => `${optionName(name)}: ${optionValue(value)}`);
  const refusal = node.illegal ?? illegal;
  return [
    make('h2', {}, variant.title),
    make('p', { className: `badge ${state}` }, stateName(state)),
    make('p', {}, illegal ? t('verdict.until', game.played, log.moves.length) : t('verdict.legal', log.moves.length)),
    state === 'refuted' ? make('p', {}, t('verdict.behind', stateName(illegal ? 'invalid' : game.last.outcome))) : null,
    node.main || node.illegal ? null : make('p', { className: 'own' }, ownLine(node)),
    make('p', { className: 'quiet' }, [log.board ? t('verdict.board') : log.deck ? t('verdict.deck') : t('verdict.seed', log.seed), ...rules].join(' · ')),
    make('p', { className: 'quiet', id: 'taken' }, t('taken', t(`taken.${given.kind}`))),
    ...(given.warnings ?? []).map((warning) => make('p', { className: 'quiet', lang: 'en' }, warning)),
    given.source?.undone_moves ? make('p', { className: 'quiet' }, t('taken.undone', given.source.undone_moves)) : null,
    refusal && details(refusal, game.illegal === refusal ? game.tree.mainEnd.ply : node.ply, verdict),
    node.conflict && make('pre', { tabIndex: 0 }, `${t('story.ours')}\n${node.conflict.ours}\n\n${t('story.theirs')}\n${node.conflict.theirs}`),
    game.unreached ? make('p', { className: 'why' }, t('verdict.unreached')) : null,
    game.unreached ? button(t('again'), again) : null,
    verdict && make('dl', { className: 'members' }, ...['id', 'game_id', 'deal_id', 'rules_version'].flatMap(
      (name) => [make('dt', {}, t(`receipt.${name}`) ?? name), make('dd', {}, make('code', {}, verdict[name]))])),
  ];
}

// The codes of a refusal, for those who read logs.
function details({ move, reason }, ply, verdict) {
  const confirmed = verdict?.first_illegal_move;
  return make(
    'p', { className: 'quiet', id: 'codes' }, make('code', {}, move), ` · ${t('details.index', ply - 1)} · `, make('code', {}, reason),
    // The service explains in English; the sentence on the board says the same.
    confirmed?.move === move && language === 'en' ? make('span', { lang: 'en' }, ` · ${confirmed.detail}`) : '',
  );
}

function ownLine(node) {
  const from = leftAt(node);
  return t('verdict.own', node.ply - from.ply, from.ply, node.outcome ? stateName(node.outcome) : '');
}
