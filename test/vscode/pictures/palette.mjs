/**
 * The colours that pictures of an editor are shown in: the most frequent ones, so that the flat ones stay as they are. Edges of letters get the nearest.
 * @param {readonly import('./read-png.mjs').Picture[]} pictures
 * @param {number} most so many colours
 * @returns {{ colours: readonly number[]; indexes: Uint8Array[] }} the palette, and each picture as indexes into it, by rows
 */
export function inPalette(pictures, most) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { colours } of pictures) for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const frequent = [...counts].sort(([a, m], [b, n]) => n - m || a - b).map(([colour]) => colour);
  const palette = chosen(frequent, most);
  const nearest = new Map(frequent.map((colour) => [colour, nearestIn(palette, colour)]));
  return { colours: palette, indexes: pictures.map(({ colours }) => Uint8Array.from(colours, (colour) => nearest.get(colour) ?? 0)) };
}

/**
 * Of colours that are hard to tell apart one is enough, unless both are very frequent.
 * @param {readonly number[]} frequent the most frequent first
 * @param {number} most
 */
function chosen(frequent, most) {
  /** @type {number[]} */
  const palette = frequent.slice(0, Math.min(16, most));
  for (let apart = 3000; apart >= 20 && palette.length < most; apart /= 2)
    for (const colour of frequent) {
      if (palette.length === most) break;
      if (palette.every((other) => distance(other, colour) >= apart)) palette.push(colour);
    }
  return palette;
}

/**
 * @param {readonly number[]} palette
 * @param {number} colour
 */
function nearestIn(palette, colour) {
  let best = 0;
  for (let i = 1; i < palette.length; i++) if (distance(palette[i] ?? 0, colour) < distance(palette[best] ?? 0, colour)) best = i;
  return best;
}

/**
 * As the eye sees it, roughly: green most, blue least.
 * @param {number} a
 * @param {number} b
 */
function distance(a, b) {
  const [red, green, blue] = [(a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255)];
  return 2 * red * red + 4 * green * green + blue * blue;
}
