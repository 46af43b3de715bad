import { itemsOf } from '../../../../config/sequence.js';
import type { StrValue, Value } from '../../../../core/value.js';

/** A column that `input_columns` names. */
export interface InputColumn {
  readonly text: StrValue;
  readonly name: string;
  /** Where in the text the name starts: a text is split at blanks. */
  readonly start: number;
}

/** The columns of `input_columns`, a list of texts or a text. OpenCompass 0.5.3 `openicl/icl_dataset_reader.py`. */
export function namedColumns(columns: Value | undefined): readonly InputColumn[] {
  if (columns?.kind === 'str')
    return [...columns.text.matchAll(/\S+/g)].map((match) => ({ text: columns, name: match[0], start: match.index }));
  return (itemsOf(columns) ?? []).flatMap((item) => (item.kind === 'str' ? [{ text: item, name: item.text, start: 0 }] : []));
}
