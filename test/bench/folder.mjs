// Time and memory of checking a folder in one process, held against reading and parsing alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { round, summary } from './statistics.mjs';
import { watchMemory } from './memory.mjs';

/**
 * Checks `folder` with each build in turn, `runs` times after one run to warm the disk's cache.
 * @param builds cli.js by the build's name @returns by the same names: files, seconds, files a second, peak memory in MB
 */
export async function benchFolder(folder, builds, runs) {
  const measured = Object.fromEntries(Object.keys(builds).map((name) => [name, []]));
  for (let run = -1; run < runs; run++)
    for (const [name, cli] of Object.entries(builds)) {
      const sample = await checkOnce(cli, folder);
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
    configsPerSecond: round(samples[0].configs / seconds.median),
    peakMemoryMB: peaks.length > 0 ? round(Math.max(...peaks)) : undefined,
  };
}

async function checkOnce(cli, folder) {
  const start = performance.now();
  const child = spawn(process.execPath, [cli, 'check', folder, '--format', 'json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const stopWatching = watchMemory(child.pid);
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - start) / 1000;
  const peak = stopWatching();
  if (code !== 0 && code !== 1) throw new Error(`${cli} check ended with exit code ${code}`);
  return { seconds, peak, configs: JSON.parse(Buffer.concat(output)).summary.files };
}

/** Reading and parsing the folder's Python files and nothing else, in this project's parser: files and seconds. */
export async function benchParsing(folder, runs) {
  const scratch = mkdtempSync(join(tmpdir(), 'preflight-bench-'));
  try {
    const outfile = join(scratch, 'parse-folder.cjs');
    const alias = { 'web-tree-sitter': './node_modules/web-tree-sitter/web-tree-sitter.cjs' };
    await build({ entryPoints: ['test/bench/parse-folder.ts'], outfile, bundle: true, platform: 'node', format: 'cjs', alias, logLevel: 'error' });
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

/** The time of mmengine's own loading of the folder's Python files, the import of mmengine apart. @param python an interpreter that has it */
export async function benchMmengine(python, folder, runs) {
  const program = fileURLToPath(new URL('load_with_mmengine.py', import.meta.url));
  const samples = [];
  for (let run = 0; run < runs; run++) {
    const child = spawn(python, ['-B', program, folder], { stdio: ['ignore', 'pipe', 'ignore'] });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${python} ${program} ended with exit code ${code}: is mmengine installed there?`);
    samples.push(JSON.parse(Buffer.concat(output)));
  }
  const { files, loaded } = samples[0];
  return { files, loaded, seconds: summary(samples.map((sample) => sample.loadSeconds)), importSeconds: summary(samples.map((sample) => sample.importSeconds)).median };
}
