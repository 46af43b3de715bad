import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, openExample, openText, replace, ruleOf, until, untilDiagnostic } from './support.js';

describe('diagnostics', () => {
  afterEach(closeAll);

  it('appear and go while typing', async () => {
    const editor = await openExample('models', 'river_7b_chat.py');
    await replace(editor, "role='HUMAN', begin", "role='HUMAN', begn");
    const { message, severity } = await untilDiagnostic(editor.document, 'unknown-key');
    assert.match(message, /begn/);
    assert.ok(severity <= vscode.DiagnosticSeverity.Warning);
    await replace(editor, "role='HUMAN', begn", "role='HUMAN', begin");
    await until('the diagnostic to go', () => diagnosticsOf(editor.document, 'unknown-key').length === 0);
  });

  it('say where a syntax error is, and go when it is repaired', async () => {
    const editor = await openExample('datasets', 'capitals_gen.py');
    await replace(editor, "for _continent in ['Africa', 'Asia', 'Europe']:", "for _continent in ['Africa', 'Asia', 'Europe':");
    const [diagnostic] = await until('a diagnostic', () => nonEmpty(vscode.languages.getDiagnostics(editor.document.uri)));
    assert.equal(diagnostic?.severity, vscode.DiagnosticSeverity.Error);
    await vscode.commands.executeCommand('undo');
    await until('no diagnostics', () => vscode.languages.getDiagnostics(editor.document.uri).length === 0);
  });

  it('link to the page of their rule', async () => {
    const editor = await openExample('eval_broken.py');
    const { code } = await untilDiagnostic(editor.document, 'trailing-comma-tuple');
    assert.ok(typeof code === 'object' && /openRulePage\?.*trailing-comma-tuple/.test(code.target.toString(true)));
  });

  it('have the severity that the settings give them', async () => {
    const { document } = await openExample('eval_broken.py');
    await untilDiagnostic(document, 'unknown-key');
    const settings = vscode.workspace.getConfiguration('promptPreflight');
    await settings.update('rules', { 'unknown-key': 'off', 'no-generate-role': 'error' }, vscode.ConfigurationTarget.Workspace);
    try {
      await until('the silenced rule to go', () => diagnosticsOf(document, 'unknown-key').length === 0);
      await until('the other severity', () => diagnosticsOf(document, 'no-generate-role')[0]?.severity === vscode.DiagnosticSeverity.Error);
    } finally {
      await settings.update('rules', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await untilDiagnostic(document, 'unknown-key');
  });

  it('leave the examples that are right alone', async () => {
    const broken = await openExample('eval_broken.py');
    await until('the diagnostics of the broken example', () => nonEmpty(vscode.languages.getDiagnostics(broken.document.uri)));
    for (const name of ['eval_demo.py', 'eval_demo.yaml']) {
      const { document } = await openExample(name);
      await replaceAndUndo(document);
      assert.deepEqual(
        vscode.languages.getDiagnostics(document.uri).map((diagnostic) => `${ruleOf(diagnostic)}: ${diagnostic.message}`),
        [],
      );
    }
  });

  it('appear in an untitled document', async () => {
    const content = "models = [dict(type='HuggingFaceCausalLM', abbr='m', meta_template=dict(round=[dict(role='BOT', generat=True)]))]\n";
    const document = await vscode.workspace.openTextDocument({ language: 'python', content });
    await vscode.window.showTextDocument(document);
    await untilDiagnostic(document, 'unknown-key');
  });

  it('survive a document that is no text for a config', async () => {
    await openText('brackets.py', `meta_template = ${'('.repeat(20_000)}\n`);
    const editor = await openExample('eval_broken.py');
    await until('diagnostics of the next document', () => nonEmpty(vscode.languages.getDiagnostics(editor.document.uri)));
  });
});

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Makes sure that the document has been checked: a mistake is reported and its repair is, too. */
async function replaceAndUndo(document: vscode.TextDocument): Promise<void> {
  const editor = await vscode.window.showTextDocument(document);
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '['));
  await until('the mistake to be reported', () => nonEmpty(vscode.languages.getDiagnostics(document.uri)));
  await vscode.commands.executeCommand('undo');
  await until('the repair to be seen', () =>
    vscode.languages.getDiagnostics(document.uri).every((diagnostic) => !['syntax-error', 'raises'].includes(ruleOf(diagnostic))),
  );
}
