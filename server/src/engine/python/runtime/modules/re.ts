import { PyError } from '../../../core/errors.js';
import { TracedText } from '../../../core/traced-text.js';
import { DictValue, IntValue, ListValue, NoneValue, StrValue, TupleValue, UnknownValue, str, type Value } from '../../../core/value.js';
import { bind, call, indexArgument, iterator, positional, typeError, unknown, unknownArgument } from '../call-arguments.js';
import { chargeCharacters } from '../../../core/cost.js';
import { say } from '../../../core/say.js';
import { nowhere, type Span } from '../../../core/span.js';
import { LibraryObject, type ObjectProtocol } from '../objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { asInteger, pyRepr, typeName } from '../semantics.js';
import { moduleOf, pythonFunction } from './module.js';
import { exceptionClass } from '../exception-class.js';
import type { Match } from './re-found.js';
import { groupText, matchObject } from './re-match.js';
import { checkReplacement, expandTemplate } from './re-template.js';
import { patternFault } from './re-fault.js';
import { compileShape, TooLong, type Program } from './re-program.js';
import { Matcher } from './re-run.js';
import { NotTranslatable, translate, type Translated } from './re-translate.js';

const flagBits = {
  IGNORECASE: 2n,
  I: 2n,
  LOCALE: 4n,
  L: 4n,
  MULTILINE: 8n,
  M: 8n,
  DOTALL: 16n,
  S: 16n,
  UNICODE: 32n,
  U: 32n,
  VERBOSE: 64n,
  X: 64n,
  ASCII: 256n,
  A: 256n,
};

/** In the order in which `re.compile(…)` shows them. */
const shownFlags = ['IGNORECASE', 'LOCALE', 'MULTILINE', 'DOTALL', 'VERBOSE', 'ASCII'] as const;

interface Pattern {
  readonly text: string;
  readonly flags: bigint;
  readonly translated: Translated;
}

/** What compiled pattern objects were made of. */
const compiled = new WeakMap<LibraryObject, Pattern>();

/** The pattern of a first argument; an unknown value where it cannot be run here. */
function patternOf(runtime: Runtime, v: Value, flagsArgument: Value | undefined): Pattern | UnknownValue {
  const there = v instanceof LibraryObject ? compiled.get(v) : undefined;
  if (there) return there;
  if (v.kind === 'bytes') return unknown(runtime, say`patterns of bytes are not modelled`);
  if (v.kind !== 'str') throw typeError('first argument must be string or compiled pattern');
  const flags = (flagsArgument && asInteger(flagsArgument)) ?? 0n;
  if (flags & flagBits.LOCALE || (flags & flagBits.ASCII && flags & flagBits.IGNORECASE))
    return unknown(runtime, say`these flags of regular expressions are not modelled`);
  const has = (bit: bigint): boolean => (flags & bit) !== 0n;
  try {
    const translated = translate(v.text, {
      ignoreCase: has(flagBits.IGNORECASE),
      multiline: has(flagBits.MULTILINE),
      dotAll: has(flagBits.DOTALL),
      verbose: has(flagBits.VERBOSE),
      ascii: has(flagBits.ASCII),
    });
    return { text: v.text, flags: flagsOf(translated), translated };
  } catch (error) {
    if (!(error instanceof NotTranslatable) && !(error instanceof PyError)) throw error;
    const fault = has(flagBits.VERBOSE) ? undefined : patternFault(v.text);
    if (fault) throw new PyError('error', fault.text);
    if (error instanceof NotTranslatable)
      return unknown(runtime, say`the regular expression ${v.text.slice(0, 200)} is not modelled: ${error.message}`);
    throw error;
  }
}

/** `pattern.flags`, but for that of texts. */
function flagsOf({ flags }: Translated): bigint {
  return (
    (flags.ignoreCase ? flagBits.IGNORECASE : 0n) |
    (flags.multiline ? flagBits.MULTILINE : 0n) |
    (flags.dotAll ? flagBits.DOTALL : 0n) |
    (flags.verbose ? flagBits.VERBOSE : 0n) |
    (flags.ascii ? flagBits.ASCII : 0n)
  );
}

