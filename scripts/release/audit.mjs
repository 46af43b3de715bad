// What npm knows of faults in the packages of the lock file. Each is gone, or explained in audit-explained.json: {"GHSA-…": "why it does not matter here"}.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * @param {string} root
 * @returns {import('../release-check.mjs').Outcome}
 */
export function auditOf(root) {
  const explained = JSON.parse(readFileSync(new URL('audit-explained.json', import.meta.url), 'utf8'));
  const { stdout, error } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  return readAudit(error ? '' : stdout, explained);
}

/**
 * @public a test takes it by its name
 * @param {string} report what `npm audit --json` prints
 * @param {Readonly<Record<string, string>>} explained
 * @returns {import('../release-check.mjs').Outcome}
 */
export function readAudit(report, explained) {
  const { vulnerabilities, message, error } = parsed(report);
  if (vulnerabilities === undefined)
    return { problems: [], skipped: `npm could not ask: ${message ?? error?.summary ?? 'it gave no answer'}` };
  const advisories = new Map();
  for (const { name, via } of Object.values(vulnerabilities))
    for (const each of via)
      if (typeof each === 'object') advisories.set(each.url.split('/').at(-1), `${name}: ${each.title} (${each.severity})`);
  const problems = [...advisories].filter(([id]) => explained[id] === undefined).map(([id, what]) => `${id} ${what}`);
  for (const id of Object.keys(explained))
    if (!advisories.has(id)) problems.push(`${id} is explained in audit-explained.json, and is not there any more.`);
  return {
    problems,
    said: advisories.size === 0 ? 'nothing known' : `${String(advisories.size)} known, ${String(Object.keys(explained).length)} explained`,
  };
}

/** @param {string} report */
function parsed(report) {
  try {
    return JSON.parse(report);
  } catch {
    return {};
  }
}
