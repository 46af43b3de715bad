import { IntValue, TupleValue, type Value } from '../../../core/value.js';
import { bind, call, iterator, positional, typeError, valueError } from '../call-arguments.js';
import { stopIteration } from '../exceptions.js';
import { DictViewValue, LibraryObject, RangeValue } from '../objects.js';
import { IteratorValue, type Arguments, type Runtime } from '../runtime.js';
import { specialMethod } from '../special-method.js';
import { asInteger, equals, iterateItems, length, truthy, typeName } from '../semantics.js';
import { UnknownSignal } from '../unknown-signal.js';

type Construct = (runtime: Runtime, args: Arguments) => Value;

/** A JavaScript iterator over a Python iterable; a TypeError for what is none comes at once. */
export function start(runtime: Runtime, value: Value): Iterator<Value> {
  if (value.kind !== 'unknown' && !iterateItems(value)) throw typeError(`'${typeName(value)}' object is not iterable`);
  return runtime.iterate(value)[Symbol.iterator]();
}

function* zipped(runtime: Runtime, sources: readonly Iterator<Value>[], strict: boolean): Iterable<Value> {
  for (;;) {
    if (sources.length === 0) return;
    runtime.step(sources.length >> 1);
    const items: Value[] = [];
    for (const source of sources) {
      const next = source.next();
      if (next.done) {
        if (strict) checkEnds(sources, items.length);
        return;
      }
      items.push(next.value);
    }
    yield new TupleValue(items, runtime.span);
  }
}

/** `zip(strict=True)` raises where one source ends before another. */
function checkEnds(sources: readonly Iterator<Value>[], ended: number): void {
  const others = (count: number): string => (count === 1 ? 'argument 1' : `arguments 1-${String(count)}`);
  if (ended > 0) throw valueError(`zip() argument ${String(ended + 1)} is shorter than ${others(ended)}`);
  for (let i = 1; i < sources.length; i++)
    if (!sources[i]!.next().done) throw valueError(`zip() argument ${String(i + 1)} is longer than ${others(i)}`);
}

const zip: Construct = (runtime, args) => {
  const strict = args.keywords.get('strict');
  for (const name of args.keywords.keys()) if (name !== 'strict') throw typeError(`zip() got an unexpected keyword argument '${name}'`);
  const sources = args.positional.map((source) => start(runtime, source));
  return iterator(runtime, 'zip', zipped(runtime, sources, strict !== undefined && truthy(strict) === true));
};

function* numbered(runtime: Runtime, source: Iterator<Value>, first: bigint): Iterable<Value> {
  let number = first;
  for (let next = source.next(); !next.done; next = source.next())
    yield new TupleValue([new IntValue(number++, runtime.span), next.value], runtime.span);
}

const enumerate: Construct = (runtime, args) => {
  const [iterable, first] = bind('enumerate', args, ['iterable', 'start'], 1);
  if (first?.kind === 'unknown') return first;
  const from = first ? asInteger(first) : 0n;
  if (from === undefined) throw typeError(`'${typeName(first!)}' object cannot be interpreted as an integer`);
  return iterator(runtime, 'enumerate', numbered(runtime, start(runtime, iterable!), from));
};

function* mapped(runtime: Runtime, f: Value, sources: readonly Iterator<Value>[]): Iterable<Value> {
  for (;;) {
    const items: Value[] = [];
    for (const source of sources) {
      const next = source.next();
      if (next.done) return;
      items.push(next.value);
    }
    yield call(runtime, f, ...items);
  }
}

const map: Construct = (runtime, args) => {
  const [f, ...sources] = positional('map', args, 0, Infinity);
  if (!f || sources.length === 0) throw typeError('map() must have at least two arguments.');
  return iterator(
    runtime,
    'map',
    mapped(
      runtime,
      f,
      sources.map((source) => start(runtime, source)),
    ),
  );
};

function* filtered(runtime: Runtime, f: Value, source: Iterator<Value>): Iterable<Value> {
  for (let next = source.next(); !next.done; next = source.next()) {
    const kept = truthy(f.kind === 'none' ? next.value : call(runtime, f, next.value));
    if (kept === true) yield next.value;
    else if (kept !== false) yield kept;
  }
}

