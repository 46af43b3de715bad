// What the tests in VS Code work on: the packaged extension and a workspace that they may change.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
  return copyOf(path.join(root, 'examples'));
}

/** Taken away at the end, all by one listener: there are more copies than Node lets listeners be without a warning. */
const copies = [];
process.once('exit', () => copies.forEach((parent) => rmSync(parent, { recursive: true, force: true })));

/** @returns a copy of a folder, of the same name, in a new temporary folder */
export function copyOf(from) {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'preflight-workspace-'));
  copies.push(parent);
  const folder = path.join(parent, path.basename(from));
  cpSync(from, folder, { recursive: true, filter: (source) => path.basename(source) !== '.git' });
  return folder;
}

/** @returns {string | undefined} the checkout of OpenCompass in a folder with checkouts */
export function wholeCheckout(parent) {
  const there = parent && existsSync(parent) ? readdirSync(parent) : [];
  const name = there.find((each) => existsSync(path.join(parent, each, 'opencompass', 'configs')));
  return name && path.join(parent, name);
}
