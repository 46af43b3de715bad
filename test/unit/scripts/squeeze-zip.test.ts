import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { squeezeZip } from '../../../scripts/squeeze-zip.mjs';
import { unpackVsix } from '../../support/unzip.mjs';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'preflight-squeeze-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An archive as vsce writes it: the sizes stand behind the data. */
function archive(files: Readonly<Record<string, string>>, level: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const data = level === 0 ? content : deflateRawSync(content, { level });
    const sizes = Buffer.alloc(12);
    [crc32(content), data.length, content.length].forEach((value, i) => sizes.writeUInt32LE(value, 4 * i));
    const facts = Buffer.alloc(10);
    [20, 8, level === 0 ? 0 : 8, 0x6a42, 0x5b7a].forEach((value, i) => facts.writeUInt16LE(value, 2 * i));
    const nameOf = Buffer.from(name);
    const lengths = Buffer.from([nameOf.length, 0, 0, 0]);
    const at = Buffer.concat(parts).length;
    parts.push(Buffer.from('PK\x03\x04'), facts, Buffer.alloc(12), lengths, nameOf, data, Buffer.from('PK\x07\x08'), sizes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), facts, sizes, lengths, place, nameOf);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  for (const at of [8, 10]) end.writeUInt16LE(Object.keys(files).length, at);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(Buffer.concat(parts).length, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

it.each([
  ['compressed', 6],
  ['stored', 0],
])('an archive with its files %s is smaller, and has the same files', async (_how, level) => {
  const prose = Array.from({ length: 3000 }, (_, i) => `line ${String(i * i)} of the text\n`).join('');
  const files = { 'extension/a.txt': prose, 'extension/none.txt': '', 'extension/é.json': '{"a": 1}' };
  const file = join(folder, `${String(level)}.zip`);
  const before = archive(files, level);
  writeFileSync(file, before);
  await squeezeZip(file);
  const after = readFileSync(file);
  if (level > 0) expect(after.length).toBeLessThan(before.length * 0.98);
  unpackVsix(file, join(folder, String(level)));
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(folder, String(level), name), 'utf8')).toBe(text);
  // Each stands behind a header of its own that says what the directory says.
  expect(after.toString('latin1').split('PK\x03\x04')).toHaveLength(4);
  expect(after.includes(Buffer.from('PK\x07\x08'))).toBe(false);
  await squeezeZip(file);
  expect(readFileSync(file).equals(after)).toBe(true);
});

it('what was compressed before is taken again, unless it is damaged', async () => {
  const kept = join(folder, 'kept');
  const file = join(folder, 'kept.zip');
  const before = archive({ 'a.txt': 'a line of a text\n'.repeat(500) }, 6);
  const squeezedBytes = async (): Promise<Buffer> => {
    writeFileSync(file, before);
    await squeezeZip(file, kept);
    return readFileSync(file);
  };
  const first = await squeezedBytes();
  const [name] = readdirSync(kept);
  expect(readdirSync(kept)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect((await squeezedBytes()).equals(first)).toBe(true);
  writeFileSync(join(kept, name!), 'damaged');
  expect((await squeezedBytes()).equals(first)).toBe(true);
  expect(readFileSync(join(kept, name!), 'latin1')).not.toBe('damaged');
});

it('what is no archive is not touched', async () => {
  const file = join(folder, 'none.zip');
  writeFileSync(file, 'x'.repeat(100));
  await expect(squeezeZip(file)).rejects.toThrow('is no zip archive');
  expect(readFileSync(file, 'utf8')).toBe('x'.repeat(100));
});
