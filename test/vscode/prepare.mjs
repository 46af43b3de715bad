// What the tests in VS Code work on: the packaged extension and a workspace that they may change.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
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
  return { vsix, folder: path.join(unpackedOnce(vsix, path.join(root, 'out', 'vsix')), 'extension') };
}

/** Where a package is unpacked, by what it is: other tests may run what is in it, and must not lose it, whenever these begin. Those of other packages are taken away. */
function unpackedOnce(vsix, parent) {
  const name = createHash('sha256').update(readFileSync(vsix)).digest('hex').slice(0, 16);
  const folder = path.join(parent, name);
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  for (const other of readdirSync(parent)) if (!other.startsWith(name)) rmSync(path.join(parent, other), { recursive: true, force: true });
  const making = mkdtempSync(`${folder}-`);
  unpackVsix(vsix, making);
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another one was faster.
    if (!existsSync(folder)) throw error;
    rmSync(making, { recursive: true });
  }
  return folder;
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
