// Evaluates, reads, renders and checks changed configs, and asks about them: bundled by run.mjs and run in a process of its own, whose memory is watched.
//   node evaluate.mjs CASES SEED [--functions] FOLDER…
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createProject } from '../../server/src/engine/project/project.js';
import { loadGrammarFromDisk } from '../../server/src/node/load-grammar.js';
import { createNodeWorkspace } from '../../server/src/node/node-workspace.js';
import { defaultSettings } from '../../server/src/engine/core/settings.js';
import { askOne } from './ask.js';
import { growth, type Sample } from './growth.js';
import { mutated, random } from './mutate.js';

/** A case may take so much of the processor; the limits of the evaluation are counted, not timed, and must keep it far below. */
const slowestMs = 10_000;
/** In a run too short to tell how memory grows, it may be so much more in the second half than in the first. */
const slackMB = 48;
/**
 * In a long run, what memory may grow by in 10,000 cases: bounded caches fill the slower the fuller they are. If anything were kept of each case, be it
 * half of the smallest text, it would be more.
 */
const growthMB = 5;
const longRun = 20_000;
const samplesWanted = 20;

function filesBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(py|ya?ml|json)$/.test(entry.name),
  );
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** Whether a task takes a function from a file beside it. */
function namesFunction(file: string): boolean {
  const module = file.endsWith('.py') ? undefined : moduleOf(readFileSync(file, 'utf8'));
  return module !== undefined && existsSync(join(dirname(file), module));
}

function moduleOf(task: string): string | undefined {
  const name = /^(?:process_docs|doc_to_\w+):\s*!function\s+(\w+)\./m.exec(task)?.[1];
  return name === undefined ? undefined : `${name}.py`;
}

/** What lives on after a collection, on the heap and in buffers, the memory of the Python grammar among them. */
function megabytesInUse(): number {
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

await loadGrammarFromDisk();
const [cases, seed] = [Number(process.argv[2]), Number(process.argv[3])];
const functions = process.argv[4] === '--functions';
const folders = process.argv.slice(functions ? 5 : 4);
const sources = folders
  .map(filesBelow)
  .map((files) => (functions ? files.filter(namesFunction) : files))
  .filter((files) => files.length > 0);
const next = random(seed);
const project = createProject(createNodeWorkspace({ folders }), defaultSettings);
const samples: Sample[] = [];
let failures = 0;
let slowest = 0;
let limited = 0;

/** All that happens to a document while it is open. */
async function follow(file: string, text: string, version: number): Promise<void> {
  project.update(file, text, version, file.endsWith('.py') ? 'python' : file.endsWith('.json') ? 'json' : 'yaml');
  if (project.evaluate(file)!.problems.some(({ kind }) => kind === 'limit')) limited++;
  const loaded = project.load(file);
  const target = loaded?.framework.targets(loaded.config)[0];
  if (target) loaded!.framework.render(target);
  project.check(file);
  const reads = project.reads.pending;
  if (reads) {
    // Rows come while nothing else is done.
    await reads;
    project.check(file);
  }
  askOne(project, file, text.length, next);
  project.close(file);
  project.release(file);
}

/** Shows and checks a task while the file that it takes functions from is open, and changed. */
async function followTask(task: string, module: string, changed: string, version: number): Promise<void> {
  project.update(module, changed, version, 'python');
  await follow(task, readFileSync(task, 'utf8'), version);
  project.close(module);
  project.release(module);
}

for (let done = 0; done < cases; done++) {
  const folder = sources[next(sources.length)]!;
  const task = folder[next(folder.length)]!;
  const file = functions ? join(dirname(task), moduleOf(readFileSync(task, 'utf8'))!) : task;
  let text = readFileSync(file, 'utf8');
  for (let i = next(4); i >= 0; i--) text = mutated(text, next);
  const begin = process.cpuUsage();
  try {
    await (functions ? followTask(task, file, text, done + 1) : follow(file, text, done + 1));
  } catch (error) {
    failures++;
    console.log(`case ${String(done)} of ${file} throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  const used = process.cpuUsage(begin);
  const ms = (used.user + used.system) / 1000;
  if (ms > slowest) slowest = ms;
  if (ms > slowestMs) console.log(`case ${String(done)} of ${file} takes ${ms.toFixed(0)} ms`);
  // A server is idle now and then, and does then what it has put off.
  await setImmediate();
  if ((done + 1) % Math.ceil(cases / samplesWanted) === 0) samples.push({ cases: done + 1, megabytes: megabytesInUse() });
}

const half = samples.length / 2;
const highest = (some: readonly Sample[]): number => Math.max(...some.map(({ megabytes }) => megabytes));
const per10000 = cases >= longRun ? growth(samples) : undefined;
const grew = per10000 === undefined ? highest(samples.slice(half)) > highest(samples.slice(0, half)) + slackMB : per10000 > growthMB;
console.log(
  `${String(cases)} cases, seed ${String(seed)}: ${String(failures)} exceptions, ${String(limited)} stopped at a limit, slowest ${slowest.toFixed(0)} ms`,
);
console.log(
  `memory in use after each ${String(Math.ceil(cases / samplesWanted))} cases, MB: ${samples.map(({ megabytes }) => megabytes.toFixed(0)).join(' ')}`,
);
if (per10000 !== undefined) console.log(`growth in 10,000 cases once the caches are full: ${per10000.toFixed(1)} MB`);
if (grew) console.log('memory grows');
process.exitCode = failures > 0 || slowest > slowestMs || grew ? 1 : 0;
