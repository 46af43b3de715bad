import { PyError } from '../../core/errors.js';
import type { Span } from '../../core/span.js';
import { DictValue, ListValue, TupleValue, type Value } from '../../core/value.js';
import { typeError, valueError } from './call-arguments.js';
import { charge } from '../../core/cost.js';
import { InstanceValue } from './class-objects.js';
import { MissingKeyError } from './exceptions.js';
import type { Runtime } from './runtime.js';
import { iterateItems, keyOf } from './semantics.js';
import { invalidateItems } from './invalidate-items.js';

/**
 * What mmengine's ConfigDict stores for a value: plain dicts become ConfigDicts, lists and tuples are copied, all the way down
 * (mmengine 0.11 `config/config.py`, `ConfigDict._hook`). Dicts of another class stay themselves.
 */
function hooked(value: Value): Value {
  return converted(value, 'ConfigDict', (dict) => dict.className === 'dict' || dict.className === 'OrderedDict');
}

/** The same for addict's own `Dict`, which takes over dicts of every class (addict 2.4 `Dict._hook`). */
function hookedByAddict(value: Value): Value {
  return converted(value, 'Dict', () => true);
}

function converted(value: Value, className: string, applies: (dict: DictValue) => boolean): Value {
  charge(2);
  if (value.kind === 'list')
    return new ListValue(
      value.items.map((item) => converted(item, className, applies)),
      value.span,
    );
  if (value.kind === 'tuple')
    return new TupleValue(
      value.items.map((item) => converted(item, className, applies)),
      value.span,
    );
  if (value.kind !== 'dict' || !applies(value)) return value;
  const result = new DictValue(value.span, className);
  for (const [id, entry] of value.entries) result.entries.set(id, { ...entry, value: converted(entry.value, className, applies) });
  return result;
}

/** A ConfigDict of the entries of any dict. */
export function toConfigDict(dict: DictValue): DictValue {
  charge(2 * dict.entries.size);
  const result = new DictValue(dict.span, 'ConfigDict');
  for (const [id, entry] of dict.entries) result.entries.set(id, { ...entry, value: hooked(entry.value) });
  return result;
}

/** ConfigDicts that take no new keys. A copy of one takes them again. */
const frozen = new WeakSet<DictValue>();

/** `ConfigDict.freeze()` and `unfreeze()`: of the dict and of the ConfigDicts that are its own values (addict 2.4 `Dict.freeze`). */
export function freeze(dict: DictValue, on: boolean): void {
  const seen = new Set([dict]);
  for (const next of seen) {
    if (on) frozen.add(next);
    else frozen.delete(next);
    for (const { value } of next.entries.values()) if (value.kind === 'dict' && value.className === 'ConfigDict') seen.add(value);
  }
}

/**
 * `dict[key] = value`. A ConfigDict stores what `hooked` makes of the value; a key that is there keeps its place.
 * @throws PyError TypeError for a key that is not hashable, KeyError for a new one where the dict is frozen
 */
export function putEntry(dict: DictValue, key: Value, value: Value, keySpan: Span = key.span, valueSpan: Span = value.span): void {
  if (key.kind === 'unknown') {
    invalidateItems(dict, key);
    return;
  }
  const stored = dict.className === 'ConfigDict' ? hooked(value) : value;
  const id = keyOf(key);
  const there = dict.entries.get(id);
  if (there) Object.assign(there, { value: stored, keySpan, valueSpan });
  else if (frozen.has(dict)) throw keyError(key);
  else {
    charge(newEntry);
    dict.entries.set(id, { key, value: stored, keySpan, valueSpan });
  }
}

/** What an entry costs beside its key and its value. */
const newEntry = 3;

/** A shallow copy; that of a ConfigDict copies lists and tuples too, as its `copy` stores each value anew. */
export function copyDict(dict: DictValue, span: Span, className = dict.className): DictValue {
  charge(3 * dict.entries.size);
  const result = new DictValue(span, className);
  const store = className === 'ConfigDict' ? hooked : (value: Value): Value => value;
  for (const [id, entry] of dict.entries) result.entries.set(id, { ...entry, value: store(entry.value) });
  return result;
}

/**
 * `dict.update(other)`. In a ConfigDict or an addict Dict, dicts that meet are merged (mmengine 0.11 `ConfigDict.update`,
 * addict 2.4 `Dict.update`); in any other dict the new value takes the place of the old.
 */
export function updateDict(dict: DictValue, other: DictValue): void {
  const merges = dict.className === 'ConfigDict' || dict.className === 'Dict';
  charge(2 * other.entries.size);
  for (const [id, entry] of [...other.entries]) {
    const there = merges && entry.value.kind === 'dict' ? dict.entries.get(id)?.value : undefined;
    if (there?.kind === 'dict' && entry.value.kind === 'dict') updateDict(there, entry.value);
    else putEntry(dict, entry.key, entry.value, entry.keySpan, entry.valueSpan);
  }
}

/** `left | right` where one of them is a ConfigDict: always an addict `Dict` (addict 2.4 `__or__`, `__ror__`). */
export function mergeConfigs(left: DictValue, right: DictValue, span: Span): DictValue {
  const result = new DictValue(span, 'Dict');
  for (const [id, entry] of left.entries) result.entries.set(id, { ...entry, value: hookedByAddict(entry.value) });
  updateDict(result, right);
  return result;
}

/**
 * Sets entries from an iterable of pairs, as `dict.update` and `dict()` do. An unknown iterable or pair spoils the dict.
 * @throws PyError TypeError, ValueError for what is no pair
 */
export function updateFromPairs(runtime: Runtime, dict: DictValue, pairs: Value): void {
  if (pairs.kind === 'unknown') {
    invalidateItems(dict, pairs);
    return;
  }
  // mmengine's lazy objects seem to have the `keys` of a mapping, which cannot be called.
  if (pairs.kind === 'ref' && pairs.refKind === 'lazy') throw new PyError('RuntimeError', '');
  if (pairs instanceof InstanceValue && pairs.ofClass.find('keys')) {
    updateFromMapping(runtime, dict, pairs);
    return;
  }
  let number = 0;
  for (const pair of runtime.iterate(pairs)) {
    if (pair.kind === 'unknown') invalidateItems(dict, pair);
    else putPair(runtime, dict, pair, number);
    number++;
  }
}

/** An object with a method `keys`. */
function updateFromMapping(runtime: Runtime, dict: DictValue, mapping: InstanceValue): void {
  const keys = runtime.call(runtime.getAttribute(mapping, 'keys'), { positional: [], keywords: new Map() });
  const { getItem } = mapping.protocol;
  if (!getItem) throw typeError(`'${mapping.typeName}' object is not subscriptable`);
  for (const key of runtime.iterate(keys)) putEntry(dict, key, getItem(key));
}

function putPair(runtime: Runtime, dict: DictValue, pair: Value, number: number): void {
  if (!iterateItems(pair)) throw typeError(`cannot convert dictionary update sequence element #${String(number)} to a sequence`);
  const items = [...runtime.iterate(pair)];
  if (items.length !== 2)
    throw valueError(`dictionary update sequence element #${String(number)} has length ${String(items.length)}; 2 is required`);
  putEntry(dict, items[0]!, items[1]!);
}

/** The KeyError that a missing key raises. */
export function keyError(key: Value): PyError {
  return new MissingKeyError(key);
}
