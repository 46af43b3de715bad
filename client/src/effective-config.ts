import * as vscode from 'vscode';
import type { Position } from '../../server/src/protocol/place.js';
import type { Server } from './server.js';
import { effectiveScheme as scheme } from './config-documents.js';

/**
 * The command "Show Effective Config" and its documents: beside a config, all that it ends up with once everything is included, with links to where each key is
 * written. It follows the editor while it is shown.
 */
export class EffectiveConfigView implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly links = new Map<string, vscode.DocumentLink[]>();
  private readonly subscriptions: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  constructor(private readonly server: () => Promise<Server>) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.languages.registerDocumentLinkProvider({ scheme }, this),
      // What a config includes may be any file, so any change may be one of what is shown.
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.refresh(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.links.delete(uri.toString())),
    );
  }

  /** @param uri the config; absent: that of the active editor */
  async show(uri?: unknown): Promise<void> {
    const config = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
    if (!config || config.scheme === scheme) return;
    const name = config.path.slice(config.path.lastIndexOf('/') + 1);
    const shown = await vscode.workspace.openTextDocument(
      vscode.Uri.from({ scheme, path: `/${vscode.l10n.t('{0} (effective)', name)}`, query: config.toString() }),
    );
    await vscode.languages.setTextDocumentLanguage(shown, 'yaml');
    await vscode.window.showTextDocument(shown, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    try {
      const answer = await (await this.server()).effectiveConfig(uri.query);
      this.links.set(uri.toString(), answer?.links.map(({ line, link }) => toLink(line, link.uri, link.range.start)) ?? []);
      return (
        answer?.text ??
        `# ${vscode.l10n.t('There is nothing to show: this is not a task of lm-evaluation-harness, or it does not load.')}\n`
      );
    } catch (error) {
      return `# ${error instanceof Error ? error.message : String(error)}\n`;
    }
  }

  provideDocumentLinks({ uri }: vscode.TextDocument): vscode.DocumentLink[] {
    return this.links.get(uri.toString()) ?? [];
  }

  private refresh({ uri }: vscode.TextDocument): void {
    if (uri.scheme === scheme || uri.scheme === 'output') return;
    for (const document of vscode.workspace.textDocuments) if (document.uri.scheme === scheme) this.changed.fire(document.uri);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}

function toLink(line: number, uri: string, { line: at, character }: Position): vscode.DocumentLink {
  const target = vscode.Uri.parse(uri).with({ fragment: `L${String(at + 1)},${String(character + 1)}` });
  return new vscode.DocumentLink(new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER), target);
}
