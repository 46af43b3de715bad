import { resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly colours: Uint32Array;
}

const module = async <T>(name: string): Promise<T> => (await import(resolve('test/vscode/pictures', `${name}.mjs`))) as T;
const { readPng } = await module<{ readPng: (png: Uint8Array) => Picture }>('read-png');
const { writePng } = await module<{
  writePng: (frames: readonly { picture: Picture; milliseconds: number }[], most?: number) => Buffer;
}>('write-png');

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) });
  return chunks;
}

/** What one sees, picture by picture: each is laid over those before it. */
function shown(png: Buffer): number[][] {
  const chunks = chunksOf(png);
  const [width, height] = [chunks[0]!.data.readUInt32BE(0), chunks[0]!.data.readUInt32BE(4)];
  const palette = chunks.find(({ type }) => type === 'PLTE')!.data;
  const alpha = chunks.find(({ type }) => type === 'tRNS')!.data;
  const canvas = new Array<number>(width * height).fill(-1);
  let box = [width, height, 0, 0] as const;
  const frames: number[][] = [];
  for (const { type, data } of chunks) {
    if (type === 'fcTL') box = [4, 8, 12, 16].map((at) => data.readUInt32BE(at)) as unknown as typeof box;
    if (type !== 'IDAT' && type !== 'fdAT') continue;
    const raw = inflateSync(type === 'IDAT' ? data : data.subarray(4));
    const [w, h, x, y] = box;
    for (let row = 0; row < h; row++)
      for (let column = 0; column < w; column++) {
        const index = raw[row * (w + 1) + 1 + column]!;
        if (alpha[index] === 255) canvas[(y + row) * width + x + column] = palette.readUIntBE(3 * index, 3);
      }
    frames.push([...canvas]);
  }
  return frames;
}

const picture = (...colours: number[]): Picture => ({ width: 3, height: 2, colours: Uint32Array.from(colours) });
const one = picture(0xff0000, 0x00ff00, 0x0000ff, 0xffffff, 0x000000, 0xff0000);
const two = picture(0xff0000, 0x00ff00, 0x0000ff, 0xffffff, 0x123456, 0xff0000);
const three = picture(0xff0000, 0xffffff, 0x0000ff, 0xffffff, 0x123456, 0x00ff00);

describe('pictures of the README', () => {
  it('move: each picture holds what is other than before', () => {
    const frames = [one, two, two, three].map((each, i) => ({ picture: each, milliseconds: 100 * (i + 1) }));
    const png = writePng(frames);
    expect(shown(png)).toEqual([one, two, two, three].map(({ colours }) => [...colours]));
    const controls = chunksOf(png).filter(({ type }) => type === 'fcTL');
    expect(controls.map(({ data }) => data.readUInt16BE(20))).toEqual([100, 200, 300, 400]);
    expect(controls.map(({ data }) => [data.readUInt32BE(4), data.readUInt32BE(8)])).toEqual([
      [3, 2],
      [1, 1],
      [1, 1],
      [2, 2],
    ]);
  });

  it('have few colours, and stand still where there is one', () => {
    const png = writePng([{ picture: one, milliseconds: 0 }], 3);
    expect(chunksOf(png).map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
    expect(new Set(shown(png)[0]).size).toBe(3);
  });

  it('are read with every filter', () => {
    // A row for each filter: the first stands for itself, the others say what is other than left, above, between, and than the best guess.
    const rows = [
      [0, 10, 20, 30, 40, 50, 60],
      [1, 1, 2, 3, 1, 1, 1],
      [2, 1, 1, 1, 1, 1, 1],
      [3, 5, 5, 5, 5, 5, 5],
      [4, 1, 1, 1, 2, 2, 2],
    ];
    const header = Buffer.alloc(13);
    header.writeUInt32BE(2, 0);
    header.writeUInt32BE(5, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const chunk = (type: string, data: Buffer): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
    };
    const png = Buffer.concat([
      Buffer.alloc(8),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
    const hex = [...readPng(png).colours].map((colour) => colour.toString(16).padStart(6, '0'));
    expect(hex).toEqual(['0a141e', '28323c', '010203', '020304', '020304', '030405', '060607', '090a0b', '070708', '0b0c0d']);
  });

  it('are small', () => {
    const png = readFileSync('docs/images/moving/preview.png');
    expect(png.length).toBeLessThan(250_000);
    expect(shown(png).length).toBeGreaterThan(5);
  });
});
