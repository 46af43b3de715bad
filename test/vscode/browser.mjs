// The machine's Chromium (or Chrome, or Edge), driven headless.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { environmentOf, hasChromium, installChromium } from './chromium-from-npm.mjs';
import { messageOf } from '../support/message-of.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

const cache = fileURLToPath(new URL('../../.vscode-test', import.meta.url));

/**
 * @returns the path of a Chromium-like browser: `CHROMIUM` of the environment, else one from PATH, else one from npm; undefined where there is none
 */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [process.env.CHROMIUM, ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...applications];
  return candidates.find((file) => file && existsSync(file)) ?? fromNpm();
}

function fromNpm() {
  if (!hasChromium) return undefined;
  try {
    return installChromium(cache);
  } catch (error) {
    console.log(`Chromium could not be installed from npm: ${messageOf(error).split('\n')[0]}`);
    return undefined;
  }
}

/** Starts the browser without a window. As root Chromium has no sandbox to offer. */
export function launchBrowser(executablePath) {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...environmentOf(executablePath) },
    args: [...sandbox, '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-dev-shm-usage'],
  });
}
