// npm run fuzz -- [--cases N] [--seed S] [--sources DIR]…: changed configs through the whole engine, in search of exceptions, endless work and lost memory.
// With --server they go through the built server, chat templates and rows beside them, and the times are counted that its watchdog is needed.
// With --runs these are configs for `lm-eval run --config`.
// With --functions the Python files are changed that tasks take functions from, and the tasks are shown.
// A source is a checkout of OpenCompass, AISBench or lm-evaluation-harness.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runBundled } from '../support/run-bundled.mjs';

const { values: options } = parseArgs({
  options: {
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    sources: { type: 'string', multiple: true, default: [] },
    server: { type: 'boolean', default: false },
    runs: { type: 'boolean', default: false },
    functions: { type: 'boolean', default: false },
  },
});

/** Where the frameworks have the configs that they ship. */
const shipped = ['opencompass/configs', 'ais_bench/benchmark/configs', 'lm_eval/tasks'];

function configsOf(source) {
  const folder = shipped.map((place) => resolve(source, place)).find(existsSync);
  if (!folder) throw new Error(`${source} has none of ${shipped.join(', ')}`);
  return folder;
}

const folders = [resolve('examples'), ...options.sources.map(configsOf)];
const args = [options.cases, options.seed, ...(options.functions ? ['--functions'] : []), ...(options.runs ? ['--runs'] : []), ...folders];
const program = options.server || options.runs ? 'test/fuzz/server.ts' : 'test/fuzz/evaluate.ts';
process.exitCode = (await runBundled(program, args, { node: ['--expose-gc'] })).code;
