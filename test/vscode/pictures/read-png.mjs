import { inflateSync } from 'node:zlib';

/** @typedef {{ width: number; height: number; colours: Uint32Array }} Picture  `colours`: 0xRRGGBB by rows */

const signature = 8;
/** Samples of a pixel, by the colour type of the PNG: RGB and RGBA. */
const samplesOf = new Map([
  [2, 3],
  [6, 4],
]);

/**
 * Reads a screenshot: a PNG of eight bits, not interlaced (PNG, third edition, 9 "Filtering"). What shines through is taken as opaque.
 * @param {Uint8Array} png
 * @returns {Picture}
 * @throws Error where it is another kind of PNG
 */
export function readPng(png) {
  const bytes = Buffer.from(png);
  /** @type {Buffer[]} */
  const data = [];
  for (let at = signature; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const samples = samplesOf.get(bytes[25] ?? 0);
  if (bytes[24] !== 8 || samples === undefined || bytes[28] !== 0) throw new Error('only plain PNGs with eight bits a sample are read');
  const rows = unfiltered(inflateSync(Buffer.concat(data)), width * samples, height, samples);
  const colours = new Uint32Array(width * height);
  for (let i = 0; i < colours.length; i++) colours[i] = rows.readUIntBE(i * samples, 3);
  return { width, height, colours };
}

/**
 * @param {Buffer} raw each row with its filter before it
 * @param {number} stride bytes of a row
 * @param {number} height
 * @param {number} step bytes of a pixel
 */
function unfiltered(raw, stride, height, step) {
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < step ? 0 : (rows[at - step] ?? 0);
      const above = y === 0 ? 0 : (rows[at - stride] ?? 0);
      const corner = x < step || y === 0 ? 0 : (rows[at - stride - step] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0;
      rows[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return rows;
}

/**
 * @param {number} left
 * @param {number} above
 * @param {number} corner
 */
function paeth(left, above, corner) {
  const guess = left + above - corner;
  const [byLeft, byAbove, byCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}
