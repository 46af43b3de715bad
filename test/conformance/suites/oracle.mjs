// Suites that ask the installed frameworks themselves: random configs, changed shipped configs, random prompt cases.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { unknown } from '../compare.mjs';
import { parseLossless, stringifyLossless } from '../json.mjs';
import { randomAisBenchCase } from '../oracle/aisbench-cases.mjs';
import { randomChatCase } from '../oracle/chat-cases.mjs';
import { randomConfigCase } from '../oracle/config-cases.mjs';
import { randomFormatCase } from '../oracle/format-cases.mjs';
import { copyConfigs, mutantCase } from '../oracle/mutants.mjs';
import { randomPromptCase } from '../oracle/prompt-cases.mjs';
import { randomJinjaCase } from '../oracle/jinja-cases.mjs';
import { randomTaskCase } from '../oracle/task-cases.mjs';
import { createRandom } from '../oracle/random.mjs';
import { compareAisBenchRendered } from './aisbench.mjs';
import { compareChat } from './chat-templates.mjs';
import { compareRendered } from './cases.mjs';
import { compareEvaluation } from './evaluate.mjs';
import { compareFormat } from './lm-eval-formats.mjs';
import { compareTaskPrompt } from './lm-eval-prompts.mjs';

const program = fileURLToPath(new URL('../oracle/oracle.py', import.meta.url));

export const oracleConfigs = oracleSuite('oracle configs', () => ({ make: randomConfigCase, compare: compareEvaluation }));

export const oracleMutants = {
  ...oracleSuite('oracle mutants', ({ sources }) => {
    const tree = copyConfigs(sources);
    return { make: (random, number) => mutantCase(random, tree, number), compare: compareEvaluation, sources: tree.root, end: tree.remove };
  }),
  needsSources: true,
};

export const oraclePrompts = oracleSuite('oracle prompts', ({ sources }) => ({
  make: randomPromptCase,
  compare: compareRendered,
  sources,
}));

/** One release of each kind, and its neighbours where two kinds meet. */
const openCompassReleases = ['0.2.6', '0.3.2', '0.3.3', '0.3.5', '0.3.9', '0.4.2', '0.5.0', '0.5.2', '0.5.3', '0.5.4'];

/** Prompts as the prompt classes of a release make them. */
export const oracleReleasePrompts = openCompassReleases.map((release) => ({
  ...oracleSuite(`oracle prompts ${release}`, ({ openCompassReleases: folder }) => {
    const sources = resolve(folder, release);
    if (!existsSync(join(sources, 'opencompass'))) throw new Error(`${sources} has no opencompass`);
    return { make: (random) => ({ ...randomPromptCase(random), release }), compare: compareRendered, sources };
  }),
  needsOpenCompassReleases: true,
}));

export const oracleAisBenchPrompts = {
  ...oracleSuite('oracle aisbench prompts', ({ sources }) => ({ make: randomAisBenchCase, compare: compareAisBenchRendered, sources })),
  sourcesOption: 'ais-sources',
};

export const oracleChatTemplates = oracleSuite('oracle chat templates', () => ({
  make: randomChatCase,
  compare: (expected, answer) => compareChat(expected, answer, 'text'),
}));

export const oracleTasks = {
  ...oracleSuite('oracle tasks', ({ sources }) => ({ make: randomTaskCase, compare: compareTaskPrompt, sources, ask: askTask })),
  sourcesOption: 'lm-sources',
};

/** The first row is asked about; the shots are those that the harness drew, but for samples that are no rows: the config has them. */
export function askTask({ id, config, rows, num_fewshot, mode }, { fewshot_docs }) {
  const drawn = fewshot_docs.every((doc) => doc !== null && typeof doc === 'object' && !Array.isArray(doc)) ? fewshot_docs : [];
  return { id, op: 'lm-eval-render', config, doc: rows[0], fewshot_docs: drawn, num_fewshot, mode };
}

export const oracleFormats = {
  ...oracleSuite('oracle formats', ({ sources }) => ({ make: randomFormatCase, compare: compareFormat, sources })),
  sourcesOption: 'lm-next-sources',
};

/** A template stands in a task that is nothing but it: the context is what it renders to. */
export const oracleJinja = oracleSuite('oracle jinja', () => ({
  make: randomJinjaCase,
  compare: (expected, answer) => {
    // Where the whole text cannot be known, it is not known either what would be raised.
    if (typeof answer.context?.$unknown === 'string') return unknown('/context', answer.context.$unknown);
    return compareTaskPrompt(expected, answer.error === undefined && answer.unknown === undefined ? { context: answer.context } : answer);
  },
  ask: ({ id, template, row }) => ({
    id,
    op: 'lm-eval-render',
    config: {
      task: 'jinja',
      dataset_path: 'rows',
      test_split: 'test',
      output_type: 'loglikelihood',
      doc_to_text: template,
      doc_to_target: 'target',
    },
    doc: row,
    num_fewshot: 0,
    mode: { apply_chat_template: false, fewshot_as_multiturn: false, system_instruction: null, gen_prefix: null },
  }),
}));

/** A suite of random cases that the framework itself answers first. `prepare` says how to make and to compare them, from the sources where there are any. */
export function oracleSuite(name, prepare) {
  return {
    name,
    goldens: [],
    needsOracle: true,
    cases: async (input) => {
      const { oracle, count, seed } = input;
      const random = createRandom(seed);
      const { make, compare, sources: seen, end, ask = (request) => request } = prepare(input);
      const requests = Array.from({ length: count }, (_, i) => ({ id: `seed ${seed} case ${i}`, ...make(random, i) }));
      const answers = await askOracle(oracle, seen, requests);
      const asked = requests
        .map((request, i) => ({ request, expected: answers[i] }))
        .filter(({ expected }) => expected.skipped === undefined);
      const skipped = answers.find((answer) => answer.skipped !== undefined)?.skipped;
      const cases = asked.map(({ request, expected }) => ({
        request: ask(request, expected),
        compare: (answer) => compare(withoutReprs(expected), withoutReprs(answer)),
      }));
      return {
        cases,
        end,
        note: skipped && `${requests.length - asked.length} of ${requests.length} cases are left out, the first because: ${skipped}`,
      };
    },
  };
}

/** How other objects are written depends on the machine: an open file shows its path, `os.environ` all variables. Their types are compared. */
function withoutReprs(value) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withoutReprs);
  if (typeof value.$repr === 'string') return { $repr: value.$repr.split(': ', 1)[0].split('.').at(-1) };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutReprs(item)]));
}

/** What the frameworks answer, in the order of the requests. */
export async function askOracle(python, sources, requests) {
  const child = spawn(python, ['-B', program, ...(sources ? ['--sources', sources] : [])], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONHASHSEED: '0' },
  });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4000)));
  child.stdin.on('error', () => {}); // Reported below, as an early end.
  child.stdin.end(requests.map((request) => stringifyLossless(request) + '\n').join(''));
  const answers = [];
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) answers.push(parseLossless(line));
  const [code] = await exited;
  if (code !== 0 || answers.length !== requests.length)
    throw new Error(`the oracle ended with code ${code} after ${answers.length} of ${requests.length} answers:\n${errors}`);
  return answers;
}
