import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { engineForNode } from './engine-build.mjs';

/**
 * Bundles a TypeScript file that uses the engine, and runs it in a process of its own.
 * @param {string} entry
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function runBundled(entry, args) {
  // Within the project, so that the bundle finds the grammar.
  const scratch = mkdtempSync('.bundled-');
  try {
    const outfile = join(scratch, 'main.cjs');
    await build({ ...engineForNode, entryPoints: [entry], outfile, format: 'cjs', logLevel: 'error' });
    return spawnSync(process.execPath, [outfile, ...args], { stdio: 'inherit' }).status ?? 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
