// Adds up what the test runners say in a log, and prints one line: `N passed, N failed`.
//   node .ci/count.mjs LOG EXIT_CODE
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const [log, code] = process.argv.slice(2);
const lines = stripVTControlCharacters(readFileSync(log, 'utf8')).split('\n');
let passed = 0;
let failed = 0;
let inInterface = false;
for (const line of lines) {
  const vitest = /^\s*Tests\s+(.*)\(\d+\)\s*$/.exec(line);
  if (vitest) {
    passed += number(/(\d+) passed/, vitest[1]);
    failed += number(/(\d+) failed/, vitest[1]);
  }
  // The steps of the user interface tests have no sum of their own.
  inInterface = /^User interface, in /.test(line) || (inInterface && !/^User interface: /.test(line));
  if (inInterface && /^ {2}✔ /.test(line)) passed++;
  if (inInterface && /^ {2}✖ /.test(line)) failed++;
  passed += number(/^\s*(\d+) passing\b/, line);
  failed += number(/^\s*(\d+) failing\b/, line);
}
// Something other than a test failed: types, lint, the build.
if (code !== '0' && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);

function number(pattern, text) {
  return Number(pattern.exec(text)?.[1] ?? 0);
}
