// A picture of the board with a line about the game, to send to a friend. That of a won game shows its deal, since its table is empty.

import { addressOf } from '../data/api.js';
import { find } from '../dom.js';
import { t } from '../i18n/page.js';
import { pictureOf } from '../table/svg-export.js';
import { download } from './share.js';

// Share the picture where the device can, else download it.
export async function sharePicture({ session, board }) {
  const sentence = { won: t('story.won', session.ply), lost: t('share.lost', session.ply) }[session.node.outcome] ?? find('#caption').dataset.sentence;
  const { log, tree, variant } = session.game;
  const title = t('playing', variant.title, log.seed);
  const shown = session.node.outcome === 'won' ? { ...board.shown, position: tree.root.position } : board.shown;
  const { host, pathname } = new URL(addressOf('.'));
  const image = await imageOf(pictureOf({ shown }, { title, sentence, address: `${host}${pathname}`.replace(/\/$/, '') }));
  const file = new File([image], `${variant.id}-${session.ply}.png`, { type: 'image/png' });
  if (!navigator.canShare?.({ files: [file] })) return download(file.name, file, file.type);
  // Who closes the dialog of the device shares nothing.
  return navigator.share({ files: [file], title, text: sentence }).catch(() => {});
}

async function imageOf(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  canvas.getContext('2d').drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done));
}
