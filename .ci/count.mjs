// Adds up what the test runners say in a log, and prints one line: `N passed, N failed`. Before it stands what failed, each with the first line of its reason:
// of a long log often only the end is kept.
//   node .ci/count.mjs LOG EXIT_CODE
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** So many failures are told one by one. */
const mostTold = 40;

const [log, code] = process.argv.slice(2);
const lines = stripVTControlCharacters(readFileSync(log, 'utf8')).split('\n');
let passed = 0;
let failed = 0;
let inInterface = false;
let areFailuresOfMocha = false;
/** The last step of the user interface that failed. @type {string | undefined} */
let failedStep;
/** @type {Map<string, string>} */
const reasons = new Map();
for (const [i, line] of lines.entries()) {
  const test = /^\s*FAIL\s+(.*)$/.exec(line)?.[1];
  // The same error of several tests stands once, below the last of them.
  if (test) reasons.set(test, lines.slice(i + 1, i + 40).find((next) => next.trim() !== '' && !/^\s*FAIL\s/.test(next)) ?? '');
  // What no test waits for fails the run, and no test.
  if (/^Vitest caught \d+ unhandled error/.test(line))
    reasons.set('an unhandled error', lines.slice(i + 1, i + 40).find((next) => /^\s*\w*Error\b/.test(next)) ?? '');
  const vitest = /^\s*Tests\s+(.*)\(\d+\)\s*$/.exec(line);
  if (vitest) {
    passed += number(/(\d+) passed/, vitest[1]);
    failed += number(/(\d+) failed/, vitest[1]);
  }
  // Mocha lists what it has run, with numbers at what failed, and tells of these again below its sum.
  if (/^\s*\d+ passing\b|^━━ /.test(line)) areFailuresOfMocha = false;
  if (/^\s*\d+ failing\b/.test(line)) areFailuresOfMocha = true;
  const mocha = areFailuresOfMocha ? failureOfMocha(i) : undefined;
  if (mocha) reasons.set(mocha.test, mocha.reason);
  // The steps of the tests in a browser have no sum of their own.
  inInterface =
    /^(?:User interface|Web-worker extension host), in /.test(line) || (inInterface && !/^(?:User|Web-worker) [\w ]+: /.test(line));
  if (inInterface && /^ {2}✔ /.test(line)) passed++;
  if (inInterface && /^ {2}✖ /.test(line)) {
    failed++;
    failedStep = line.trim();
    reasons.set(failedStep, lines[i + 1] ?? '');
  }
  // What is tried once more fails there again where it is at fault.
  if (inInterface && /^ {2}the part .* failed, and is tried once more/.test(line)) {
    if (failedStep !== undefined && reasons.delete(failedStep)) failed--;
    failedStep = undefined;
  }
  passed += number(/^\s*(\d+) passing\b/, line);
  failed += number(/^\s*(\d+) failing\b/, line);
}
// Something other than a test failed: types, lint, the build.
if (code !== '0' && failed === 0) failed = 1;
if (reasons.size > 0) console.log('Failed:');
for (const [test, reason] of [...reasons].slice(0, mostTold)) console.log(`  ${test}\n    ${reason.trim().slice(0, 300)}`);
if (reasons.size > mostTold) console.log(`  and ${reasons.size - mostTold} more`);
console.log(`${passed} passed, ${failed} failed`);

/**
 * What Mocha tells of what failed: a number, the titles of the suites and of the test, of which the last ends in a colon, and the reason.
 * @param {number} i
 */
function failureOfMocha(i) {
  const first = /^\s*\d+\) (\S.*)$/.exec(lines[i] ?? '')?.[1];
  const last = first === undefined ? -1 : lines.slice(i, i + 6).findIndex((line) => line.endsWith(':'));
  if (last < 1) return undefined;
  const titles = lines.slice(i + 1, i + last + 1).map((line) => line.trim());
  return {
    test: [first, ...titles].join(' > ').replace(/:$/, ''),
    reason: lines.slice(i + last + 1).find((line) => line.trim() !== '') ?? '',
  };
}

function number(pattern, text) {
  return Number(pattern.exec(text)?.[1] ?? 0);
}