/** What runs a pattern; unknown for one that is too large. @param whole whether it has to match all of a text */
function programOf(runtime: Runtime, { translated }: Pattern, whole: boolean): Program | UnknownValue {
  const { shape } = translated;
  try {
    const program = compileShape(
      whole ? { kind: 'sequence', parts: [shape, { kind: 'assertion', which: 'end' }] } : shape,
      translated.ignoreCase,
    );
    runtime.step(program.length);
    return program;
  } catch (error) {
    if (error instanceof TooLong) return unknown(runtime, say`a regular expression this large is not modelled`);
    throw error;
  }
}

/**
 * All matches in a subject, from left to right.
 * @param anchor `start` for matches at the very start only, `whole` for those of all the text
 */
function findMatches(
  runtime: Runtime,
  pattern: Pattern,
  subject: StrValue,
  anchor: 'none' | 'start' | 'whole',
  most: number,
): Match[] | UnknownValue {
  const { translated } = pattern;
  const program = programOf(runtime, pattern, anchor === 'whole');
  if (program instanceof UnknownValue) return program;
  const { text } = subject;
  const matcher = new Matcher(program, text, translated.groupCount, (steps) => {
    runtime.step(steps);
  });
  const matches: Match[] = [];
  for (let from = 0; matches.length < most && from <= text.length;) {
    const found = matcher.find(from, anchor !== 'none');
    if (!found) break;
    const { groups, lastGroup } = found;
    const [start, end] = groups[0]!;
    if (start === end && translated.emptyHidesMore && anchor === 'none' && most > 1 && start < text.length)
      return unknown(runtime, say`this regular expression matches empty text where more could match`);
    runtime.step(12 + 4 * translated.groupCount);
    matches.push({ subject, pattern: translated, groups, lastGroup, regex: () => patternObject(runtime, pattern) });
    if (anchor !== 'none') break;
    from = start === end ? end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1) : end;
  }
  return matches;
}

function subjectOf(v: Value): StrValue {
  if (v.kind !== 'str') throw typeError(`expected string or bytes-like object, got '${typeName(v)}'`);
  return v;
}

type Operation = (runtime: Runtime, pattern: Pattern, args: Arguments) => Value;

/** `match`, `search`, `fullmatch`. */
function searching(name: string, anchor: 'none' | 'start' | 'whole'): Operation {
  return (runtime, pattern, args) => {
    const [subject, pos] = bind(name, args, ['string', 'pos', 'endpos'], 1);
    if (pos) return unknown(runtime, say`${name} from a position is not modelled`);
    const matches = findMatches(runtime, pattern, subjectOf(subject!), anchor, 1);
    if (!Array.isArray(matches)) return matches;
    return matches[0] ? matchObject(runtime, matches[0]) : new NoneValue(runtime.span);
  };
}

function allMatches(runtime: Runtime, pattern: Pattern, args: Arguments, name: string): Match[] | UnknownValue {
  const [subject, pos] = bind(name, args, ['string', 'pos', 'endpos'], 1);
  if (pos) return unknown(runtime, say`${name} from a position is not modelled`);
  return findMatches(runtime, pattern, subjectOf(subject!), 'none', Infinity);
}

const findAll: Operation = (runtime, pattern, args) => {
  const matches = allMatches(runtime, pattern, args, 'findall');
  if (!Array.isArray(matches)) return matches;
  const empty = new StrValue(TracedText.empty, runtime.span);
  const count = pattern.translated.groupCount;
  const items = matches.map((match) => {
    if (count < 2) return groupText(runtime, match, count, empty);
    return new TupleValue(
      Array.from({ length: count }, (_, i) => groupText(runtime, match, i + 1, empty)),
      runtime.span,
    );
  });
  return new ListValue(items, runtime.span);
};

