// Runs every test of the project, section by section, and sums up: types, lint, the package, all of vitest on what was packaged, a real VS Code.
//   node test/run.mjs [section…]
import { spawnSync } from 'node:child_process';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const sections = {
  types: ['types'],
  lint: ['lint'],
  package: ['package'],
  unit: ['unit'],
  vscode: ['test:vscode'],
};
const titles = {
  types: 'Types',
  lint: 'Lint',
  package: 'Package',
  unit: 'Unit, rule examples, protocol, command line, conformance',
  vscode: 'Real VS Code',
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in sections));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}.`);
  process.exit(2);
}

const lines = [];
let failed = false;
for (const [name, script] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n━━ ${titles[name]} ${'━'.repeat(Math.max(0, 100 - titles[name].length))}`);
  const start = performance.now();
  const { status } = spawnSync(npm, ['run', '--silent', ...script], { stdio: 'inherit', shell: process.platform === 'win32' });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (status !== 0) failed = true;
  lines.push(`${status === 0 ? '✔' : '✖'} ${titles[name]} (${seconds} s)`);
}
console.log(`\n${lines.join('\n')}\n`);
process.exit(failed ? 1 : 0);
