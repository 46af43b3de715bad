import { PyError } from '../../../core/errors.js';
import { DictValue, ListValue, NoneValue, TupleValue, str, type DictEntry, type Value } from '../../../core/value.js';
import { positional, typeError } from '../call-arguments.js';
import { charge } from '../../../core/cost.js';
import { copyDict, keyError, putEntry, updateDict, updateFromPairs } from '../dicts.js';
import { DictViewValue } from '../objects.js';
import { moreColumns } from '../placeholder.js';
import type { Arguments, Runtime } from '../runtime.js';
import { asInteger, keyOf, typeName, keyOfUnknown } from '../semantics.js';
import { invalidateItems } from '../invalidate-items.js';
import { deepCopy } from '../operators/deep-copy.js';
import { storing, table, type Method, type MethodTable } from './method.js';

/** The value of a key, `absent` where there is none; an unknown key, or one among the dict's, makes that unknown. */
function lookUp(dict: DictValue, key: Value, absent: Value | undefined): Value | undefined {
  if (key.kind === 'unknown') return key;
  return dict.entries.get(keyOf(key))?.value ?? dict.entries.get(keyOfUnknown)?.key ?? absent;
}

const get: Method = storing('dict', (runtime, self, args) => {
  const [key, absent] = keyAndDefault('get', self, args);
  const found = lookUp(self, key, undefined);
  if (!found && self.entry(moreColumns)) throw keyError(key);
  return found ?? absent ?? new NoneValue(runtime.span);
});

/** ConfigDict's own `get` and `pop` have names for their parameters. */
function keyAndDefault(name: string, self: DictValue, args: Arguments): readonly [Value, Value | undefined] {
  if (self.className !== 'ConfigDict' || args.keywords.size === 0) {
    const [key, absent] = positional(name === 'get' ? 'get' : `dict.${name}`, args, 1, 2);
    return [key!, absent];
  }
  const key = args.positional[0] ?? args.keywords.get('key');
  if (!key) throw typeError(`${name}() missing 1 required positional argument: 'key'`);
  return [key, args.positional[1] ?? args.keywords.get('default')];
}

const pop: Method = storing('dict', (runtime, self, args) => {
  const [key, given] = keyAndDefault('pop', self, args);
  const absent = given ?? (self.className === 'ConfigDict' ? new NoneValue(runtime.span) : undefined);
  const found = lookUp(self, key, absent);
  if (!found) throw keyError(key);
  if (key.kind === 'unknown') invalidateItems(self, key);
  else self.entries.delete(keyOf(key));
  return found;
});

/** In a ConfigDict what is stored is a converted copy, what is given back is the default itself (addict 2.4 `setdefault`). */
const setDefault: Method = storing('dict', (runtime, self, args) => {
  const [key, absent = new NoneValue(runtime.span)] = positional('setdefault', args, 1, 2);
  const found = lookUp(self, key!, undefined);
  if (found) return found;
  runtime.checkSize(self.entries.size + 1);
  putEntry(self, key!, absent);
  return absent;
});

const update: Method = storing('dict', (runtime, self, args) => {
  if (args.positional.length > 1) throw typeError(`update expected at most 1 argument, got ${String(args.positional.length)}`);
  const [other] = args.positional;
  if (other?.kind === 'dict') updateDict(self, other);
  else if (other && self.className === 'ConfigDict' && other.kind !== 'unknown')
    throw typeError(`descriptor 'items' for 'dict' objects doesn't apply to a '${typeName(other)}' object`);
  else if (other) updateFromPairs(runtime, self, other);
  if (args.keywords.size > 0) updateDict(self, keywordDict(runtime, args));
  runtime.checkSize(self.entries.size);
  return new NoneValue(runtime.span);
});

/** The keyword arguments of a call as a dict whose keys stand where the keywords are written. */
export function keywordDict(runtime: Runtime, args: Arguments, className = 'dict'): DictValue {
  const dict = new DictValue(runtime.span, className);
  runtime.step(2 * args.keywords.size);
  for (const [name, value] of args.keywords) dict.set(name, value, args.keywordSpans?.get(name) ?? value.span);
  return dict;
}

