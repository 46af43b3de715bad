import { isMap, isPair, isScalar, isSeq, parseDocument, type Pair, type Scalar } from 'yaml';
import type { Range } from './mutation.js';

/** A key with its value in a YAML mapping. */
export interface Field {
  /** The keys and indices that lead to it, its own last: `['metric_list', 0, 'metric']`. */
  readonly path: readonly (string | number)[];
  readonly key: string;
  readonly keyAt: Range;
  /** Empty for a value that is not written. A value with a tag starts behind it. */
  readonly valueAt: Range;
  /** From the key to the end of the value. */
  readonly at: Range;
  /** The text of a value that is one scalar. */
  readonly scalar: string | undefined;
  readonly style: string | undefined;
  readonly tag: string | undefined;
  readonly items: readonly Range[] | undefined;
  /** The mapping that it is in. */
  readonly around: Range;
}

/** A task of lm-evaluation-harness as text and fields. */
export class TaskSource {
  readonly fields: readonly Field[];

  constructor(
    readonly file: string,
    readonly text: string,
  ) {
    const document = parseDocument(text, { logLevel: 'silent', schema: 'core', customTags: [] });
    this.fields = fieldsOf(document.contents, [], text);
  }

  /** A field at the top. */
  top(key: string): Field | undefined {
    return this.fields.find((field) => field.path.length === 1 && field.key === key);
  }

  /** Fields of this key, anywhere below this one at the top. */
  below(top: string, key?: string): readonly Field[] {
    return this.fields.filter((field) => field.path.length > 1 && field.path[0] === top && (key === undefined || field.key === key));
  }

  textOf({ start, end }: Range): string {
    return this.text.slice(start, end);
  }
}

function fieldsOf(node: unknown, path: readonly (string | number)[], text: string): Field[] {
  if (isSeq(node)) return node.items.flatMap((item, i) => fieldsOf(item, [...path, i], text));
  if (!isMap(node)) return [];
  const [start = 0, end = 0] = node.range ?? [];
  return node.items.flatMap((pair) => (isPair(pair) ? fieldOf(pair, path, { start, end }, text) : []));
}

function fieldOf(pair: Pair, path: readonly (string | number)[], around: Range, text: string): Field[] {
  if (!isScalar(pair.key) || typeof pair.key.value !== 'string' || !pair.key.range) return [];
  const { value: key } = pair.key as Scalar<string>;
  const [keyStart, keyEnd] = pair.key.range;
  const quoted = /['"]/.test(text.charAt(keyStart)) ? 1 : 0;
  const value = pair.value as { readonly range?: readonly [number, number, number] | null; readonly tag?: string } | null;
  const valueAt = value?.range
    ? { start: value.range[0], end: trimmed(text, value.range[0], value.range[1]) }
    : { start: keyEnd, end: keyEnd };
  const own = [...path, key];
  const field: Field = {
    path: own,
    key,
    keyAt: { start: keyStart + quoted, end: keyEnd - quoted },
    valueAt,
    at: { start: keyStart, end: Math.max(keyEnd, valueAt.end) },
    scalar: isScalar(value) ? String(value.value) : undefined,
    style: isScalar(value) ? value.type : undefined,
    tag: value?.tag,
    items: isSeq(value) ? value.items.flatMap(rangeOf) : undefined,
    around,
  };
  return [field, ...fieldsOf(value, own, text)];
}

function rangeOf(node: unknown): Range[] {
  const range = (node as { readonly range?: readonly [number, number, number] } | null)?.range;
  return range ? [{ start: range[0], end: range[1] }] : [];
}

function trimmed(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
