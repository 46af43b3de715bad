import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { UnknownValue, type Value } from '../../core/value.js';
import { clamp, typeError, valueError } from '../../python/runtime/call-arguments.js';
import { RangeValue } from '../../python/runtime/objects.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { asInteger, compareNumbers, equals, isNumber, keyOf, typeName } from '../../python/runtime/semantics.js';
import { ordering } from '../../python/runtime/operators/ordering.js';
import { typeText } from './arrow-type.js';
import { boundArguments, countArgument, flag, namesArgument } from './map-arguments.js';
import { quotedNames } from './map-rows.js';
import { seededPermutation } from './permutation.js';
import type { NamedColumn, Table } from './table.js';

/** `Dataset.select(indices)`. @throws PyError IndexError, OverflowError for an index that is none */
export function selectRows(runtime: Runtime, table: Table, args: Arguments): Table {
  const bound = boundArguments(
    'select',
    args,
    ['indices', 'keep_in_memory', 'indices_cache_file_name', 'writer_batch_size', 'new_fingerprint'],
    1,
  );
  const indices = bound.get('indices');
  if (table.count === 0) return table;
  if (!indices) throw typeError("'NoneType' object is not iterable");
  if (indices instanceof RangeValue && indices.step === 1n && indices.stop >= indices.start)
    requireWithin(indices.start, indices.stop, table.count);
  const places: number[] = [];
  for (const item of runtime.iterate(indices)) places.push(placeOf(item, table.count));
  return table.pick(places);
}

/** A range, also one without numbers, has to start and end within the rows (`_select_contiguous`). @throws PyError IndexError */
function requireWithin(start: bigint, stop: bigint, total: number): void {
  for (const index of [start, stop - 1n])
    if (index >= BigInt(total) || index < -BigInt(total))
      throw new PyError('IndexError', `Index ${String(index)} out of range for dataset of size ${String(total)}.`);
}

function placeOf(item: Value, total: number): number {
  if (item.kind === 'unknown') throw new UnknownSignal(item);
  const n = asInteger(item);
  if (n === undefined) throw typeError(`'${typeName(item)}' object cannot be interpreted as an integer`);
  if (n < 0n) throw new PyError('OverflowError', "can't convert negative value to unsigned int");
  if (n >= BigInt(total)) throw new PyError('IndexError', `Index ${String(n)} out of range for dataset of size ${String(total)}.`);
  return clamp(n);
}

/** `Dataset.take(n)`. @throws PyError IndexError where there are fewer rows and the release refuses that; UnknownSignal where it is not known whether it does */
export function takeRows(table: Table, n: number, span: Span): Table {
  const isTooMany = table.count > 0 && n > table.count;
  const taking = table.library.takes();
  if (isTooMany && taking === 'either')
    throw new UnknownSignal(
      new UnknownValue(
        say`whether more rows can be taken than there are depends on the release of the library datasets (before 5.2)`,
        span,
      ),
    );
  if (isTooMany && taking === 'raises') requireWithin(0n, BigInt(n), table.count);
  return table.slice(0, Math.max(0, Math.min(n, table.count)));
}

/** `Dataset.skip(n)`. */
export function skipRows(table: Table, n: number): Table {
  if (table.count > 0 && n < 0) throw new PyError('OverflowError', "can't convert negative value to unsigned int");
  if (table.count > 0 && n <= table.count) requireWithin(BigInt(n), BigInt(table.count), table.count);
  return table.slice(Math.max(0, Math.min(n, table.count)), table.count);
}

/** `Dataset.shuffle(seed)`: rows in the order of a permutation of numpy's. @throws UnknownSignal where no seed settles it */
export function shuffleRows(_runtime: Runtime, table: Table, args: Arguments): Table {
  const parameters = [
    'seed',
    'generator',
    'keep_in_memory',
    'load_from_cache_file',
    'indices_cache_file_name',
    'writer_batch_size',
    'new_fingerprint',
  ];
  const bound = boundArguments('shuffle', args, parameters, 0);
  if (table.count === 0) return table;
  return table.pick(drawn(bound.get('generator') ? undefined : bound.get('seed'), table.count));
}

