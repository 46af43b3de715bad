// Packages the extension. The times within the package are that of the last commit, as in UTC, so that the same sources make the same package, byte for byte.
//   npm run package -- [--out FILE] [other options of vsce package]
// `files` of package.json are those of the npm package; vsce wants no such list beside .vscodeignore. So it packages a copy of what .vscodeignore allows, whose package.json has only
// what the extension needs.
import { listFiles, PackageManager } from '@vscode/vsce';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { squeezeZip } from './squeeze-zip.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What zip archives count from, plus a day, so that no time zone is before it: for sources that are in no repository. */
const earliest = Date.UTC(1980, 0, 2) / 1000;

/** What is of the repository, or of the npm package, alone. */
const notOfExtension = new Set(['bin', 'devDependencies', 'files', 'scripts', 'types']);

const { values, tokens } = parseArgs({ options: { out: { type: 'string', short: 'o' } }, strict: false, tokens: true });
const others = tokens.filter((token) => token.kind !== 'option' || token.name !== 'out').map(({ index }) => process.argv.slice(2)[index]);
process.exitCode = await main();

async function main() {
  const built = run([path.join(root, 'esbuild.mjs'), '--production'], root);
  if (built !== 0) return built;
  const staging = mkdtempSync(path.join(tmpdir(), 'preflight-extension-'));
  try {
    const manifest = await stage(staging);
    const out = typeof values.out === 'string' ? path.resolve(values.out) : path.join(root, `${manifest.name}-${manifest.version}.vsix`);
    const vsce = path.join(root, 'node_modules/@vscode/vsce/vsce');
    const packaged = run([vsce, 'package', '--no-dependencies', '--out', out, ...others], staging);
    if (packaged === 0) await squeezeZip(out, path.join(root, 'out', 'squeezed'));
    return packaged;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** @param {string} staging an empty folder, which becomes the extension's */
async function stage(staging) {
  for (const file of [...(await listFiles({ cwd: root, packageManager: PackageManager.None })), '.vscodeignore'])
    cpSync(path.join(root, file), path.join(staging, file), { preserveTimestamps: true });
  const all = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const manifest = Object.fromEntries(Object.entries(all).filter(([key]) => !notOfExtension.has(key)));
  writeFileSync(path.join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** @param {string[]} args  @param {string} cwd */
function run(args, cwd) {
  const env = { ...process.env, TZ: 'UTC', SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? String(lastCommit()) };
  return spawnSync(process.execPath, args, { cwd, stdio: 'inherit', env }).status ?? 1;
}

function lastCommit() {
  try {
    const time = Number(
      execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    return Number.isSafeInteger(time) && time > earliest ? time : earliest;
  } catch {
    return earliest;
  }
}
