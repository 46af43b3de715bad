// Suite of op `lm-eval-format`: the prompt formats of lm-evaluation-harness 0.5.
import { compareErrors, compareValues, unknown, worse } from '../compare.mjs';

export const lmEvalFormats = {
  name: 'lm-eval-formats',
  folder: 'lm-eval',
  goldens: ['formats'],
  cases: ({ rows }) =>
    rows.formats.map((row, i) => ({
      request: { ...requestOf(row), id: `${i} ${JSON.stringify(row.spec)}`, op: 'lm-eval-format' },
      compare: (answer) => compareFormat(row, answer),
    })),
};

function requestOf({ spec, doc_to_text, doc_to_choice, doc_to_target, doc }) {
  return { spec, doc_to_text, doc_to_choice, doc_to_target, doc };
}

/** Two answers to `lm-eval-format`. */
export function compareFormat(expected, answer) {
  if (answer.unknown !== undefined) return unknown('', answer.unknown);
  if (expected.error !== undefined || answer.error !== undefined) return compareErrors(expected, answer, '');
  const rendered = ['rendered_doc_to_text', 'rendered_doc_to_target', 'rendered_doc_to_choice'];
  return rendered
    .map((name) => compareRendered(expected[name], answer[name], `/${name}`))
    .reduce(worse, compareValues(expected.task_config, answer.task_config, '/task_config'));
}

function compareRendered(expected, actual, where) {
  return expected?.error !== undefined || actual?.error !== undefined
    ? compareErrors(expected ?? {}, actual ?? {}, where)
    : compareValues(expected, actual, where);
}
