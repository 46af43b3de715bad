// Suite that asks Python itself (3.11) what it makes of random snippets that need nothing but its standard library.
import { compareValues, different, equal, unknown } from '../compare.mjs';
import { datasetFolder } from '../oracle/dataset-cases.mjs';
import { randomPythonCase } from '../oracle/python-cases.mjs';
import { oracleSuite } from './oracle.mjs';

export const oraclePython = oracleSuite('oracle python', () => {
  const folder = datasetFolder();
  return {
    make: randomPythonCase,
    compare,
    end: folder.remove,
    ask: (request) => ({
      id: request.id,
      op: 'lm-eval-function',
      root: folder.write(request),
      module: 'program.py',
      function: 'asked',
      field: 'fewshot_samples',
      rows: [],
    }),
  };
});

/** Where the text is no Python, only that is asked for: messages of the parser say where they were asked from. */
function compare(expected, answer) {
  if (expected.error?.startsWith('SyntaxError') && answer.error?.startsWith('SyntaxError')) return equal;
  if (answer.unknown !== undefined) return unknown('', answer.unknown);
  if (expected.error !== undefined || answer.error !== undefined)
    return different('', expected.error ?? expected.result, answer.error ?? answer.result);
  const [text, answered] = [expected.result[0], answer.result[0]].map(withoutPlaces);
  return compareValues(text, answered);
}

/** The address of an object is another one in each run; what the parser of `ast.literal_eval` complains of is its own matter. */
function withoutPlaces(text) {
  return text.replace(/ on line \d+: <ast\..*>$|^(SyntaxError): .*$/s, '$1');
}
