// VS Code for the web without any server behind it, as vscode.dev is: the workbench of the npm package code-server as a page of our own. All extensions run in the browser's
// web-worker extension host, and the folder is one of a file system that an extension brings (far-files/), so that no file is on a disk.
import { createServer } from 'node:http';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { quietSettings } from '../vscode-from-npm.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/**
 * @param {{ main: string; extension: string; folder: string; lateness?: number }} options
 *   main: VS Code's server-main.js, whose files are served, but which is not started; extension: the folder of the extension that is tried;
 *   folder: what is opened, under its own name; lateness: of each answer of the file system, in milliseconds
 * @returns the address of the page, what was asked of the file system, and `stop`
 */
export async function startWebHost({ main, extension, folder, lateness = 20 }) {
  const vscode = path.resolve(path.dirname(main), '..');
  const asked = [];
  const served = { '/static/': vscode, '/extension/': extension, '/far-files/': path.join(here, 'far-files') };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const answer = (type, content) => response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(content);
    const give = async () => {
      if (pathname === '/') return answer('text/html', page(`http://${request.headers.host}`, path.basename(folder)));
      if (pathname.startsWith('/far/')) {
        const file = searchParams.get('path') ?? '';
        asked.push(`${pathname.slice(5)} ${file}`);
        await delay(lateness);
        return answer('application/octet-stream', await farAnswer(pathname.slice(5), inside(path.dirname(folder), file)));
      }
      const [prefix, root] = Object.entries(served).find(([start]) => pathname.startsWith(start)) ?? [];
      if (!prefix || !root) throw new Error('nothing is served there');
      const file = inside(root, decodeURIComponent(pathname.slice(prefix.length)));
      const content = await readFile(file);
      answer(types[path.extname(file)] ?? 'application/octet-stream', file.endsWith('/workbench/workbench.js') ? alone(content) : content);
    };
    give().catch(() => response.writeHead(404, { 'access-control-allow-origin': '*' }).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/`, asked, stop };
}

/** code-server's page always has a server behind it: it names the host as a remote one, and keeps what the user sets there. Without these two it is VS Code for the web. */
/** @type {readonly (readonly [RegExp, string])[]} */
const changes = [
  [/,remoteAuthority:location\.host/, ''],
  [/(get userRoamingDataHome\(\)\{return \w+\(\w+\.file\(this\.userDataPath\)\.with\(\{scheme:\w+\.)vscodeRemote/, '$1vscodeUserData'],
];

function alone(workbench) {
  let text = workbench.toString();
  for (const [from, to] of changes) {
    if (!from.test(text)) throw new Error(`the workbench has no ${from}`);
    text = text.replace(from, to);
  }
  return text;
}

/** @param {string} root @param {string} file */
function inside(root, file) {
  const found = path.join(root, file);
  if (found !== root && !found.startsWith(root + path.sep)) throw new Error('outside');
  return found;
}

async function farAnswer(what, file) {
  if (what === 'bytes') return readFile(file);
  const kind = (entry) => (entry.isDirectory() ? 2 : 1);
  if (what === 'names') return JSON.stringify((await readdir(file, { withFileTypes: true })).map((entry) => [entry.name, kind(entry)]));
  const found = await stat(file);
  return JSON.stringify({ type: kind(found), size: found.size, ctime: 0, mtime: 0 });
}

function page(address, folder) {
  const { host } = new URL(address);
  const extension = (at) => ({ scheme: 'http', authority: host, path: at });
  const configuration = {
    folderUri: { scheme: 'far', authority: 'repo', path: `/${folder}` },
    additionalBuiltinExtensions: ['/extension', '/far-files', '/static/extensions/python', '/static/extensions/yaml'].map(extension),
    webviewEndpoint: `${address}/static/out/vs/workbench/contrib/webview/browser/pre`,
    developmentOptions: { enableSmokeTestDriver: true },
    userDataPath: '/user',
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
    isEnabledCoderGettingStarted: false,
    enableWorkspaceTrust: false,
    configurationDefaults: quietSettings,
    productConfiguration: { nameShort: 'Code', nameLong: 'Code', version: '1.100.3' },
  };
  const data = JSON.stringify(configuration).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const base = `${address}/static`;
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8">
<meta id="vscode-workbench-web-configuration" data-settings="${data}">
<link rel="stylesheet" href="${base}/out/vs/code/browser/workbench/workbench.css">
</head><body aria-label=""></body>
<script>globalThis._VSCODE_FILE_ROOT = '${base}/out/';</script>
<script type="module" src="${base}/out/nls.messages.js"></script>
<script type="module" src="${base}/out/vs/code/browser/workbench/workbench.js"></script>
</html>`;
}
