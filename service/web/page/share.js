// Share and export: links, commands, files, a picture, a printed sheet.

import { addressOf } from '../data/api.js';
import { positionText } from '../engine/position-text.js';
import { movesTo } from '../game/tree.js';
import { moveNumber, t } from '../i18n/page.js';
import { find, make } from '../dom.js';
import { drawnBoard, pictureOf } from '../table/svg-export.js';

let report = () => {};

// Without access to the clipboard (permission or insecure origin), show the text for manual copying.
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    report(t('share.copied', t(`share.${what}`)));
  } catch {
    const dialog = find('#by-hand');
    dialog.querySelector('textarea').value = text;
    dialog.querySelector('h2').textContent = t('share.by-hand', t(`share.${what}`));
    dialog.showModal();
    dialog.querySelector('textarea').select();
  }
}

export function download(name, text, type = 'text/plain') {
  const link = make('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export class Share {
  #session;
  #board;

  constructor(session, board, show) {
    this.#session = session;
    this.#board = board;
    report = show;
    const on = (id, act) => find(id).addEventListener('click', act);
    on('#copy-link', () => copy(new URL(session.fragment, addressOf('.')).href, 'link'));
    on('#copy-embed', () => copy(`<iframe src="${new URL(`embed${session.fragment}`, addressOf('.')).href}" width="800" height="600"></iframe>`, 'embed'));
    on('#copy-curl', () => copy(curlOf(session.log), 'curl'));
    on('#copy-position', () => copy(positionText(session.game.deal, session.node.state), 'position'));
    on('#copy-log', () => copy(JSON.stringify(session.log), 'log'));
    on('#copy-claim', () => copy(JSON.stringify(session.claim), 'claim'));
    on('#download-log', () => download(`${this.#name}.json`, JSON.stringify(session.log), 'application/json'));
    on('#download-claim', () => download(`${this.#name}-claim.json`, JSON.stringify(session.claim), 'application/json'));
    on('#download-picture', () => download(`${this.#name}-${session.ply}.svg`, pictureOf(board), 'image/svg+xml'));
    on('#print', () => window.print());
    window.addEventListener('beforeprint', () => this.#writeSheet());
  }

  get #name() {
    const { log } = this.#session.game;
    return `${log.variant}-${log.seed ?? (log.board ? 'board' : 'deck')}`;
  }

  // Print the verdict, the position, and all moves in columns.
  #writeSheet() {
    const { game, node } = this.#session;
    if (!game) return;
    const tokens = movesTo(node.illegal ? node : this.#session.line.at(-1)).map((token, index) => make('li', {}, token, node.ply === index + 1 ? ' ◂' : ''));
    find('#sheet').replaceChildren(
      make('h2', {}, document.title),
      make('p', {}, find('#caption').textContent),
      drawnBoard(this.#board),
      make('p', {}, node.illegal || !node.ply ? '' : t('sheet.at', moveNumber(node.ply))),
      make('ol', {}, ...tokens),
      make('p', { className: 'quiet' }, game.verdict?.id ?? ''),
    );
  }
}

function curlOf(log) {
  const body = JSON.stringify({ ...log, include: ['final_state', 'legal_moves'] });
  const quoted = `'${body.replaceAll("'", String.raw`'\''`)}'`;
  return `curl -sS ${addressOf('v1/replays')} -H 'Content-Type: application/json' --data-raw ${quoted}`;
}
