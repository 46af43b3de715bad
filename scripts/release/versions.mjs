// The version: in package.json, in the lock file and in the changelog.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} root
 * @returns {import('../release-check.mjs').Outcome}
 */
export function versionProblems(root) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(root, name), 'utf8');
  const { name, version } = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  const problems = [];
  // The marketplace takes no suffix such as -beta.1.
  if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`package.json: the version ${version} is not three numbers.`);
  for (const [where, found] of [
    ['', lock],
    [' (packages[""])', lock.packages?.['']],
  ])
    if (found?.version !== version || found?.name !== name)
      problems.push(
        `package-lock.json${where} is of ${found?.name} ${found?.version}, package.json of ${name} ${version}: run npm install.`,
      );
  problems.push(...changelogProblems(read('CHANGELOG.md'), version));
  const channel = Number(version.split('.')[1]) % 2 === 0 ? 'release' : 'pre-release';
  return { problems, said: `${version}, ${channel}` };
}

/**
 * @param {string} text
 * @param {string} version
 */
function changelogProblems(text, version) {
  const sections = text.split(/^## /m).slice(1);
  const [unreleased] = sections.filter((section) => section.startsWith('[Unreleased]'));
  const [newest] = sections.filter((section) => section !== unreleased);
  const heading = newest?.split('\n', 1)[0] ?? '';
  const problems = [];
  if (unreleased && unreleased.split('\n').slice(1).join('').trim() !== '')
    problems.push(`CHANGELOG.md: what is under [Unreleased] belongs to a version.`);
  const [, named, date] = /^\[([^\]]+)\] - (\d{4}-\d\d-\d\d)$/.exec(heading) ?? [];
  if (named !== version)
    problems.push(`CHANGELOG.md: the newest version must be headed "## [${version}] - YYYY-MM-DD", not "## ${heading}".`);
  else if (Number.isNaN(Date.parse(date ?? ''))) problems.push(`CHANGELOG.md: ${date} is no day.`);
  else if (!/^- /m.test(newest ?? '')) problems.push(`CHANGELOG.md says nothing of ${version}.`);
  return problems;
}
