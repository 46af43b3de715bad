import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Shown } from '../../../server/src/protocol/page.js';
import type { Preview } from '../../../server/src/protocol/preview.js';

/** What the extension says about itself. */
export interface Inspection {
  readonly serverRunning: boolean;
  readonly serverPid?: number;
  readonly preview?: {
    readonly uri: string;
    readonly locked: boolean;
    readonly title: string;
    readonly visible: boolean;
    readonly active: boolean;
    readonly column?: number;
    readonly pending: boolean;
    readonly answer?: Shown;
  };
}

export async function inspect(): Promise<Inspection> {
  return (await vscode.commands.executeCommand<Inspection>('promptPreflight.inspect'))!;
}

/**
 * Waits for a state: asks again until `probe` answers something, or fails with `what`.
 * @returns the answer
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 10_000,
): Promise<T> {
  for (const end = Date.now() + limitMs; ;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) assert.fail(`Waited ${limitMs / 1000} s in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What the panel shows, where it is of that kind. */
export function shownOf<K extends Shown['kind']>({ preview }: Inspection, kind: K): (Shown & { readonly kind: K }) | undefined {
  const answer = preview?.answer;
  return answer?.kind === kind ? (answer as Shown & { readonly kind: K }) : undefined;
}

/** The prompt that is up to date, once it is the wanted one. */
export function shownPreview(wanted: (preview: Preview) => boolean): Promise<Preview> {
  return until('the preview', async () => {
    const preview = shownOf(await inspect(), 'preview')?.preview;
    return preview && wanted(preview) ? preview : undefined;
  });
}

/** The workspace of the run: a copy of the examples. */
export function workspaceUri(...path: string[]): vscode.Uri {
  return vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, ...path);
}

export async function openExample(...path: string[]): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(workspaceUri('opencompass', ...path), { viewColumn: vscode.ViewColumn.One });
}

/** A new file of the workspace, shown in the first column. */
export async function openText(name: string, text: string): Promise<vscode.TextEditor> {
  const uri = workspaceUri('made', name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
}

/** Replaces the only occurrence of a text, as typing would. */
export async function replace(editor: vscode.TextEditor, from: string, to: string): Promise<void> {
  const text = editor.document.getText();
  const start = text.indexOf(from);
  assert.notEqual(start, -1, `the document contains ${from}`);
  assert.equal(text.indexOf(from, start + 1), -1, `${from} stands once in the document`);
  const range = new vscode.Range(editor.document.positionAt(start), editor.document.positionAt(start + from.length));
  assert.ok(await editor.edit((edit) => edit.replace(range, to)));
}

/** Where a text stands in a document. */
export function positionOf(document: vscode.TextDocument, text: string): vscode.Position {
  const at = document.getText().indexOf(text);
  assert.notEqual(at, -1, `the document contains ${text}`);
  return document.positionAt(at);
}

/** Rule id of a diagnostic. */
export function ruleOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

export function diagnosticsOf(document: vscode.TextDocument, rule: string): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(document.uri).filter((diagnostic) => ruleOf(diagnostic) === rule);
}

export function untilDiagnostic(document: vscode.TextDocument, rule: string): Promise<vscode.Diagnostic> {
  return until(`a diagnostic of ${rule}`, () => diagnosticsOf(document, rule)[0]);
}

/** How long a server may take to start where the machine does other things, too. */
export const startLimitMs = 30_000;

/** Waits for a server that runs. @param before one that is not meant @returns its process id */
export function serverBeside(before: number | undefined): Promise<number> {
  return until(
    'another server',
    async () => {
      const { serverPid } = await inspect();
      return serverPid !== before && serverPid;
    },
    startLimitMs,
  );
}

/** Ends the server without a word, and waits for the next. */
export async function killServer(): Promise<void> {
  const before = await serverBeside(undefined);
  process.kill(before, 'SIGKILL');
  await serverBeside(before);
}

/** Starts a server where a test that failed has left none, so that those behind it have one. */
export async function ensureServer(): Promise<void> {
  if (!(await inspect()).serverRunning) await vscode.commands.executeCommand('promptPreflight.restart');
}

export async function closeAll(): Promise<void> {
  // A changed document would ask whether to save it.
  for (const { document } of vscode.window.visibleTextEditors) {
    if (document.isDirty)
      await vscode.window.showTextDocument(document).then(() => vscode.commands.executeCommand('workbench.action.files.revert'));
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
