import { PyError } from '../../../core/errors.js';
import { TracedText } from '../../../core/traced-text.js';
import { BytesValue, StrValue, type Value } from '../../../core/value.js';
import { argumentName, bind, indexArgument, positional, typeError, unknown } from '../call-arguments.js';
import { strFormat, formatWithMapping } from './str-format.js';
import { getItem } from '../operators/subscript.js';
import type { Arguments, Runtime } from '../runtime.js';
import { codePointLength } from '../../../core/code-points.js';
import { countOf } from '../../../core/search.js';
import { chargeCharacters } from '../../../core/cost.js';
import { say } from '../../../core/say.js';
import { intValue, keyOf, typeName } from '../semantics.js';
import { caseMethods } from './str-case.js';
import { looking, storing, table, type Method, type MethodTable } from './method.js';
import { paddingMethods } from './str-padding.js';
import { searchMethods } from './str-search.js';
import { splittingMethods } from './str-split.js';
import { maketrans } from './str-translate.js';
import { encode } from './bytes-codec.js';

/** A str result of the expression being evaluated. */
function made(runtime: Runtime, traced: TracedText): StrValue {
  return new StrValue(traced, runtime.span);
}

const replace: Method = looking('str', (runtime, self, args) => {
  const [search, replacement, count] = positional('str.replace', args, 2, 3);
  if (search!.kind !== 'str') throw typeError(`replace() argument 1 must be str, not ${argumentName(search!)}`);
  if (replacement!.kind !== 'str') throw typeError(`replace() argument 2 must be str, not ${argumentName(replacement!)}`);
  const most = count ? indexArgument(count) : -1;
  const matches = occurrences(self.text, search.text);
  const replaced = most < 0 ? matches : Math.min(most, matches);
  runtime.checkSize(self.text.length + replaced * replacement.text.length);
  runtime.step(replaced);
  // All at once is one pass over the text, and its pieces are found when somebody asks.
  const all = replaced === matches ? Infinity : replaced;
  return replaced === 0 ? made(runtime, self.traced) : made(runtime, self.traced.replace(search.text, replacement.traced, all));
});

/** How often `search` stands in the text, not overlapping; an empty one stands between all characters. */
function occurrences(text: string, search: string): number {
  return search === '' ? codePointLength(text) + 1 : countOf(text, search);
}

/** Joins with the separator's and the items' origins. An unknown item makes the whole unknown. */
const join: Method = looking('str', (runtime, self, args) => {
  const [items] = positional('str.join', args, 1, 1);
  const parts: TracedText[] = [];
  let size = 0;
  let number = 0;
  for (const item of iterateForJoin(runtime, items!)) {
    if (item.kind === 'unknown') return item;
    if (item.kind !== 'str') throw typeError(`sequence item ${String(number)}: expected str instance, ${typeName(item)} found`);
    if (number++ > 0) parts.push(self.traced);
    parts.push(item.traced);
    size += item.text.length + self.text.length;
    runtime.checkSize(size);
  }
  return made(runtime, TracedText.join(parts.filter((part) => part.length > 0)));
});

function iterateForJoin(runtime: Runtime, items: Value): Iterable<Value> {
  if (items.kind === 'none' || items.kind === 'int' || items.kind === 'bool' || items.kind === 'float' || items.kind === 'ref')
    throw typeError('can only join an iterable');
  return runtime.iterate(items);
}

/** `text.encode(encoding, errors)` for the encodings that need no tables. */
const encodeMethod: Method = looking('str', (runtime, self, args) => {
  const [encoding, errors] = bind('encode', args, ['encoding', 'errors'], 0);
  const name = encoding?.kind === 'str' ? encoding.text : 'utf-8';
  chargeCharacters(self.text.length);
  const bytes = encode(self.text, name, errors?.kind === 'str' ? errors.text : 'strict');
  return bytes === undefined ? unknown(runtime, say`the encoding ${name} is not modelled`) : new BytesValue(bytes, runtime.span);
});

