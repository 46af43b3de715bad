import { IntValue, NoneValue, TupleValue, type Value } from '../../../core/value.js';
import { bind, call, clamp, decided, iterator, positional, typeError, valueError } from '../call-arguments.js';
import { start } from '../types/iteration.js';
import { charge } from '../../../core/cost.js';
import { nowhere } from '../../../core/span.js';
import { binary } from '../operators/index.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { asInteger, equals, truthy, typeName } from '../semantics.js';
import { moduleClass, moduleOf, type ModuleFunction } from './module.js';

function* remaining(source: Iterator<Value>): Iterable<Value> {
  for (let next = source.next(); !next.done; next = source.next()) yield next.value;
}

function* chained(runtime: Runtime, sources: Iterable<Value>): Iterable<Value> {
  for (const source of sources) yield* remaining(start(runtime, source));
}

const chainFromIterable = new BuiltinValue('chain.from_iterable', nowhere, (runtime, args) => {
  const [sources] = positional('from_iterable', args, 1, 1);
  return iterator(runtime, 'chain', chained(runtime, { [Symbol.iterator]: () => start(runtime, sources!) }));
});

const chain = moduleClass('itertools.chain', (runtime, args) => iterator(runtime, 'chain', chained(runtime, args.positional)), {
  from_iterable: chainFromIterable,
});

/** The items of each iterable, all read at once as `product` and its like do. */
function pools(runtime: Runtime, sources: readonly Value[]): Value[][] {
  return sources.map((source) => [...remaining(start(runtime, source))]);
}

function intOption(v: Value | undefined, absent: number): number {
  if (!v || v.kind === 'none') return absent;
  const n = asInteger(v);
  if (n === undefined) throw typeError(`'${typeName(v)}' object cannot be interpreted as an integer`);
  return clamp(n);
}

function* products(runtime: Runtime, lists: readonly (readonly Value[])[]): Iterable<Value> {
  if (lists.some((list) => list.length === 0)) return;
  const indices = lists.map(() => 0);
  for (;;) {
    runtime.step(indices.length);
    yield new TupleValue(
      indices.map((index, i) => lists[i]![index]!),
      runtime.span,
    );
    let i = indices.length - 1;
    while (i >= 0 && ++indices[i]! >= lists[i]!.length) indices[i--] = 0;
    if (i < 0) return;
  }
}

const product: ModuleFunction = (runtime, args) => {
  const repeat = intOption(args.keywords.get('repeat'), 1);
  if (repeat < 0) throw valueError('repeat argument cannot be negative');
  const lists = pools(runtime, args.positional);
  runtime.checkSize(lists.length * repeat);
  const times = lists.length === 0 ? 0 : repeat;
  return iterator(runtime, 'product', products(runtime, Array.from({ length: times }, () => lists).flat()));
};

/** Choices of `size` indices: `next` gives those that may follow the ones chosen so far. */
function* choices(size: number, next: (chosen: readonly number[]) => Iterable<number>): Iterable<number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  const stack: Iterator<number>[] = [next([])[Symbol.iterator]()];
  const chosen: number[] = [];
  while (stack.length > 0) {
    charge(1);
    const step = stack.at(-1)!.next();
    chosen.length = stack.length - 1;
    if (step.done) {
      stack.pop();
      continue;
    }
    chosen.push(step.value);
    if (chosen.length === size) yield [...chosen];
    else stack.push(next(chosen)[Symbol.iterator]());
  }
}

function* numbersFrom(from: number, to: number): Iterable<number> {
  for (let i = from; i < to; i++) yield i;
}

function* without(chosen: readonly number[], count: number): Iterable<number> {
  charge(chosen.length);
  const taken = new Set(chosen);
  for (let i = 0; i < count; i++) {
    if (!taken.has(i)) yield i;
    else if ((i & 7) === 7) charge(1);
  }
}

/** `combinations` and its relatives. */
function choosing(name: string, next: (chosen: readonly number[], count: number) => Iterable<number>): ModuleFunction {
  return (runtime, args) => {
    const [source, sizeArgument] = bind(name, args, ['iterable', 'r'], name === 'permutations' ? 1 : 2);
    const [pool] = pools(runtime, [source!]);
    const size = intOption(sizeArgument, pool!.length);
    if (size < 0) throw valueError('r must be non-negative');
    if (pool!.length > 0) runtime.checkSize(size);
    const found =
      name !== 'combinations_with_replacement' && size > pool!.length ? [] : choices(size, (chosen) => next(chosen, pool!.length));
    return iterator(runtime, name, tuples(runtime, pool!, found));
  };
}

