import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, inspect, openExample, openText, positionOf, until } from './support.js';

describe('activation', () => {
  after(closeAll);

  it('stays idle on shell scripts, also on those that run an evaluation', async () => {
    const { document } = await openText('ordinary.sh', '#!/bin/bash\necho quay\nlm_eval --model hf --tasks harbour_quiz\n');
    const extension = vscode.extensions.getExtension('prompt-preflight.prompt-preflight');
    await until('the extension to be active', () => extension?.isActive);
    const { uri } = document;
    assert.deepEqual(await vscode.commands.executeCommand('vscode.executeDefinitionProvider', uri, positionOf(document, 'quay')), []);
    await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, positionOf(document, 'harbour_quiz'));
    assert.equal((await inspect()).serverRunning, false);
  });

  it('stays idle on ordinary Python, YAML and JSON', async () => {
    await openText('ordinary.py', 'import sys\n\ndef main():\n    print(sys.argv)\n\nmain()\n');
    await openText('ordinary.yaml', 'services:\n  web:\n    image: example\n');
    await openText('ordinary.json', '{"name": "ordinary"}\n');
    assert.equal((await inspect()).serverRunning, false);
  });

  it('starts the server on the first config', async () => {
    await openExample('eval_demo.py');
    await until('the server to run', async () => (await inspect()).serverRunning);
  });
});
