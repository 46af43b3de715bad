// All that the lint looks at, two parts at a time: what one has to say is printed when it is done.
//   npm run lint
import { spawn } from 'node:child_process';

/** The longest first. ESLint knows no types, which it needs twice its time for: the rules that ask for them, and the slowest of the others, are oxlint's (.oxlintrc.json). */
const parts = [
  ['eslint', '.'],
  ['oxlint', '--type-aware', '--deny-warnings', 'server', 'client', 'test', 'scripts', 'esbuild.mjs', 'vitest.config.mts'],
  ['architecture', 'node', 'scripts/architecture.mjs', '--check'],
  ['oxfmt', '--check', '**/*.ts', '**/*.mts', '**/*.mjs'],
  ['knip'],
  ['generate', 'node', 'scripts/generate.mjs', '--check'],
];

const waiting = [...parts];
const failed = [];
await Promise.all([work(), work()]);
if (failed.length > 0) console.error(`Not clean: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function work() {
  for (let part = waiting.shift(); part; part = waiting.shift()) if (!(await passes(part))) failed.push(part[0]);
}

/** @param {string[]} part a program of node_modules/.bin, or behind its name a command of its own */
function passes([name, ...args]) {
  const [program, ...rest] = args[0] === 'node' ? [process.execPath, ...args.slice(1)] : ['npx', '--no-install', name, ...args];
  return new Promise((resolve) => {
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.on('close', (code) => {
      if (code !== 0) console.error(said.trim());
      resolve(code === 0);
    });
  });
}
