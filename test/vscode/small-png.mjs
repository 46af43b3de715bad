// Makes a picture of an editor small: few colours, chosen by how often they are there, in a palette. Nothing of it is seen: its texts have some hundred shades of a dozen colours.
import { zlibAsync } from '@gfx/zopfli';
import { inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * @param {Buffer} png with 8 bits a channel, RGB or RGBA, not interlaced, as browsers write them
 * @param {number} colours at most 256
 * @returns {Promise<Buffer>}
 */
export async function smallPng(png, colours = 40) {
  const { width, height, pixels } = decode(png);
  const palette = paletteOf(pixels, colours);
  const nearest = new Map();
  const rows = Buffer.alloc((width + 1) * height);
  for (let i = 0; i < pixels.length; i++) {
    let index = nearest.get(pixels[i]);
    if (index === undefined) nearest.set(pixels[i], (index = nearestIn(palette, pixels[i])));
    rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = index;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(palette.flatMap(channels));
  const data = Buffer.from(await zlibAsync(rows, { numiterations: 15 }));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('PLTE', table), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** @param {Buffer} png */
function decode(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const size = png[25] === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts));
  const line = width * size;
  const before = Buffer.alloc(line);
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = raw.subarray(y * (line + 1) + 1, (y + 1) * (line + 1));
    unfilter(raw[y * (line + 1)] ?? 0, row, before, size);
    for (let x = 0; x < width; x++) pixels[y * width + x] = (row[x * size] << 16) | (row[x * size + 1] << 8) | row[x * size + 2];
    row.copy(before);
  }
  return { width, height, pixels };
}

/** The five filters of PNG, taken back in place. */
function unfilter(kind, row, before, size) {
  for (let i = 0; i < row.length; i++) {
    const left = i < size ? 0 : row[i - size];
    const up = before[i];
    const corner = i < size ? 0 : before[i - size];
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0;
    row[i] = (row[i] + guess) & 255;
  }
}

function paeth(left, up, corner) {
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(left + up - corner - each));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** Median cut: the box with the most to tell apart is halved, until there are so many. A colour that fills large areas stays what it is. */
function paletteOf(pixels, most) {
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const all = [...counts].map(([colour, count]) => ({ rgb: channels(colour), colour, weight: Math.sqrt(count), count }));
  const kept = [...all].sort((a, b) => b.count - a.count).slice(0, most / 2);
  const boxes = [boxOf(all.filter((each) => !kept.includes(each)))];
  while (boxes.length < most - kept.length) {
    const widest = boxes.reduce((best, box) => (box.spread > best.spread ? box : best));
    if (widest.items.length < 2) break;
    const sorted = [...widest.items].sort((a, b) => a.rgb[widest.channel] - b.rgb[widest.channel]);
    const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
    let at = 0;
    for (let sum = 0; sum < half && at < sorted.length - 1; at++) sum += sorted[at].weight;
    boxes.splice(boxes.indexOf(widest), 1, boxOf(sorted.slice(0, Math.max(1, at))), boxOf(sorted.slice(Math.max(1, at))));
  }
  return [...kept.map(({ colour }) => colour), ...boxes.filter(({ items }) => items.length > 0).map(meanOf)];
}

function boxOf(items) {
  const spreads = [0, 1, 2].map((channel) => {
    const values = items.map(({ rgb }) => rgb[channel]);
    return items.length < 2 ? 0 : Math.max(...values) - Math.min(...values);
  });
  const spread = Math.max(...spreads);
  const weight = items.reduce((sum, each) => sum + each.weight, 0);
  return { items, channel: spreads.indexOf(spread), spread: spread * Math.sqrt(weight) };
}

function meanOf({ items }) {
  const weight = items.reduce((sum, each) => sum + each.weight, 0);
  const [r, g, b] = [0, 1, 2].map((channel) => Math.round(items.reduce((sum, each) => sum + each.rgb[channel] * each.weight, 0) / weight));
  return (r << 16) | (g << 8) | b;
}

function nearestIn(palette, colour) {
  const [r, g, b] = channels(colour);
  let best = 0;
  let least = Infinity;
  palette.forEach((each, i) => {
    const [x, y, z] = channels(each);
    const far = (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc(body), body.length + 4);
  return whole;
}

function crc(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
