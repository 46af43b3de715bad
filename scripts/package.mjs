// Packages the extension. The times within the package are that of the last commit, as in UTC, so that the same sources make the same package, byte for byte.
//   npm run package -- [options of vsce package]
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What zip archives count from, plus a day, so that no time zone is before it: for sources that are in no repository. */
const earliest = Date.UTC(1980, 0, 2) / 1000;

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

const vsce = fileURLToPath(new URL('../node_modules/@vscode/vsce/vsce', import.meta.url));
const env = { ...process.env, TZ: 'UTC', SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? String(lastCommit()) };
const { status } = spawnSync(process.execPath, [vsce, 'package', '--no-dependencies', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env,
});
process.exit(status ?? 1);
