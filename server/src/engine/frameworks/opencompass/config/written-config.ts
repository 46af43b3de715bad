import type { Evaluation } from '../../../core/evaluation.js';
import { say } from '../../../core/say.js';
import { pushAll } from '../../../core/push-all.js';
import { oncePer } from '../../../core/once-per.js';
import type { FileId, Span } from '../../../core/span.js';
import { original, textOf, type DictValue, type Value } from '../../../core/value.js';
import { ClassValue, FunctionValue } from '../../../python/runtime/class-objects.js';
import { BuiltinValue, IterableValue, IteratorValue, ModuleValue } from '../../../python/runtime/runtime.js';
import { pyStr } from '../../../python/runtime/semantics.js';
import { isIdentifierPart, isIdentifierStart } from '../../../python/runtime/unicode.js';
import { keywords } from '../../../python/syntax/fast/scanner.js';

/** Something in a config of which a run writes a text that Python cannot read again, and where it stands. */
export type Unreadable =
  /** `<function f at 0x…>`. `name`: that of the config which it is the value of; absent for what stands within a value. */
  | { readonly kind: 'code'; readonly value: FunctionValue | ClassValue; readonly span: Span; readonly name?: string }
  | { readonly kind: 'module'; readonly value: ModuleValue; readonly span: Span; readonly name?: string }
  | { readonly kind: 'builtin'; readonly text: string; readonly span: Span; readonly name?: string }
  /** `<generator object <genexpr> at 0x…>`, `dict_keys(['a'])` */
  | { readonly kind: 'iterable'; readonly text: string; readonly span: Span; readonly name?: string }
  /** `inf` */
  | { readonly kind: 'number'; readonly text: string; readonly span: Span; readonly name?: string }
  /** `dict(True=…)`, `{'it's': …}` */
  | { readonly kind: 'key'; readonly text: string; readonly span: Span };

/** The names of which a run uses what they hold. */
const usedNames = /^(?:models|datasets|infer|eval|summarizer|judge_models|\w+_datasets)$/;

/**
 * What keeps a run from reading its config again. OpenCompass 0.5.3 `cli/main.py`: `cfg.dump` writes all names but those that were imported, and `Config.fromfile`
 * raises. AISBench 3.1.0 `cli/config_manager.py` does the same, but for a `type`: it is called by its name, which nothing finds. Of a config that gives a run only
 * some of its models or datasets no other names are written. How values are written: mmengine 0.10.7 and 0.11 `config/config.py`, `pretty_text`.
 */
export const unreadableIn = oncePer((evaluation: Evaluation): readonly Unreadable[] => {
  const { file, value, lazy } = evaluation;
  const whole = lazy === true && isRun(evaluation);
  const walk: Walk = { file, seen: new Set<Value>(), found: [] };
  for (const entry of value.entries.values()) {
    const name = textOf(entry.key) ?? '';
    const found = writtenBadly(entry.value, entry.valueSpan);
    if (found && whole) walk.found.push({ ...found, name });
    if (whole || usedNames.test(name)) within(entry.value, walk);
  }
  return walk.found;
});

/** Why a run stops before it asks anything, a sentence; undefined where nothing is known to stop it. */
export function stopsAtReading(evaluation: Evaluation): string | undefined {
  const [found] = unreadableIn(evaluation);
  return found && reasonOf(found);
}

function reasonOf(found: Unreadable): string {
  switch (found.kind) {
    case 'number':
      return say`A run writes this config into a file and reads it again, which raises NameError: ${found.text} is written as it is.`;
    case 'key':
      return say`A run writes this config into a file and reads it again, which raises SyntaxError: the key ${found.text} is written as it is.`;
    default: {
      const name = found.kind === 'builtin' || found.kind === 'iterable' ? found.text : nameOf(found.value);
      return say`A run writes this config into a file and reads it again, which raises SyntaxError: of ${name} only the name is written.`;
    }
  }
}

/** `first_word`, `os`. */
export function nameOf(value: FunctionValue | ClassValue | ModuleValue): string {
  return value instanceof ClassValue ? value.name : value.path;
}