/** An item of which it is unknown whether it stays is given as unknown. */
const filter: Construct = (runtime, args) => {
  const [f, source] = positional('filter', args, 2, 2);
  return iterator(runtime, 'filter', filtered(runtime, f!, start(runtime, source!)));
};

const reversed: Construct = (runtime, args) => {
  const [source] = positional('reversed', args, 1, 1);
  if (source!.kind === 'unknown') return source!;
  if (source!.kind === 'list') return iterator(runtime, 'list_reverseiterator', backwards(source!.items));
  const own = specialMethod(runtime, source, '__reversed__');
  if (own) return own;
  if (source instanceof LibraryObject && source.protocol.getItem && source.protocol.size)
    return iterator(runtime, 'reversed', byIndexBackwards(runtime, source.protocol.getItem, source.protocol.size()));
  const reversible =
    source!.kind === 'tuple' ||
    source!.kind === 'str' ||
    source!.kind === 'bytes' ||
    source!.kind === 'dict' ||
    source instanceof RangeValue ||
    source instanceof DictViewValue;
  const items = reversible ? iterateItems(source!) : undefined;
  if (!items) throw typeError(`'${typeName(source!)}' object is not reversible`);
  if (source instanceof RangeValue) return iterator(runtime, 'range_iterator', rangeBackwards(source));
  runtime.step((source!.kind === 'tuple' ? 0 : 3) * (length(source!) ?? 0));
  return iterator(runtime, source!.kind === 'dict' ? 'dict_reversekeyiterator' : 'reversed', backwards([...items]));
};

function* byIndexBackwards(runtime: Runtime, getItem: (index: Value) => Value, size: number): Iterable<Value> {
  for (let i = size - 1; i >= 0; i--) yield getItem(new IntValue(BigInt(i), runtime.span));
}

function* backwards(items: readonly Value[]): Iterable<Value> {
  for (let i = items.length - 1; i >= 0; i--) yield items[i]!;
}

function* rangeBackwards(range: RangeValue): Iterable<Value> {
  for (let i = range.count - 1n; i >= 0n; i--) yield new IntValue(range.start + i * range.step, range.span);
}

/** The iterators that are types. */
export const iterationConstructors: Readonly<Record<string, Construct>> = { zip, enumerate, map, filter, reversed };

const iteratorNames: Readonly<Record<string, string>> = {
  list: 'list_iterator',
  tuple: 'tuple_iterator',
  str: 'str_iterator',
  dict: 'dict_keyiterator',
  set: 'set_iterator',
  range: 'range_iterator',
};

/** `iter(x)`; `iter(f, sentinel)`. */
export const iter: Construct = (runtime, args) => {
  const [source, sentinel] = positional('iter', args, 1, 2);
  if (source!.kind === 'unknown') return source!;
  if (sentinel) return untilSentinel(runtime, source!, sentinel);
  if (source instanceof IteratorValue) return source;
  if (source instanceof LibraryObject && source.protocol.next) return source;
  const items = start(runtime, source!);
  return iterator(runtime, iteratorNames[typeName(source!)] ?? 'iterator', { [Symbol.iterator]: () => items });
};

/** Calls until the sentinel comes. */
function untilSentinel(runtime: Runtime, callee: Value, sentinel: Value): Value {
  if (callee.kind !== 'callable' && !(callee instanceof LibraryObject)) throw typeError('iter(v, w): v must be callable');
  let ended = false;
  return new IteratorValue('callable_iterator', runtime.span, () => {
    if (ended) return undefined;
    const item = runtime.call(callee, { positional: [], keywords: new Map() });
    const last = equals(item, sentinel);
    if (typeof last !== 'boolean') throw new UnknownSignal(last);
    ended = last;
    return last ? undefined : item;
  });
}

function nextOf(value: Value): (() => Value | undefined) | undefined {
  return value instanceof LibraryObject ? value.protocol.next : undefined;
}

/** `next(iterator, default)`. @throws PyError StopIteration at the end */
export const next: Construct = (runtime, args) => {
  const [source, absent] = positional('next', args, 1, 2);
  if (source!.kind === 'unknown') return source!;
  const step = source instanceof IteratorValue ? (): Value | undefined => source.next() : nextOf(source!);
  if (!step) throw typeError(`'${typeName(source!)}' object is not an iterator`);
  const item = step() ?? absent;
  if (!item) throw stopIteration(source instanceof IteratorValue ? source.result?.() : undefined, runtime.span);
  return item;
};
