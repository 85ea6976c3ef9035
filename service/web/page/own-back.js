// A picture of the player's own as the back of the cards. It is kept on the device, as small as cards are.

import { recall, remember } from '../dom.js';

const KEY = 'own back';
const [WIDTH, HEIGHT] = [240, 336];

// Take a picture from a file: its middle, in the shape of a card. Rejects what is not a picture.
export async function takePicture(file) {
  const picture = await createImageBitmap(file);
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const scale = Math.max(WIDTH / picture.width, HEIGHT / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  canvas.getContext('2d').drawImage(picture, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
  remember(KEY, canvas.toDataURL('image/jpeg', 0.8));
  await showPicture();
}

// Let the styles know the picture that is kept.
export async function showPicture() {
  const [, data] = /^data:image\/jpeg;base64,([A-Za-z0-9+/=]+)$/.exec(recall(KEY) ?? '') ?? [];
  if (!data) return;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  // The policy of the page allows pictures of blobs only.
  document.body.style.setProperty('--own-back', `url("${URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))}")`);
}
