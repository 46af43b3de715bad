// Suite that asks Python itself: functions of a user's kind, written for this project, on rows of all sorts.
import { fileURLToPath } from 'node:url';
import { linesOfPython } from '../end-to-end/python.mjs';
import { rows } from '../end-to-end/user-rows.mjs';
import { parseLossless } from '../json.mjs';
import { compareResult } from './lm-eval-functions.mjs';

const program = fileURLToPath(new URL('../end-to-end/run_functions.py', import.meta.url));
const root = fileURLToPath(new URL('../end-to-end/functions', import.meta.url));
const fields = ['process_docs', 'fewshot_samples', 'doc_to_text', 'doc_to_target', 'doc_to_choice'];

export const userFunctions = {
  name: 'end-to-end functions',
  goldens: [],
  needsHarness: true,
  cases: async ({ harness }) => {
    const answers = await linesOfPython(harness, program, { root, fields, rows }, parseLossless);
    return answers.map((answer) => ({
      request: {
        id: `${answer.module}:${answer.function}`,
        op: 'lm-eval-function',
        root,
        module: answer.module,
        function: answer.function,
        field: answer.field,
        rows,
      },
      compare: (given) => compareResult(answer.error === undefined ? answer : { error: answer.error.split(':', 1)[0] }, given),
    }));
  },
};