/** A config that is given to a run as it is. */
function isRun({ value }: Evaluation): boolean {
  return value.get('models') !== undefined && value.get('datasets') !== undefined;
}

type WithValue = Exclude<Unreadable, { kind: 'key' }>;

function writtenBadly(value: Value, span: Span): WithValue | undefined {
  if (value instanceof FunctionValue || value instanceof ClassValue) return { kind: 'code', value, span };
  if (value instanceof ModuleValue) return { kind: 'module', value, span };
  if (value instanceof BuiltinValue && value.path.startsWith('builtins.'))
    return { kind: 'builtin', text: value.path.slice('builtins.'.length), span };
  // A range is written as the call that makes it.
  if (value instanceof IteratorValue || (value instanceof IterableValue && value.typeName !== 'range'))
    return { kind: 'iterable', text: value.typeName, span };
  return value.kind === 'float' && !Number.isFinite(value.value) ? { kind: 'number', text: pyStr(value).text, span } : undefined;
}

/** A walk through what a document comes to: `file`; absent: through a dict of a base. It is gone at each keystroke, so nothing is made for what is as it should be. */
interface Walk {
  readonly file?: FileId;
  readonly seen: Set<Value>;
  readonly found: Unreadable[];
}

function within(given: Value, walk: Walk, depth = 0): void {
  const value = original(given);
  if ((value.kind !== 'dict' && value.kind !== 'list' && value.kind !== 'tuple') || walk.seen.has(value) || depth > deepest) return;
  walk.seen.add(value);
  if (value.kind === 'dict') {
    if (walk.file === undefined || walk.file === value.span.file) inDict(value, walk, depth);
    else pushAll(walk.found, inDictOfBase(value));
    return;
  }
  for (const item of value.items) {
    // What Python has itself has no place in a text.
    const found = writtenBadly(item, item instanceof BuiltinValue ? value.span : item.span);
    if (found) walk.found.push(found);
    else within(item, walk, depth + 1);
  }
}

/** What comes from a base is the same while one types. */
const inDictOfBase = oncePer((dict: DictValue): readonly Unreadable[] => {
  const walk: Walk = { seen: new Set<Value>([dict]), found: [] };
  inDict(dict, walk, 0);
  return walk.found;
});

function inDict(dict: DictValue, walk: Walk, depth: number): void {
  let isPlain = true;
  for (const { key } of dict.entries.values()) isPlain &&= key.kind === 'str' && plainName.test(key.text) && !keywords.has(key.text);
  if (!isPlain) pushAll(walk.found, [...keysIn(dict)]);
  for (const { key, value, valueSpan } of dict.entries.values()) {
    const found = writtenBadly(value, valueSpan);
    // What Python has itself is found by its name, as a class is.
    if (found && !(found.kind === 'builtin' && textOf(key) === 'type')) walk.found.push(found);
    else within(value, walk, depth + 1);
  }
}

/** Nobody writes what lies deeper, and Python would not write it either. */
const deepest = 300;

const plainName = /^[A-Za-z_]\w*$/;

/** A dict whose keys are all identifiers is written as a call of `dict`, any other with its texts between quotes, as they are. */
function* keysIn({ entries }: DictValue): Iterable<Unreadable> {
  const keys = [...entries.values()].map(({ key, keySpan }) => ({ key, span: keySpan, text: writtenKey(key) }));
  const called = keys.every(({ text }) => text !== undefined && isIdentifier(text));
  for (const { key, span, text } of keys) {
    if (text === undefined) continue;
    if (called ? keywords.has(text) : key.kind === 'str' && /['\n\r]|(?<!\\)(?:\\\\)*\\$/.test(text)) yield { kind: 'key', text, span };
  }
}

/** `str(key)` of what a key often is. */
function writtenKey(key: Value): string | undefined {
  return key.kind === 'str' ? key.text : key.kind === 'unknown' ? undefined : pyStr(key).text;
}

function isIdentifier(text: string): boolean {
  if (plainName.test(text)) return true;
  const [first, ...rest] = text;
  return first !== undefined && isIdentifierStart(first) && rest.every(isIdentifierPart);
}
