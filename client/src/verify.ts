import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { interpreterOf } from './python-interpreter.js';
import { verifyArguments, type NamedFolders, type ShownPrompt } from './verify-arguments.js';

/** What the command line answers to `verify --format json`. */
interface Report {
  readonly version: string;
  readonly equal: boolean;
  readonly requests: number;
  readonly rows?: 'own' | 'given';
  readonly difference?: { readonly where: string; readonly preview: string; readonly framework: string };
}

/**
 * The command "Verify Against Installed Framework": runs the command line on the prompt that is shown, which asks the framework of the user's Python. Nothing happens but on this command, and only in
 * a trusted workspace.
 * @param cli the command line
 */
export async function verify(cli: string, shown: ShownPrompt | undefined): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    await vscode.window.showErrorMessage(vscode.l10n.t('The installed framework is only run in a trusted workspace.'));
    return;
  }
  const file = shown?.uri ?? vscode.window.activeTextEditor?.document.uri.toString();
  const uri = file === undefined ? undefined : vscode.Uri.parse(file);
  if (uri?.scheme !== 'file') {
    await vscode.window.showErrorMessage(vscode.l10n.t('Open a config or a task, or its preview, to verify its prompt.'));
    return;
  }
  const python = await interpreterOf(uri);
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Asking the installed framework'), cancellable: true },
    (_progress, cancelled) => run(cli, verifyArguments(uri.fsPath, python, shown, namedFolders(uri)), cancelled),
  );
  if (answer) await show(answer);
}

/** The folders that the settings of a file name, those with data as far as they are there. */
function namedFolders(uri: vscode.Uri): NamedFolders {
  const settings = vscode.workspace.getConfiguration('promptPreflight', uri);
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? '';
  const named = (setting: string): string[] => settings.get<string[]>(setting, []).map((path) => resolve(folder, path));
  return { packageRoots: named('packageRoots'), dataRoots: named('dataRoots').filter((path) => existsSync(path)) };
}

interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Undefined where it was cancelled: then the process is ended, and with it the framework that it started. */
function run(cli: string, args: readonly string[], cancelled: vscode.CancellationToken): Promise<Answer | undefined> {
  return new Promise((done) => {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', PREFLIGHT_LANGUAGE: vscode.env.language };
    const child = spawn(process.execPath, [cli, ...args], { env, windowsHide: true });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', (error) => done({ code: null, out, err: error.message }));
    child.on('close', (code) => done(cancelled.isCancellationRequested ? undefined : { code, out, err }));
    cancelled.onCancellationRequested(() => child.kill('SIGTERM'));
  });
}

async function show({ code, out, err }: Answer): Promise<void> {
  if (code !== 0 && code !== 1)
    return void (await vscode.window.showErrorMessage(
      err.replace(/^prompt-preflight: /, '') || vscode.l10n.t('The framework could not be asked.'),
    ));
  const { equal, version, requests, rows, difference } = JSON.parse(out) as Report;
  const asked =
    requests === 1
      ? vscode.l10n.t('1 request of the installed {0}', version)
      : vscode.l10n.t('{0} requests of the installed {1}', requests, version);
  const what =
    rows === undefined
      ? asked
      : rows === 'own'
        ? vscode.l10n.t('{0}, which loads the data itself', asked)
        : vscode.l10n.t('{0}, which is given the rows', asked);
  const message =
    equal || !difference
      ? vscode.l10n.t('Equal: {0}, as the preview shows it.', what)
      : vscode.l10n.t(
          'Different at {0} ({1}). Preview: {2} Framework: {3}',
          difference.where,
          what,
          difference.preview,
          difference.framework,
        );
  const copy = vscode.l10n.t('Copy Report');
  const tell = equal ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  if ((await tell(message, copy)) === copy) await vscode.env.clipboard.writeText(out);
}
