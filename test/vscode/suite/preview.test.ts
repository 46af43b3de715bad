import assert from 'node:assert/strict';
import type { Preview } from '../../../server/src/protocol/preview.js';
import * as vscode from 'vscode';
import {
  closeAll,
  ensureServer,
  inspect,
  killServer,
  openExample,
  openText,
  positionOf,
  replace,
  shownOf,
  shownPreview,
  startLimitMs,
  serverBeside,
  until,
  type Inspection,
} from './support.js';

describe('preview', () => {
  beforeEach(async () => {
    await openExample('eval_demo.py');
    await vscode.commands.executeCommand('promptPreflight.preview');
  });
  afterEach(closeAll);
  afterEach(ensureServer);

  it('opens beside the editor and leaves the focus there', async () => {
    const { column, active } = await settled();
    assert.equal(column, vscode.ViewColumn.Two);
    assert.equal(active, false);
    assert.equal(nameOfActive(), 'eval_demo.py');
  });

  it('shows the prompt of a pair, with the model of its choice', async () => {
    const shown = await shownPreview(() => true);
    assert.deepEqual(
      shown.datasets.map(({ label }) => label),
      ['word_problems', 'story_endings', 'capitals_africa', 'capitals_asia', 'capitals_europe'],
    );
    assert.deepEqual(
      shown.models.map(({ label }) => label),
      ['river-7b-chat', 'harbor-chat'],
    );
    assert.match(shown.output?.text ?? '', /<\|user\|>\nProblem: /);
    assert.equal(shown.exactness.level, 'placeholder-rows');
  });

  it('follows the typing, and always shows the last state', async () => {
    const editor = await openExample('datasets', 'capitals_gen.py');
    await shownPreview(({ uri }) => uri.endsWith('capitals_gen.py'));
    for (const word of ['quizA', 'quizAB', 'quizABC']) await replace(editor, /quiz[A-C]*/.exec(editor.document.getText())![0], word);
    const { version } = await shownPreview(({ output }) => output?.text.includes('Geography quizABC') ?? false);
    assert.equal(version, editor.document.version);
    assert.equal(nameOfActive(), 'capitals_gen.py');
  });

  it('follows the cursor to another dataset', async () => {
    const editor = await openText('two.py', twoDatasets);
    await shownPreview(({ output }) => output?.text === 'First.');
    const at = positionOf(editor.document, 'Second');
    editor.selection = new vscode.Selection(at, at);
    await shownPreview(({ output }) => output?.text === 'Second.');
  });

  it('opens from a code lens for the dataset under it', async () => {
    const editor = await openText('two.py', twoDatasets);
    const line = positionOf(editor.document, "abbr='second'").line;
    const lens = await until('a code lens', async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', editor.document.uri, 100);
      return lenses.find(({ range, command }) => command && range.start.line > line);
    });
    await vscode.commands.executeCommand(lens.command!.command, ...(lens.command!.arguments ?? []));
    await shownPreview(({ output }) => output?.text === 'Second.');
  });

  it('keeps the last good prompt through a broken edit and says why', async () => {
    const editor = await openExample('datasets', 'capitals_gen.py');
    const good = await shownPreview(({ uri }) => uri.endsWith('capitals_gen.py'));
    await replace(editor, 'capitals_datasets = []', 'capitals_datasets = [');
    const stale = await until('a stale preview', async () => shownOf(await inspect(), 'stale'));
    assert.notEqual(stale.reason, '');
    assert.equal(stale.last?.output?.text, good.output?.text);
    await vscode.commands.executeCommand('undo');
    const again = await shownPreview(({ uri }) => uri.endsWith('capitals_gen.py'));
    assert.equal(again.output?.text, good.output?.text);
  });

  it('shows what changes in a base file that is not saved', async () => {
    await shownPreview(() => true);
    await vscode.commands.executeCommand('promptPreflight.toggleLock');
    const base = await openExample('models', 'river_7b_chat.py');
    await replace(base, "role='HUMAN', begin='<|user|>", "role='HUMAN', begin='<|person|>");
    const shown = await shownPreview(({ output }) => output?.text.includes('<|person|>') ?? false);
    assert.ok(shown.uri.endsWith('eval_demo.py'));
    await vscode.commands.executeCommand('promptPreflight.toggleLock');
  });

  it('stays on its document while it is locked', async () => {
    await shownPreview(() => true);
    await vscode.commands.executeCommand('promptPreflight.toggleLock');
    await openExample('datasets', 'capitals_gen.py');
    const locked = await settled();
    assert.equal(locked.locked, true);
    assert.ok(locked.uri.endsWith('eval_demo.py'));
    await vscode.commands.executeCommand('promptPreflight.toggleLock');
    await shownPreview(({ uri }) => uri.endsWith('capitals_gen.py'));
  });

  it('says what is missing where there is nothing to preview', async () => {
    await openExample('models', 'harbor_chat_api.py');
    await vscode.commands.executeCommand('promptPreflight.preview');
    const shown = await shownPreview(({ uri }) => uri.endsWith('harbor_chat_api.py'));
    assert.equal(shown.own.datasets, 0);
    assert.match(shown.selection.dataset, /\.py#/);
  });

  it('keeps the prompt while a model config is worked on, and shows what changes there', async () => {
    const before = await shownPreview(({ uri }) => uri.endsWith('eval_demo.py'));
    const model = await openExample('models', 'river_7b_chat.py');
    // It has no dataset of its own: the one that was looked at stays.
    const alone = await shownPreview(({ uri }) => uri.endsWith('river_7b_chat.py'));
    assert.equal(pickedDataset(alone), pickedDataset(before));
    await replace(model, "begin='<s>'", "begin='<start>'");
    const shown = await shownPreview(({ output }) => output?.text.startsWith('<start>') ?? false);
    assert.ok(shown.uri.endsWith('river_7b_chat.py'));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await openExample('datasets', 'capitals_gen.py');
    await shownPreview(({ uri }) => uri.endsWith('capitals_gen.py'));
  });

  it('goes on when the server was killed', async () => {
    await shownPreview(() => true);
    await killServer();
    const editor = await openExample('datasets', 'capitals_gen.py');
    await replace(editor, 'Geography quiz', 'Quiz again');
    await shownPreview(({ output }) => output?.text.startsWith('Quiz again') ?? false);
  }).timeout(2 * startLimitMs);

  it('comes back after a restart of the server', async () => {
    await shownPreview(() => true);
    await vscode.commands.executeCommand('promptPreflight.restart');
    const editor = await openExample('datasets', 'capitals_gen.py');
    await replace(editor, 'Geography quiz', 'Quiz');
    await shownPreview(({ output }) => output?.text.startsWith('Quiz') ?? false);
  });

  it('comes back after a restart of a server that hangs, and stays', async () => {
    await shownPreview(() => true);
    const { serverPid: hanging } = await inspect();
    process.kill(hanging!, 'SIGSTOP');
    // What is asked now is never answered.
    const editor = await openExample('datasets', 'capitals_gen.py');
    await replace(editor, 'Geography quiz', 'Quiz beyond');
    await until('the question', async () => (await inspect()).preview?.pending);
    await vscode.commands.executeCommand('promptPreflight.restart');
    const serverPid = await serverBeside(hanging);
    assert.throws(() => process.kill(hanging!, 0), { code: 'ESRCH' });
    await shownPreview(({ output }) => output?.text.startsWith('Quiz beyond') ?? false);
    // The library ends who did not answer some time later, and would take that for the end of the new one.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    assert.equal((await inspect()).serverPid, serverPid);
  }).timeout(2 * startLimitMs);
});

