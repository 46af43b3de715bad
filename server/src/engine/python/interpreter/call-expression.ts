import { say } from '../../core/say.js';
import { PyError } from '../../core/errors.js';
import type { Span } from '../../core/span.js';
import { DictValue, nameKey, str, UnknownValue, type Value } from '../../core/value.js';
import type { Call, Identifier, Keyword } from '../syntax/tree/ast.js';
import { builtins } from '../runtime/builtins/index.js';
import { mappingOf } from '../runtime/objects.js';
import { BuiltinValue, type Arguments } from '../runtime/runtime.js';
import { iterateItems, typeName } from '../runtime/semantics.js';
import { callValue } from './calls.js';
import { elements, newDict, setEntry } from './displays.js';
import { evaluate } from './expressions.js';
import { aliasesOf } from '../runtime/holdings.js';
import { invalidate } from './invalidate.js';
import type { Interpreter } from './interpreter.js';
import { letGo } from './left-generators.js';
import { superObject } from './super.js';
import { noteUnfollowed } from './unfollowed-calls.js';

/** Arguments of a call with the place of each keyword's value. */
interface CallArguments extends Arguments {
  readonly keywordSpans: ReadonlyMap<string, Span>;
  readonly valueSpans: ReadonlyMap<string, Span>;
}

/** `callee(…)`. @throws PyError what the call raises */
export function evaluateCall(interpreter: Interpreter, node: Call): Value {
  const { callee } = node;
  let receiver: Value | undefined;
  let called: Value;
  if (callee.type === 'Attribute') {
    receiver = evaluate(interpreter, callee.object);
    interpreter.node = callee;
    called = interpreter.getAttribute(receiver, callee.attribute.name);
  } else called = evaluate(interpreter, callee);
  if (called.kind === 'unknown' || called.kind === 'ref') noteUnfollowed(interpreter, callee);
  if (called === builtins.get('dict') && node.positional.length === 0 && node.keywords.every(isNamed))
    return dictOfKeywords(interpreter, node, node.keywords);
  const args = evaluateArguments(interpreter, node, called);
  interpreter.node = node;
  if (args instanceof UnknownValue)
    return callWithUnknown(interpreter, callee.type === 'Attribute' ? callee.attribute.name : '', receiver, args);
  if (called === builtins.get('dict')) return makeDict(interpreter, called, args);
  if (called === builtins.get('super')) return superObject(interpreter, args);
  if (called === builtins.get('exec')) return runsAnything(interpreter);
  const unknown = receiver && callee.type === 'Attribute' && disturbs(callee.attribute.name, args.positional);
  if (unknown) return callWithUnknown(interpreter, callee.attribute.name, receiver, unknown);
  const result = callValue(interpreter, called, args);
  interpreter.node = node;
  if (interpreter.hasCleanUps && called instanceof BuiltinValue)
    for (const [i, value] of args.positional.entries()) if (node.positional[i]?.type === 'Call') letGo(interpreter, value, result);
  if (receiver && callee.type === 'Attribute') invalidateReceiver(interpreter, receiver, callee.attribute.name, result);
  return result;
}

/** A keyword argument with its name, not `**mapping`. */
type NamedKeyword = Keyword & { readonly name: Identifier };

function isNamed(keyword: Keyword): keyword is NamedKeyword {
  return keyword.name !== undefined;
}

/** `dict(a=…, b=…)`: the way in which nearly all dicts of configs are written, without the detour of a call. */
function dictOfKeywords(interpreter: Interpreter, node: Call, keywords: readonly NamedKeyword[]): DictValue {
  const dict = new DictValue(interpreter.spanOf(node));
  const { entries } = dict;
  interpreter.step(newDict + keywords.length);
  // The grammar has made sure that no keyword stands there twice.
  for (const { name, value } of keywords) {
    const key = interpreter.textOf(name);
    const v = evaluate(interpreter, value);
    entries.set(nameKey(name.name), { key, value: v, keySpan: key.span, valueSpan: interpreter.spanOfValue(value, v) });
  }
  interpreter.node = node;
  return dict;
}

/** For the many calls without keywords. */
const noValues: ReadonlyMap<string, Value> = new Map();
const noSpans: ReadonlyMap<string, Span> = new Map();

function evaluateArguments(interpreter: Interpreter, node: Call, called: Value): CallArguments | UnknownValue {
  const positional = elements(interpreter, node.positional, false);
  if (node.keywords.length > 0) return withKeywords(interpreter, node.keywords, positional, called);
  if (positional instanceof UnknownValue) return positional;
  return { positional, keywords: noValues, keywordSpans: noSpans, valueSpans: noSpans };
}

