import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SweepAnswer } from '../../../server/src/protocol/sweep.js';
import { closeAll, inspect, openExample, until, untilDiagnostic, workspaceUri } from './support.js';

/** A line of the view. */
interface Line {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly children: readonly Line[];
}

interface Views {
  readonly targets: { readonly visible: boolean; readonly message?: string; readonly roots: readonly Line[] };
  readonly findings?: { readonly text: string; readonly detail: string; readonly busy: boolean };
}

const views = async (): Promise<Views> => (await inspect()) as unknown as Views;
// Never opened by `showTextDocument`: VS Code keeps what extensions open for minutes after its editor is closed.
const closed = (): vscode.Uri => workspaceUri('made', 'closed.py');
const found = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(closed());

describe('the view of targets', () => {
  before(async () => {
    await openExample('eval_demo.py');
    // It is there as soon as a config has been met.
    await until('the view', async () => {
      await vscode.commands.executeCommand('promptPreflight.targets.focus');
      return (await views()).targets.visible;
    });
  });
  afterEach(closeAll);

  it('lists models, datasets and the state of each pair', async () => {
    await openExample('eval_demo.py');
    const [river] = await until('the states of the first model', async () => {
      const { roots } = (await views()).targets;
      return roots[0]?.children.length && roots[0].children.every(({ icon }) => icon === 'pass') ? roots : undefined;
    });
    assert.equal(river?.label, 'river-7b-chat');
    assert.deepEqual(
      river.children.map(({ label }) => label),
      ['word_problems', 'story_endings', 'capitals_africa', 'capitals_asia', 'capitals_europe'],
    );
  });

  it('says what is wrong with a pair, and follows the editor', async () => {
    await openExample('eval_broken.py');
    const bad = await until('a pair with a reason', async () =>
      (await views()).targets.roots.flatMap(({ children }) => children).find(({ icon }) => icon === 'error' || icon === 'warning'),
    );
    assert.notEqual(bad.description, '');
  });

  it('lists the tasks of a group', async () => {
    await vscode.window.showTextDocument(workspaceUri('lm-eval', 'harbour.yaml'), { viewColumn: vscode.ViewColumn.One });
    const [group] = await until('the group', async () => {
      const { roots } = (await views()).targets;
      return roots[0]?.label === 'harbour' ? roots : undefined;
    });
    assert.ok((group?.children.length ?? 0) >= 2);
  });
});

describe('the language status', () => {
  afterEach(closeAll);

  it('has the number of findings and the time that the last check took', async () => {
    const { document } = await openExample('eval_broken.py');
    await untilDiagnostic(document, 'unknown-key');
    const { text, detail } = await until('the status', async () => {
      const { findings } = await views();
      return findings && !findings.busy && /\d+ ms/.test(findings.detail) && /^\d+ finding/.test(findings.text) ? findings : undefined;
    });
    assert.equal(Number.parseInt(text), vscode.languages.getDiagnostics(document.uri).length);
    assert.match(detail, /errors?, \d+ warnings? · checked in \d+ ms · OpenCompass \d/);
  });
});

describe('the whole workspace', () => {
  const setting = (on: boolean | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration('promptPreflight').update('workspaceDiagnostics', on, vscode.ConfigurationTarget.Workspace);
  before(() =>
    vscode.workspace.fs.writeFile(
      closed(),
      Buffer.from("models = [dict(type='HuggingFaceCausalLM', abbr='m', meta_template=dict(round=[dict(role='BOT', generat=True)]))]\n"),
    ),
  );
  after(async () => {
    await setting(undefined);
    await closeAll();
  });

  // Before the setting is switched: the server may learn of it later than of the command.
  it('is checked once by the command', async () => {
    const answer = await vscode.commands.executeCommand<SweepAnswer>('promptPreflight.checkWorkspace');
    assert.ok(answer.files >= 10, `${answer.files} configs`);
    assert.ok(answer.errors > 0);
    await until('findings of a file that is not open', () => found().length > 0);
    await setting(true);
    await setting(false);
    await until('none of a closed file', () => found().length === 0);
  });

  it('is checked while the setting says so, each file once, and files that are closed keep their findings', async () => {
    await setting(true);
    const all = await until('findings of a file that is not open', () => (found().length > 0 ? found().length : undefined));
    await vscode.commands.executeCommand('vscode.open', closed());
    await until('the document', () => vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === closed().toString()));
    await until('its findings once', () => found().length === all);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await until('its findings still', () => found().length === all);
    await setting(false);
    await until('none of a closed file', () => found().length === 0);
  });
});
