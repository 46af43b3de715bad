// Runs every test of the project, section by section, and sums up. What is built is packaged first; the protocol, command line and VS Code tests
// then run what is in the package. The lint, most of whose time is one processor's, runs beside the sections that start no processes, and packaging beside the types. The
// extension hosts, which mostly wait, run beside what else starts processes. The recorded cases, which only calculate, have what the user interface leaves of the processors.
//   node test/run.mjs [section…]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagedExtension } from './vscode/prepare.mjs';
import { messageOf } from './support/message-of.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Each runs one command; `packaged` ones find the command line of the package in PREFLIGHT_CLI. What a `beside` one says is printed when the sections
 * up to the one that is named are done, and a `yielding` one takes no time that another needs.
 * @type {{ name: string; title: string; command: [string, ...string[]]; packaged?: boolean; beside?: string; yielding?: boolean }[]}
 */
const sections = [
  { name: 'lint', title: 'Lint', command: [npm, 'run', '--silent', 'lint'], beside: 'built' },
  { name: 'package', title: 'Package', command: [npm, 'run', '--silent', 'package'], beside: 'again' },
  { name: 'types', title: 'Types', command: [npm, 'run', '--silent', 'types'] },
  { name: 'again', title: 'Package again, byte for byte', command: [process.execPath, 'test/package-again.mjs'] },
  { name: 'unit', title: 'Unit, rule examples', command: [npm, 'run', '--silent', 'unit'] },
  { name: 'hosts', title: 'Real VS Code: extension hosts', command: [process.execPath, 'test/vscode/run.mjs', 'hosts'], beside: 'ui' },
  {
    name: 'built',
    title: 'Protocol, command line, preview page, conformance, fuzz, hostile input',
    command: [npm, 'run', '--silent', 'built'],
    packaged: true,
  },
  {
    name: 'large',
    title: 'All recorded cases, very large inputs',
    command: [npm, 'run', '--silent', 'large'],
    beside: 'end',
    yielding: true,
  },
  { name: 'ui', title: 'Real VS Code: user interface', command: [process.execPath, 'test/vscode/run.mjs', 'ui'] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !sections.some((section) => section.name === name));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}; there are ${sections.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const scratch = mkdtempSync(path.join(tmpdir(), 'preflight-tests-'));
const results = await runAll(sections.filter(({ name }) => wanted.length === 0 || wanted.includes(name)));
rmSync(scratch, { recursive: true });
console.log(`\n${results.map(summary).join('\n')}\n`);
process.exit(results.every(({ ok }) => ok) ? 0 : 1);

/** @param {typeof sections} chosen */
async function runAll(chosen) {
  const done = [];
  /** @type {{ before: string; result: ReturnType<typeof run> }[]} */
  const waiting = [];
  for (const section of chosen) {
    for (const { result } of waiting.filter(({ before }) => before === section.name)) done.push(await said(result));
    if (section.beside) waiting.push({ before: section.beside, result: run(section, 'pipe') });
    else done.push(await said(run(section, 'inherit')));
  }
  for (const { before, result } of waiting) if (!chosen.some(({ name }) => name === before)) done.push(await said(result));
  return done;
}

/** @param {ReturnType<typeof run>} result */
async function said(result) {
  const { title, output, ...rest } = await result;
  if (output !== undefined) process.stdout.write(`${heading(title)}\n${output}`);
  return { title, ...rest };
}

/** @param {string} title */
function heading(title) {
  return `\n━━ ${title} ${'━'.repeat(Math.max(0, 100 - title.length))}`;
}

/**
 * @param {(typeof sections)[number]} section
 * @param {'inherit' | 'pipe'} stdio `pipe`: what the command says is kept as `output`
 * @returns {Promise<{ ok: boolean; title: string; seconds: string; skipped: string[]; output: string | undefined }>}
 */
function run({ name, title, command: [program, ...args], packaged, yielding }, stdio) {
  if (stdio === 'inherit') console.log(heading(title));
  const start = performance.now();
  // A section writes there what it has skipped, and why, a line each.
  const skips = path.join(scratch, name);
  const env = { ...(packaged ? packagedEnvironment() : process.env), PREFLIGHT_SKIPS: skips };
  const child = spawn(program, args, { cwd: root, stdio: ['inherit', stdio, stdio], env, shell: process.platform === 'win32' });
  if (yielding && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  /** @type {string[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => output.push(text));
  return new Promise((resolve) => {
    const end = (/** @type {boolean} */ ok) => {
      const skipped = existsSync(skips) ? readFileSync(skips, 'utf8').trim().split('\n') : [];
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      resolve({ ok, title, seconds, skipped, output: stdio === 'pipe' ? output.join('') : undefined });
    };
    child.on('error', () => end(false));
    child.on('close', (status) => end(status === 0));
  });
}

/**
 * What was skipped has no tick.
 * @param {Awaited<ReturnType<typeof said>>} result
 */
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