const twoDatasets = `two_datasets = [
    dict(
        abbr='first',
        reader_cfg=dict(input_columns=['q'], output_column='a'),
        infer_cfg=dict(
            prompt_template=dict(type='PromptTemplate', template='First.'),
            retriever=dict(type='ZeroRetriever'),
            inferencer=dict(type='GenInferencer'),
        ),
    ),
    dict(
        abbr='second',
        reader_cfg=dict(input_columns=['q'], output_column='a'),
        infer_cfg=dict(
            prompt_template=dict(type='PromptTemplate', template='Second.'),
            retriever=dict(type='ZeroRetriever'),
            inferencer=dict(type='GenInferencer'),
        ),
    ),
]
`;

/** The panel when no answer is outstanding. */
function settled(): Promise<NonNullable<Inspection['preview']>> {
  return until('the preview to settle', async () => {
    const { preview } = await inspect();
    return preview?.answer && !preview.pending && preview.column ? preview : undefined;
  });
}

function nameOfActive(): string | undefined {
  return vscode.window.activeTextEditor?.document.uri.path.split('/').at(-1);
}

/** The abbr of the dataset that is shown: its list may have another name in another document. */
function pickedDataset({ datasets, selection }: Preview): string | undefined {
  return datasets.find(({ id }) => id === selection.dataset)?.label;
}
