import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { DoubtfulColumns } from '../../rows/dataset-rows.js';
import type { Table } from '../datasets/table.js';
import { alikeCells } from './alike-cells.js';
import type { JsonReading } from './json-reading.js';

/** How a table is made by the one and by the other releases of the library. */
export type TableByRelease = Readonly<Record<'strict' | 'mixed', () => Table>>;

/**
 * The table of JSON as a release makes it; where it is not known which one, as those before 4.7 do.
 * @param doubt is told the columns that the others make otherwise
 * @throws as the release does
 */
export function tableByRelease(by: TableByRelease, reading: JsonReading, doubt: (columns: DoubtfulColumns) => void): Table {
  if (reading !== 'either') return by[reading]();
  const mixed = outcomeOf(by.mixed);
  const strict = outcomeOf(by.strict);
  if (strict instanceof PyError) {
    if (!(mixed instanceof PyError)) doubt('all');
    throw strict;
  }
  if (mixed instanceof PyError) doubt('all');
  else doubt(differing(strict, mixed));
  return strict;
}

function outcomeOf(make: () => Table): Table | PyError {
  try {
    return make();
  } catch (error) {
    if (error instanceof PyError) return error;
    throw error;
  }
}

function differing(one: Table, other: Table): readonly string[] {
  const names = new Set([...one.names, ...other.names]);
  return [...names].filter((name) => {
    const [a, b] = [one.column(name)?.cells, other.column(name)?.cells];
    return a === undefined || b === undefined || a.some((cell, i) => !alikeCells(cell, b[i]!));
  });
}

/** Why what is read is not known. */
export function readByRelease(columns: DoubtfulColumns): string {
  return columns === 'all'
    ? say`The library datasets reads this file in one way before release 4.7 and in another from then on, and which release a run has is not known; the setting release can say it.`
    : say`The library datasets reads ${columns.join(', ')} in one way before release 4.7 and in another from then on, and which release a run has is not known; the setting release can say it.`;
}
