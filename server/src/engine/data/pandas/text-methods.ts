import { charge } from '../../core/cost.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { BoolValue, FloatValue, IntValue, NoneValue, StrValue, textOf, type Value } from '../../core/value.js';
import { SliceValue } from '../../python/runtime/objects.js';
import { re } from '../../python/runtime/modules/re.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { asInteger, length } from '../../python/runtime/semantics.js';
import { sliceIndices } from '../../python/runtime/slices.js';
import { isMissing, nan, unfollowed } from './cells.js';
import type { SeriesData } from './data.js';
import { isTrue } from './series-methods.js';

/** @throws UnknownSignal */
function unknownUse(name: string): never {
  return unfollowed(say`this use of str.${name} is not modelled`);
}

type OfText = (runtime: Runtime, text: Value, args: Arguments) => Value;

/** Methods of texts that `series.str` has under the same name with the same arguments. */
const alike =
  'lower upper title capitalize swapcase casefold strip lstrip rstrip zfill center ljust rjust removeprefix removesuffix isalpha isdigit isnumeric isupper islower isspace isalnum isdecimal istitle find rfind'.split(
    ' ',
  );

const own: Readonly<Record<string, OfText>> = {
  ...Object.fromEntries(
    alike.map((name): [string, OfText] => [name, (runtime, text, args) => runtime.call(runtime.getAttribute(text, name), args)]),
  ),
  startswith: (runtime, text, args) => starts(runtime, text, args, 'startswith'),
  endswith: (runtime, text, args) => starts(runtime, text, args, 'endswith'),
  contains,
  replace,
  split,
  count: (runtime, text, { positional, keywords }) => {
    if (positional.length !== 1 || keywords.size > 0) return unknownUse('count');
    const found = ofPattern(runtime, 'findall', positional[0]!, text);
    return found.kind === 'list' ? new IntValue(BigInt(found.items.length), runtime.span) : found;
  },
  findall: (runtime, text, { positional, keywords }) =>
    positional.length === 1 && keywords.size === 0 ? ofPattern(runtime, 'findall', positional[0]!, text) : unknownUse('findall'),
};

function starts(runtime: Runtime, text: Value, { positional, keywords }: Arguments, name: string): Value {
  if (keywords.size > 0 || positional.length !== 1) return unknownUse(name);
  return runtime.call(runtime.getAttribute(text, name), { positional, keywords: new Map() });
}

function ofPattern(runtime: Runtime, name: string, pattern: Value, ...args: readonly Value[]): Value {
  return runtime.call(runtime.getAttribute(re, name), { positional: [pattern, ...args], keywords: new Map() });
}

function isGiven(args: Arguments, name: string, absent: boolean): boolean {
  return isTrue(args.keywords.get(name), absent);
}

/** `contains(pat, case=True, regex=True, na=…)`: a pattern that is looked for anywhere. */
function contains(runtime: Runtime, text: Value, args: Arguments): Value {
  const pattern = args.positional[0] ?? args.keywords.get('pat');
  if (!pattern || args.positional.length > 1 || args.keywords.has('flags')) return unknownUse('contains');
  const ignores = !isGiven(args, 'case', true);
  if (!isGiven(args, 'regex', true)) {
    if (ignores) return unknownUse('contains');
    return new BoolValue(textOf(text)!.includes(textOf(pattern) ?? unknownUse('contains')), runtime.span);
  }
  const flags = ignores ? [runtime.getAttribute(re, 'IGNORECASE')] : [];
  const found = ofPattern(runtime, 'search', pattern, text, ...flags);
  return found.kind === 'unknown' ? found : new BoolValue(found.kind !== 'none', runtime.span);
}

/** `replace(pat, repl, regex=False)`. */
function replace(runtime: Runtime, text: Value, args: Arguments): Value {
  const [pattern = args.keywords.get('pat'), by = args.keywords.get('repl'), ...others] = args.positional;
  const known = [...args.keywords.keys()].every((name) => ['pat', 'repl', 'regex'].includes(name));
  if (!pattern || !by || others.length > 0 || !known || by.kind !== 'str') return unknownUse('replace');
  if (isGiven(args, 'regex', false)) return ofPattern(runtime, 'sub', pattern, by, text);
  return runtime.call(runtime.getAttribute(text, 'replace'), { positional: [pattern, by], keywords: new Map() });
}

/** `split(pat=None, n=-1)`; a pattern of several characters may be a regular expression. */
function split(runtime: Runtime, text: Value, { positional, keywords }: Arguments): Value {
  const pattern = positional[0] ?? keywords.get('pat');
  const n = keywords.get('n');
  const known = [...keywords.keys()].every((name) => name === 'pat' || name === 'n');
  if (positional.length > 1 || !known || (pattern?.kind === 'str' && !/^[\s\S]$|^[\w ,;:-]*$/u.test(pattern.text)))
    return unknownUse('split');
  const most = n && asInteger(n) !== 0n ? [n] : [];
  return runtime.call(runtime.getAttribute(text, 'split'), {
    positional: [pattern ?? new NoneValue(runtime.span), ...most],
    keywords: new Map(),
  });
}

/** `series.str[key]`, `series.str.get(n)`: what is not there is missing. */
export function partsOfTexts(data: SeriesData, key: Value, span: Span): SeriesData {
  if (data.dtype !== 'object') return unfollowed(say`texts of such a Series are not modelled`);
  const cells = data.cells.map((cell) => (isMissing(cell) ? cell : part(cell, key, span)));
  return { ...data, ...typed(cells, span) };
}

