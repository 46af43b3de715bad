// One fault of a kind at a time in shipped configs, and what is found then: bundled by run.mjs.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createProject } from '../../server/src/engine/project/project.js';
import { defaultSettings } from '../../server/src/engine/core/settings.js';
import { RememberingWorkspace } from '../../server/src/engine/core/remembering-workspace.js';
import { createNodeWorkspace } from '../../server/src/node/node-workspace.js';
import { loadGrammarFromDisk } from '../../server/src/node/load-grammar.js';
import { random } from '../fuzz/mutate.js';
import { readFileSync } from 'node:fs';
import { mutantsOf, type Tried } from './run-kinds.js';
import { shippedIn } from './sources.js';
import { missesOf, tableOf } from './table.js';
import { Bench } from './trial.js';

const help = `Usage: npm run mutants -- --sources DIR [options]

  --sources DIR     a checkout of OpenCompass, AISBench or lm-evaluation-harness; may be given several times. Nothing is written there
  --framework NAME  only opencompass, aisbench or lm-eval; may be given several times
  --kind TEXT       only kinds whose name holds this text; may be given several times
  --per-kind N      how many faults of each kind (default 12)
  --seed S          which files, and where in them (default 1)
  --list-misses     also name the files and lines where nothing was found, or something else than the fault
  --json FILE       write every case to FILE
`;

const { values: options } = parseArgs({
  options: {
    sources: { type: 'string', multiple: true, default: [] },
    framework: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
    'per-kind': { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    'list-misses': { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help || options.sources.length === 0) process.stdout.write(help);
else process.exitCode = await main();

async function main(): Promise<number> {
  await loadGrammarFromDisk();
  const seed = Number(options.seed);
  const found: Tried[] = [];
  for (const source of options.sources) {
    const shipped = shippedIn(source);
    if (options.framework && !options.framework.includes(shipped.framework)) continue;
    const workspace = new RememberingWorkspace(createNodeWorkspace({ folders: [shipped.root] }));
    const bench = new Bench(createProject(workspace, defaultSettings));
    const kinds = shipped.kinds.filter(({ id }) => !options.kind || options.kind.some((text) => id.includes(text)));
    const read = (file: string): string => readFileSync(file, 'utf8');
    const start = performance.now();
    const tried = await mutantsOf({ ...shipped, kinds }, bench, read, random(seed), Number(options['per-kind']));
    found.push(...tried.map((one) => ({ ...one, file: relative(shipped.root, one.file) })));
    process.stderr.write(`${shipped.framework}: ${String(tried.length)} faults, ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  }
  process.stdout.write(`seed ${options.seed}, ${options['per-kind']} of each kind\n\n${tableOf(found)}`);
  if (options['list-misses']) process.stdout.write(missesOf(found));
  if (options.json) writeFileSync(options.json, JSON.stringify(found, null, 1) + '\n');
  return 0;
}
