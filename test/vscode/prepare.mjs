// What the tests in VS Code work on: the packaged extension and a workspace that they may change.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unpackVsix } from '../support/unzip.mjs';

/**
 * @returns the .vsix of the version in package.json, and the folder of the extension unpacked from it
 * @throws where it has not been built
 */
export function packagedExtension(root) {
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const vsix = path.join(root, `${name}-${version}.vsix`);
  if (!existsSync(vsix)) throw new Error(`${path.basename(vsix)} is missing: run "npm run package" first`);
  const unpacked = path.join(root, 'out', 'vsix');
  rmSync(unpacked, { recursive: true, force: true });
  unpackVsix(vsix, unpacked);
  return { vsix, folder: path.join(unpacked, 'extension') };
}

/** @returns a copy of the examples in a new temporary folder */
export function testWorkspace(root) {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'preflight-workspace-'));
  process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
  const folder = path.join(parent, 'examples');
  cpSync(path.join(root, 'examples'), folder, { recursive: true });
  return folder;
}
