import { createHash } from 'node:crypto';

/** So many bytes of a name are kept. File systems allow 255, and the names of a dataset and of a model make one. */
const mostBytes = 90;

/** Names that Windows gives to devices, whatever stands behind their first dot. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A name that is one name of a file on every system, and never leads out of its folder. One that had to be changed for that ends in a part of its hash, so that two
 * names are never one.
 */
export function safeName(name: string): string {
  const plain = beginning(name.slice(0, mostBytes).replace(/[^\p{L}\p{N}._@+=-]+|\.{2,}/gu, '_'));
  const isSafe = plain === name && /^[\p{L}\p{N}_]/u.test(name) && !name.endsWith('.') && !devices.test(name);
  if (isSafe && name.normalize('NFC') === name) return name;
  const kept = plain.replace(/^\W+|\.+$/gu, '').normalize('NFC');
  return `${kept === '' ? 'unnamed' : devices.test(kept) ? `_${kept}` : kept}~${digest(name)}`;
}

function beginning(name: string): string {
  let bytes = 0;
  const kept = [...name].filter((character) => (bytes += Buffer.byteLength(character)) <= mostBytes);
  return kept.join('');
}

/** Names for things of which some may have the same, or one that differs only in case: then all of them end in a part of the hash of their keys. */
export function distinctNames(things: readonly { readonly name: string; readonly key: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of things) counts.set(folded(name), (counts.get(folded(name)) ?? 0) + 1);
  return things.map(({ name, key }) => (counts.get(folded(name)) === 1 ? name : `${name}~${digest(key)}`));
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
