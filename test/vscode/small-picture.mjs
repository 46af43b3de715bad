// Makes a picture of an editor small: few colours, chosen by how often they are there. Nothing of it is seen: its texts have some hundred shades of a dozen colours.
import sharp from 'sharp';

/**
 * @param {Buffer} picture as a browser writes it
 * @param {number} colours
 * @returns {Promise<Buffer>} a lossless WebP
 */
export async function smallPicture(picture, colours = 40) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = new Uint32Array(data.length / 3).map((_, i) => data.readUIntBE(3 * i, 3));
  const palette = paletteOf(pixels, colours);
  const nearest = new Map();
  pixels.forEach((colour, i) => {
    if (!nearest.has(colour)) nearest.set(colour, palette[nearestIn(palette, colour)]);
    data.writeUIntBE(nearest.get(colour), 3 * i, 3);
  });
  return sharp(data, { raw: info }).webp({ lossless: true, effort: 6 }).toBuffer();
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
