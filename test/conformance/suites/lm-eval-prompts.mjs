// Suites of op `lm-eval-render`: tasks of lm-evaluation-harness by path, and corner cases whose config is in the request.
import { compareErrors, compareValues, different, unknown, worse, equal } from '../compare.mjs';

export const lmEvalPrompts = {
  name: 'lm-eval-prompts',
  folder: 'lm-eval',
  goldens: ['prompts'],
  needsSources: true,
  sourcesOption: 'lm-sources',
  cases: ({ rows, sources }) => rows.prompts.map((row, i) => caseOf(row, i, { root: sources, path: row.path })),
};

export const lmEvalCornerCases = {
  name: 'lm-eval-corner-cases',
  folder: 'lm-eval',
  goldens: ['corner-cases'],
  cases: ({ rows }) => rows['corner-cases'].map((row, i) => caseOf(row, i, { config: row.config })),
};

/** Random cases, written by `oracle/write-tasks.mjs`. */
export const lmEvalTasks = {
  name: 'lm-eval-tasks',
  folder: 'lm-eval',
  goldens: ['tasks'],
  cases: ({ rows }) => rows.tasks.map((row, i) => caseOf(row, i, { config: row.config })),
};

function caseOf(row, i, task) {
  const { doc, fewshot_docs, num_fewshot, mode } = row;
  return {
    request: { id: `${i} ${row.path}`, op: 'lm-eval-render', ...task, doc, fewshot_docs, num_fewshot, mode },
    compare: (answer) => compareTaskPrompt(row, answer),
  };
}

const members = ['context', 'requests', 'choices', 'target', 'multiple_input', 'multiple_target'];

/** A golden row and an answer; texts of chat templates are another suite's. @param compared the members that are compared beside the chat */
export function compareTaskPrompt(expected, answer, compared = members) {
  if (answer.unknown !== undefined) return unknown('', answer.unknown);
  if (expected.error !== undefined || answer.error !== undefined)
    return compareErrors({ error: errorText(expected) }, { error: errorText(answer) }, '');
  const outcome = compared.map((name) => compareValues(expected[name] ?? null, answer[name] ?? null, `/${name}`)).reduce(worse, equal);
  return worse(outcome, compareChat(expected.chat, answer.chat));
}

/** An answer that is no prompt at all names what went wrong as an object. */
function errorText({ error }) {
  return typeof error === 'object' && error !== null ? `${error.type}: ${error.message}` : error;
}

function compareChat(expected, actual) {
  if (expected === undefined || actual === undefined) return expected === actual ? equal : different('/chat', expected, actual);
  return compareValues(withoutRendered(expected), actual, '/chat');
}

function withoutRendered(chat) {
  if (Array.isArray(chat)) return chat.map(withoutRendered);
  return { messages: chat.messages, add_generation_prompt: chat.add_generation_prompt };
}