/** A live view: `keys`, `values`, `items`. ConfigDict gives lists for the last two (mmengine 0.11 `ConfigDict.items`). */
function viewing(view: 'keys' | 'values' | 'items'): Method {
  return storing('dict', (runtime, self, args) => {
    positional(`dict.${view}`, args, 0, 0);
    const { span } = runtime;
    const items = (): Iterable<Value> => viewItems(self, view, span);
    if (self.className === 'ConfigDict' && view !== 'keys') runtime.step(2 * self.entries.size);
    if (self.className === 'ConfigDict' && view !== 'keys') return new ListValue([...items()], span);
    return new DictViewValue(self, view, span, items);
  });
}

function* viewItems(dict: DictValue, view: 'keys' | 'values' | 'items', span: Value['span']): Iterable<Value> {
  const size = dict.entries.size;
  for (const entry of dict.entries.values()) {
    if (view === 'items') charge(2);
    if (view === 'items') yield new TupleValue([entry.key, entry.value], span);
    else yield view === 'keys' ? entry.key : entry.value;
    if (dict.entries.size !== size) throw new PyError('RuntimeError', 'dictionary changed size during iteration');
  }
}

/** A Map is only walked from its beginning. */
function lastEntry({ entries }: DictValue): [string, DictEntry] | undefined {
  charge(entries.size >> 3);
  let last: string | undefined;
  for (const id of entries.keys()) last = id;
  return last === undefined ? undefined : [last, entries.get(last)!];
}

const popItem: Method = storing('dict', (runtime, self, args) => {
  const [last] =
    self.className === 'OrderedDict' ? [args.positional[0] ?? args.keywords.get('last')] : (positional('dict.popitem', args, 0, 0) as []);
  const chosen = last && asInteger(last) === 0n ? self.entries.entries().next().value : lastEntry(self);
  if (!chosen) throw new PyError('KeyError', "'popitem(): dictionary is empty'");
  self.entries.delete(chosen[0]);
  return new TupleValue([chosen[1].key, chosen[1].value], runtime.span);
});

const clear: Method = storing('dict', (runtime, self, args) => {
  positional('dict.clear', args, 0, 0);
  self.entries.clear();
  return new NoneValue(runtime.span);
});

const copy: Method = storing('dict', (runtime, self, args) => {
  positional('dict.copy', args, 0, 0);
  return copyDict(self, runtime.span);
});

/** `dict.fromkeys(keys, value)`. */
export function fromKeys(runtime: Runtime, args: Arguments, className = 'dict'): Value {
  const [keys, value = new NoneValue(runtime.span)] = positional('fromkeys', args, 1, 2);
  if (keys!.kind === 'unknown') return keys!;
  const result = new DictValue(runtime.span, className);
  for (const key of runtime.iterate(keys!)) putEntry(result, key, value);
  return result;
}

const methods: Record<string, Method> = {
  get,
  pop,
  setdefault: setDefault,
  update,
  keys: viewing('keys'),
  values: viewing('values'),
  items: viewing('items'),
  popitem: popItem,
  clear,
  copy,
  fromkeys: storing('dict', (runtime, self, args) => fromKeys(runtime, args, self.className)),
};

/** The methods of `dict` and its plain subclasses. */
export const dictMethods: MethodTable = table(methods);

/** A ConfigDict is made of dicts all the way down: `to_dict` makes plain ones, in which lazy objects are dotted strings. */
function toPlain(value: Value): Value {
  if (value.kind === 'list') return new ListValue(value.items.map(toPlain), value.span);
  if (value.kind === 'tuple') return new TupleValue(value.items.map(toPlain), value.span);
  if (value.kind === 'ref' && value.refKind === 'lazy') return str(value.path, value.span);
  if (value.kind !== 'dict') return value;
  const result = new DictValue(value.span);
  for (const [id, entry] of value.entries) result.entries.set(id, { ...entry, value: toPlain(entry.value) });
  return result;
}

/** The methods of mmengine's ConfigDict and addict's Dict. */
export const configDictMethods: MethodTable = table({
  ...methods,
  deepcopy: storing('dict', (_runtime, self, args) => {
    positional('Dict.deepcopy', args, 0, 0);
    return deepCopy(self);
  }),
  to_dict: storing('dict', (_runtime, self, args) => {
    positional('ConfigDict.to_dict', args, 0, 0);
    return toPlain(self);
  }),
});
