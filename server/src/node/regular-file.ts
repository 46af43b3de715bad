import { closeSync, constants, fstatSync, openSync, promises, readSync, type Stats } from 'node:fs';

/**
 * The path was followed to its end already: a link that stands there now was put there since, and is refused. A pipe that stands there now does not
 * make us wait for its other end. Windows has neither flag.
 */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** What is at a path is nothing that is read. */
export class NotRegularError extends Error {}

/** A file is larger than it may be. */
export class TooLargeError extends Error {}

/**
 * All bytes of a regular file.
 * @param place a path without symbolic links
 * @throws NotRegularError for a pipe, device, socket, link or directory; TooLargeError; an error of the file system
 */
export function readRegular(place: string, largest: number): Buffer {
  return readAtOnce(place, (size) => {
    if (size > largest) throw new TooLargeError();
    return size;
  });
}

/** The first bytes of a regular file. @throws as `readRegular` */
export function readRegularHead(place: string, most: number): Buffer {
  return readAtOnce(place, (size) => Math.min(size, most));
}

/** @param wanted how many bytes of a file of such a size are read */
function readAtOnce(place: string, wanted: (size: number) => number): Buffer {
  const file = openSync(place, flags);
  try {
    const size = wanted(regular(fstatSync(file)).size);
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    while (filled < size) {
      const count = readSync(file, bytes, filled, size - filled, filled);
      if (count === 0) break; // The file became shorter meanwhile.
      filled += count;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(file);
  }
}

/**
 * Some bytes of a regular file.
 * @param range what of it lies behind the end of the file is left out; absent: all
 * @throws as `readRegular`; TooLargeError where the range is longer than `largest`
 */
export async function readRegularPart(
  place: string,
  range: { readonly start: number; readonly end: number } | undefined,
  largest: number,
): Promise<Uint8Array> {
  // Node loads its promises of files here, at their first use: a check seldom needs them.
  const file = await promises.open(place, flags);
  try {
    const { size } = regular(await file.stat());
    const start = Math.max(0, range?.start ?? 0);
    const length = Math.max(0, Math.min(range?.end ?? size, size) - start);
    if (length > largest) throw new TooLargeError();
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
      if (bytesRead === 0) break; // As above.
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

function regular(stats: Stats): Stats {
  if (!stats.isFile()) throw new NotRegularError();
  return stats;
}
