import * as vscode from 'vscode';
import type { ExplainAnswer } from '../../server/src/protocol/commands.js';
import type { Server } from './server.js';
import { isConfigDocument } from './config-documents.js';
import { openLink } from './preview/open-link.js';
import { rulePageCommand } from './rule-pages.js';
import { plainText } from './plain-text.js';

/** What is pasted may be a whole log: the end of it counts. */
const mostAsked = 20_000;
/** An input field holds one line. */
const mostOfLine = 400;

type Item = vscode.QuickPickItem & { readonly open?: () => unknown };

/**
 * The command "Explain Framework Error": what a traceback means, the rules that find its cause, and what they find in the config: the one that the traceback names, else that of the editor.
 * @param given the text; absent: the selection of the editor, the clipboard where an exception is in it, or what the user types
 */
export async function explainError(server: () => Promise<Server>, given?: unknown): Promise<void> {
  const text = typeof given === 'string' ? given : await ask(vscode.window.activeTextEditor);
  if (text === undefined || text.trim() === '') return;
  try {
    const named = await placeIn(text);
    const uri = (named?.uri ?? openConfig())?.toString();
    const answer = await (await server()).explainError({ text, ...(uri !== undefined && { uri }) });
    await show(answer, named);
  } catch (error) {
    void vscode.window.showErrorMessage(vscode.l10n.t('The exception cannot be explained: {0}', plainText(String(error))));
  }
}

/** The same of what is selected in a terminal, which extensions see by the clipboard alone: what was there is put back. */
export async function explainTerminal(server: () => Promise<Server>): Promise<void> {
  const before = await vscode.env.clipboard.readText();
  await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
  const text = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText(before);
  await explainError(server, text);
}

async function ask(editor: vscode.TextEditor | undefined): Promise<string | undefined> {
  const selected = editor?.document.getText(editor.selection) ?? '';
  if (hasException(selected)) return selected.slice(-mostAsked);
  const copied = (await vscode.env.clipboard.readText()).slice(-mostAsked);
  const line = hasException(copied) ? lastException(copied) : '';
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Explain Framework Error'),
    prompt: vscode.l10n.t('Paste a traceback or its last line'),
    placeHolder: "KeyError: 'api_role'",
    value: line,
  });
  // The field holds one line of it.
  return typed === line && line !== '' ? copied : typed;
}

function hasException(text: string): boolean {
  return /\w+(?:Error|Exception)\b/.test(text);
}

function lastException(text: string): string {
  return (text.split(/\r?\n/).findLast(hasException) ?? '').trim().slice(0, mostOfLine);
}

/** The config of the editor, or one that is in sight beside it. */
function openConfig(): vscode.Uri | undefined {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors].filter((editor) => editor !== undefined);
  return editors.find(({ document }) => isConfigDocument(document))?.document.uri;
}

/** A line of a file of the workspace that a traceback names. */
interface NamedPlace {
  readonly uri: vscode.Uri;
  /** From 0. */
  readonly line: number;
}

/** The last one that a traceback comes through and that is no code of a framework: `File "/ws/eval.py", line 12`. */
async function placeIn(text: string): Promise<NamedPlace | undefined> {
  const named = [...text.slice(-mostAsked).matchAll(/File "([^"\n]{1,1000}\.(?:py|ya?ml|json))", line (\d{1,7})/g)].reverse();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  for (const [, path = '', line = ''] of named.slice(0, 20)) {
    const uri =
      path.startsWith('/') || /^[A-Za-z]:/.test(path)
        ? vscode.Uri.file(path).with(schemeOf(folder))
        : folder && vscode.Uri.joinPath(folder, path);
    if (!uri || !vscode.workspace.getWorkspaceFolder(uri)) continue;
    try {
      if (isConfigDocument(await vscode.workspace.openTextDocument(uri))) return { uri, line: Number(line) - 1 };
    } catch {
      // It is not there any more.
    }
  }
  return undefined;
}

/** A path of a log is one of the machine that the folder is on. */
function schemeOf(folder: vscode.Uri | undefined): { scheme?: string; authority?: string } {
  return folder ? { scheme: folder.scheme, authority: folder.authority } : {};
}

async function show(answer: ExplainAnswer, named: NamedPlace | undefined): Promise<void> {
  if (!answer) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No exception that is known was found in the text.'));
    return;
  }
  const title = [answer.error, ...answer.frameworks].join(' · ');
  const picked = await vscode.window.showQuickPick(items(answer, named), {
    title: plainText(title),
    placeHolder: plainText(answer.says),
    matchOnDetail: true,
  });
  await picked?.open?.();
}

/** What is found in the config first, then the pages of the rules. */
function items({ says, rules }: NonNullable<ExplainAnswer>, named: NamedPlace | undefined): Item[] {
  const found = rules.flatMap(({ id, found: places }) =>
    places.map(({ message, link }): Item => ({
      label: `$(go-to-file) ${link.label}`,
      description: id,
      detail: plainText(message),
      open: () => openLink(link, vscode.ViewColumn.Active),
    })),
  );
  const pages = rules.map(({ id, title }): Item => ({
    label: `$(book) ${id}`,
    detail: plainText(title),
    open: () => vscode.commands.executeCommand(rulePageCommand, id),
  }));
  const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    { label: plainText(says) },
    ...(named ? [lineOf(named)] : []),
    ...(found.length > 0 ? [separator(vscode.l10n.t('In this config')), ...found] : []),
    ...(pages.length > 0 ? [separator(vscode.l10n.t('Found before a run by')), ...pages] : []),
  ];
}

function lineOf({ uri, line }: NamedPlace): Item {
  const label = `${uri.path.slice(uri.path.lastIndexOf('/') + 1)}:${String(line + 1)}`;
  const at = { line: Math.max(0, line), character: 0 };
  return {
    label: `$(go-to-file) ${plainText(label)}`,
    description: vscode.l10n.t('named in the traceback'),
    open: () => openLink({ uri: uri.toString(), range: { start: at, end: at }, label }, vscode.ViewColumn.Active),
  };
}
