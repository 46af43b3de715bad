import { PyError } from '../../core/errors.js';
import { typeError, unknownArgument } from '../../python/runtime/call-arguments.js';
import { getMethod } from '../../python/runtime/types/attributes.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { unknownInText } from '../../python/runtime/find-unknown.js';
import type { TracedText } from '../../core/traced-text.js';
import type { Arguments } from '../../python/runtime/runtime.js';
import { NoneValue, StrValue, type Value } from '../../core/value.js';
import { MarkupValue } from '../runtime/markup.js';
import type { Rendering, RunFilter } from '../runtime/rendering.js';
import { jinjaText } from '../runtime/jinja-semantics.js';

/** Arguments in the order of a filter's parameters; undefined for those left out. */
export type Given = readonly (Value | undefined)[];

/**
 * A filter that is a plain Python function: its arguments are bound to parameters; an unknown one makes the result unknown.
 * @param parameters behind the input @param required how many of them must be given
 */
export function pythonFilter(
  name: string,
  parameters: readonly string[],
  run: (rendering: Rendering, value: Value, given: Given) => Value,
  required = 0,
): RunFilter {
  return (rendering, value, args) => unknownArgument(args) ?? run(rendering, value, filterArguments(name, args, parameters, required));
}

/** Binds the arguments behind a filter's input as Python does. @throws PyError TypeError */
export function filterArguments(name: string, args: Arguments, parameters: readonly string[], required: number): Given {
  if (args.positional.length > parameters.length) throw tooMany(name, required, parameters.length, args.positional.length);
  const given: (Value | undefined)[] = parameters.map((_, i) => args.positional[i]);
  for (const [keyword, value] of args.keywords) {
    const at = parameters.indexOf(keyword);
    if (at < 0) throw typeError(`${name}() got an unexpected keyword argument '${keyword}'`);
    if (given[at]) throw typeError(`${name}() got multiple values for argument '${keyword}'`);
    given[at] = value;
  }
  for (let i = 0; i < required; i++)
    if (!given[i]) throw typeError(`${name}() missing 1 required positional argument: '${parameters[i]!}'`);
  return given;
}

function tooMany(name: string, required: number, most: number, given: number): PyError {
  const range =
    required === most
      ? `${String(most + 1)} positional argument${most === 0 ? '' : 's'}`
      : `from ${String(required + 1)} to ${String(most + 1)} positional arguments`;
  return typeError(`${name}() takes ${range} but ${String(given + 1)} were given`);
}

/** jinja2's FilterArgumentError. */
export function filterArgumentError(text: string): PyError {
  return new PyError('FilterArgumentError', text);
}

/** A str as it is, anything else as its text (markupsafe's `soft_str`). @throws PyError UndefinedError */
export function softStr(rendering: Rendering, value: Value): StrValue {
  return value.kind === 'str' ? value : new StrValue(knownText(rendering, value), rendering.span);
}

/** `str(value)` where the text itself matters. @throws PyError UndefinedError; UnknownSignal where it holds what cannot be known */
export function knownText(rendering: Rendering, value: Value): TracedText {
  const text = jinjaText(rendering, value);
  const unknown = unknownInText(value, text);
  if (unknown) throw new UnknownSignal(unknown);
  return text;
}

/** Calls a method of a str; of Markup the result is Markup again. */
export function strMethod(rendering: Rendering, self: StrValue, name: string, ...args: Value[]): Value {
  const result = rendering.call(getMethod(self, name)!, { positional: args, keywords: new Map() });
  return self instanceof MarkupValue && result.kind === 'str' ? new MarkupValue(result.traced, result.span) : result;
}

export function none(rendering: Rendering): NoneValue {
  return new NoneValue(rendering.span);
}

/** Whether an optional argument is there and not None. */
export function isGiven(value: Value | undefined): value is Value {
  return value !== undefined && value.kind !== 'none';
}
