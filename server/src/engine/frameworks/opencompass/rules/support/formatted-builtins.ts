import { readReaderCfg } from '../../../../config/reader-cfg.js';
import type { DatasetConfig } from '../../../../config/config.js';
import type { StrValue } from '../../../../core/value.js';
import { filledTexts } from '../../columns/filled-texts.js';

/** What Python itself has under the name of a column, written into a text: offsets in it. */
export interface FormattedBuiltin {
  readonly text: StrValue;
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** How Python writes its own functions and types. */
const written = /<built-in function (\w+)>|<class '(\w+)'>/g;

/** What all of it begins with, and hardly any text has. */
const begun = /<(?:built-in|class) /;

/** Where the templates of a dataset hold a function or type of Python that is called like a column of reader_cfg: braces of an f-string that are not doubled. */
export function formattedBuiltins({ inferCfg, readerCfg }: DatasetConfig): readonly FormattedBuiltin[] {
  const texts = filledTexts(inferCfg).filter(({ text }) => begun.test(text.text));
  if (texts.length === 0) return [];
  const { inputColumns, outputColumn } = readReaderCfg(readerCfg);
  const columns = new Set([...inputColumns, ...(outputColumn ? [outputColumn.text] : [])]);
  return texts.flatMap(({ text }) =>
    [...text.text.matchAll(written)].flatMap(({ 0: whole, 1: called, 2: type, index }) => {
      const name = called ?? type!;
      return columns.has(name) ? [{ text, start: index, end: index + whole.length, name }] : [];
    }),
  );
}
