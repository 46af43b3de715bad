import * as vscode from 'vscode';
import type { PageState } from '../../../server/src/protocol/page.js';
import { isConfigDocument } from '../config-documents.js';
import type { Server } from '../client.js';
import { isDocument, parseUri } from './open-link.js';
import type { ShownPrompt } from '../verify-arguments.js';
import { PreviewPanel } from './panel.js';
import { isPosition, readPageState } from './shapes.js';

/** Keeps the one preview: opens it beside the editor, lets it follow, brings it back after a reload. */
export class PreviewController implements vscode.WebviewPanelSerializer, vscode.Disposable {
  static readonly viewType = 'promptPreflight.preview';

  private panel: PreviewPanel | undefined;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly server: () => Promise<Server>,
  ) {}

  /**
   * Shows the preview of a document beside the editor without taking the focus.
   * @param uri a `Uri` (editor title) or its text (code lens) of a document; absent or anything else: the active editor's document
   * @param position where in it, `{ line, character }`, from 0
   */
  async open(uri?: unknown, position?: unknown): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const source = sourceOf(uri) ?? editor?.document.uri;
    if (!source) {
      this.panel?.reveal();
      return;
    }
    const atEditor = editor?.document.uri.toString() === source.toString() ? editor : undefined;
    const cursor = isPosition(position) ? position : atEditor?.selection.active;
    if (this.panel) this.panel.reveal();
    else this.adopt(this.createPanel(), { uri: source.toString(), selection: {}, locked: false });
    this.panel?.setSource(source, cursor, atEditor?.viewColumn);
  }

  toggleLock(): void {
    this.panel?.toggleLock();
  }

  async take(): Promise<void> {
    await this.panel?.take();
  }

  async compare(): Promise<void> {
    await this.panel?.compare();
  }

  deserializeWebviewPanel(webviewPanel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = readPageState(state);
    const editor = vscode.window.activeTextEditor;
    const here =
      editor && isConfigDocument(editor.document) ? { uri: editor.document.uri.toString(), selection: {}, locked: false } : undefined;
    const source = kept && parseUri(kept.uri) ? kept : here;
    if (this.panel || !source) webviewPanel.dispose();
    else this.adopt(webviewPanel, source);
    return Promise.resolve();
  }

  /** What the preview shows, for the tests in a real VS Code. */
  inspect(): ReturnType<PreviewPanel['inspect']> | undefined {
    return this.panel?.inspect();
  }

  /** The prompt that the panel shows; undefined without one. */
  shown(): ShownPrompt | undefined {
    return this.panel?.prompt();
  }

  private createPanel(): vscode.WebviewPanel {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    return vscode.window.createWebviewPanel(PreviewController.viewType, vscode.l10n.t('Prompt Preview'), place);
  }

  private adopt(webviewPanel: vscode.WebviewPanel, state: PageState): void {
    webviewPanel.onDidDispose(() => {
      this.panel?.dispose();
      this.panel = undefined;
      void vscode.commands.executeCommand('setContext', 'promptPreflight.previewOpen', false);
    });
    void vscode.commands.executeCommand('setContext', 'promptPreflight.previewOpen', true);
    this.panel = new PreviewPanel(webviewPanel, this.extensionUri, this.server, state);
  }

  dispose(): void {
    this.panel?.dispose();
  }
}

function sourceOf(uri: unknown): vscode.Uri | undefined {
  if (uri instanceof vscode.Uri) return uri;
  const parsed = typeof uri === 'string' ? parseUri(uri) : undefined;
  return parsed && isDocument(parsed) ? parsed : undefined;
}
