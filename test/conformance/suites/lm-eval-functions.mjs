// Suite of op `lm-eval-function`: what the Python functions that tasks name make of rows.
import { compareValues, different, equal, unknown } from '../compare.mjs';

export const lmEvalFunctions = {
  name: 'lm-eval-functions',
  folder: 'lm-eval',
  goldens: ['functions'],
  sourcesOption: 'lm-sources',
  needsSources: true,
  cases: ({ rows, sources }) => {
    // What depends on the global random generators differs from run to run.
    const cases = rows.functions.filter((row) => !row.random);
    return {
      note: `${rows.functions.length - cases.length} left out: random`,
      cases: cases.map((row) => ({
        request: {
          id: row.id,
          op: 'lm-eval-function',
          root: sources,
          module: row.module,
          function: row.function,
          field: row.field,
          rows: row.rows,
        },
        compare: (answer) => compareResult(row, answer),
      })),
    };
  },
};

/** @param row `result`, or `error`: the type of what the function raises */
export function compareResult(row, answer) {
  if (answer.unknown !== undefined) return unknown('', answer.unknown);
  if (row.error !== undefined)
    return answer.error?.split(':', 1)[0] === row.error ? equal : different('/error', row.error, answer.error ?? answer.result);
  return answer.error === undefined ? compareValues(row.result, answer.result) : different('', row.result, answer.error);
}
