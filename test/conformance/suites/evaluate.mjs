// Suites of op `evaluate`: small configs that come with their files, and the shipped configs of a checkout.
import { compareValues, different, equal, unknown, worse } from '../compare.mjs';

export const semantics = {
  name: 'semantics',
  goldens: ['semantics'],
  cases: ({ rows }) =>
    rows.semantics.map((row) => ({
      request: { id: row.name, op: 'evaluate', files: { ...row.files, 'main.py': row.main }, main: 'main.py' },
      compare: (answer) => compareEvaluation(row, answer),
    })),
};

export const configs = {
  name: 'configs',
  goldens: ['configs'],
  needsSources: true,
  cases: ({ rows, sources }) =>
    rows.configs.map((row) => ({
      request: { id: row.path, op: 'evaluate', root: sources, path: row.path },
      compare: (answer) => compareEvaluation(row, answer),
    })),
};

/** A golden of a config and an answer to `evaluate`. */
export function compareEvaluation(row, answer) {
  if (!row.ok && answer.ok && hole(answer.value) !== undefined) return unknown('/ok', hole(answer.value));
  if (row.ok !== answer.ok) return different('/ok', row.ok ? true : row.error, answer.ok ? true : answer.error);
  if (!row.ok) return compareErrorTypes(row.error, answer.error);
  const lazy = row.lazy_import === answer.lazy ? equal : different('/lazy', row.lazy_import, answer.lazy);
  const reason = hole(answer.value);
  return [
    compareValues(row.value, answer.value),
    compareHidden(row.hidden, answer.hidden),
    // Of what is not known it is not known either which of it are tuples.
    reason === undefined
      ? compareValues([...row.tuple_paths].sort(), [...answer.tuple_paths].sort(), 'tuple_paths')
      : unknown('tuple_paths', reason),
  ].reduce(worse, lazy);
}

/** Why something in the value is not known; what is not known may be what raises. */
function hole(value) {
  if (value === null || typeof value !== 'object') return undefined;
  if (typeof value.$unknown === 'string') return value.$unknown;
  for (const item of Object.values(value)) {
    const reason = hole(item);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function compareErrorTypes(expected, actual) {
  const type = expected.split(':', 1)[0];
  return type === actual.type ? equal : different('/error', expected, actual);
}

/** What the framework keeps out of a dump: with the values, or in the large golden the sorted names only. */
function compareHidden(expected, actual) {
  if (Array.isArray(expected)) return compareValues(expected, Object.keys(actual).sort(), 'hidden');
  const sort = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  return compareValues(sort(expected), sort(actual), 'hidden');
}