function* tuples(runtime: Runtime, pool: readonly Value[], found: Iterable<number[]>): Iterable<Value> {
  for (const indices of found) {
    runtime.step(indices.length);
    yield new TupleValue(
      indices.map((i) => pool[i]!),
      runtime.span,
    );
  }
}

const repeat: ModuleFunction = (runtime, args) => {
  const [item, times] = bind('repeat', args, ['object', 'times'], 1);
  const count = times ? intOption(times, 0) : Infinity;
  return iterator(runtime, 'repeat', repeated(item!, count));
};

function* repeated(item: Value, count: number): Iterable<Value> {
  for (let i = 0; i < count; i++) yield item;
}

const count: ModuleFunction = (runtime, args) => {
  const [first = new IntValue(0n, runtime.span), step = new IntValue(1n, runtime.span)] = bind('count', args, ['start', 'step'], 0);
  return iterator(runtime, 'count', counting(runtime, first, step));
};

function* counting(runtime: Runtime, first: Value, step: Value): Iterable<Value> {
  for (let value = first; ; value = binary(runtime, '+', value, step)) yield value;
}

const cycle: ModuleFunction = (runtime, args) => {
  const [source] = positional('cycle', args, 1, 1);
  return iterator(runtime, 'cycle', cycled([...remaining(start(runtime, source!))]));
};

function* cycled(items: readonly Value[]): Iterable<Value> {
  while (items.length > 0) yield* items;
}

/** @throws PyError ValueError with the given text for what is no number from `least` on */
function sliceBound(v: Value | undefined, absent: number, message: string, least = 0): number {
  if (!v || v.kind === 'none') return absent;
  const n = asInteger(v);
  if (n === undefined || n < least || n > 2n ** 63n - 1n) throw valueError(message);
  return clamp(n);
}

const islice: ModuleFunction = (runtime, args) => {
  const [source, ...bounds] = positional('islice', args, 2, 4);
  const [from, to, step] = bounds.length === 1 ? [undefined, bounds[0]] : bounds;
  const behind = sliceBound(to, Infinity, 'Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.');
  const first = sliceBound(from, 0, 'Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.');
  const by = sliceBound(step, 1, 'Step for islice() must be a positive integer or None.', 1);
  return iterator(runtime, 'islice', sliced(start(runtime, source!), first, behind, by));
};

function* sliced(source: Iterator<Value>, from: number, to: number, step: number): Iterable<Value> {
  for (let i = 0; i < to; i++) {
    const next = source.next();
    if (next.done) return;
    if (i >= from && (i - from) % step === 0) yield next.value;
  }
}

const zipLongest: ModuleFunction = (runtime, args) => {
  const fill = args.keywords.get('fillvalue') ?? new NoneValue(runtime.span);
  return iterator(
    runtime,
    'zip_longest',
    longest(
      runtime,
      args.positional.map((source) => start(runtime, source)),
      fill,
    ),
  );
};

function* longest(runtime: Runtime, sources: readonly Iterator<Value>[], fill: Value): Iterable<Value> {
  for (;;) {
    runtime.step(sources.length >> 1);
    const steps = sources.map((source) => source.next());
    if (steps.every((step) => step.done)) return;
    yield new TupleValue(
      steps.map((step) => (step.done ? fill : step.value)),
      runtime.span,
    );
  }
}

const accumulate: ModuleFunction = (runtime, args) => {
  const [source, f, initial] = bind('accumulate', args, ['iterable', 'func', 'initial'], 1, 2);
  const add =
    f && f.kind !== 'none'
      ? (a: Value, b: Value): Value => call(runtime, f, a, b)
      : (a: Value, b: Value): Value => binary(runtime, '+', a, b);
  return iterator(runtime, 'accumulate', accumulated(start(runtime, source!), add, initial?.kind === 'none' ? undefined : initial));
};

function* accumulated(source: Iterator<Value>, add: (a: Value, b: Value) => Value, initial: Value | undefined): Iterable<Value> {
  let total = initial;
  if (total) yield total;
  for (const item of remaining(source)) yield (total = total ? add(total, item) : item);
}

const groupBy: ModuleFunction = (runtime, args) => {
  const [source, key] = bind('groupby', args, ['iterable', 'key'], 1);
  const groups = new Groups(runtime, start(runtime, source!), key?.kind === 'none' ? undefined : key);
  return iterator(runtime, 'groupby', groups.all());
};