const findIterator: Operation = (runtime, pattern, args) => {
  const matches = allMatches(runtime, pattern, args, 'finditer');
  if (!Array.isArray(matches)) return matches;
  return iterator(
    runtime,
    'callable_iterator',
    matches.map((match) => matchObject(runtime, match)),
  );
};

const split: Operation = (runtime, pattern, args) => {
  const [subjectArgument, maxArgument] = bind('split', args, ['string', 'maxsplit'], 1);
  const subject = subjectOf(subjectArgument!);
  const limit = maxArgument ? indexArgument(maxArgument) : 0;
  const matches = findMatches(runtime, pattern, subject, 'none', Infinity);
  if (!Array.isArray(matches)) return matches;
  const parts: Value[] = [];
  let from = 0;
  const piece = (start: number, end: number): Value => new StrValue(subject.traced.slice(start, end), runtime.span);
  for (const match of limit > 0 ? matches.slice(0, limit) : limit < 0 ? [] : matches) {
    const [start, end] = match.groups[0]!;
    parts.push(piece(from, start));
    for (let i = 1; i <= pattern.translated.groupCount; i++) parts.push(groupText(runtime, match, i, new NoneValue(runtime.span)));
    from = end;
  }
  parts.push(piece(from, subject.text.length));
  return new ListValue(parts, runtime.span);
};

/** `sub` and `subn`: what is not replaced keeps its origin, and so does what is put in. */
function substituting(name: string): Operation {
  return (runtime, pattern, args) => {
    const [replacement, subjectArgument, countArgument] = bind(name, args, ['repl', 'string', 'count'], 2);
    const subject = subjectOf(subjectArgument!);
    const limit = countArgument ? indexArgument(countArgument) : 0;
    if (replacement!.kind === 'str') checkReplacement(pattern.translated, replacement!.traced);
    const found = findMatches(runtime, pattern, subject, 'none', Infinity);
    if (!Array.isArray(found)) return found;
    const matches = limit > 0 ? found.slice(0, limit) : limit < 0 ? [] : found;
    const parts: TracedText[] = [];
    let from = 0;
    for (const match of matches) {
      const text = replacementText(runtime, match, replacement!);
      if (text instanceof UnknownValue) return text;
      parts.push(subject.traced.slice(from, match.groups[0]![0]), text);
      from = match.groups[0]![1];
    }
    parts.push(subject.traced.slice(from));
    runtime.checkSize(parts.reduce((sum, part) => sum + part.length, 0));
    const result = new StrValue(TracedText.join(parts.filter((part) => part.length > 0)), runtime.span);
    return name === 'sub' ? result : new TupleValue([result, new IntValue(BigInt(matches.length), runtime.span)], runtime.span);
  };
}

function replacementText(runtime: Runtime, match: Match, replacement: Value): TracedText | UnknownValue {
  if (replacement.kind === 'str') return expandTemplate(match, replacement.traced);
  const result = call(runtime, replacement, matchObject(runtime, match));
  if (result.kind === 'unknown') return result;
  if (result.kind !== 'str') throw typeError(`expected str instance, ${typeName(result)} found`);
  return result.traced;
}

const operations: Readonly<Record<string, Operation>> = {
  match: searching('match', 'start'),
  search: searching('search', 'none'),
  fullmatch: searching('fullmatch', 'whole'),
  findall: findAll,
  finditer: findIterator,
  split,
  sub: substituting('sub'),
  subn: substituting('subn'),
};

/** How many arguments each module function takes before its `flags`. */
const flagPosition: Readonly<Record<string, number>> = {
  match: 2,
  search: 2,
  fullmatch: 2,
  findall: 2,
  finditer: 2,
  split: 3,
  sub: 4,
  subn: 4,
};

