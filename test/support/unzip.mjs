// Unpacks a .vsix, which is a zip file, so that the tests run what is packaged and not what lies in the tree.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * Lists and reads the files of a zip archive (no zip64, no encryption: vsce writes neither).
 * @returns name and content of each file
 * @throws Error where the file is no zip archive
 */
function* readZip(file) {
  const zip = readFileSync(file);
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endOfDirectory) end--;
  if (end < 0) throw new Error(`${file} is no zip archive`);
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== directoryEntry) throw new Error(`${file} has a broken directory`);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (!name.endsWith('/')) yield { name, content: content(zip, at) };
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

function content(zip, entry) {
  const stored = zip.readUInt16LE(entry + 10) === 0;
  const size = zip.readUInt32LE(entry + 20);
  const header = zip.readUInt32LE(entry + 42);
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const data = zip.subarray(start, start + size);
  return stored ? data : inflateRawSync(data);
}

/** Writes the files of a .vsix below `folder`; the extension itself is in `folder`/extension. */
export function unpackVsix(file, folder) {
  for (const { name, content: bytes } of readZip(file)) {
    const target = path.join(folder, name);
    if (!target.startsWith(path.resolve(folder) + path.sep)) throw new Error(`${name} leaves the folder`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
}
