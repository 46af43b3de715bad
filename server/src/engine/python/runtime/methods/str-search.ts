import { BoolValue, IntValue, type StrValue, type Value } from '../../../core/value.js';
import { clamp, positional, typeError, valueError } from '../call-arguments.js';
import type { Runtime } from '../runtime.js';
import { codePointLength, codePointsOf } from '../../../core/code-points.js';
import { countOf, indexOf, lastIndexOf } from '../../../core/search.js';
import { chargeText } from '../../../core/cost.js';
import { asInteger, typeName } from '../semantics.js';
import { looking, type Method } from './method.js';

/** The part of a text that optional start and end arguments name, as UTF-16 offsets; undefined where start lies behind the end of the text. */
function bounds(self: StrValue, start: Value | undefined, end: Value | undefined): readonly [number, number] | undefined {
  if (!start && !end) return [0, self.text.length];
  const points = codePointsOf(self.traced, chargeText);
  const { length } = points;
  const from = place(start, 0, length);
  const to = Math.min(place(end, length, length), length);
  if (from > length || from > to) return undefined;
  return [points.offset(from), points.offset(to)];
}

function place(v: Value | undefined, absent: number, length: number): number {
  if (!v || v.kind === 'none') return absent;
  const n = asInteger(v);
  if (n === undefined) throw typeError('slice indices must be integers or None or have an __index__ method');
  const at = clamp(n);
  return at < 0 ? Math.max(0, at + length) : at;
}

function needle(v: Value): string {
  if (v.kind !== 'str') throw typeError(`must be str, not ${typeName(v)}`);
  return v.text;
}

/** `find`, `index`, `rfind`, `rindex`: a place in code points. */
function finding(name: string, fromRight: boolean, raises: boolean): Method {
  return looking('str', (runtime, self, args) => {
    const [search, start, end] = positional(`str.${name}`, args, 1, 3);
    const range = bounds(self, start, end);
    const text = needle(search!);
    const part = range ? self.text.slice(range[0], range[1]) : undefined;
    const at = part === undefined ? -1 : (fromRight ? lastIndexOf : indexOf)(part, text);
    if (at < 0 && raises) throw valueError('substring not found');
    const found = at < 0 || !range ? -1 : codePointsOf(self.traced, chargeText).index(range[0] + at);
    return new IntValue(BigInt(found), runtime.span);
  });
}

const count: Method = looking('str', (runtime, self, args) => {
  const [search, start, end] = positional('str.count', args, 1, 3);
  const range = bounds(self, start, end);
  const text = needle(search!);
  if (!range) return new IntValue(0n, runtime.span);
  const part = self.text.slice(range[0], range[1]);
  const found = text === '' ? codePointLength(part) + 1 : countOf(part, text);
  runtime.step(found >> 2);
  return new IntValue(BigInt(found), runtime.span);
});

/** `startswith` and `endswith`, with a text or a tuple of texts. */
function matching(name: string, matches: (part: string, affix: string) => boolean): Method {
  return looking('str', (runtime, self, args) => {
    const [affix, start, end] = positional(`str.${name}`, args, 1, 3);
    const range = bounds(self, start, end);
    const affixes = affix!.kind === 'tuple' ? affix.items : [affix!];
    runtime.step(affixes.length);
    for (const candidate of affixes) {
      if (candidate.kind === 'unknown') return candidate;
      if (candidate.kind !== 'str') throw typeError(wrongAffix(name, affix!, candidate));
      if (range && matches(self.text.slice(range[0], range[1]), candidate.text)) return bool(runtime, true);
    }
    return bool(runtime, false);
  });
}

function wrongAffix(name: string, affix: Value, candidate: Value): string {
  if (affix.kind === 'tuple') return `tuple for ${name} must only contain str, not ${typeName(candidate)}`;
  return `${name} first arg must be str or a tuple of str, not ${typeName(candidate)}`;
}

function bool(runtime: Runtime, value: boolean): Value {
  return new BoolValue(value, runtime.span);
}

/** Methods of str that look for text in it. */
export const searchMethods: Record<string, Method> = {
  find: finding('find', false, false),
  index: finding('index', false, true),
  rfind: finding('rfind', true, false),
  rindex: finding('rindex', true, true),
  count,
  startswith: matching('startswith', (part, affix) => part.startsWith(affix)),
  endswith: matching('endswith', (part, affix) => part.endsWith(affix)),
};
