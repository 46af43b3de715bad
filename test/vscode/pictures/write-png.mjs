import { deflateSync } from 'node:zlib';
import { inPalette } from './palette.mjs';

/** @typedef {import('./read-png.mjs').Picture} Picture */
/** @typedef {{ x: number; y: number; width: number; height: number }} Box */

/**
 * A PNG with a palette; of several pictures one that moves (PNG, third edition, 11.3.2 "Animation information"), for ever. Each picture holds only what is other than before.
 * @param {readonly { picture: Picture; milliseconds: number }[]} frames all of one size; how long each is seen
 * @param {number} most so many colours, up to 255
 * @returns {Buffer}
 */
export function writePng(frames, most = 128) {
  const [first] = frames;
  if (!first) throw new Error('there is no picture');
  const { width, height } = first.picture;
  const { colours, indexes } = inPalette(
    frames.map(({ picture }) => picture),
    most,
  );
  const clear = colours.length;
  const parts = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 3, 0, 0, 0])])),
    ...(frames.length > 1 ? [chunk('acTL', numbers(frames.length, 0))] : []),
    chunk('PLTE', Buffer.concat([...colours, 0].map((colour) => numbers(colour).subarray(1)))),
    chunk('tRNS', Buffer.from([...colours.map(() => 255), 0])),
  ];
  let sequence = 0;
  frames.forEach(({ milliseconds }, i) => {
    const now = indexes[i] ?? new Uint8Array();
    const before = indexes[i - 1];
    const box = before ? changed(before, now, width, height) : { x: 0, y: 0, width, height };
    const data = deflateSync(rows(now, before, box, width, clear), { level: 9 });
    if (frames.length > 1) parts.push(chunk('fcTL', control(sequence++, box, milliseconds)));
    parts.push(i === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])));
  });
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

/**
 * The rows of a box, each with "no filter" before it; what is as before is clear.
 * @param {Uint8Array} now
 * @param {Uint8Array | undefined} before
 * @param {Box} box
 * @param {number} width
 * @param {number} clear
 */
function rows(now, before, box, width, clear) {
  const raw = Buffer.alloc((box.width + 1) * box.height);
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++) {
      const at = (box.y + y) * width + box.x + x;
      raw[y * (box.width + 1) + 1 + x] = now[at] === before?.[at] ? clear : (now[at] ?? 0);
    }
  return raw;
}

/**
 * The smallest box around all that is other than before; of pictures that are the same one pixel.
 * @param {Uint8Array} before
 * @param {Uint8Array} now
 * @param {number} width
 * @param {number} height
 * @returns {Box}
 */
function changed(before, now, width, height) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < now.length; at++) {
    if (now[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return right < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Each picture stays below the next one, which is laid over it.
 * @param {number} sequence
 * @param {Box} box
 * @param {number} milliseconds
 */
function control(sequence, { x, y, width, height }, milliseconds) {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(milliseconds, 0);
  delay.writeUInt16BE(1000, 2);
  delay[5] = 1;
  return Buffer.concat([numbers(sequence, width, height, x, y), delay]);
}

/** @param {readonly number[]} values */
function numbers(...values) {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => bytes.writeUInt32BE(value, 4 * i));
  return bytes;
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc(body))]);
}

/** @param {Buffer} bytes */
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}