/** `text.translate(table)`: each character is looked up by its code point; one that is not found stays. */
const translate: Method = looking('str', (runtime, self, args) => {
  const [mapping] = positional('str.translate', args, 1, 1);
  const parts: TracedText[] = [];
  let offset = 0;
  /** Where the characters begin that stay as they are: they stay in one piece. */
  let kept = 0;
  let size = 0;
  for (const character of self.text) {
    runtime.step();
    const found = translated(runtime, mapping!, character);
    if (found?.kind === 'unknown') return found;
    const end = offset + character.length;
    if (found) {
      runtime.step(6);
      const piece = translatedPiece(self.traced.slice(offset, end), found);
      parts.push(self.traced.slice(kept, offset), piece);
      kept = end;
      runtime.checkSize((size += piece.length));
    } else runtime.checkSize((size += character.length));
    offset = end;
  }
  parts.push(self.traced.slice(kept));
  return made(runtime, TracedText.join(parts.filter((part) => part.length > 0)));
});

function translated(runtime: Runtime, mapping: Value, character: string): Value | undefined {
  const code = intValue(character.codePointAt(0)!, runtime.span);
  if (mapping.kind === 'dict') return mapping.entries.get(keyOf(code))?.value;
  try {
    return getItem(runtime, mapping, code);
  } catch (error) {
    if (error instanceof PyError && (error.type === 'KeyError' || error.type === 'IndexError')) return undefined;
    throw error;
  }
}

function translatedPiece(piece: TracedText, found: Value): TracedText {
  if (found.kind === 'none') return TracedText.empty;
  if (found.kind === 'str') return found.traced;
  if (found.kind === 'int') return piece.recomputed(String.fromCodePoint(Number(found.value)));
  throw typeError('character mapping must return integer, None or str');
}

/** Tab stops: each tab becomes the spaces up to the next one. */
const expandTabs: Method = looking('str', (runtime, self, args) => {
  const [size] = bind('expandtabs', args, ['tabsize'], 0);
  const stop = size ? indexArgument(size) : 8;
  const parts: TracedText[] = [];
  let column = 0;
  let offset = 0;
  /** Where the characters begin behind the last tab. */
  let kept = 0;
  let added = 0;
  chargeCharacters(self.text.length);
  for (const character of self.text) {
    const end = offset + character.length;
    if (character === '\t') {
      runtime.step(6);
      const width = stop > 0 ? stop - (column % stop) : 0;
      runtime.checkSize((added += width));
      parts.push(self.traced.slice(kept, offset), self.traced.slice(offset, end).recomputed(' '.repeat(width)));
      kept = end;
      column += width;
    } else column = character === '\n' || character === '\r' ? 0 : column + 1;
    offset = end;
  }
  parts.push(self.traced.slice(kept));
  return made(runtime, TracedText.join(parts.filter((part) => part.length > 0)));
});

/** `removeprefix` and `removesuffix`. */
function removing(name: string, cut: (self: StrValue, affix: string) => TracedText): Method {
  return looking('str', (runtime, self, args) => {
    const [affix] = positional(`str.${name}`, args, 1, 1);
    if (affix!.kind !== 'str') throw typeError(`${name}() argument must be str, not ${argumentName(affix!)}`);
    return made(runtime, cut(self, affix.text));
  });
}

/** The methods of `str`. Origins are kept wherever text survives. */
export const strMethods: MethodTable = table({
  ...splittingMethods,
  ...searchMethods,
  ...caseMethods,
  ...paddingMethods,
  replace,
  join,
  translate,
  encode: encodeMethod,
  expandtabs: expandTabs,
  removeprefix: removing('removeprefix', (self, prefix) => (self.text.startsWith(prefix) ? self.traced.slice(prefix.length) : self.traced)),
  removesuffix: removing('removesuffix', (self, suffix) =>
    suffix !== '' && self.text.endsWith(suffix) ? self.traced.slice(0, self.text.length - suffix.length) : self.traced,
  ),
  maketrans: looking('str', (runtime, _self, args) => maketrans(runtime, args)),
  format: storing('str', (runtime, self, args: Arguments) => strFormat(runtime, self, args)),
  format_map: looking('str', (runtime, self, args) => formatWithMapping(runtime, self, positional('str.format_map', args, 1, 1)[0]!)),
});
