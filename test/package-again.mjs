// Packages the extension a second time, in another time zone, and fails where the package is not the same as the first, byte for byte, or too large.
//   node test/package-again.mjs   (after npm run package)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageProblems } from '../scripts/release/packages.mjs';
import { messageOf } from './support/message-of.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const first = readFileSync(path.join(root, `${name}-${version}.vsix`));
const folder = mkdtempSync(path.join(os.tmpdir(), 'preflight-package-'));
try {
  const file = path.join(folder, 'again.vsix');
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts', 'package.mjs'), '--out', file], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Asia/Kolkata' },
  });
  if (status !== 0) throw new Error(`packaging failed:\n${stderr}`);
  const { problems, said } = packageProblems(first, readFileSync(file));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(`The same ${said} as before.`);
} catch (error) {
  console.error(`test/package-again.mjs: ${messageOf(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
