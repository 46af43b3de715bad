import * as vscode from 'vscode';
import type { ExplainAnswer } from '../../server/src/protocol/commands.js';
import type { Server } from './client.js';
import { openLink } from './preview/open-link.js';
import { rulePageCommand } from './rule-pages.js';
import { plainText } from './plain-text.js';

/** What is pasted may be a whole log: an input field holds the end of it. */
const mostAsked = 20_000;

type Item = vscode.QuickPickItem & { readonly open?: () => unknown };

/**
 * The command "Explain Framework Error": what a traceback means, the rules that find its cause, and what they find in the config of the active editor.
 * @param given the text; absent: the selection, or what the user pastes
 */
export async function explainError(server: () => Promise<Server>, given?: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const text = typeof given === 'string' ? given : await ask(editor);
  if (text === undefined || text.trim() === '') return;
  try {
    const uri = editor?.document.uri.toString();
    const answer = await (await server()).explainError({ text, ...(uri !== undefined && { uri }) });
    await show(answer);
  } catch (error) {
    void vscode.window.showErrorMessage(vscode.l10n.t('The exception cannot be explained: {0}', plainText(String(error))));
  }
}

async function ask(editor: vscode.TextEditor | undefined): Promise<string | undefined> {
  const selected = editor?.document.getText(editor.selection) ?? '';
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Explain Framework Error'),
    prompt: vscode.l10n.t('Paste a traceback or its last line'),
    placeHolder: "KeyError: 'api_role'",
    value: /\w+(?:Error|Exception)\b/.test(selected) ? selected.slice(-mostAsked) : '',
  });
}

async function show(answer: ExplainAnswer): Promise<void> {
  if (!answer) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No exception that is known was found in the text.'));
    return;
  }
  const title = [answer.error, ...answer.frameworks].join(' · ');
  const picked = await vscode.window.showQuickPick(items(answer), {
    title: plainText(title),
    placeHolder: plainText(answer.says),
    matchOnDetail: true,
  });
  await picked?.open?.();
}

/** What is found in the config first, then the pages of the rules. */
function items({ says, rules }: NonNullable<ExplainAnswer>): Item[] {
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
    ...(found.length > 0 ? [separator(vscode.l10n.t('In this config')), ...found] : []),
    ...(pages.length > 0 ? [separator(vscode.l10n.t('Found before a run by')), ...pages] : []),
  ];
}
