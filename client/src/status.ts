import * as vscode from 'vscode';
import { configLanguages } from './config-documents.js';

/** What the server is doing, in the language status beside the document's language. Never a pop-up. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem(
    'promptPreflight.status',
    configLanguages.map((language) => ({ language })),
  );

  constructor() {
    this.item.name = 'Prompt Preflight';
    this.item.command = { command: 'promptPreflight.showLog', title: vscode.l10n.t('Show Log') };
    this.starting();
  }

  starting(): void {
    this.item.text = vscode.l10n.t('Prompt Preflight: starting');
    this.item.busy = true;
    this.item.severity = vscode.LanguageStatusSeverity.Information;
  }

  ready(version: string | undefined): void {
    this.item.text = version ? `Prompt Preflight ${version}` : 'Prompt Preflight';
    this.item.detail = undefined;
    this.item.busy = false;
    this.item.severity = vscode.LanguageStatusSeverity.Information;
    this.item.command = { command: 'promptPreflight.showLog', title: vscode.l10n.t('Show Log') };
  }

  /** @param reason why there is no server, in a sentence */
  failed(reason: string): void {
    this.item.text = vscode.l10n.t('Prompt Preflight: stopped');
    this.item.detail = reason;
    this.item.busy = false;
    this.item.severity = vscode.LanguageStatusSeverity.Error;
    this.item.command = { command: 'promptPreflight.restart', title: vscode.l10n.t('Restart Server') };
  }

  dispose(): void {
    this.item.dispose();
  }
}
