import { indexOf, lastIndexOf, splitText } from '../../../core/search.js';
import { TracedText } from '../../../core/traced-text.js';
import { ListValue, StrValue, TupleValue, type Value } from '../../../core/value.js';
import { bind, indexArgument, positional, typeError, valueError } from '../call-arguments.js';
import type { Arguments, Runtime } from '../runtime.js';
import { typeName } from '../semantics.js';
import { isSpace } from '../unicode.js';
import { looking, type Method } from './method.js';

type Range = readonly [start: number, end: number];

/** The parts of a text as values, each with its origin. */
function heldBy(runtime: Runtime, self: StrValue, ranges: readonly Range[]): StrValue[] {
  runtime.step(3 * ranges.length);
  return ranges.map(([start, end]) => new StrValue(self.traced.slice(start, end), runtime.span));
}

/** `strip` and its one-sided forms. */
function stripping(name: string, atStart: boolean, atEnd: boolean): Method {
  return looking('str', (runtime, self, args) => {
    const [set] = positional(`str.${name}`, args, 0, 1);
    if (set && set.kind !== 'none' && set.kind !== 'str') throw typeError(`${name} arg must be None or str`);
    const [start, end] = stripped(self.text, set?.kind === 'str' ? new Set(set.text) : undefined, atStart, atEnd);
    return new StrValue(self.traced.slice(start, end), runtime.span);
  });
}

/** What is left of a text without the characters of `set` (white space where there is none) at its ends. */
function stripped(text: string, set: ReadonlySet<string> | undefined, atStart: boolean, atEnd: boolean): Range {
  const goes = (character: string): boolean => (set ? set.has(character) : isSpace(character));
  let start = 0;
  let end = text.length;
  while (atStart && start < end && goes(characterAt(text, start))) start += characterAt(text, start).length;
  while (atEnd && end > start && goes(characterBefore(text, end))) end -= characterBefore(text, end).length;
  return [start, end];
}

function characterAt(text: string, offset: number): string {
  return String.fromCodePoint(text.codePointAt(offset)!);
}

function characterBefore(text: string, offset: number): string {
  const pair = offset >= 2 ? text.codePointAt(offset - 2)! : 0;
  return pair > 0xffff ? String.fromCodePoint(pair) : text[offset - 1]!;
}

/** `split` and `rsplit`. */
function splitting(name: string, fromRight: boolean): Method {
  return looking('str', (runtime, self, args) => {
    const [separator, most] = bind(name, args, ['sep', 'maxsplit'], 0);
    const limit = most ? indexArgument(most) : -1;
    const count = limit < 0 ? Infinity : limit;
    if (!separator || separator.kind === 'none')
      return list(runtime, self, fromRight ? rsplitSpace(self.text, count) : splitSpace(self.text, count));
    if (separator.kind !== 'str') throw typeError(`must be str or None, not ${typeName(separator)}`);
    if (separator.text === '') throw valueError('empty separator');
    return list(runtime, self, (fromRight ? rsplitAt : splitAt)(self.text, separator.text, count));
  });
}

/** What a line or a word costs beside its characters: it is looked for, and held with its place. */
const ofPart = 3;

function list(runtime: Runtime, self: StrValue, ranges: readonly Range[]): ListValue {
  runtime.step(ofPart * ranges.length);
  return new ListValue(heldBy(runtime, self, ranges), runtime.span);
}

function splitAt(text: string, separator: string, most: number): Range[] {
  const ranges: Range[] = [];
  let from = 0;
  if (most === Infinity) {
    for (const part of splitText(text, separator)) {
      ranges.push([from, from + part.length]);
      from += part.length + separator.length;
    }
    return ranges;
  }
  for (let at = indexOf(text, separator); at >= 0 && ranges.length < most; at = indexOf(text, separator, from)) {
    ranges.push([from, at]);
    from = at + separator.length;
  }
  ranges.push([from, text.length]);
  return ranges;
}

function rsplitAt(text: string, separator: string, most: number): Range[] {
  const ranges: Range[] = [];
  let to = text.length;
  while (ranges.length < most && to >= separator.length) {
    const at = lastIndexOf(text, separator, to);
    if (at < 0) break;
    ranges.push([at + separator.length, to]);
    to = at;
  }
  ranges.push([0, to]);
  return ranges.reverse();
}

function splitSpace(text: string, most: number): Range[] {
  const ranges: Range[] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && isSpace(text[at]!)) at++;
    if (at >= text.length) return ranges;
    const start = at;
    if (ranges.length >= most) return [...ranges, [start, text.length]];
    while (at < text.length && !isSpace(text[at]!)) at++;
    ranges.push([start, at]);
  }
}

function rsplitSpace(text: string, most: number): Range[] {
  const ranges: Range[] = [];
  let at = text.length;
  for (;;) {
    while (at > 0 && isSpace(text[at - 1]!)) at--;
    if (at <= 0) return ranges.reverse();
    const end = at;
    if (ranges.length >= most) return [...ranges, [0, end] as const].reverse();
    while (at > 0 && !isSpace(text[at - 1]!)) at--;
    ranges.push([at, end]);
  }
}

const lineBreaks = '\n\r\v\f\x1c-\x1e\x85\u2028\u2029';
const lineBreak = new RegExp(`\r\n|[${lineBreaks}]`, 'g');

/** Lines as `str.splitlines` finds them, with or without what ends them. */
export function lineRanges(text: string, keepEnds: boolean): Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (const match of text.matchAll(lineBreak)) {
    const end = match.index + match[0].length;
    ranges.push([from, keepEnds ? end : match.index]);
    from = end;
  }
  if (from < text.length) ranges.push([from, text.length]);
  return ranges;
}

function splitLines(runtime: Runtime, self: StrValue, args: Arguments): Value {
  const [keepEnds] = bind('splitlines', args, ['keepends'], 0);
  return list(runtime, self, lineRanges(self.text, keepEnds !== undefined && indexArgument(keepEnds) !== 0));
}

/** `partition` and `rpartition`: before, separator, after. */
function partitioning(name: string, fromRight: boolean): Method {
  return looking('str', (runtime, self, args) => {
    const [separator] = positional(`str.${name}`, args, 1, 1);
    if (separator!.kind !== 'str') throw typeError(`must be str, not ${typeName(separator!)}`);
    if (separator.text === '') throw valueError('empty separator');
    const { text } = self;
    const at = (fromRight ? lastIndexOf : indexOf)(text, separator.text);
    const empty = new StrValue(TracedText.empty, runtime.span);
    if (at < 0) return new TupleValue(fromRight ? [empty, empty, self] : [self, empty, empty], runtime.span);
    const after = at + separator.text.length;
    return new TupleValue(
      heldBy(runtime, self, [
        [0, at],
        [at, after],
        [after, text.length],
      ]),
      runtime.span,
    );
  });
}

/** Methods of str that cut it; every part keeps its origin. */
export const splittingMethods: Record<string, Method> = {
  strip: stripping('strip', true, true),
  lstrip: stripping('lstrip', true, false),
  rstrip: stripping('rstrip', false, true),
  split: splitting('split', false),
  rsplit: splitting('rsplit', true),
  splitlines: looking('str', splitLines),
  partition: partitioning('partition', false),
  rpartition: partitioning('rpartition', true),
};
