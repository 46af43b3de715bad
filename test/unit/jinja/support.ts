import { PyError } from '../../../server/src/engine/core/errors.js';
import { renderTemplate, type RowPlace } from '../../../server/src/engine/jinja/index.js';
import { TracedText } from '../../../server/src/engine/core/traced-text.js';
import {
  BoolValue,
  DictValue,
  FloatValue,
  IntValue,
  ListValue,
  NoneValue,
  UnknownValue,
  str,
  type Value,
} from '../../../server/src/engine/core/value.js';

export const templateFile = '/tasks/task.yaml';
export const rowFile = '/data/rows.jsonl';

type Plain = null | boolean | number | bigint | string | UnknownValue | readonly Plain[] | { readonly [key: string]: Plain };

/** A value of a row: a bigint is an int, a number a float. */
export function valueOf(plain: Plain): Value {
  const span = { file: rowFile, start: 0, end: 1 };
  if (plain === null) return new NoneValue(span);
  if (plain instanceof UnknownValue) return plain;
  if (typeof plain === 'boolean') return new BoolValue(plain, span);
  if (typeof plain === 'bigint') return new IntValue(plain, span);
  if (typeof plain === 'number') return new FloatValue(plain, span);
  if (typeof plain === 'string') return str(plain, span);
  if (Array.isArray(plain)) return new ListValue((plain as readonly Plain[]).map(valueOf), span);
  return rowOf(plain as { readonly [key: string]: Plain });
}

export function rowOf(plain: { readonly [key: string]: Plain }): DictValue {
  const row = new DictValue({ file: rowFile, start: 0, end: 1 });
  for (const [key, value] of Object.entries(plain)) row.set(key, valueOf(value));
  return row;
}

/** A template as it stands in a document, from offset `at` of its text. */
export function written(template: string, at = 0): TracedText {
  return TracedText.of(template, { kind: 'source', span: { file: templateFile, start: at, end: at + template.length }, exact: true });
}

export function traced(template: string, row: { readonly [key: string]: Plain }, place?: RowPlace): TracedText {
  return renderTemplate(written(template), rowOf(row), place);
}

/** The text that a template makes of a row, or `Type: text` of what is raised. */
export function render(template: string, row: { readonly [key: string]: Plain }): string {
  try {
    return traced(template, row).text;
  } catch (error) {
    if (error instanceof PyError) return `${error.type}: ${error.text}`;
    throw error;
  }
}

/** The row of most tests. */
export const row = {
  x: 'Hello, World\nfoo  bar',
  y: ['b', 'a', 'C', 'a'],
  n: 5n,
  f: 2.5,
  d: { k: 'v', n: 2n, text: ['p', 'q'] },
  nn: null,
  b: true,
  rows: [
    { k: 'v', n: 1n },
    { k: 'W', n: 3n },
    { k: 'v', n: 2n },
  ],
  t: '<b>"é😀\'&',
  nest: [1n, [2n, [3n]], 4n],
} as const;
