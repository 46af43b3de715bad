import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { pyRepr, typeName } from '../../../python/runtime/semantics.js';
import { parseFloatText } from '../../../python/runtime/parse-number.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, UnknownValue, textOf, type Value } from '../../../core/value.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { mergedDicts } from './merged-dicts.js';
import { nowhere } from '../../../core/span.js';

/**
 * The generation arguments that a `generate_until` request carries (lm-evaluation-harness 0.4.13 `config/task.py`, `defaults.py`): those of the
 * config with `temperature` as a float and, where they have no `until`, one that stops at the delimiter between shots; or the defaults.
 * @throws PyError ValueError, TypeError for a temperature that is no number
 */
export function generationKwargs(given: Value, fewshotDelimiter: Value, defaults: HarnessRelease['generationDefaults'] = 'all'): Value {
  if (given.kind === 'unknown') return given;
  if (given.kind === 'ref') return new UnknownValue(say`${given.path} is a function, which is not run`, given.span);
  if (given.kind === 'none')
    return defaults === 'all' ? defaultKwargs(fewshotDelimiter) : oldDefaults(fewshotDelimiter, defaults === 'temperature');
  if (given.kind !== 'dict') return given;
  const made = new DictValue(given.span);
  for (const [key, entry] of given.entries) made.entries.set(key, { ...entry });
  const temperature = made.entry('temperature');
  if (temperature) temperature.value = pyFloat(temperature.value);
  if (!made.entry('until')) made.set('until', new ListValue([fewshotDelimiter], fewshotDelimiter.span));
  return made;
}

/** The generation arguments of a task under those of a run, which are taken as they are. */
export function withRun(own: Value, run: DictValue | undefined): Value {
  return run && own.kind === 'dict' ? mergedDicts(own, [own, run]) : own;
}

/**
 * What `TaskConfig` does with `generation_kwargs` whatever the output type is: `temperature` must be a number, and `until` is added.
 * @throws PyError ValueError, TypeError for a temperature that is no number, TypeError for arguments that are no dict
 */
export function checkGenerationKwargs(kwargs: Value): void {
  if (kwargs.kind === 'none' || kwargs.kind === 'unknown' || kwargs.kind === 'ref') return;
  if (kwargs.kind === 'dict') {
    const temperature = kwargs.get('temperature');
    if (temperature) pyFloat(temperature);
  } else if (holds(kwargs, 'temperature') || !holds(kwargs, 'until')) {
    const text =
      kwargs.kind === 'list'
        ? 'list indices must be integers or slices, not str'
        : `'${typeName(kwargs)}' object does not support item assignment`;
    throw new PyError('TypeError', text, kwargs.span);
  }
}

/** `name in container` of what is no dict. */
function holds(container: Value, name: string): boolean {
  if (container.kind === 'str') return container.text.includes(name);
  return (container.kind === 'list' || container.kind === 'tuple') && container.items.some((item) => textOf(item) === name);
}

/** The harness decodes greedily where the config says nothing. */
function defaultKwargs(fewshotDelimiter: Value): DictValue {
  const made = new DictValue(nowhere);
  made.set('temperature', new FloatValue(0, nowhere));
  made.set('do_sample', new BoolValue(false, nowhere));
  made.set('max_gen_toks', new IntValue(256n, nowhere));
  made.set('until', stops(fewshotDelimiter));
  return made;
}

/** Until 0.4.9.2 (`api/task.py`, `TaskConfig.__post_init__`); the temperature is an int there. */
function oldDefaults(fewshotDelimiter: Value, temperature: boolean): DictValue {
  const made = new DictValue(nowhere);
  made.set('until', fewshotDelimiter.kind === 'none' ? fewshotDelimiter : new ListValue([fewshotDelimiter], fewshotDelimiter.span));
  made.set('do_sample', new BoolValue(false, nowhere));
  if (temperature) made.set('temperature', new IntValue(0n, nowhere));
  return made;
}

function stops(delimiter: Value): Value {
  if (delimiter.kind === 'str') return new ListValue([delimiter], delimiter.span);
  return delimiter.kind === 'none' ? new ListValue([], delimiter.span) : delimiter;
}

/** `float(value)`. @throws PyError ValueError, TypeError */
function pyFloat(value: Value): Value {
  switch (value.kind) {
    case 'float':
    case 'unknown':
      return value;
    case 'int':
    case 'bool':
      return new FloatValue(Number(value.value), value.span);
    case 'str':
      return floatOf(value.text, value);
    case 'ref':
    case 'callable':
      return new UnknownValue(say`the value is a function, which is not run`, value.span);
    default:
      throw new PyError('TypeError', `float() argument must be a string or a real number, not '${typeName(value)}'`, value.span);
  }
}

function floatOf(text: string, value: Value): Value {
  const number = parseFloatText(text);
  if (number === undefined) throw new PyError('ValueError', `could not convert string to float: ${pyRepr(value).text}`, value.span);
  return new FloatValue(number, value.span);
}
