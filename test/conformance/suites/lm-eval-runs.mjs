// Suite of op `lm-eval-run`: the requests of real runs of lm-evaluation-harness, with the rows and shots that they drew.
import { compareErrors, compareValues, unknown } from '../compare.mjs';

export const lmEvalRuns = {
  name: 'lm-eval-runs',
  folder: 'lm-eval',
  goldens: ['runs'],
  cases: ({ rows, folder }) =>
    rows.runs.map((row) => ({
      request: {
        id: row.id,
        op: 'lm-eval-run',
        root: `${folder}/runs/${row.case}`,
        path: row.task.slice(row.task.lastIndexOf('/') + 1),
        task_name: row.task_name,
        index: row.index,
        options: row.options,
      },
      compare: (answer) => compareRun(row, answer),
    })),
};

export function compareRun(expected, answer) {
  if (answer.unknown !== undefined) return unknown('', answer.unknown);
  if (expected.error !== undefined || answer.error !== undefined)
    return compareErrors({ error: expected.error }, { error: answer.error?.message ?? answer.error }, '');
  return compareValues(expected.requests.map(inOrder), answer.requests?.map(inOrder), '/requests');
}

/** A request's parts under one name each; the order of the settings for generating does not matter. */
function inOrder({ type, context, messages, add_generation_prompt: adds, behind, continuation, gen_kwargs: settings }) {
  const before = messages === undefined ? { context } : { messages, adds, behind: behind ?? null };
  return { type, ...before, after: settings === undefined ? (continuation ?? null) : sorted(settings) };
}

function sorted(settings) {
  return Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
}
