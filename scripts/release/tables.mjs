// From which source the class tables are that are shipped: each names a repository and a commit, and is made anew where a checkout with that commit is at hand.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * @param {string} root
 * @param {readonly string[]} checkouts folders that may have the source
 * @returns {import('../release-check.mjs').Outcome}
 */
export function tableProblems(root, checkouts) {
  const folder = path.join(root, 'schemas', 'class-tables');
  const problems = [];
  const said = [];
  const without = [];
  for (const name of readdirSync(folder)) {
    const { release, source } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    if (!/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/.test(source?.repository ?? '') || !/^[0-9a-f]{40}$/.test(source?.commit ?? '')) {
      problems.push(`schemas/class-tables/${name} does not say of which commit of which repository it is made.`);
      continue;
    }
    said.push(`${release} of ${source.commit.slice(0, 7)}`);
    const checkout = checkouts.find((each) => hasCommit(each, source.commit));
    if (checkout === undefined) without.push(`${source.repository} at ${source.commit}`);
    else problems.push(...remade(root, path.basename(name, '.json'), checkout, source.commit));
  }
  return {
    problems,
    said: said.join(', '),
    ...(without.length > 0 && { skipped: `not made anew without --sources and a checkout of ${without.join(' and ')}` }),
  };
}

/**
 * @param {string} checkout
 * @param {string} commit
 */
function hasCommit(checkout, commit) {
  return spawnSync('git', ['-C', checkout, 'cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' }).status === 0;
}

/**
 * @param {string} root
 * @param {string} framework
 * @param {string} checkout
 * @param {string} commit
 * @returns {string[]}
 */
function remade(root, framework, checkout, commit) {
  const folder = mkdtempSync(path.join(tmpdir(), 'preflight-table-'));
  /** @type {('ignore' | 'pipe')[]} */
  const stdio = ['ignore', 'pipe', 'ignore'];
  try {
    const packageName = { opencompass: 'opencompass', aisbench: 'ais_bench/benchmark' }[framework] ?? framework;
    const archive = execFileSync('git', ['-C', checkout, 'archive', commit, packageName], { stdio, maxBuffer: 1e9 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const made = spawnSync(process.execPath, [path.join(root, 'scripts/class-table.mjs'), framework, folder, '--check'], {
      encoding: 'utf8',
    });
    return made.status === 0 ? [] : [made.stderr.trim()];
  } catch (error) {
    return [`The source of ${commit} cannot be had from ${checkout}: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
