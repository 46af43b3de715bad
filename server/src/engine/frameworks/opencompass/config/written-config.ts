import type { Evaluation } from '../../../core/evaluation.js';
import { say } from '../../../core/say.js';
import type { Span } from '../../../core/span.js';
import { textOf, type DictEntry, type Value } from '../../../core/value.js';
import { ClassValue, FunctionValue } from '../../../python/runtime/class-objects.js';
import { ModuleValue } from '../../../python/runtime/runtime.js';

/** What a run writes as a text that Python cannot read again: `<function f at 0x…>`. */
export type Unreadable = FunctionValue | ClassValue | ModuleValue;

/** One of them, and where it stands in the config. */
export interface UnreadablePlace {
  readonly value: Unreadable;
  readonly span: Span;
  /** The name of the config that it is the value of; absent for what stands within a value. */
  readonly name?: string;
}

/** The names of which a run uses what they hold. */
const usedNames = /^(?:models|datasets|infer|eval|summarizer|judge_models|\w+_datasets)$/;

/**
 * What keeps a run from reading its config again. OpenCompass 0.5.3 `cli/main.py`: `cfg.dump` writes all names but those that were imported, and `Config.fromfile`
 * raises. AISBench 3.1.0 `cli/config_manager.py` does the same, but for a `type`: it is called by its name, which nothing finds. Of a config that gives a run only
 * some of its models or datasets no other names are written.
 */
export function* unreadableIn(evaluation: Evaluation): Iterable<UnreadablePlace> {
  const { value, lazy } = evaluation;
  const whole = lazy === true && isRun(evaluation);
  const seen = new Set<Value>();
  for (const entry of value.entries.values()) {
    const name = textOf(entry.key) ?? '';
    if (isUnreadable(entry.value)) {
      if (whole) yield { value: entry.value, span: entry.valueSpan, name };
    } else if (whole || usedNames.test(name)) yield* within(entry.value, seen);
  }
}

/** Why a run stops before it asks anything, a sentence; undefined where nothing is known to stop it. */
export function stopsAtReading(evaluation: Evaluation): string | undefined {
  if (!isRun(evaluation)) return undefined;
  for (const { value } of unreadableIn(evaluation))
    return say`A run writes this config into a file and reads it again, which raises SyntaxError: of ${nameOf(value)} only the name is written.`;
  return undefined;
}

/** `first_word`, `os`. */
export function nameOf(value: Unreadable): string {
  return value instanceof ClassValue ? value.name : value.path;
}

/** A config that is given to a run as it is. */
function isRun({ value }: Evaluation): boolean {
  return value.get('models') !== undefined && value.get('datasets') !== undefined;
}

function isUnreadable(value: Value): value is Unreadable {
  return value instanceof FunctionValue || value instanceof ClassValue || value instanceof ModuleValue;
}

function* within(value: Value, seen: Set<Value>): Iterable<UnreadablePlace> {
  if (seen.has(value)) return;
  seen.add(value);
  if (value.kind === 'dict') for (const entry of value.entries.values()) yield* inEntry(entry, seen);
  else if (value.kind === 'list' || value.kind === 'tuple')
    for (const item of value.items) {
      if (isUnreadable(item)) yield { value: item, span: item.span };
      else yield* within(item, seen);
    }
}

function* inEntry({ value, valueSpan }: DictEntry, seen: Set<Value>): Iterable<UnreadablePlace> {
  if (isUnreadable(value)) yield { value, span: valueSpan };
  else yield* within(value, seen);
}
