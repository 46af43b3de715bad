// The licences of the packages that are bundled, from the notices that go with them.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Licences that let their packages be passed on in a program under Apache-2.0, with their text. */
const allowed = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT']);

/** A licence has words; a shorter text is none. */
const leastOfText = 200;

/**
 * @param {string} root
 * @param {string} notices the text that scripts/notices.mjs makes
 * @returns {import('../release-check.mjs').Outcome}
 */
export function licenceProblems(root, notices) {
  const problems = [];
  const packages = [...notices.matchAll(/^(\S+) (\S+) \(([^\n]*)\)\n-{8,}\n([^]*?)(?=^\S+ \S+ \([^\n]*\)\n-{8,}\n|(?![^]))/gm)];
  if (packages.length === 0) problems.push('dist/third-party-notices.txt names no package.');
  for (const [, name, version, licence = '', text = ''] of packages) {
    if (!allowed.has(licence)) problems.push(`${name} ${version} is under ${licence}, which is none of ${[...allowed].join(', ')}.`);
    if (text.trim().length < leastOfText) problems.push(`${name} ${version} has no text of its licence.`);
  }
  const { license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const own = readFileSync(path.join(root, 'LICENSE'), 'utf8');
  if (license !== 'Apache-2.0' || !own.includes('Apache License')) problems.push('LICENSE is not the licence that package.json names.');
  return { problems, said: `${String(packages.length)} packages` };
}
