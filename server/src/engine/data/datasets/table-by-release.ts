import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { DoubtfulColumns } from '../../rows/dataset-rows.js';
import type { Table } from './table.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { alikeCells } from './alike-cells.js';
import type { InstalledDatasets } from './installed-datasets.js';

/** How a table is made by the one and by the other releases of the library. */
export type TableByRelease = Readonly<Record<'strict' | 'mixed', () => Table>>;

/**
 * A table as a release makes it of JSON, or of mapped rows; where it is not known which one, as those before 4.7 do, and the columns are doubted that the others make otherwise.
 * @throws as the release does
 */
export function tableByRelease(by: TableByRelease, library: InstalledDatasets): Table {
  const reading = library.reading();
  if (reading !== 'either') return by[reading]();
  const doubt = library.doubt ?? (() => undefined);
  const strict = outcomeOf(by.strict);
  const mixed = otherOutcome(by.mixed);
  if (strict instanceof PyError) {
    if (!(mixed instanceof PyError)) doubt('all');
    throw strict;
  }
  if (mixed instanceof PyError || mixed === 'unknown') doubt('all');
  else doubt(differing(strict, mixed));
  return strict;
}

/** As those that are not shown do; where that is not followed, all may be other. */
function otherOutcome(make: () => Table): Table | PyError | 'unknown' {
  try {
    return outcomeOf(make);
  } catch (error) {
    if (error instanceof UnknownSignal) return 'unknown';
    throw error;
  }
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
    ? say`What these rows are turns on the releases of the libraries that make them (datasets before 4.7, pandas before 3.1), and which ones a run has is not known; the setting release can say it of datasets.`
    : say`What is in ${columns.join(', ')} turns on the releases of the libraries that read it (datasets before 4.7, pandas before 3.1), and which ones a run has is not known; the setting release can say it of datasets.`;
}
