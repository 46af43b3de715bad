// Time and memory of checking a folder in one process, held against reading and parsing alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { engineForNode } from '../../scripts/engine-build.mjs';
import { round, summary } from './statistics.mjs';
import { watchProcess } from './memory.mjs';

/**
 * Checks `folder` with each build in turn, `runs` times after one run to warm the disk's cache.
 * @param builds cli.js by the build's name @param jobs for the `--jobs` of the first of them, where it is given
 * @returns by the same names: files, seconds, files a second, peak memory in MB
 */
export async function benchFolder(folder, builds, runs, jobs = '') {
  /** @type {Record<string, Awaited<ReturnType<typeof checkOnce>>[]>} */
  const measured = Object.fromEntries(Object.keys(builds).map((name) => [name, []]));
  for (let run = -1; run < runs; run++)
    for (const [name, cli] of Object.entries(builds)) {
      // The other build may be one that does not know the option.
      const sample = await checkOnce(cli, folder, jobs !== '' && name === 'this' ? ['--jobs', jobs] : []);
      if (run >= 0) measured[name].push(sample);
    }
  return Object.fromEntries(Object.entries(measured).map(([name, samples]) => [name, report(samples)]));
}

function report(samples) {
  const seconds = summary(samples.map((sample) => sample.seconds));
  const peaks = samples.map((sample) => sample.peak).filter((peak) => peak !== undefined);
  return {
    configs: samples[0].configs,
    seconds,
    cpuSeconds: cpuSummary(samples),
    configsPerSecond: round(samples[0].configs / seconds.median),
    peakMemoryMB: peaks.length > 0 ? round(Math.max(...peaks)) : undefined,
  };
}

async function checkOnce(cli, folder, more = []) {
  const start = performance.now();
  const child = spawn(process.execPath, [cli, 'check', folder, '--format', 'json', ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const stopWatching = watchProcess(child.pid);
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - start) / 1000;
  const { peak, cpu } = stopWatching();
  if (code !== 0 && code !== 1) throw new Error(`${cli} check ended with exit code ${code}`);
  return { seconds, cpu, peak, configs: JSON.parse(Buffer.concat(output).toString()).summary.files };
}

/** Reading and parsing the folder's Python files and nothing else, in this project's parser: files and seconds. */
export async function benchParsing(folder, runs) {
  const scratch = mkdtempSync(join(tmpdir(), 'preflight-bench-'));
  try {
    const outfile = join(scratch, 'parse-folder.cjs');
    await build({ ...engineForNode, entryPoints: ['test/bench/parse-folder.ts'], outfile, format: 'cjs', logLevel: 'error' });
    const samples = [];
    for (let run = -1; run < runs; run++) {
      const sample = await parseOnce(outfile, folder);
      if (run >= 0) samples.push(sample);
    }
    return { files: samples[0].files, seconds: summary(samples.map((sample) => sample.seconds)) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function parseOnce(program, folder) {
  const start = performance.now();
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  await once(child, 'close');
  return { files: Number(Buffer.concat(output)), seconds: (performance.now() - start) / 1000 };
}

/**
 * Our check of a folder beside mmengine's loading of its Python files, one after the other in each run, so that a busy moment of the machine strikes
 * both. mmengine's own import is left out of its time; node's start is in ours.
 * @param python an interpreter that has mmengine @returns seconds by the clock and of the processor, medians
 */
export async function benchMmengine(python, folder, cli, runs) {
  const checks = [];
  const loads = [];
  for (let run = 0; run < runs; run++) {
    loads.push(await loadOnce(python, folder));
    checks.push(await checkOnce(cli, folder));
  }
  const { files, loaded, version } = loads[0];
  return {
    version,
    load: {
      files,
      loaded,
      seconds: summary(loads.map((load) => load.loadSeconds)),
      cpuSeconds: summary(loads.map((load) => load.loadCpuSeconds)),
    },
    check: { configs: checks[0].configs, seconds: summary(checks.map((check) => check.seconds)), cpuSeconds: cpuSummary(checks) },
    importSeconds: summary(loads.map((load) => load.importSeconds)).median,
  };
}

async function loadOnce(python, folder) {
  const program = fileURLToPath(new URL('load_with_mmengine.py', import.meta.url));
  const child = spawn(python, ['-B', program, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  const errors = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => errors.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`${python} could not load the configs with mmengine: ${Buffer.concat(errors).toString().trim().split('\n').at(-1)}`);
  return JSON.parse(Buffer.concat(output).toString());
}

/** Undefined where the system does not tell the time of another process. */
function cpuSummary(samples) {
  return samples.every(({ cpu }) => cpu !== undefined) ? summary(samples.map(({ cpu }) => cpu)) : undefined;
}
