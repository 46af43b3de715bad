import type { ColumnarFile, RandomAccess } from './columnar.js';

export type ColumnarFormat = 'parquet' | 'arrow';

/** Opens a file of columns. Rejected where it cannot be read; the message of the Error says why. */
export type ColumnarOpener = (format: ColumnarFormat, file: RandomAccess) => Promise<ColumnarFile>;

let opener: ColumnarOpener | undefined;

/**
 * Says how files of columns are opened. Their libraries are large and trust what a file says of itself, so that a damaged one can take any time
 * and memory: a program that has to live on opens them where it can stop them.
 */
export function openColumnarWith(given: ColumnarOpener): void {
  opener = given;
}

/** Opens a file as `openColumnarWith` was told to. */
export function openColumnar(format: ColumnarFormat, file: RandomAccess): Promise<ColumnarFile> {
  return opener ? opener(format, file) : Promise.reject(new Error('Parquet and Arrow files cannot be read here.'));
}