function part(text: Value, key: Value, span: Span): Value {
  const n = key.kind === 'int' ? asInteger(key) : undefined;
  if (text.kind === 'list' && n !== undefined) return text.items.at(Number(n)) ?? nan(span);
  if (text.kind !== 'str') return unknownUse('get');
  const characters = [...text.text];
  const slice = key instanceof SliceValue ? sliceIndices(key, characters.length) : undefined;
  if (slice ? slice.step !== 1 : n === undefined) return unknownUse('get');
  const from = slice ? slice.start : Number(n! < 0n ? n! + BigInt(characters.length) : n!);
  if (!slice && (from < 0 || from >= characters.length)) return nan(span);
  const start = characters.slice(0, from).join('').length;
  return new StrValue(text.traced.slice(start, start + characters.slice(from, from + (slice?.count ?? 1)).join('').length), span);
}

export function isTextMethod(name: string): boolean {
  return Object.hasOwn(own, name) || name === 'len' || name === 'join' || name === 'get';
}

/** `series.str.name(…)`: missing cells stay what they are. @throws UnknownSignal for cells that are no texts */
export function ofTexts(runtime: Runtime, data: SeriesData, name: string, args: Arguments): SeriesData {
  if (name === 'get') return partsOfTexts(data, args.positional[0] ?? unknownUse('get'), runtime.span);
  if (data.dtype !== 'object') return unfollowed(say`texts of such a Series are not modelled`);
  charge(data.cells.length);
  const na = name === 'contains' || name === 'startswith' || name === 'endswith' ? args.keywords.get('na') : undefined;
  if (!na && answersBool.test(name) && data.cells.some(isMissing))
    return unfollowed(say`what is made of missing texts depends on the release of pandas`);
  const keywords = new Map(args.keywords);
  keywords.delete('na');
  const asked = { positional: args.positional, keywords };
  const cells = data.cells.map((cell) => (isMissing(cell) ? (na ?? cell) : ofCell(runtime, cell, name, asked)));
  return { ...data, ...typed(cells, runtime.span) };
}

const lettersOnly = new Set(['title', 'capitalize', 'swapcase']);
const answersBool = /^(contains|startswith|endswith|is\w+)$/;

/** pandas 3 asks Arrow for these, which knows other letters and white space beyond ASCII, and other regular expressions. */
function checkAlike(text: string, name: string, { positional: [pattern], keywords }: Arguments): void {
  const isAscii = /^[\t\n\r\x20-\x7e]*$/.test(text);
  const isPlain = lettersOnly.has(name) ? /^[A-Za-z ]*$/.test(text) : isAscii;
  const written = textOf(pattern ?? keywords.get('pat')) ?? '';
  const isRegular = (name === 'contains' || name === 'replace' || name === 'count') && /[\\^$.|?*+()[\]{}]/.test(written);
  const alikeAnyway = [
    'startswith',
    'endswith',
    'len',
    'get',
    'join',
    'findall',
    'zfill',
    'center',
    'ljust',
    'rjust',
    'removeprefix',
    'removesuffix',
  ].includes(name);
  const isLiteral =
    (name === 'contains' || name === 'replace' || name === 'count' || name === 'split') && !isRegular && !keywords.has('case');
  const refused = isRegular && (/\(\?|\\\d/.test(written) || (textOf(keywords.get('repl')) ?? '').includes('\\'));
  if ((!isPlain && !alikeAnyway && !isLiteral) || refused) unfollowed(say`what is made of this text depends on the release of pandas`);
}

function ofCell(runtime: Runtime, cell: Value, name: string, args: Arguments): Value {
  if (name === 'len') {
    if (cell.kind !== 'str' && cell.kind !== 'list' && cell.kind !== 'tuple')
      return unfollowed(say`the length of such a cell is not modelled`);
    return new IntValue(BigInt(length(cell) ?? 0), runtime.span);
  }
  if (name === 'join') {
    if (cell.kind !== 'list' || !cell.items.every(({ kind }) => kind === 'str')) return unknownUse('join');
    return runtime.call(runtime.getAttribute(args.positional[0]!, 'join'), { positional: [cell], keywords: new Map() });
  }
  if (cell.kind !== 'str') return unfollowed(say`methods of texts on what is no text are not modelled`);
  checkAlike(cell.text, name, args);
  return own[name]!(runtime, cell, args);
}

/** Lengths beside missing cells are floats; bools beside them are objects. */
function typed(cells: readonly Value[], span: Span): Pick<SeriesData, 'dtype' | 'cells'> {
  const unknown = cells.find((cell) => cell.kind === 'unknown' && !isMissing(cell));
  if (unknown?.kind === 'unknown') unfollowed(unknown.reason, unknown.span);
  const present = cells.filter((cell) => !isMissing(cell));
  if (present.length > 0 && present.every(({ kind }) => kind === 'int')) {
    if (present.length === cells.length) return { dtype: 'int64', cells };
    return { dtype: 'float64', cells: cells.map((cell) => new FloatValue(cell.kind === 'int' ? Number(cell.value) : NaN, span)) };
  }
  const isBools = cells.length > 0 && cells.every(({ kind }) => kind === 'bool');
  return { dtype: isBools ? 'bool' : 'object', cells };
}
