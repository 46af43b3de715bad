import { PyError } from '../../core/errors.js';
import { UnknownValue, type Value } from '../../core/value.js';
import { typeName } from './type-name.js';
import { asInteger } from './semantics.js';
import { UnknownSignal } from './unknown-signal.js';
import { IteratorValue, type Arguments, type Runtime } from './runtime.js';

/** A TypeError at no place of its own: the evaluator adds that of the expression. */
export function typeError(text: string): PyError {
  return new PyError('TypeError', text);
}

/** What a call without some of its arguments raises, in CPython's words: `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`. */
export function missingArguments(called: string, names: readonly string[], kind: string): PyError {
  const quoted = names.map((name) => `'${name}'`);
  const last = quoted.pop()!;
  const listed = quoted.length > 0 ? `${quoted.join(', ')}${quoted.length > 1 ? ',' : ''} and ${last}` : last;
  return typeError(`${called}() missing ${String(names.length)} required ${kind} argument${names.length > 1 ? 's' : ''}: ${listed}`);
}

/** What a call with too many arguments in order raises. @param most how many it takes @param optional how many of these have defaults */
export function tooManyArguments(called: string, most: number, optional: number, given: number): PyError {
  const takes = optional > 0 ? `from ${String(most - optional)} to ${String(most)}` : String(most);
  const noun = most === 1 && optional === 0 ? 'argument' : 'arguments';
  const were = given === 1 ? 'was' : 'were';
  return typeError(`${called}() takes ${takes} positional ${noun} but ${String(given)} ${were} given`);
}

export function valueError(text: string): PyError {
  return new PyError('ValueError', text);
}

/**
 * The arguments of a function that takes them by position only.
 * @throws PyError TypeError for too few, too many, or a keyword
 */
export function positional(name: string, args: Arguments, min: number, max: number): readonly Value[] {
  if (args.keywords.size > 0) throw typeError(`${name}() takes no keyword arguments`);
  const given = args.positional.length;
  if (given >= min && given <= max) return args.positional;
  const short = name.slice(name.lastIndexOf('.') + 1);
  if (max === 0) throw typeError(`${name}() takes no arguments (${String(given)} given)`);
  if (min === 1 && max === 1) throw typeError(`${name}() takes exactly one argument (${String(given)} given)`);
  const bound = min === max ? 'exactly' : given < min ? 'at least' : 'at most';
  const wanted = given < min ? min : max;
  throw typeError(
    `${short} expected ${bound === 'exactly' ? '' : bound + ' '}${String(wanted)} argument${wanted === 1 ? '' : 's'}, got ${String(given)}`,
  );
}

/**
 * The arguments of a function whose parameters may also be given by name, in the order of `parameters`; undefined for those left out.
 * @param required how many of the first parameters must be given
 * @param byPosition how many of the first parameters may be given by position
 * @throws PyError TypeError as Python does for a call that does not fit
 */
export function bind(
  name: string,
  args: Arguments,
  parameters: readonly string[],
  required: number,
  byPosition = parameters.length,
): (Value | undefined)[] {
  const given = args.positional.length;
  if (given > byPosition) {
    const most = `${String(byPosition)} argument${byPosition === 1 ? '' : 's'}`;
    throw typeError(`${name}() takes at most ${most} (${String(given + args.keywords.size)} given)`);
  }
  const values: (Value | undefined)[] = parameters.map((_, i) => args.positional[i]);
  for (const [keyword, value] of args.keywords) {
    const at = parameters.indexOf(keyword);
    if (at < 0) throw typeError(`${name}() got an unexpected keyword argument '${keyword}'`);
    if (values[at]) throw typeError(`argument for ${name}() given by name ('${keyword}') and position (${String(at + 1)})`);
    values[at] = value;
  }
  for (let i = 0; i < required; i++)
    if (!values[i]) throw typeError(`${name}() missing required argument '${parameters[i]!}' (pos ${String(i + 1)})`);
  return values;
}

/** The first unknown value among some. */
export function firstUnknown(values: Iterable<Value | undefined>): UnknownValue | undefined {
  for (const value of values) if (value?.kind === 'unknown') return value;
  return undefined;
}

/** The first unknown value among the arguments of a call. */
export function unknownArgument(args: Arguments): UnknownValue | undefined {
  return firstUnknown(args.positional) ?? (args.keywords.size === 0 ? undefined : firstUnknown(args.keywords.values()));
}

/**
 * An int argument as a number, clamped to what is exact.
 * @throws PyError TypeError for what is no int, OverflowError for what no C program could count
 */
export function indexArgument(v: Value): number {
  const n = asInteger(v);
  if (n === undefined) throw typeError(`'${typeName(v)}' object cannot be interpreted as an integer`);
  if (!isIndexSized(n)) throw new PyError('OverflowError', 'Python int too large to convert to C ssize_t');
  return clamp(n);
}

/** Whether an int fits into the 64 bits that CPython counts with. */
export function isIndexSized(n: bigint): boolean {
  return n >= -(2n ** 63n) && n < 2n ** 63n;
}

/** A bigint as a number, values beyond the safe integers moved to their end. */
export function clamp(n: bigint): number {
  if (n > BigInt(Number.MAX_SAFE_INTEGER)) return Number.MAX_SAFE_INTEGER;
  if (n < BigInt(Number.MIN_SAFE_INTEGER)) return Number.MIN_SAFE_INTEGER;
  return Number(n);
}

/** Calls a value with positional arguments. */
export function call(runtime: Runtime, callee: Value, ...values: Value[]): Value {
  return runtime.call(callee, { positional: values, keywords: new Map() });
}

/** A lazy iterator over what `items` yields; each item is a step of the evaluation. */
export function iterator(runtime: Runtime, typeNameOfIt: string, items: Iterable<Value>): IteratorValue {
  const source = items[Symbol.iterator]();
  return new IteratorValue(typeNameOfIt, runtime.span, () => {
    runtime.step();
    const next = source.next();
    return next.done ? undefined : next.value;
  });
}

/** An unknown value for the expression being evaluated. */
export function unknown(runtime: Runtime, reason: string): UnknownValue {
  return new UnknownValue(reason, runtime.span);
}

/** An answer on which it depends how code goes on. @throws UnknownSignal where it is not known */
export function decided(answer: boolean | UnknownValue): boolean {
  if (typeof answer !== 'boolean') throw new UnknownSignal(answer);
  return answer;
}

/** How the text of an error about a wrong argument names it: None by itself, anything else by its type. */
export function argumentName(v: Value): string {
  return v.kind === 'none' ? 'None' : typeName(v);
}
