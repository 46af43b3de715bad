// VS Code's own server and web workbench from the npm package code-server: for machines where desktop VS Code cannot be downloaded or has no display.
// Nothing is compiled and no install script runs. The package is unpacked once into .vscode-test/.
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The code-server release whose VS Code (1.100) is the oldest that the extension supports, and that runs on Node 20. */
const release = '4.100.3';
const ripgrepRelease = '1.18.0';

/**
 * Finds VS Code's server below `cache`, installing it there from npm first where it is missing.
 * @returns the path of `server-main.js`
 * @throws where npm cannot reach its registry
 */
export function installVsCode(cache) {
  const home = path.join(cache, `vscode-server-${release}`);
  const main = path.join(home, 'out', 'server-main.js');
  if (existsSync(main)) {
    placeRipgrep(home, cache);
    return main;
  }

  const work = path.join(cache, `unpack-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    npm(['pack', '--silent', `code-server@${release}`], work);
    const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'));
    if (!tarball) throw new Error('npm pack left no package');
    execFileSync('tar', ['xzf', tarball, 'package/lib/vscode'], { cwd: work });
    const unpacked = path.join(work, 'package', 'lib', 'vscode');
    npm(['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error', '--force'], unpacked);
    replaceNativeModules(unpacked);
    placeRipgrep(unpacked, cache);
    renameSync(unpacked, home);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return main;
}

/** Two native modules are only used for logging and for watching the parent: small stand-ins spare a compiler. */
function replaceNativeModules(vscode) {
  const standIns = {
    '@vscode/spdlog': `const { appendFileSync } = require('node:fs');
class Logger {
  constructor(file) { this.file = file; this.level = 2; }
  write(level, text) { if (level >= this.level) try { appendFileSync(this.file, text + '\\n'); } catch { /* a log must not stop the server */ } }
  trace(text) { this.write(0, text); } debug(text) { this.write(1, text); } info(text) { this.write(2, text); }
  warn(text) { this.write(3, text); } error(text) { this.write(4, text); } critical(text) { this.write(5, text); }
  setLevel(level) { this.level = level; } getLevel() { return this.level; }
  setPattern() {} clearFormatters() {} flush() {} drop() {}
}
const create = async (_name, file) => new Logger(file);
// One by one: an ES module that imports this sees only names that are assigned so.
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
`,
    'native-watchdog': 'exports.start = () => {};\nexports.exit = (code) => process.exit(code);\n',
    '@vscode/native-watchdog': 'exports.start = () => {};\nexports.exit = (code) => process.exit(code);\n',
  };
  for (const [name, source] of Object.entries(standIns)) {
    const folder = path.join(vscode, 'node_modules', name);
    if (!existsSync(folder)) continue;
    writeFileSync(path.join(folder, 'stand-in.js'), source);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0', main: 'stand-in.js' }));
  }
}

/** VS Code 1.100 downloads ripgrep in an install script, and finds no files without it: the machine's own serves as well, else the one that newer releases take from npm. */
function placeRipgrep(vscode, cache) {
  const bin = path.join(vscode, 'node_modules', '@vscode', 'ripgrep', 'bin');
  const placed = path.join(bin, 'rg');
  if (existsSync(placed)) return;
  mkdirSync(bin, { recursive: true });
  rmSync(placed, { force: true });
  const found = process.env.PATH?.split(path.delimiter)
    .map((folder) => path.join(folder, 'rg'))
    .find((file) => existsSync(file));
  if (found) symlinkSync(found, placed);
  else copyFileSync(installRipgrep(cache), placed);
}

/** @returns the program, in a folder below `cache` */
function installRipgrep(cache) {
  const home = path.join(cache, `ripgrep-${ripgrepRelease}`);
  const name = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{}');
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${ripgrepRelease}`], home);
  return path.join(home, 'node_modules', name, 'bin', 'rg');
}

function npm(args, cwd) {
  return execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' });
}

/** Settings that make a run repeatable: nothing pops up, nothing is fetched, nothing is remembered. */
export const quietSettings = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.editor.enablePreview': false,
  'workbench.reduceMotion': 'on',
  'workbench.colorTheme': 'Default Dark Modern',
  'window.autoDetectColorScheme': false,
  'window.commandCenter': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'files.hotExit': 'off',
  'files.autoSave': 'off',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.accessibilitySupport': 'off',
  'editor.fontFamily': "'DejaVu Sans Mono', monospace",
};

/** Every folder is opened in Restricted Mode, and nobody is asked. */
export const restrictedSettings = {
  ...quietSettings,
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

/**
 * Starts the server with a fresh profile below `profile`.
 * @param {{ main: string; profile: string; settings?: object; vsix?: string; environment?: NodeJS.ProcessEnv; dialogs?: boolean }} options
 *   settings: those of the user; where they turn workspace trust on, no folder is trusted;
 *   vsix: a package to install, or nothing;
 *   environment: variables that the extension host sees beside those of this process;
 *   dialogs: VS Code asks in its dialogs, which it refuses otherwise where it is driven by a test
 * @returns its port and `stop`, which ends the server and everything that it started
 */
export async function startVsCode({ main, profile, settings = quietSettings, vsix, environment = {}, dialogs = false }) {
  const folders = [
    '--server-data-dir',
    path.join(profile, 'server'),
    '--user-data-dir',
    path.join(profile, 'user'),
    '--extensions-dir',
    path.join(profile, 'extensions'),
  ];
  mkdirSync(path.join(profile, 'user', 'User'), { recursive: true });
  mkdirSync(path.join(profile, 'extensions'), { recursive: true });
  writeFileSync(path.join(profile, 'user', 'User', 'settings.json'), JSON.stringify(settings, undefined, 2));
  if (vsix)
    execFileSync(process.execPath, [main, ...folders, '--accept-server-license-terms', '--install-extension', vsix], { stdio: 'ignore' });

  const port = await freePort();
  const log = openSync(path.join(profile, 'server.log'), 'w');
  const server = spawn(
    process.execPath,
    [
      main,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--without-connection-token',
      '--accept-server-license-terms',
      '--telemetry-level',
      'off',
      ...(settings['security.workspace.trust.enabled'] ? [] : ['--disable-workspace-trust']),
      ...(dialogs ? [] : ['--enable-smoke-test-driver']),
      ...folders,
    ],
    { detached: true, stdio: ['ignore', log, log], env: { ...process.env, ...environment } },
  );
  closeSync(log);
  const gone = new Promise((resolve) => server.once('exit', resolve));
  const stop = async () => {
    // The server's children (extension host, language server) share its process group.
    signalGroup(server.pid, 'SIGTERM');
    if ((await Promise.race([gone, delay(5000, 'late', { ref: false })])) === 'late') signalGroup(server.pid, 'SIGKILL');
    await gone;
  };
  try {
    await ready(port, gone);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}

function signalGroup(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It is gone already.
  }
}

async function ready(port, gone) {
  let exited = false;
  gone.then(() => (exited = true));
  for (const end = Date.now() + 60_000; Date.now() < end && !exited; await delay(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/version`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(exited ? "VS Code's server ended while it started" : "VS Code's server did not answer within a minute");
}

/** @returns a port of 127.0.0.1 that was free a moment ago */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}
