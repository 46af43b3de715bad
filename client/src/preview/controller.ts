import * as vscode from 'vscode';
import type { PageState } from '../../../server/src/protocol/page.js';
import type { PreviewSelection } from '../../../server/src/protocol/preview.js';
import { isConfigDocument } from '../config-documents.js';
import type { Server } from '../server.js';
import { isDocument, parseUri } from './open-link.js';
import type { ShownPrompt } from '../verify-arguments.js';
import { PairMemory, type Kept } from './pair-memory.js';
import { PreviewPanel, type Memories } from './panel.js';
import { RowMemory } from './row-memory.js';
import { isPosition, readPageState } from './shapes.js';

/**
 * Keeps the previews: opens one beside the editor, lets it follow, brings all back after a reload. A panel that is locked keeps its pair, and another one is
 * opened for the next document; at most one follows the editor.
 */
export class PreviewController implements vscode.WebviewPanelSerializer, vscode.Disposable {
  static readonly viewType = 'promptPreflight.preview';

  /** The one that was opened or looked at last is the last. */
  private readonly panels = new Set<PreviewPanel>();
  private readonly memory: Memories;

  /** @param kept what the workspace keeps */
  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly server: () => Promise<Server>,
    kept: Kept,
  ) {
    this.memory = { pairs: new PairMemory(kept), rows: new RowMemory(kept) };
  }

  /**
   * Shows the preview of a document beside the editor without taking the focus: in the panel that follows the editor, else in a new one.
   * @param uri a `Uri` (editor title) or its text (code lens) of a document; absent or anything else: the active editor's document
   * @param position where in it, `{ line, character }`, from 0
   */
  open(uri?: unknown, position?: unknown): void {
    this.show(this.follower(), uri, position);
  }

  /** As `open`, in a panel of its own: those that are there keep what they show. */
  openBeside(uri?: unknown, position?: unknown): void {
    for (const panel of this.panels) panel.lock();
    this.show(undefined, uri, position);
  }

  /** As `open`, at a pair of a document that is picked by name. */
  openPair(uri: string, pair: Pick<PreviewSelection, 'dataset' | 'model'>): void {
    const source = sourceOf(uri);
    if (!source) return;
    const panel = this.follower();
    panel?.reveal();
    const shown = panel ?? this.adopt(this.createPanel(), { uri, selection: {}, locked: false });
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === source.toString());
    shown.setSource(source, undefined, editor?.viewColumn);
    shown.pick(pair);
  }

  toggleLock(): void {
    this.current()?.toggleLock();
  }

  async take(): Promise<void> {
    await this.current()?.take();
  }

  async compare(): Promise<void> {
    await this.current()?.compare();
  }

  deserializeWebviewPanel(webviewPanel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = readPageState(state);
    const editor = vscode.window.activeTextEditor;
    const here =
      editor && isConfigDocument(editor.document) ? { uri: editor.document.uri.toString(), selection: {}, locked: false } : undefined;
    const source = kept && parseUri(kept.uri) ? kept : here;
    if (source) this.adopt(webviewPanel, { ...source, locked: source.locked || this.follower() !== undefined });
    else webviewPanel.dispose();
    return Promise.resolve();
  }

  /** What the preview shows, for the tests in a real VS Code. */
  inspect(): object | undefined {
    const current = this.current();
    return current && { ...current.inspect(), panels: [...this.panels].map((panel) => panel.inspect()) };
  }

  /** The prompt that the panel shows; undefined without one. */
  shown(): ShownPrompt | undefined {
    return this.current()?.prompt();
  }

  private show(panel: PreviewPanel | undefined, uri: unknown, position: unknown): void {
    const editor = vscode.window.activeTextEditor;
    const source = sourceOf(uri) ?? editor?.document.uri;
    if (!source) {
      this.current()?.reveal();
      return;
    }
    const atEditor = editor?.document.uri.toString() === source.toString() ? editor : undefined;
    const cursor = isPosition(position) ? position : atEditor?.selection.active;
    panel?.reveal();
    const shown = panel ?? this.adopt(this.createPanel(), { uri: source.toString(), selection: {}, locked: false });
    shown.setSource(source, cursor, atEditor?.viewColumn);
  }

  /** The panel that follows the editor. */
  private follower(): PreviewPanel | undefined {
    return [...this.panels].findLast(({ locked }) => !locked);
  }

  /** The panel that one looks at, or looked at last. */
  private current(): PreviewPanel | undefined {
    const all = [...this.panels];
    return all.find(({ active }) => active) ?? this.follower() ?? all.at(-1);
  }

  private createPanel(): vscode.WebviewPanel {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    return vscode.window.createWebviewPanel(PreviewController.viewType, vscode.l10n.t('Prompt Preview'), place);
  }

  private adopt(webviewPanel: vscode.WebviewPanel, state: PageState): PreviewPanel {
    const panel = new PreviewPanel(webviewPanel, this.extensionUri, this.server, this.memory, state);
    this.panels.add(panel);
    this.tellOpen();
    webviewPanel.onDidDispose(() => {
      panel.dispose();
      this.panels.delete(panel);
      this.tellOpen();
    });
    return panel;
  }

  private tellOpen(): void {
    void vscode.commands.executeCommand('setContext', 'promptPreflight.previewOpen', this.panels.size > 0);
  }

  dispose(): void {
    for (const panel of this.panels) panel.dispose();
  }
}

function sourceOf(uri: unknown): vscode.Uri | undefined {
  if (uri instanceof vscode.Uri) return uri;
  const parsed = typeof uri === 'string' ? parseUri(uri) : undefined;
  return parsed && isDocument(parsed) ? parsed : undefined;
}
