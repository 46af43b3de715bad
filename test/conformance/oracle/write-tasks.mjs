// node test/conformance/oracle/write-tasks.mjs PYTHON [LM-SOURCES] > test/fixtures/lm-eval/tasks.jsonl: what lm-evaluation-harness answers to random cases, one a line.
import { askOracle, askTask } from '../suites/oracle.mjs';
import { stringifyLossless } from '../json.mjs';
import { createRandom } from './random.mjs';
import { randomTaskCase } from './task-cases.mjs';

const [python, sources] = process.argv.slice(2);
const random = createRandom(4);
const requests = Array.from({ length: 600 }, (_, i) => ({ id: i, ...randomTaskCase(random) }));
const answers = await askOracle(python, sources, requests);
requests.forEach((request, i) => {
  const { id, fewshot_docs, ...answer } = answers[i];
  if (answer.skipped !== undefined) return;
  const asked = { ...askTask(request, { fewshot_docs }), op: undefined };
  // An address differs from run to run.
  if (answer.error) answer.error = answer.error.replace(/ at 0x[0-9a-f]+/, '');
  process.stdout.write(stringifyLossless({ ...asked, path: `random ${id}`, ...answer }) + '\n');
});
