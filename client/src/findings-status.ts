import * as vscode from 'vscode';
import type { DocumentChecked } from '../../server/src/protocol/commands.js';
import { configLanguages, isConfigDocument } from './config-documents.js';
import { plainText } from './plain-text.js';

/** While somebody types, what is said stays until so long after the last change, in milliseconds: at each keystroke VS Code would draw it anew, and a wheel with it. */
const quietMs = 300;

/** The findings of the config in the editor, and how long its last check took, in the language status beside the document's language. */
export class FindingsStatus implements vscode.Disposable {
  private item: vscode.LanguageStatusItem | undefined;
  private readonly checked = new Map<string, DocumentChecked>();
  private readonly subscriptions = [
    vscode.window.onDidChangeActiveTextEditor(() => this.show()),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === vscode.window.activeTextEditor?.document) this.showSoon();
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.checked.delete(uri.toString())),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const active = vscode.window.activeTextEditor?.document.uri.toString();
      if (uris.some((uri) => uri.toString() === active)) this.showSoon();
    }),
  ];
  private timer: NodeJS.Timeout | undefined;

  /** A document has been checked. */
  take(checked: DocumentChecked): void {
    this.checked.set(checked.uri, checked);
    this.showSoon();
  }

  /** What is shown, for the tests in a real VS Code. */
  inspect(): object | undefined {
    return this.item && { text: this.item.text, detail: this.item.detail, busy: this.item.busy };
  }

  private showSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), quietMs);
  }

  private show(): void {
    clearTimeout(this.timer);
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isConfigDocument(document)) {
      this.item?.dispose();
      this.item = undefined;
      return;
    }
    const last = this.checked.get(document.uri.toString());
    const item = (this.item ??= this.create());
    const found = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Prompt Preflight');
    item.text = countText(found.length);
    item.detail = plainText(
      [bySeverity(found), ...(last ? [timeText(last.milliseconds), last.framework ?? ''] : [])].filter((part) => part !== '').join(' · '),
    );
    item.busy = last === undefined || last.version < document.version;
  }

  private create(): vscode.LanguageStatusItem {
    const item = vscode.languages.createLanguageStatusItem(
      'promptPreflight.findings',
      configLanguages.map((language) => ({ language })),
    );
    item.name = vscode.l10n.t('Prompt Preflight: Findings');
    item.command = { command: 'workbench.actions.view.problems', title: vscode.l10n.t('Show Problems') };
    return item;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.item?.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

function countText(count: number): string {
  const { l10n } = vscode;
  if (count === 0) return l10n.t('No findings');
  return count === 1 ? l10n.t('1 finding') : l10n.t('{0} findings', count);
}

function bySeverity(found: readonly vscode.Diagnostic[]): string {
  const { l10n, DiagnosticSeverity } = vscode;
  const of = (severity: vscode.DiagnosticSeverity): number => found.filter((each) => each.severity === severity).length;
  const errors = of(DiagnosticSeverity.Error);
  const warnings = of(DiagnosticSeverity.Warning);
  if (found.length === 0) return '';
  return [
    errors === 1 ? l10n.t('1 error') : l10n.t('{0} errors', errors),
    warnings === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', warnings),
  ].join(', ');
}

function timeText(milliseconds: number): string {
  const { l10n } = vscode;
  return l10n.t('checked in {0} ms', Math.max(1, Math.round(milliseconds)));
}