/** `re.sub(pattern, …, flags=0)`: the method of the pattern, with its arguments. */
function moduleFunction(name: string, run: Operation): Value {
  return pythonFunction(`re.${name}`, (runtime, args) => {
    const hole = unknownArgument(args);
    if (hole) return hole;
    const keywords = new Map(args.keywords);
    const [first, ...rest] = args.positional;
    const source = first ?? keywords.get('pattern');
    if (!source) throw typeError(`${name}() missing 1 required positional argument: 'pattern'`);
    const flags = keywords.get('flags') ?? args.positional[flagPosition[name]!];
    keywords.delete('flags');
    keywords.delete('pattern');
    const pattern = patternOf(runtime, source, flags);
    if (pattern instanceof UnknownValue) return pattern;
    return run(runtime, pattern, { positional: rest.slice(0, flagPosition[name]! - 1), keywords });
  });
}

function compile(runtime: Runtime, args: Arguments): Value {
  const [source, flags] = bind('compile', args, ['pattern', 'flags'], 1);
  const hole = unknownArgument(args);
  if (hole) return hole;
  if (source instanceof LibraryObject && compiled.has(source)) return source;
  const pattern = patternOf(runtime, source!, flags);
  return pattern instanceof UnknownValue ? pattern : patternObject(runtime, pattern);
}

function patternObject(runtime: Runtime, pattern: Pattern): LibraryObject {
  const { span } = runtime;
  const attribute = (name: string): Value | undefined => {
    const run = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (run) return new BuiltinValue(`Pattern.${name}`, span, (r, args) => unknownArgument(args) ?? run(r, pattern, args));
    if (name === 'pattern') return str(pattern.text, span);
    if (name === 'groups') return new IntValue(BigInt(pattern.translated.groupCount), span);
    if (name === 'groupindex') return groupIndex(pattern, span);
    // How flags are shown depends on the release of Python.
    return name === 'flags' ? new IntValue(pattern.flags | (pattern.flags & flagBits.ASCII ? 0n : flagBits.UNICODE), span) : undefined;
  };
  const shown = pyRepr(str(pattern.text, span)).text;
  const flags = shownFlags.filter((name) => pattern.flags & flagBits[name]).map((name) => `, re.${name}`);
  const protocol: ObjectProtocol = {
    equals: (other) => {
      const same = other instanceof LibraryObject ? compiled.get(other) : undefined;
      return same ? same.text === pattern.text && same.flags === pattern.flags : undefined;
    },
    key: () => `\0p${String(pattern.flags)} ${pattern.text}`,
    ...(shown.length <= 200 && { repr: `re.compile(${shown}${flags.join('').replace(/(?!^), /g, '|')})` }),
  };
  const object = new LibraryObject('Pattern', span, attribute, protocol);
  compiled.set(object, pattern);
  return object;
}

/** `pattern.groupindex`: the numbers of the groups that have names. */
function groupIndex(pattern: Pattern, span: Span): Value {
  const dict = new DictValue(span);
  for (const [name, number] of pattern.translated.names) dict.set(name, new IntValue(BigInt(number), span));
  return dict;
}

/** `re.escape(text)`: a backslash before what is special in a pattern. */
function escape(runtime: Runtime, args: Arguments): Value {
  const hole = unknownArgument(args);
  if (hole) return hole;
  const self = subjectOf(positional('escape', args, 1, 1)[0]!);
  chargeCharacters(self.text.length);
  const special = /[\t\n\v\f\r !#$%&()*+,./:;<=>?@[\\\]^`{|}~-]/;
  const kept = '!%,/:;<=>@`';
  const text = Array.from(self.text, (c) => (special.test(c) && !kept.includes(c) ? '\\' + c : c)).join('');
  return new StrValue(self.traced.recomputed(text), runtime.span);
}

/** The module `re`, as far as a pattern has an exact equal in JavaScript. */
export const re = moduleOf('re', {
  ...Object.fromEntries(Object.entries(operations).map(([name, run]) => [name, moduleFunction(name, run)])),
  ...Object.fromEntries(Object.entries(flagBits).map(([name, bit]) => [name, new IntValue(bit, nowhere)])),
  compile: pythonFunction('re.compile', compile),
  escape: pythonFunction('re.escape', escape),
  purge: pythonFunction('re.purge', (runtime) => new NoneValue(runtime.span)),
  error: exceptionClass('re.error'),
});
