// What checking adds to evaluating and rendering, and how far a second engine helps.
import { runBundled } from '../support/run-bundled.mjs';
import { benchFolder } from './folder.mjs';
import { round } from './statistics.mjs';

/**
 * @param project the folder that is opened: packages are looked for there
 * @param folder its configs
 * @returns seconds of evaluating, of rendering (up to 200 prompts a config) and of checking, the share of the last in the first two, and the dearest rules: of a new engine, and of one that knows the classes
 */
export async function benchShareOfChecks(project, folder) {
  const { code, output } = await runBundled('test/bench/share-of-checks.ts', [project, folder], { captured: true });
  if (code !== 0) throw new Error(`evaluating, rendering and checking ${folder} ended with exit code ${code}`);
  const [first, again] = JSON.parse(output).map(shareOf);
  return { first, again };
}

function shareOf({ configs, evaluate, render, check, rules }) {
  const dearest = Object.entries(rules)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([rule, ms]) => ({ rule, seconds: round(ms / 1000) }));
  const seconds = { evaluate: round(evaluate / 1000), render: round(render / 1000), check: round(check / 1000) };
  return { configs, seconds, share: round(check / (evaluate + render)), dearest };
}

/** The same folder with one engine and with two: medians of seconds, and how many times faster two are. */
export async function benchJobs(folder, cli, runs) {
  const one = await benchFolder(folder, { this: cli }, runs, '1');
  const two = await benchFolder(folder, { this: cli }, runs, '2');
  return { one: one.this.seconds, two: two.this.seconds, faster: round(one.this.seconds.median / two.this.seconds.median) };
}
