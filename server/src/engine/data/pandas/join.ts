import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { textOf, type Value } from '../../core/value.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { asInteger, iterateItems, keyOf } from '../../python/runtime/semantics.js';
import { cellsOf, isMissing, joinedCells, unfollowed, withMissing, type Cells } from './cells.js';
import { HeldFrame, numbered, placesByKey, type FrameColumn, type FrameData, type Labels, type Maker } from './data.js';
import { columnNamed, namesGiven } from './frame-methods.js';
import { argumentOf, isTrue, onlyArguments } from './series-methods.js';

/** `pandas.concat(frames, ignore_index=False)`: a column that a frame lacks is missing in its rows. */
export function concat(runtime: Runtime, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'objs', 'ignore_index', 'axis', 'sort');
  const axis = args.keywords.get('axis');
  if ((axis && asInteger(axis) !== 0n) || isTrue(args.keywords.get('sort'), false))
    return unfollowed(say`this use of pandas.concat is not modelled`);
  const frames = [...(iterateItems(argumentOf(args, 0, 'objs')!) ?? [])].map((frame) =>
    frame instanceof HeldFrame ? frame.data : unfollowed(say`this use of pandas.concat is not modelled`),
  );
  if (frames.length === 0) throw new PyError('ValueError', 'No objects to concatenate');
  if (frames.some(({ index, columns }) => index.labels.length === 0 || columns.length === 0))
    return unfollowed(say`what is made of an empty DataFrame is not modelled`);
  const names = [...new Set(frames.flatMap(({ columns }) => columns.map(({ name }) => name)))];
  const columns = names.map((name) => ({ name, ...joinedColumn(frames, name) }));
  const labels = frames.flatMap(({ index }) => index.labels);
  const anew = isTrue(args.keywords.get('ignore_index'), false);
  return maker.frame(
    { columns, index: anew ? numbered(labels.length, runtime.span) : { labels, isRange: goOn(frames.map(({ index }) => index)) } },
    runtime.span,
  );
}

function joinedColumn(frames: readonly FrameData[], name: string): Cells {
  const parts = frames.map(({ columns, index }) => {
    const column = columns.find((one) => one.name === name);
    return column ?? { dtype: undefined, cells: index.labels.map((): undefined => undefined) };
  });
  const known = parts.flatMap((part) => (part.dtype === undefined ? [] : [part]));
  if (known.length === parts.length) return joinedCells(known);
  const one = joinedCells(known);
  const lacks = parts.flatMap((part): readonly (Value | undefined)[] => part.cells);
  const made = one.dtype === 'object' || one.dtype === 'bool' ? cellsOf([...lacks]) : withMissing(one, placesIn(lacks));
  return one.dtype === 'object' || one.dtype === 'bool' ? { dtype: 'object', cells: made.cells } : made;
}

/** The number of each cell among those that are there. */
function placesIn(cells: readonly (Value | undefined)[]): (number | undefined)[] {
  let at = 0;
  return cells.map((cell) => (cell === undefined ? undefined : at++));
}

/** Whether ranges of labels go on one behind another. */
function goOn(indexes: readonly Labels[]): Labels['isRange'] {
  let next: bigint | undefined;
  let answer: Labels['isRange'] = true;
  for (const { labels, isRange } of indexes) {
    const numbers = labels.map(asInteger);
    if (!isRange || numbers.some((n, i) => n === undefined || n !== numbers[0]! + BigInt(i)) || (next !== undefined && numbers[0] !== next))
      return false;
    next = numbers[0]! + BigInt(numbers.length);
    if (isRange === 'newer') answer = 'newer';
  }
  return answer;
}

/** `left.merge(right, on=…, how='inner' | 'left')`: the rows of the left one in order, each with all that match. */
export function merge(runtime: Runtime, left: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'right', 'on', 'how', 'left_on', 'right_on', 'suffixes');
  const other = argumentOf(args, 0, 'right');
  if (!(other instanceof HeldFrame)) return unfollowed(say`this merge is not modelled`);
  const right = other.data;
  const how = textOf(args.keywords.get('how')) ?? 'inner';
  if (how !== 'inner' && how !== 'left') return unfollowed(say`this merge is not modelled`);
  const [leftKeys, rightKeys] = keysOf(left, right, args);
  const isText = (data: FrameData, names: readonly string[]): string =>
    names.map((name) => String(columnNamed(data, name).dtype === 'object')).join();
  if (leftKeys.length !== rightKeys.length || isText(left, leftKeys) !== isText(right, rightKeys))
    return unfollowed(say`this merge is not modelled`);
  const matches = matching(keyColumns(left, leftKeys), keyColumns(right, rightKeys), how === 'left');
  const shared = new Set(leftKeys.filter((name, i) => name === rightKeys[i]));
  const suffixes = suffixesIn(args.keywords.get('suffixes'));
  const clash = (name: string): boolean =>
    !shared.has(name) && left.columns.some((one) => one.name === name) && right.columns.some((one) => one.name === name);
  const columns = [
    ...left.columns.map(({ name, ...cells }) => ({
      name: clash(name) ? name + suffixes[0] : name,
      ...withMissing(
        cells,
        matches.map(([at]) => at),
      ),
    })),
    ...right.columns.flatMap(({ name, ...cells }): FrameColumn[] =>
      shared.has(name)
        ? []
        : [
            {
              name: clash(name) ? name + suffixes[1] : name,
              ...withMissing(
                cells,
                matches.map(([, at]) => at),
              ),
            },
          ],
    ),
  ];
  if (new Set(columns.map(({ name }) => name)).size < columns.length || columns.length === 0)
    return unfollowed(say`columns of one name are not modelled`);
  return maker.frame({ columns, index: numbered(matches.length, runtime.span) }, runtime.span);
}

function keysOf(left: FrameData, right: FrameData, { keywords }: Arguments): [string[], string[]] {
  const on = keywords.get('on');
  if (on) return [namesGiven(on), namesGiven(on)];
  const [a, b] = [keywords.get('left_on'), keywords.get('right_on')];
  if (a && b) return [namesGiven(a), namesGiven(b)];
  const common = left.columns.map(({ name }) => name).filter((name) => right.columns.some((one) => one.name === name));
  return a || b || common.length === 0 ? unfollowed(say`this merge is not modelled`) : [common, common];
}

function keyColumns(data: FrameData, names: readonly string[]): string[] {
  const columns = names.map((name) => columnNamed(data, name));
  return data.index.labels.map((_label, at) =>
    columns
      .map(({ cells, dtype }) => {
        const cell = cells[at]!;
        if (isMissing(cell)) return unfollowed(say`a merge by what is missing is not modelled`);
        return `${dtype === 'object' ? cell.kind : 'number'}:${keyOf(cell)}`;
      })
      .join('\u0000'),
  );
}

function matching(left: readonly string[], right: readonly string[], keepsAll: boolean): (readonly [number, number | undefined])[] {
  const places = placesByKey(right);
  charge(left.reduce((sum, key) => sum + (places.get(key)?.length ?? 1), 0));
  return left.flatMap((key, at): (readonly [number, number | undefined])[] => {
    const found = places.get(key);
    if (found) return found.map((other) => [at, other] as const);
    return keepsAll ? [[at, undefined] as const] : [];
  });
}

function suffixesIn(given: Value | undefined): [string, string] {
  if (!given) return ['_x', '_y'];
  const [a, b] = given.kind === 'tuple' || given.kind === 'list' ? given.items.map(textOf) : [];
  return a !== undefined && b !== undefined ? [a, b] : unfollowed(say`this merge is not modelled`);
}
