// Runs every test of the project, section by section, and sums up. What is built is packaged first; the protocol, command line and VS Code tests
// then run what is in the package.
//   node test/run.mjs [section…]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagedExtension } from './vscode/prepare.mjs';
import { messageOf } from './support/message-of.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Each runs one command; `packaged` ones find the command line of the package in PREFLIGHT_CLI.
 * @type {{ name: string; title: string; command: [string, ...string[]]; packaged?: boolean }[]}
 */
const sections = [
  { name: 'types', title: 'Types', command: [npm, 'run', '--silent', 'types'] },
  { name: 'lint', title: 'Lint', command: [npm, 'run', '--silent', 'lint'] },
  { name: 'package', title: 'Package', command: [npm, 'run', '--silent', 'package'] },
  { name: 'again', title: 'Package again, byte for byte', command: [process.execPath, 'test/package-again.mjs'] },
  { name: 'unit', title: 'Unit, rule examples', command: [npm, 'run', '--silent', 'unit'] },
  {
    name: 'built',
    title: 'Protocol, command line, preview page, conformance, fuzz, hostile input',
    command: [npm, 'run', '--silent', 'built'],
    packaged: true,
  },
  { name: 'vscode', title: 'Real VS Code', command: [process.execPath, 'test/vscode/run.mjs'] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !sections.some((section) => section.name === name));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}; there are ${sections.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const scratch = mkdtempSync(path.join(tmpdir(), 'preflight-tests-'));
const results = sections.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).map(run);
rmSync(scratch, { recursive: true });
console.log(`\n${results.map(summary).join('\n')}\n`);
process.exit(results.every(({ ok }) => ok) ? 0 : 1);

/** @param {(typeof sections)[number]} section */
function run({ name, title, command: [program, ...args], packaged }) {
  console.log(`\n━━ ${title} ${'━'.repeat(Math.max(0, 100 - title.length))}`);
  const start = performance.now();
  // A section writes there what it has skipped, and why, a line each.
  const skips = path.join(scratch, name);
  const env = { ...(packaged ? packagedEnvironment() : process.env), PREFLIGHT_SKIPS: skips };
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env, shell: process.platform === 'win32' });
  const skipped = existsSync(skips) ? readFileSync(skips, 'utf8').trim().split('\n') : [];
  return { ok: status === 0, title, seconds: ((performance.now() - start) / 1000).toFixed(1), skipped };
}

/** What was skipped has no tick. */
function summary({ ok, title, seconds, skipped }) {
  const sign = !ok ? '✖' : skipped.length > 0 ? '–' : '✔';
  return [`${sign} ${title} (${seconds} s)`, ...skipped.map((what) => `  skipped: ${what}`)].join('\n');
}

function packagedEnvironment() {
  try {
    return { ...process.env, PREFLIGHT_CLI: path.join(packagedExtension(root).folder, 'dist', 'cli.js') };
  } catch (error) {
    console.error(`The package cannot be used: ${messageOf(error)}`);
    return process.env;
  }
}
