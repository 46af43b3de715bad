import { countOf } from '../../core/search.js';
import { codePointLength } from '../../core/code-points.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { attributeError } from '../../python/runtime/types/attributes.js';
import { indexArgument, typeError } from '../../python/runtime/call-arguments.js';
import { re } from '../../python/runtime/modules/re.js';
import { SliceValue } from '../../python/runtime/objects.js';
import { getItem } from '../../python/runtime/operators/index.js';
import { intValue, typeName } from '../../python/runtime/semantics.js';
import { lineRanges } from '../../python/runtime/methods/str-split.js';
import { whitespace } from '../../python/runtime/unicode.js';
import { TracedText } from '../../core/traced-text.js';
import { DictValue, ListValue, StrValue, TupleValue, UnknownValue, str } from '../../core/value.js';
import { MarkupValue } from '../runtime/markup.js';
import { jinjaTruth, lengthOf, operate } from '../runtime/jinja-semantics.js';
import { defined } from '../runtime/undefined.js';
import { filterArgumentError, isGiven, knownText, none, pythonFilter, softStr, strMethod } from './filter.js';
import { type RunFilter } from '../runtime/rendering.js';

/** A filter that is a method of str without arguments. */
function method(name: string): RunFilter {
  return pythonFilter(`do_${name}`, [], (it, value) => strMethod(it, softStr(it, value), name));
}

const wordStarts = new RegExp(`([-${whitespace}({\\[<]+)`, 'u');

/** Each word is cut out, changed by two methods and put together again. */
const perWord = 6;

const title = pythonFilter('do_title', [], (it, value) => {
  const { traced } = softStr(it, value);
  const parts: TracedText[] = [];
  let from = 0;
  for (const part of traced.text.split(wordStarts)) {
    const piece = traced.slice(from, (from += part.length));
    if (piece.length === 0) continue;
    it.step(perWord);
    const first = piece.text.codePointAt(0)! > 0xffff ? 2 : 1;
    const [head, tail] = [piece.slice(0, first), piece.slice(first)].map((text) => new StrValue(text, it.span));
    for (const half of [strMethod(it, head!, 'upper'), strMethod(it, tail!, 'lower')])
      if (half.kind === 'str' && half.text !== '') parts.push(half.traced);
  }
  return new StrValue(TracedText.join(parts), it.span);
});

const trim = pythonFilter('do_trim', ['chars'], (it, value, [chars]) => strMethod(it, softStr(it, value), 'strip', chars ?? none(it)));

const center = pythonFilter('do_center', ['width'], (it, value, [width]) =>
  strMethod(it, softStr(it, value), 'center', width ?? intValue(80, it.span)),
);

const replace = pythonFilter(
  'do_replace',
  ['old', 'new', 'count'],
  (it, value, [old, replacement, count]) => {
    const [text, search, put] = [value, old!, replacement!].map((part) => new StrValue(knownText(it, part), it.span));
    return strMethod(it, text!, 'replace', search!, put!, isGiven(count) ? count : intValue(-1, it.span));
  },
  2,
);

/** `value % args`, by position or by name. */
const format: RunFilter = (it, value, { positional, keywords }) => {
  if (positional.length > 0 && keywords.size > 0)
    throw filterArgumentError("can't handle positional and keyword arguments at the same time");
  const values = new DictValue(it.span);
  for (const [name, item] of keywords) values.set(name, item);
  return operate(it, '%', softStr(it, value), keywords.size > 0 ? values : new TupleValue(positional, it.span));
};

const wordCount = pythonFilter('do_wordcount', [], (it, value) =>
  intValue(softStr(it, value).text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0, it.span),
);

/** A line becomes up to three parts of the text. */
const perLine = 3;

