import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, inspect, openExample, openText, until } from './support.js';

describe('activation', () => {
  after(closeAll);

  it('stays idle on ordinary Python, YAML and JSON', async () => {
    await openText('ordinary.py', 'import sys\n\ndef main():\n    print(sys.argv)\n\nmain()\n');
    const extension = vscode.extensions.getExtension('prompt-preflight.prompt-preflight');
    await until('the extension to be active', () => extension?.isActive);
    await openText('ordinary.yaml', 'services:\n  web:\n    image: example\n');
    await openText('ordinary.json', '{"name": "ordinary"}\n');
    assert.equal((await inspect()).serverRunning, false);
  });

  it('starts the server on the first config', async () => {
    await openExample('eval_demo.py');
    await until('the server to run', async () => (await inspect()).serverRunning);
  });
});