/** What `groupby` gives: the groups share its source, so that a group is empty once the next one has been asked for. */
class Groups {
  private next: { readonly item: Value; readonly key: Value } | undefined;
  private group = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly source: Iterator<Value>,
    private readonly key: Value | undefined,
  ) {}

  *all(): Iterable<Value> {
    let last: Value | undefined;
    for (;;) {
      this.group++;
      do {
        if (!this.next && !this.take()) return;
        if (last && decided(equals(last, this.next!.key))) this.next = undefined;
      } while (!this.next);
      last = this.next.key;
      yield new TupleValue([last, iterator(this.runtime, '_grouper', this.items(this.group, last))], this.runtime.span);
    }
  }

  private *items(group: number, key: Value): Iterable<Value> {
    while (group === this.group && (this.next ?? this.take())) {
      const { item, key: itsKey } = this.next!;
      if (!decided(equals(key, itsKey))) return;
      this.next = undefined;
      yield item;
    }
  }

  private take(): boolean {
    const { value, done } = this.source.next();
    if (done) return false;
    this.next = { item: value, key: this.key ? call(this.runtime, this.key, value) : value };
    return true;
  }
}

const starMap: ModuleFunction = (runtime, args) => {
  const [f, source] = positional('starmap', args, 2, 2);
  return iterator(runtime, 'starmap', starMapped(runtime, f!, start(runtime, source!)));
};

function* starMapped(runtime: Runtime, f: Value, source: Iterator<Value>): Iterable<Value> {
  for (const item of remaining(source)) yield call(runtime, f, ...remaining(start(runtime, item)));
}

/** `takewhile`, `dropwhile`, `filterfalse`: which items stay by what the predicate says of them. */
function bypredicate(name: string, run: (items: Iterable<Value>, holds: (item: Value) => boolean) => Iterable<Value>): ModuleFunction {
  return (runtime, args) => {
    const [predicate, source] = positional(name, args, 2, 2);
    const holds = (item: Value): boolean => decided(truthy(predicate!.kind === 'none' ? item : call(runtime, predicate!, item)));
    return iterator(runtime, name, run(remaining(start(runtime, source!)), holds));
  };
}

function* takeWhile(items: Iterable<Value>, holds: (item: Value) => boolean): Iterable<Value> {
  for (const item of items) {
    if (!holds(item)) return;
    yield item;
  }
}

function* dropWhile(items: Iterable<Value>, holds: (item: Value) => boolean): Iterable<Value> {
  let dropping = true;
  for (const item of items) {
    dropping &&= holds(item);
    if (!dropping) yield item;
  }
}

function* filterFalse(items: Iterable<Value>, holds: (item: Value) => boolean): Iterable<Value> {
  for (const item of items) if (!holds(item)) yield item;
}

const pairwise: ModuleFunction = (runtime, args) => {
  const [source] = positional('pairwise', args, 1, 1);
  return iterator(runtime, 'pairwise', pairs(runtime, start(runtime, source!)));
};

function* pairs(runtime: Runtime, source: Iterator<Value>): Iterable<Value> {
  let last: Value | undefined;
  for (const item of remaining(source)) {
    if (last) yield new TupleValue([last, item], runtime.span);
    last = item;
  }
}

const compress: ModuleFunction = (runtime, args: Arguments) => {
  const [data, selectors] = bind('compress', args, ['data', 'selectors'], 2);
  return iterator(runtime, 'compress', compressed(start(runtime, data!), start(runtime, selectors!)));
};

function* compressed(data: Iterator<Value>, selectors: Iterator<Value>): Iterable<Value> {
  for (const item of remaining(data)) {
    const selector = selectors.next();
    if (selector.done) return;
    if (decided(truthy(selector.value))) yield item;
  }
}

function functions(entries: Readonly<Record<string, ModuleFunction>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).map(([name, run]) => [name, moduleClass(`itertools.${name}`, run)]));
}

/** The module `itertools`: lazy iterators, each item of which is a step of the evaluation. */
export const itertools = moduleOf('itertools', {
  chain,
  ...functions({
    product,
    combinations: choosing('combinations', (chosen, n) => numbersFrom((chosen.at(-1) ?? -1) + 1, n)),
    combinations_with_replacement: choosing('combinations_with_replacement', (chosen, n) => numbersFrom(chosen.at(-1) ?? 0, n)),
    permutations: choosing('permutations', without),
    repeat,
    count,
    cycle,
    islice,
    zip_longest: zipLongest,
    accumulate,
    groupby: groupBy,
    starmap: starMap,
    takewhile: bypredicate('takewhile', takeWhile),
    dropwhile: bypredicate('dropwhile', dropWhile),
    filterfalse: bypredicate('filterfalse', filterFalse),
    pairwise,
    compress,
  }),
});
