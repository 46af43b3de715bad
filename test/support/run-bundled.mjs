// Bundles a program of the tests and runs it: it may import the engine's sources.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { engineForNode } from '../../scripts/engine-build.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @param {string} entry the program's file, from the root of the project
 * @param {readonly string[]} args
 * @param {{ node?: readonly string[]; env?: NodeJS.ProcessEnv; captured?: boolean }} [options] `node`: options of Node itself; `captured`: what it prints is given back
 * @returns {Promise<{ code: number; output: string }>}
 */
export async function runBundled(entry, args, { node = [], env, captured = false } = {}) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'preflight-program-'));
  try {
    const program = path.join(scratch, 'main.mjs');
    const source = path.join(root, entry);
    await build({
      ...engineForNode,
      absWorkingDir: root,
      entryPoints: [source],
      outfile: program,
      format: 'esm',
      logLevel: 'error',
      // Libraries of the engine, and its search for the grammar in node_modules, expect CommonJS.
      banner: {
        js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(pathToFileURL(source).href)}); const __dirname = ${JSON.stringify(path.dirname(source))};`,
      },
    });
    const child = spawn(process.execPath, [...node, program, ...args], {
      stdio: ['inherit', captured ? 'pipe' : 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    const [code] = await once(child, 'close');
    return { code: code ?? 1, output: Buffer.concat(output).toString() };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
