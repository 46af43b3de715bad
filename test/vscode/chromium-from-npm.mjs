// Chromium from the npm package @sparticuz/chromium, for Linux machines that have none and no right to install one. It is unpacked once into .vscode-test/,
// with the fonts and the few libraries that a bare machine lacks. No install script runs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const release = '143.0.4';
const homeName = `chromium-${release}-with-fonts`;

/** Whether the package has a browser for this machine. */
export const hasChromium = process.platform === 'linux' && process.arch === 'x64';

function homeIn(cache) {
  return path.join(cache, homeName);
}

/**
 * Finds Chromium below `cache`, installing it there from npm first where it is missing.
 * @returns its path
 * @throws where npm cannot reach its registry
 */
export function installChromium(cache) {
  const home = homeIn(cache);
  const browser = path.join(home, 'chromium');
  if (existsSync(browser)) return browser;

  const work = path.join(cache, `unpack-chromium-${process.pid}`);
  const unpacked = path.join(work, 'home');
  mkdirSync(unpacked, { recursive: true });
  try {
    writeFileSync(path.join(work, 'package.json'), '{}');
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `@sparticuz/chromium@${release}`], {
      cwd: work,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // The package unpacks into the folder for temporary files, and its libraries only where it takes the machine for the one that it was made for.
    const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
    execFileSync(process.execPath, ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"], {
      cwd: work,
      env,
      stdio: 'inherit',
    });
    writeFileSync(path.join(unpacked, 'fonts', 'fonts.conf'), fontsConf(path.join(home, 'fonts')));
    moved(unpacked, home, browser);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return browser;
}

/** Tests that run beside these may have been first. */
function moved(from, to, browser) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(browser)) throw error;
  }
}

/** The machine's fonts, and those of the package. Its own list of folders has none that is there, and without any font the pages crash. */
function fontsConf(folder) {
  const escaped = (name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>${escaped(folder)}</dir>
  <cachedir>${escaped(path.join(folder, 'cache'))}</cachedir>
</fontconfig>
`;
}

/** What a browser of `installChromium` has to be started with: its fonts, and its libraries where the machine's own do not do. Nothing for any other. */
export function environmentOf(browser) {
  const home = path.dirname(browser);
  if (path.basename(home) !== homeName) return {};
  const fonts = { FONTCONFIG_PATH: path.join(home, 'fonts') };
  return lacksLibraries(browser) ? { ...fonts, LD_LIBRARY_PATH: path.join(home, 'al2023', 'lib') } : fonts;
}

function lacksLibraries(browser) {
  try {
    return execFileSync('ldd', [browser], { encoding: 'utf8' }).includes('not found');
  } catch {
    return true;
  }
}