/** Indents every line but, by default, the first and the empty ones. */
const indent = pythonFilter('do_indent', ['width', 'first', 'blank'], (it, value, [width, first, blank]) => {
  defined(value);
  const indention =
    width?.kind === 'str' ? width.traced : TracedText.computed(' '.repeat(Math.max(0, width ? indexArgument(width) : 4)), it.span);
  if (value.kind === 'list') throw attributeError(value, 'splitlines');
  if (value.kind !== 'str') throw typeError(`unsupported operand type(s) for +=: '${typeName(value)}' and 'str'`);
  const newline = TracedText.computed('\n', it.span);
  const whole = value.traced.concat(newline);
  it.step(perLine * countOf(whole.text, '\n'));
  const all = blank !== undefined && jinjaTruth(blank);
  const parts: TracedText[] = first !== undefined && jinjaTruth(first) ? [indention] : [];
  lineRanges(whole.text, false).forEach(([start, end], i) => {
    if (i > 0) parts.push(newline, ...(all || end > start ? [indention] : []));
    parts.push(whole.slice(start, end));
  });
  it.checkSize(parts.reduce((sum, part) => sum + part.length, 0));
  const result = TracedText.join(parts.filter((part) => part.length > 0));
  return value instanceof MarkupValue ? new MarkupValue(result, it.span) : new StrValue(result, it.span);
});

/** Cuts a text that is longer than `length` by more than `leeway`. */
const truncate = pythonFilter('do_truncate', ['length', 'killwords', 'end', 'leeway'], (it, value, [length, killWords, end, leeway]) => {
  const most = length ? indexArgument(length) : 255;
  const tail = end ?? str('...', it.span);
  const tailLength = lengthOf(tail, `object of type '${typeName(tail)}' has no len()`);
  const spare = isGiven(leeway) ? indexArgument(leeway) : 5;
  if (most < tailLength) throw new PyError('AssertionError', `expected length >= ${String(tailLength)}, got ${String(most)}`);
  if (spare < 0) throw new PyError('AssertionError', `expected leeway >= 0, got ${String(spare)}`);
  if (lengthOf(value, `object of type '${typeName(value)}' has no len()`) <= most + spare) return value;
  const upTo = new SliceValue(none(it), intValue(most - tailLength, it.span), none(it), it.span);
  const cut = getItem(it, value, upTo);
  if (killWords !== undefined && jinjaTruth(killWords)) return operate(it, '+', cut, tail);
  if (cut.kind !== 'str') throw attributeError(cut, 'rsplit');
  const words = strMethod(it, cut, 'rsplit', str(' ', it.span), intValue(1, it.span));
  return operate(it, '+', words.kind === 'list' ? words.items[0]! : words, tail);
});

/** The harness's own filter: Python's `re.sub(pattern, repl, string, count=count)` (lm-evaluation-harness 0.4.13 `utils.py`). */
const regexReplace = pythonFilter(
  'regex_replace',
  ['pattern', 'repl', 'count'],
  (it, value, [pattern, replacement, count]) => {
    const positional = [pattern!, replacement!, value, count ?? intValue(0, it.span)];
    return it.call(re.member(it, 'sub')!, { positional, keywords: new Map() });
  },
  2,
);

/** `pprint.pformat`, where it is the repr: short values without dicts, which it sorts. */
const prettyPrint = pythonFilter('do_pprint', [], (it, value) => {
  const list = new ListValue([value], it.span);
  const whole = knownText(it, list);
  const shown = whole.slice(1, whole.length - 1);
  if (/\{/.test(shown.text) || codePointLength(shown.text) > 80)
    return new UnknownValue(say`what pprint makes of large values is not modelled`, it.span);
  return new StrValue(shown, it.span);
});

function unmodelled(name: string): RunFilter {
  return (it) => new UnknownValue(say`the filter ${name} is not modelled`, it.span);
}

/** The filters that make text out of text. */
export const textFilters: Readonly<Record<string, RunFilter>> = {
  upper: method('upper'),
  lower: method('lower'),
  capitalize: method('capitalize'),
  title,
  trim,
  center,
  replace,
  format,
  indent,
  truncate,
  string: pythonFilter('soft_str', [], softStr),
  wordcount: wordCount,
  wordwrap: unmodelled('wordwrap'),
  urlize: unmodelled('urlize'),
  pprint: prettyPrint,
  regex_replace: regexReplace,
};
