// The messages between the board in a frame and the page around it (docs/how-to/embed-the-viewer.md). The host names its origin in the
// frame's address, and nothing is sent to or taken from another one.

import { TOKEN, fragmentOf, fromLink } from '../game/notation.js';
import { t } from '../i18n/text.js';
import { refusalInWords } from './explain.js';

const SOURCE = 'patience-referee';
const LONGEST_LINK = 200_000;

// Return the origin that may speak with the board; null if the address names none.
function hostOrigin() {
  const named = new URLSearchParams(location.search).get('origin');
  return named && URL.canParse(named) && new URL(named).origin === named ? named : null;
}

// Post what happens in a session: its moves, refusals, other positions, and a win.
export function announce(session, post) {
  session.watch(({ game, node }, previous) => {
    if (!game || node === previous.node) return;
    if (node.illegal) {
      post('refused', { move: node.illegal.move, reason: node.illegal.reason, detail: refusalInWords(node.illegal, node.position, game) });
    } else if (game === previous.game) {
      const outcome = game.outcomeAt(node);
      const before = previous.node?.illegal ? previous.node.parent : previous.node;
      post(node.parent === before ? 'move' : 'position', { move: node.token, ply: node.ply, outcome, link: fragmentOf(session.log, node.ply) });
      if (outcome === 'won') post('won', { moves: node.ply });
    }
  });
}

// Take the last move back, or the refusal of one.
export const takeBack = (session) => session.goTo(session.base.ply - Number(!session.node.illegal));

// Send what happens on a table to the host, and do what the host asks.
export function speakWithHost(table) {
  const origin = hostOrigin();
  if (!origin || window.parent === window) return;
  const { session } = table;
  const post = (type, members = {}) => window.parent.postMessage({ source: SOURCE, type, ...members }, origin);

  const refuse = (command, detail) => post('problem', { command, detail });

  announce(session, post);

  const commands = {
    load: async ({ link }) => {
      const found = fromLink(typeof link === 'string' && link.length <= LONGEST_LINK ? link : '');
      if (found.kind !== 'game') return refuse('load', t(`unknown.${found.missing ?? 'link'}`, found));
      const opened = await table.openFound(found);
      if (opened === true) post('loaded', { ply: session.node.ply });
      else if (opened) refuse('load', opened.errors[0]?.detail || opened.message || t('failure.unreached'));
    },
    play: ({ move }) => {
      if (!session.game) return refuse('play', t('embed.no-game'));
      return typeof move === 'string' && TOKEN.test(move) ? session.play(move) : refuse('play', t('embed.move', String(move)));
    },
    undo: () => session.game && takeBack(session),
    flip: () => {
      document.body.classList.toggle('left-handed');
      session.learnt();
    },
  };
  window.addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== window.parent || from !== origin || data?.source !== SOURCE) return;
    if (Object.hasOwn(commands, data.type)) commands[data.type](data);
    else refuse(String(data.type), t('embed.unknown', Object.keys(commands).join(', ')));
  });
  post('ready');
}
