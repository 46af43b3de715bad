// Suite that asks the installed library `datasets` what it makes of rows and files: `--oracle` with a Python that has it (3.6 with pyarrow 19 and pandas 2.2, or 4.7 and later: each case is asked as with the release that is installed there).
import { compareValues, different, equal, unknown } from '../compare.mjs';
import { datasetFolder, randomDatasetCase } from '../oracle/dataset-cases.mjs';
import { oracleSuite } from './oracle.mjs';

export const oracleDatasets = oracleSuite('oracle datasets', () => {
  const folder = datasetFolder();
  return {
    make: randomDatasetCase,
    compare,
    end: folder.remove,
    ask: (request, { release, pandas }) => ({
      id: request.id,
      op: 'lm-eval-function',
      root: folder.write(request, { datasets: release, pandas }),
      module: 'program.py',
      function: 'asked',
      field: 'fewshot_samples',
      rows: [],
    }),
  };
});

function compare(expected, answer) {
  if (answer.unknown !== undefined) return unknown('', answer.unknown);
  if (expected.error !== undefined)
    return typeOf(expected) === typeOf(answer) ? equal : different('/error', expected.error, answer.error ?? answer.result);
  return answer.error === undefined
    ? compareValues(inOrder(expected.result), inOrder(answer.result))
    : different('', expected.result, answer.error);
}

function typeOf({ error }) {
  return error?.split(':', 1)[0];
}

/** The order of the keys of a struct depends on the release of pyarrow. */
function inOrder(value) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(inOrder);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, inOrder(value[key])]),
  );
}