function drawn(seed: Value | undefined, total: number): readonly number[] {
  const permutation = seed && seededPermutation(seed, total);
  if (permutation) return permutation;
  const reason = seed ? 'the order of this shuffle is not followed' : 'the order of a shuffle without a seed differs from run to run';
  throw new UnknownSignal(new UnknownValue(reason, seed?.span ?? { file: '', start: 0, end: 0 }));
}

/**
 * `Dataset.sort(column_names, reverse, null_placement)`: stable, with None at the end.
 * @throws PyError ValueError for a name that is no column
 */
export function sortRows(runtime: Runtime, table: Table, args: Arguments): Table {
  const parameters = ['column_names', 'reverse', 'null_placement', 'keep_in_memory', 'load_from_cache_file'];
  const bound = boundArguments('sort', args, parameters, 1);
  if (table.count === 0) return table;
  const names = namesArgument(runtime, bound.get('column_names')) ?? [];
  const reverses = reversesOf(runtime, bound.get('reverse'), names.length);
  for (const name of names)
    if (!table.column(name))
      throw valueError(`Column '${name}' not found in the dataset. Please provide a column selected in: ${quotedNames(table.names)}`);
  const placement = bound.get('null_placement');
  const nonesFirst = placement?.kind === 'str' && (placement.text === 'at_start' || placement.text === 'first');
  const keys = names.map((name, i) => ({ cells: table.column(name)!.cells, reverse: reverses[i]! }));
  for (const name of names) requireSortable(table.column(name)!);
  runtime.step(table.count * 20);
  const places = Array.from({ length: table.count }, (_, i) => i);
  places.sort((a, b) => {
    for (const { cells, reverse } of keys) {
      const order = compareCells(cells[a]!, cells[b]!, reverse, nonesFirst);
      if (order !== 0) return order;
    }
    return a - b;
  });
  return table.pick(places);
}

/** @throws PyError ArrowTypeError for a column of lists; UnknownSignal for one whose order is not known */
function requireSortable({ type, cells }: NamedColumn): void {
  if (type.kind === 'list') throw new PyError('ArrowTypeError', `Sorting not supported for type ${typeText(type)}`);
  const [first] = cells;
  if (first && type.kind === 'struct') throw new UnknownSignal(new UnknownValue(say`how Arrow sorts structs is not followed`, first.span));
  for (const cell of cells) if (cell.kind === 'unknown') throw new UnknownSignal(cell);
}

function reversesOf(runtime: Runtime, reverse: Value | undefined, columns: number): readonly boolean[] {
  const all =
    reverse && reverse.kind !== 'bool' ? Array.from(runtime.iterate(reverse), (one) => one.kind === 'bool' && one.value) : undefined;
  return all ?? Array.from({ length: columns }, () => reverse?.kind === 'bool' && reverse.value);
}

/** None is last whichever way the rest goes, and NaN before it. */
function compareCells(a: Value, b: Value, reverse: boolean, nonesFirst: boolean): number {
  const [x, y] = [rank(a), rank(b)];
  if (x !== y) return nonesFirst ? y - x : x - y;
  if (x > 0) return 0;
  const order = isNumber(a) && isNumber(b) ? compareNumbers(a, b) : equals(a, b) === true ? 0 : ordering('<', a, b) === true ? -1 : 1;
  return reverse ? -order : order;
}

function rank(cell: Value): number {
  if (cell.kind === 'none') return 2;
  return cell.kind === 'float' && Number.isNaN(cell.value) ? 1 : 0;
}

/**
 * `Dataset.unique(column)`: the different cells, in the order of their first appearance; that of a dataset that was only put into another order is the one before.
 * @throws UnknownSignal where that is not followed
 */
export function uniqueCells(table: Table, name: string): readonly Value[] {
  const { before = table } = table;
  if (before === 'lost')
    throw new UnknownSignal(new UnknownValue(say`in which order unique finds these values is not followed`, table.row(0).span));
  const { cells, type } = before.column(name)!;
  const notFollowed = (span: Span): UnknownSignal =>
    new UnknownSignal(new UnknownValue(say`unique of lists and dicts is not modelled`, span));
  if (type.kind === 'list' || type.kind === 'struct') throw notFollowed(table.row(0).span);
  const seen = new Map<string, Value>();
  for (const cell of cells) {
    if (cell.kind === 'unknown') throw new UnknownSignal(cell);
    if (cell.kind === 'list' || cell.kind === 'dict') throw notFollowed(cell.span);
    const key = keyOf(cell);
    if (!seen.has(key)) seen.set(key, cell);
  }
  return [...seen.values()];
}

