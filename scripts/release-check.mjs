// Whether what is here may be published: each check prints a line, and what is wrong below it. docs/releasing.md explains them.
//   npm run release:check -- [--sources DIR…]     checkouts of frameworks, of which the class tables are made anew
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { auditOf } from './release/audit.mjs';
import { licenceProblems } from './release/licences.mjs';
import { packagesOf } from './release/packages.mjs';
import { readmeProblems } from './release/readme.mjs';
import { tableProblems } from './release/tables.mjs';
import { versionProblems } from './release/versions.mjs';

/** @typedef {{ problems: string[]; said?: string; skipped?: string }} Outcome  `skipped`: why it could not be looked at */

const root = fileURLToPath(new URL('../', import.meta.url));
const { values, positionals } = parseArgs({ options: { sources: { type: 'string', multiple: true } }, allowPositionals: true });
const sources = [...(values.sources ?? []), ...positionals];
const scratch = mkdtempSync(path.join(tmpdir(), 'preflight-release-'));
let failed = 0;

try {
  report('versions and changelog', versionProblems(root));
  report('provenance of the class tables', tableProblems(root, sources));
  report('npm audit', auditOf(root));
  const packages = packagesOf(root, scratch);
  report('the package: built twice, and its size', packages);
  report(
    'licences of all that is bundled',
    licenceProblems(root, readFileSync(path.join(root, 'dist', 'third-party-notices.txt'), 'utf8')),
  );
  for (const name of ['README.md', 'CHANGELOG.md'])
    report(`${name} as the Extensions view shows it`, readmeProblems(root, name, packages.unpacked));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(failed === 0 ? '\nThis may be published.' : `\n${String(failed)} of the checks found something: this is not to be published.`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * @param {string} title
 * @param {Outcome} outcome
 */
function report(title, { problems, said, skipped }) {
  const sign = problems.length > 0 ? '✖' : skipped === undefined ? '✔' : '–';
  console.log(`${sign} ${title}${said === undefined ? '' : `: ${said}`}`);
  if (skipped !== undefined) console.log(`    skipped: ${skipped}`);
  for (const problem of problems) console.log(`    ${problem}`);
  if (problems.length > 0) failed++;
}
