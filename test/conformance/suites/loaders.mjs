// Suites of op `dataset-rows`: the rows that dataset classes make of the files on disk.
import { compareValues, different, equal, unknown, worse } from '../compare.mjs';

export const openCompassLoaders = loaderSuite('opencompass', 'sources');
export const aisBenchLoaders = loaderSuite('aisbench', 'ais-sources');

function loaderSuite(framework, sourcesOption) {
  return {
    name: `${framework}-loaders`,
    folder: framework,
    goldens: ['loaders'],
    sourcesOption,
    needsSources: true,
    cases: ({ rows, sources }) => {
      // Runs of the framework differ from each other there.
      const cases = rows.loaders.filter((row) => !row.nondeterministic && !row.hash_order);
      return {
        note: `${rows.loaders.length - cases.length} left out: not the same in each run`,
        cases: cases.map((row) => ({
          request: {
            id: row.id,
            op: 'dataset-rows',
            framework,
            root: sources,
            class: row.class,
            arguments: row.arguments,
            files: row.files,
            env: row.env,
            // Of these alone it was recorded what the reader makes of the rows.
            ...(row.reader && { reader_cfg: row.reader.cfg, abbr: row.abbr }),
          },
          compare: (answer) => compareLoaded(row, answer),
        })),
      };
    },
  };
}

/** @param row `result`, the rows of each split, or `error`, the type of what the class raises */
export function compareLoaded(row, answer) {
  if (answer.unknown !== undefined) return unknown('', answer.unknown);
  if (answer.error?.type !== undefined) return different('', row.error ?? row.result, answer.error);
  if (row.error !== undefined || answer.error !== undefined) {
    const raised = answer.error?.split(':', 1)[0];
    return raised === row.error ? equal : different('/error', row.error ?? row.result, answer.error ?? answer.splits);
  }
  if (row.result === null || answer.splits === null) return compareValues(row.result, answer.splits);
  const names = Object.keys(row.result);
  if (names.join() !== Object.keys(answer.splits).join()) return different('/splits', names, Object.keys(answer.splits));
  const rows = names.reduce((outcome, name) => worse(outcome, compareRows(row, row.result[name], answer.splits[name], `/${name}`)), equal);
  return row.reader && answer.reader ? worse(rows, compareReader(row.reader, answer.reader)) : rows;
}

function compareReader(expected, actual) {
  if (expected.error !== undefined || actual.error !== undefined)
    return actual.error?.split(':', 1)[0] === expected.error ? equal : different('/reader', expected.error, actual.error);
  return ['train', 'test'].map((part) => compareRead(expected[part], actual[part], `/reader/${part}`)).reduce(worse, equal);
}

/** What the reader leaves of a split: the names of its columns, the number of its rows, and their `idx`. */
function compareRead(expected, rows, where) {
  if (expected === undefined) return equal;
  if (expected.rows === 0) return compareValues(0, rows.length, where);
  const actual = { columns: Object.keys(rows[0] ?? {}), idx: rows.map(({ idx }) => idx), rows: rows.length };
  return compareValues(expected, actual, where);
}

/** Rows of folders that a loader lists without sorting have the order of the file system. */
function compareRows({ lists_folder }, expected, actual, where) {
  if (!lists_folder) return compareValues(expected, actual, where);
  const sorted = (rows) => [...rows].map((row) => JSON.stringify(row)).sort();
  return compareValues(sorted(expected), sorted(actual), where);
}
