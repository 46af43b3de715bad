import { partsBetween } from '../../core/text-ends.js';
import { valueError } from '../../python/runtime/call-arguments.js';
import type { Table } from '../datasets/table.js';
import { concatenateRows } from '../datasets/concatenate.js';

const onePart = /^\s*(\w+(?:\.\w+)*)(?:\[(?:(-?[\d_]+)(%)?)?:(?:(-?[\d_]+)(%)?)?\])?(?:\((\w*)\))?\s*$/;

/**
 * The rows that a split names: `train`, `train[:10%]`, `train+test` (datasets 3.6 `arrow_reader.py`, `ReadInstruction.from_spec`).
 * @throws PyError ValueError for a split that is not there, one that is written wrongly, and one without rows
 */
export function partsOfSplit(splits: ReadonlyMap<string, () => Table>, spec: string): Table {
  const parts = partsBetween(spec, '+').flatMap((one) => rowsOfPart(splits, one));
  const some = parts.filter((table) => table !== undefined);
  if (some.length === 0) throw valueError(`Instruction "${spec}" corresponds to no data!`);
  return concatenateRows(some);
}

/** A part from a place to the same place is none; one that ends before it starts has no rows. */
function rowsOfPart(splits: ReadonlyMap<string, () => Table>, spec: string): readonly (Table | undefined)[] {
  const match = onePart.exec(spec);
  if (!match) throw valueError(`Unrecognized instruction format: ${spec}`);
  const [, name, from, fromPercent, to, toPercent, rounding] = match;
  if (name === 'all' && !splits.has('all')) return [...splits.values()].map((all) => withRows(all()));
  const read = splits.get(name!);
  if (!read)
    throw valueError(`Unknown split "${name!}". Should be one of [${[...splits.keys()].map((split) => `'${split}'`).join(', ')}].`);
  const table = read();
  const place = (text: string | undefined, percent: string | undefined, absent: number): number => {
    if (text === undefined) return absent;
    const n = Number(text.replaceAll('_', ''));
    return percent ? shareOf(n, table.count, rounding) : n;
  };
  const within = (n: number): number => Math.min(n < 0 ? Math.max(table.count + n, 0) : n, table.count);
  const start = within(place(from, fromPercent, 0));
  const end = within(place(to, toPercent, table.count));
  return [end === start ? undefined : table.slice(start, Math.max(start, end))];
}

/** Percent to rows: rounded to the nearest, halves to the even number; or whole rows a percent. */
function shareOf(percent: number, total: number, rounding: string | undefined): number {
  if (Math.abs(percent) > 100) throw valueError('Percent slice boundaries must be > -100 and < 100.');
  if (rounding === 'pct1_dropremainder') return percent * Math.trunc(total / 100);
  const exact = (percent * total) / 100;
  const floor = Math.floor(exact);
  if (exact - floor !== 0.5) return Math.round(exact);
  return floor % 2 === 0 ? floor : floor + 1;
}

function withRows(table: Table): Table | undefined {
  return table.count > 0 ? table : undefined;
}
