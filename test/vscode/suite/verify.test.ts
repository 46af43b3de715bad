import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { closeAll, openText, shownPreview, until, workspaceUri } from './support.js';

const config = `models = [dict(type='HuggingFaceCausalLM', abbr='m', path='x')]
datasets = [
    dict(abbr='lakes', type='JsonlDataset', path='x.jsonl', reader_cfg=dict(input_columns=['name'], output_column='place'),
         infer_cfg=dict(
             prompt_template=dict(type='PromptTemplate', template='Where is {name}?'),
             retriever=dict(type='ZeroRetriever'),
             inferencer=dict(type='GenInferencer'))),
]
`;

describe('Verify Against Installed Framework', () => {
  afterEach(closeAll);

  it('asks the chosen interpreter, says what it answers, and copies the report', async function () {
    if (process.platform === 'win32') this.skip();
    // Stands for an interpreter with the framework: answers with the placeholders that it is given.
    const python = workspaceUri('made', 'interpreter').fsPath;
    await writeFile(
      python,
      `#!/usr/bin/env node\nprocess.stdin.once('data', (text) => { const { rows, mode } = JSON.parse(text); require('node:fs').writeFileSync(__filename + '.asked', text); console.log(JSON.stringify({ version: '0.0', rows: 'given', requests: [{ type: mode, context: 'Where is ' + rows.test[0].name + '?', continuation: null }] })); process.exit(); });\n`,
    );
    await chmod(python, 0o755);
    const settings = vscode.workspace.getConfiguration('promptPreflight');
    try {
      await settings.update('pythonPath', python, vscode.ConfigurationTarget.Global);
      const editor = await openText('verified.py', config);
      await editor.document.save();
      await vscode.commands.executeCommand('promptPreflight.preview');
      await shownPreview(({ uri, output }) => uri.endsWith('verified.py') && output !== undefined);
      const done = vscode.commands.executeCommand('promptPreflight.verify');
      await until('the interpreter to answer', () => existsSync(`${python}.asked`));
      const report = await until('the report', async () => {
        // A notification that still says that it is being worked on could be cancelled by this.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await vscode.commands.executeCommand('notification.acceptPrimaryAction');
        return (await vscode.env.clipboard.readText()).includes('"equal"') && vscode.env.clipboard.readText();
      });
      await done;
      assert.deepEqual(JSON.parse(report), { version: '0.0', equal: true, requests: 1, rows: 'given' });
    } finally {
      await settings.update('pythonPath', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