/** `Dataset.train_test_split(…)`: the test rows are the first of the permutation. @throws PyError ValueError; UnknownSignal */
export function splitRows(_runtime: Runtime, table: Table, args: Arguments): ReadonlyMap<string, Table> {
  const parameters = [
    'test_size',
    'train_size',
    'shuffle',
    'stratify_by_column',
    'seed',
    'generator',
    'keep_in_memory',
    'load_from_cache_file',
  ];
  const bound = boundArguments('train_test_split', args, parameters, 0);
  if (table.count === 0)
    return new Map([
      ['train', table],
      ['test', table],
    ]);
  const { train, test } = sizes(bound.get('test_size'), bound.get('train_size'), table.count);
  const stratified = bound.get('stratify_by_column');
  if (stratified) throw new UnknownSignal(new UnknownValue(say`stratified splits are not followed`, stratified.span));
  if (!flag(bound, 'shuffle', true))
    return new Map([
      ['train', table.slice(0, train)],
      ['test', table.slice(train, train + test)],
    ]);
  const order = drawn(bound.get('generator') ? undefined : bound.get('seed'), table.count);
  return new Map([
    ['train', table.pick(order.slice(test, test + train))],
    ['test', table.pick(order.slice(0, test))],
  ]);
}

function sizes(
  testSize: Value | undefined,
  trainSize: Value | undefined,
  total: number,
): { readonly train: number; readonly test: number } {
  const testShare = testSize ?? (trainSize ? undefined : 'default');
  const test = testShare === 'default' ? Math.ceil(0.25 * total) : sizeOf('test_size', testShare, total, Math.ceil);
  const train = sizeOf('train_size', trainSize, total, Math.floor);
  const result = { train: train ?? total - test!, test: test ?? total - train! };
  if (result.train + result.test > total)
    throw valueError(
      `The sum of train_size and test_size = ${String(result.train + result.test)}, should be smaller than the number of samples ${String(total)}.`,
    );
  if (result.train === 0)
    throw valueError(
      `With n_samples=${String(total)}, the resulting train set will be empty. Adjust any of the aforementioned parameters.`,
    );
  return result;
}

function sizeOf(name: string, size: Value | undefined, total: number, round: (n: number) => number): number | undefined {
  if (!size) return undefined;
  if (!isNumber(size)) throw valueError(`Invalid value for ${name}`);
  const n = Number(size.value);
  const whole = size.kind !== 'float';
  if (n <= 0 || (whole ? n >= total : n >= 1))
    throw valueError(
      `${name}=${String(n)} should be either positive and smaller than the number of samples ${String(total)} or a float in the (0, 1) range`,
    );
  return whole ? n : round(n * total);
}

/** `Dataset.shard(num_shards, index, contiguous)`: one of some parts. */
export function shardRows(
  _runtime: Runtime,
  table: Table,
  args: Arguments,
  parts: (total: number, parts: number) => readonly (readonly [number, number])[],
): Table {
  const bound = boundArguments(
    'shard',
    args,
    ['num_shards', 'index', 'contiguous', 'keep_in_memory', 'indices_cache_file_name', 'writer_batch_size'],
    2,
  );
  const total = countArgument(bound, 'num_shards') ?? 1;
  const index = countArgument(bound, 'index') ?? 0;
  if (index < 0 || index >= total) throw valueError('index should be in [0, num_shards-1]');
  if (flag(bound, 'contiguous', true)) {
    const [start, end] = parts(table.count, total)[index]!;
    if (table.count > 0) requireWithin(BigInt(start), BigInt(end), table.count);
    return table.slice(start, end);
  }
  return table.pick(Array.from({ length: Math.max(0, Math.ceil((table.count - index) / total)) }, (_, i) => index + i * total));
}
