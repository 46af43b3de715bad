// Suite that asks Python itself: functions of a user's kind, written for this project, on rows of all sorts.
import { fileURLToPath } from 'node:url';
import { linesOfPython } from '../end-to-end/python.mjs';
import { rows } from '../end-to-end/user-rows.mjs';
import { parseLossless } from '../json.mjs';
import { compareResult } from './lm-eval-functions.mjs';

const program = fileURLToPath(new URL('../end-to-end/run_functions.py', import.meta.url));
const root = fileURLToPath(new URL('../end-to-end/functions', import.meta.url));
const fields = ['process_docs', 'fewshot_samples', 'doc_to_text', 'doc_to_target', 'doc_to_choice'];

/** As Python answered once (`test/fixtures/lm-eval/user-functions.jsonl.gz`). */
export const recordedFunctions = {
  name: 'user functions',
  folder: 'lm-eval',
  goldens: ['user-functions'],
  cases: ({ rows: recorded }) => recorded['user-functions'].map(caseOf),
};

/** As the Python answers that is at hand. */
export const userFunctions = {
  name: 'end-to-end functions',
  goldens: [],
  needsHarness: true,
  cases: async ({ harness }) => (await linesOfPython(harness, program, { root, fields, rows }, parseLossless)).map(caseOf),
};

function caseOf(answer) {
  const { module, function: name, field } = answer;
  return {
    request: { id: `${module}:${name}`, op: 'lm-eval-function', root, module, function: name, field, rows },
    compare: (given) => compareResult(answer.error === undefined ? answer : { error: answer.error.split(':', 1)[0] }, given),
  };
}
