#!/usr/bin/env node
// Runs the command line of a checkout, which is built first where that has not been done: for pre-commit hooks and the GitHub action.
//   scripts/run.mjs check configs
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

function build() {
  // What is printed belongs to the command.
  const options = { cwd: root, stdio: /** @type {import('node:child_process').StdioOptions} */ (['ignore', 2, 2]) };
  process.stderr.write('Prompt Preflight is built, once.\n');
  if (!existsSync(`${root}/node_modules/esbuild`))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'], {
      ...options,
      shell: process.platform === 'win32',
    });
  execFileSync(process.execPath, ['esbuild.mjs', '--production'], options);
}

if (!existsSync(cli)) build();
const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 2;
