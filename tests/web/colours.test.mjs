// The four colours of the suits can be told apart, also without red or green cones, and be read on a card.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const sheet = readFileSync(new URL('../../service/web/page/page.css', import.meta.url), 'utf8');
const board = sheet.slice(sheet.indexOf(':root, :host'));
const NAMES = ['black', 'hearts', 'diamonds', 'clubs'];
// Each variable is set first for light and then for dark pages.
const valuesOf = (name) => [...board.matchAll(new RegExp(`--${name}: #([0-9a-f]{6});`, 'g'))].map(([, digits]) => digits.match(/../g).map((pair) => parseInt(pair, 16) / 255));

const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, one, at) => sum + one * vector[at], 0));
// From linear sRGB to the cones (Hunt, Pointer and Estevez) and back, and the cones without one kind (Viénot, Brettel and Mollon 1999).
const TO_CONES = [[0.31399022, 0.63951294, 0.04649755], [0.15537241, 0.75789446, 0.08670142], [0.01775239, 0.10944209, 0.87256922]];
const FROM_CONES = [[5.47221206, -4.6419601, 0.16963708], [-1.1252419, 2.29317094, -0.1678952], [0.02980165, -0.19318073, 1.16364789]];
const SIGHTS = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  deuteranopia: [[1, 0, 0], [0.9513092, 0, 0.04866992], [0, 0, 1]],
  protanopia: [[0, 1.05118294, -0.05116099], [0, 1, 0], [0, 0, 1]],
};
const seen = (colour, sight) => times(FROM_CONES, times(sight, times(TO_CONES, colour.map(linear)))).map((part) => Math.min(1, Math.max(0, part)));

const XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
function lab(light) {
  const [x, y, z] = times(XYZ, light).map((part, at) => part / [0.9505, 1, 1.089][at]).map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const luminance = (colour) => times(XYZ, colour.map(linear))[1];
const contrast = (one, other) => (Math.max(luminance(one), luminance(other)) + 0.05) / (Math.min(luminance(one), luminance(other)) + 0.05);

for (const [page, at] of [['a light page', 0], ['a dark page', 1]]) {
  const colours = NAMES.map((name) => valuesOf(name)[at]);
  const card = valuesOf('card')[at];
  test(`suits on ${page} have a contrast of 4.5`, () => {
    for (const colour of colours) assert.ok(contrast(colour, card) >= 4.5);
  });
  for (const [sight, cones] of Object.entries(SIGHTS)) {
    // A difference of 2.3 is just noticeable (CIE 1976).
    test(`suits on ${page} differ by 25 with ${sight}`, () => {
      const points = colours.map((colour) => lab(seen(colour, cones)));
      const differences = points.flatMap((one, number) => points.slice(0, number).map((other) => Math.hypot(...one.map((part, index) => part - other[index]))));
      assert.ok(Math.min(...differences) >= 25, `${differences}`);
    });
  }
}
