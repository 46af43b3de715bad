// Evaluates, reads, renders and checks changed configs: bundled by run.mjs and run in a process of its own, whose memory is watched.
//   node evaluate.cjs CASES SEED FOLDER…
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProject } from '../../server/src/project.js';
import { loadGrammarFromDisk } from '../../server/src/lsp/load-grammar.js';
import { createNodeWorkspace } from '../../server/src/lsp/node-workspace.js';
import { defaultSettings } from '../../server/src/settings.js';
import { mutated, random } from './mutate.js';

/** A case may take so long; the limits of the evaluation are counted, not timed, and must keep it far below. */
const slowestMs = 10_000;
/** Memory may differ by so much from one batch to the next without growing. */
const slackMB = 48;
const batches = 10;

interface Source {
  readonly file: string;
  readonly text: string;
}

function sourcesBelow(folder: string): Source[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && /\.(py|ya?ml|json)$/.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort().map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

function megabytesInUse(): number {
  globalThis.gc!();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

await loadGrammarFromDisk();
const [cases, seed] = [Number(process.argv[2]), Number(process.argv[3])];
const folders = process.argv.slice(4);
const sources = folders.flatMap(sourcesBelow);
const next = random(seed);
const project = createProject(createNodeWorkspace({ folders }), defaultSettings);
const used: number[] = [];
let failures = 0;
let slowest = 0;
let limited = 0;

for (let done = 0; done < cases; done++) {
  const { file, text: original } = sources[next(sources.length)]!;
  let text = original;
  for (let i = next(4); i >= 0; i--) text = mutated(text, next);
  const language = file.endsWith('.py') ? 'python' : file.endsWith('.json') ? 'json' : 'yaml';
  const begin = performance.now();
  try {
    project.update(file, text, done + 1, language);
    if (project.evaluate(file)!.problems.some(({ kind }) => kind === 'limit')) limited++;
    const loaded = project.load(file);
    const target = loaded?.framework.targets(loaded.config)[0];
    if (target) loaded!.framework.render(target);
    project.check(file);
    project.close(file);
    project.release(file);
  } catch (error) {
    failures++;
    console.log(`case ${String(done)} of ${file} throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  const ms = performance.now() - begin;
  if (ms > slowest) slowest = ms;
  if (ms > slowestMs) console.log(`case ${String(done)} of ${file} takes ${ms.toFixed(0)} ms`);
  if ((done + 1) % Math.ceil(cases / batches) === 0) used.push(megabytesInUse());
}

// The first batches fill the cache of bases, which is bounded.
const [before, after] = [Math.max(...used.slice(0, Math.ceil(used.length / 2))), Math.max(...used.slice(Math.ceil(used.length / 2)))];
const grew = after > before + slackMB;
console.log(`${String(cases)} cases, seed ${String(seed)}: ${String(failures)} exceptions, ${String(limited)} stopped at a limit, slowest ${slowest.toFixed(0)} ms`);
console.log(`memory in use after each tenth, MB: ${used.map((megabytes) => megabytes.toFixed(0)).join(' ')}${grew ? ' · it grows' : ''}`);
process.exitCode = failures > 0 || slowest > slowestMs || grew ? 1 : 0;
