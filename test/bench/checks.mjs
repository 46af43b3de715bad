// What checking adds to evaluating and rendering, and how far a second engine helps.
import { runBundled } from '../support/run-bundled.mjs';
import { benchFolder } from './folder.mjs';
import { round } from './statistics.mjs';

/** A config may pair hundreds of datasets with as many models; nobody looks at more of them. */
const mostLookedAt = 200;

/**
 * @param project the folder that is opened: packages are looked for there
 * @param folder its configs
 * @returns seconds of evaluating, of rendering and of checking, and the share of the last in the first two: of a new engine, of one that knows the classes, and of a new one that renders every pair. The dearest rules
 */
export async function benchShareOfChecks(project, folder) {
  const few = await timesOf(project, folder, mostLookedAt);
  const all = await timesOf(project, folder, Infinity);
  const [first, again] = few.passes.map(shareOf);
  const dearest = Object.entries(few.rules)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([rule, ms]) => ({ rule, seconds: round(ms / 1000) }));
  return { configs: few.configs, first, again, every: shareOf(all.passes[0]), dearest };
}

async function timesOf(project, folder, mostTargets) {
  const { code, output } = await runBundled('test/bench/share-of-checks.ts', [project, folder, String(mostTargets)], { captured: true });
  if (code !== 0) throw new Error(`evaluating, rendering and checking ${folder} ended with exit code ${code}`);
  return JSON.parse(output);
}

function shareOf({ prompts, evaluate, render, check }) {
  const seconds = { evaluate: round(evaluate / 1000), render: round(render / 1000), check: round(check / 1000) };
  return { prompts, seconds, share: round(check / (evaluate + render)) };
}

/** The same folder with one engine and with two: medians of seconds, and how many times faster two are. */
export async function benchJobs(folder, cli, runs) {
  const one = await benchFolder(folder, { this: cli }, runs, '1');
  const two = await benchFolder(folder, { this: cli }, runs, '2');
  return { one: one.this.seconds, two: two.this.seconds, faster: round(one.this.seconds.median / two.this.seconds.median) };
}
