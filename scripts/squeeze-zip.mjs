// Makes a zip archive smaller without another byte in its files: each is compressed anew by Zopfli, which finds a few in a hundred more than zlib does.
import { deflateAsync } from '@gfx/zopfli';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';

const [localEntry, directoryEntry, endOfDirectory] = [0x04034b50, 0x02014b50, 0x06054b50];
const deflated = 8;
/** The sizes stand behind the data, in place of before it. */
const sizesBehind = 1 << 3;

/**
 * Compresses the files of an archive again, in their order, with their names and times (no zip64, no encryption, no comment: vsce writes none). The same archive gives the
 * same bytes.
 * @param {string} file is written in place
 * @param {string} [kept] a folder in which what was compressed is kept, which takes most of the time; absent: nothing is
 */
export async function squeezeZip(file, kept) {
  const zip = readFileSync(file);
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== endOfDirectory) throw new Error(`${file} is no zip archive, or has a comment`);
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  let written = 0;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== directoryEntry) throw new Error(`${file} has a broken directory`);
    const next = at + 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    const entry = Buffer.from(zip.subarray(at, next));
    const data = await squeezed(zip, entry, kept);
    entry.writeUInt16LE(entry.readUInt16LE(8) & ~sizesBehind, 8);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(written, 42);
    const header = localHeader(entry);
    parts.push(header, data);
    directory.push(entry);
    written += header.length + data.length;
    at = next;
  }
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  tail.writeUInt32LE(written, 16);
  writeFileSync(file, Buffer.concat([...parts, ...directory, tail]));
}

/**
 * The data of a file as it is to stand in the archive.
 * @param {Buffer} zip  @param {Buffer} entry of the directory  @param {string | undefined} kept
 */
async function squeezed(zip, entry, kept) {
  const header = entry.readUInt32LE(42);
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const data = zip.subarray(start, start + entry.readUInt32LE(20));
  if (entry.readUInt16LE(10) !== deflated || data.length === 0) return data;
  const content = inflateRawSync(data);
  const again = (kept === undefined ? undefined : keptOf(kept, content)) ?? (await compressed(content, kept));
  return again.length < data.length ? again : data;
}

/** @param {Buffer} content  @param {string | undefined} kept */
async function compressed(content, kept) {
  const made = Buffer.from(await deflateAsync(content, { numiterations: 1 }));
  if (kept !== undefined) {
    mkdirSync(kept, { recursive: true });
    const place = keptAt(kept, content);
    writeFileSync(`${place}.part`, made);
    renameSync(`${place}.part`, place);
  }
  return made;
}

/** What was made of a content before, if it is still that. @param {string} kept  @param {Buffer} content */
function keptOf(kept, content) {
  const place = keptAt(kept, content);
  if (!existsSync(place)) return undefined;
  const made = readFileSync(place);
  try {
    return inflateRawSync(made).equals(content) ? made : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} kept  @param {Buffer} content */
function keptAt(kept, content) {
  return path.join(kept, createHash('sha256').update(content).digest('hex'));
}

/** @param {Buffer} entry of the directory: what stands before the data says the same, without what only a directory has */
function localHeader(entry) {
  const name = entry.subarray(46, 46 + entry.readUInt16LE(28));
  const header = Buffer.alloc(30 + name.length);
  header.writeUInt32LE(localEntry, 0);
  entry.copy(header, 4, 6, 30);
  name.copy(header, 30);
  header.writeUInt16LE(name.length, 26);
  return header;
}