function withKeywords(
  interpreter: Interpreter,
  given: readonly Keyword[],
  positional: Value[] | UnknownValue,
  called: Value,
): CallArguments | UnknownValue {
  let unknown: UnknownValue | undefined;
  let onlyNames = true;
  const keywords = new Map<string, Value>();
  const keywordSpans = new Map<string, Span>();
  const valueSpans = new Map<string, Span>();
  const give = (name: string, value: Value, keySpan: Span, valueSpan: Span): void => {
    if (keywords.has(name)) throw new PyError('TypeError', `${builtinText(called)}got multiple values for keyword argument '${name}'`);
    keywords.set(name, value);
    keywordSpans.set(name, keySpan);
    valueSpans.set(name, valueSpan);
  };
  for (const { name, value } of given) {
    const v = evaluate(interpreter, value);
    if (name) give(name.name, v, interpreter.spanOf(name), interpreter.spanOf(value));
    else if (v.kind === 'unknown') unknown = v;
    else {
      if (v.kind === 'dict') interpreter.step(2 * v.entries.size);
      onlyNames = spreadKeywords(v, give) && onlyNames;
    }
  }
  if (!onlyNames) throw new PyError('TypeError', 'keywords must be strings');
  if (unknown) return unknown;
  return positional instanceof UnknownValue ? positional : { positional, keywords, keywordSpans, valueSpans };
}

/** `dict() `, as CPython names a function of its own; of others the module is in their name. */
function builtinText(called: Value): string {
  return called instanceof BuiltinValue && called.path.startsWith('builtins.') ? `${called.path.slice('builtins.'.length)}() ` : '';
}

/** @returns whether all keys are texts: it is complained of the others only when all mappings have been gone through */
function spreadKeywords(given: Value, give: (name: string, value: Value, keySpan: Span, valueSpan: Span) => void): boolean {
  const value = mappingOf(given) ?? given;
  if (value.kind === 'ref' && value.refKind === 'lazy') throw new PyError('RuntimeError', '');
  // A mapping of which not all is known says so here.
  if (value.kind !== 'dict') iterateItems(value);
  if (value.kind !== 'dict') throw new PyError('TypeError', `argument after ** must be a mapping, not ${typeName(value)}`);
  let onlyNames = true;
  for (const entry of value.entries.values())
    if (entry.key.kind === 'str') give(entry.key.text, entry.value, entry.keySpan, entry.valueSpan);
    else onlyNames = false;
  return onlyNames;
}

/** `dict(…)`: unlike any other function it shows where each keyword and its value are written. */
function makeDict(interpreter: Interpreter, called: Value, args: CallArguments): Value {
  const dict =
    args.positional.length === 0
      ? new DictValue(interpreter.span)
      : callValue(interpreter, called, { positional: args.positional, keywords: new Map() });
  if (dict.kind !== 'dict') return dict;
  interpreter.step(2 * args.keywords.size);
  for (const [name, value] of args.keywords) {
    const keySpan = args.keywordSpans.get(name)!;
    setEntry(dict, { key: str(name, keySpan), value, keySpan, valueSpan: args.valueSpans.get(name)! });
  }
  return dict;
}

/** `exec(…)`: any name of the module may be another afterwards. */
function runsAnything(interpreter: Interpreter): Value {
  const unknown = interpreter.unknown(say`What exec() runs is not followed.`);
  invalidate(interpreter, new Set([interpreter.frame.globals]), unknown);
  return unknown;
}

/** Methods of mutable builtins that give None back: an unknown result means that what they did is unknown. */
const mutators = new Set([
  'extend',
  'insert',
  'remove',
  'reverse',
  'sort',
  'clear',
  'append',
  'update',
  'add',
  'discard',
  'difference_update',
  'intersection_update',
  'symmetric_difference_update',
  '__setitem__',
  '__delitem__',
  'merge',
  'freeze',
  'unfreeze',
]);
/** Mutating methods that give something back. */
const takers = new Set(['pop', 'popitem', 'setdefault']);

/** An unknown argument that decides what a mutating method does to its object; one that is only put into it does not. */
function disturbs(method: string, args: readonly Value[]): UnknownValue | undefined {
  if (method === 'append' || !(mutators.has(method) || takers.has(method))) return undefined;
  const decisive = method === 'insert' || method === 'setdefault' || method === 'pop' ? args.slice(0, 1) : args;
  return decisive.find((value) => value instanceof UnknownValue);
}

/** A mutable object is unknown after a method has changed it in a way that cannot be known. */
function invalidateReceiver(interpreter: Interpreter, receiver: Value, method: string, result: Value): void {
  if (result.kind === 'unknown' && mutators.has(method)) invalidate(interpreter, aliasesOf(receiver), result);
}

/** A call whose arguments cannot be told: unknown, and so is the object that a method could have changed. */
function callWithUnknown(interpreter: Interpreter, method: string, receiver: Value | undefined, unknown: UnknownValue): Value {
  if (receiver && (mutators.has(method) || takers.has(method))) invalidate(interpreter, aliasesOf(receiver), unknown);
  return unknown;
}

/** Whether a value is the builtin of this name. */
export function isBuiltin(value: Value, name: string): boolean {
  return value instanceof BuiltinValue && value === builtins.get(name);
}
