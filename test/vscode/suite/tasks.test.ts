import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Preview } from '../../../server/src/protocol/preview.js';
import { closeAll, diagnosticsOf, inspect, openText, positionOf, replace, until, untilDiagnostic, workspaceUri } from './support.js';

const task = `task: made_rivers
dataset_path: made/rivers
test_split: test
output_type: generate_until
num_fewshot: 2
doc_to_text: "Q: {{question}}\\nA:"
doc_to_target: "{{answer}}"
fewshot_delimiter: "\\n---\\n"
generation_kwargs:
  until: ["\\n"]
fewshot_config:
  sampler: first_n
  samples:
    - {question: Which river is green?, answer: the Olt}
    - {question: Which river is blue?, answer: the Inn}
`;

describe('tasks of lm-evaluation-harness', () => {
  afterEach(closeAll);

  it('show their prompt, which follows the delimiter between examples', async () => {
    const editor = await openText('rivers.yaml', task);
    await vscode.commands.executeCommand('promptPreflight.preview');
    const before = await shownPreview(({ output }) => output?.text.includes('the Olt\n---\nQ: ') ?? false);
    assert.equal(before.framework.id, 'lm-eval');
    assert.equal(before.exactness.level, 'placeholder-rows');
    assert.deepEqual(before.selection.shots, 2);
    await replace(editor, '"\\n---\\n"', '"\\n===\\n"');
    const after = await shownPreview(({ output }) => output?.text.includes('the Olt\n===\nQ: ') ?? false);
    assert.equal(after.version, editor.document.version);
  });

  it('get a squiggle under a column that no row has, and a fix', async () => {
    const editor = await openText('lakes.yaml', task.replace('made_rivers', 'made_lakes'));
    await replace(editor, '{{question}}', '{{qestion}}');
    const diagnostic = await untilDiagnostic(editor.document, 'undefined-var');
    assert.equal(editor.document.getText(diagnostic.range), 'qestion');
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      editor.document.uri,
      diagnostic.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const fix = actions.find(({ edit }) => edit);
    assert.ok(fix?.edit, 'there is a fix');
    await vscode.workspace.applyEdit(fix.edit);
    assert.ok(editor.document.getText().includes('{{question}}'));
    await until('the diagnostic to go', () => diagnosticsOf(editor.document, 'undefined-var').length === 0);
  });

  it('are shown as the config of a run has them asked, and a slip in their names is found there', async () => {
    const editor = await vscode.window.showTextDocument(workspaceUri('lm-eval', 'run.yaml'), { viewColumn: vscode.ViewColumn.One });
    await vscode.commands.executeCommand('promptPreflight.preview');
    const first = await shownPreview(({ uri }) => uri.endsWith('run.yaml'));
    assert.equal(first.selection.dataset, '/harbour_quiz');
    assert.equal(first.selection.shots, 2);
    assert.equal(first.exactness.level, 'unknown');
    assert.match(first.exactness.reason, /Qwen\/Qwen3-8B/);
    await replace(editor, '- harbour_quiz', '- harbour_qiz');
    const diagnostic = await untilDiagnostic(editor.document, 'run-task-unknown');
    assert.equal(editor.document.getText(diagnostic.range), 'harbour_qiz');
    const second = await shownPreview(({ selection }) => selection.dataset === '/harbour_facts');
    assert.equal(second.version, editor.document.version);
    await replace(editor, '- harbour_qiz', '- harbour_quiz');
    await until('the diagnostic to go', () => diagnosticsOf(editor.document, 'run-task-unknown').length === 0);
  });

  it('lead from an include to its base, whose edits they show before they are saved', async () => {
    await vscode.workspace.fs.writeFile(workspaceUri('made', '_seas'), Buffer.from(task.replace('task: made_rivers\n', '')));
    const editor = await openText('seas.yaml', 'include: _seas\ntask: made_seas\n');
    await vscode.commands.executeCommand('promptPreflight.preview');
    await shownPreview(({ uri, output }) => uri.endsWith('seas.yaml') && output !== undefined);
    const links = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      editor.document.uri,
      positionOf(editor.document, '_seas'),
    );
    assert.ok(links[0]?.targetUri.path.endsWith('/_seas'));
    await vscode.commands.executeCommand('promptPreflight.toggleLock');
    const base = await vscode.window.showTextDocument(
      await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(workspaceUri('made', '_seas')), 'yaml'),
    );
    await replace(base, 'Q: {{question}}', 'Question: {{question}}');
    await shownPreview(({ uri, output }) => uri.endsWith('seas.yaml') && (output?.text.startsWith('Question: ') ?? false));
    await vscode.commands.executeCommand('promptPreflight.toggleLock');
  });
});

function shownPreview(test: (preview: Preview) => boolean): Promise<Preview> {
  return until('a preview', async () => {
    const { preview } = await inspect();
    return preview?.answer?.kind === 'preview' && !preview.pending && test(preview.answer.preview) ? preview.answer.preview : undefined;
  });
}
