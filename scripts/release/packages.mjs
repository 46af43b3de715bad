// The .vsix: the same sources make the same package byte for byte, and it stays small.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { unpackVsix } from '../../test/support/unzip.mjs';

/** The most that the .vsix may have, in bytes. */
const most = 3_000_000;

/**
 * Builds the package twice, for two time zones.
 * @param {string} root
 * @param {string} scratch a folder for them
 * @returns {import('../release-check.mjs').Outcome & { unpacked: string | undefined }}
 */
export function packagesOf(root, scratch) {
  const [first, second] = ['UTC', 'Asia/Kolkata'].map((zone, i) => {
    const file = path.join(scratch, `${String(i)}.vsix`);
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/package.mjs'), '--out', file], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, TZ: zone },
    });
    return status === 0 ? { file, bytes: readFileSync(file) } : { stderr };
  });
  const failure = first?.stderr ?? second?.stderr;
  if (!first?.bytes || !second?.bytes) return { problems: [`It cannot be packaged: ${String(failure).trim()}`], unpacked: undefined };
  const unpacked = path.join(scratch, 'unpacked');
  unpackVsix(first.file, unpacked);
  return { ...packageProblems(first.bytes, second.bytes), unpacked: path.join(unpacked, 'extension') };
}

/**
 * @public a test takes it by its name
 * @param {Buffer} first
 * @param {Buffer} second
 */
export function packageProblems(first, second) {
  const problems = [];
  if (!first.equals(second)) problems.push('The second package of the same sources is another one than the first.');
  if (first.length >= most) problems.push(`The package has ${grouped(first.length)} bytes; fewer than ${grouped(most)} are allowed.`);
  return { problems, said: `${grouped(first.length)} bytes` };
}

/** @param {number} count */
function grouped(count) {
  return count.toLocaleString('en');
}
