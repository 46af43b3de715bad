import * as vscode from 'vscode';
import type { PairState, PreviewSelection, StatesRequest } from '../../../server/src/protocol/preview.js';
import type { Server } from '../server.js';
import { isConfigDocument } from '../config-documents.js';
import { openLink } from '../preview/open-link.js';
import { itemOf, nodesOf, stateKey, type TargetNode } from './nodes.js';

/** A change of the config is looked at this long after the last keystroke, in milliseconds. */
const quietMs = 400;
/** Pairs that are asked about at once; the server answers with as many of them as it has soon. */
const mostAsked = 200;

type Pair = NonNullable<TargetNode['pair']>;

/** What the view needs of others. */
interface Neighbours {
  readonly server: () => Promise<Server>;
  /** Shows a pair, or what the document offers by itself. */
  readonly preview: (uri: string, pair: Pick<PreviewSelection, 'dataset' | 'model'>) => void;
}

/** The view "Prompt Preflight": models and datasets of the config in the editor, or its tasks and groups, each with what is known of its prompt. It follows the editor. */
export class TargetsView implements vscode.TreeDataProvider<TargetNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<TargetNode[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<TargetNode>;
  private readonly subscriptions: vscode.Disposable[];
  private uri: string | undefined;
  private roots: readonly TargetNode[] | undefined;
  private readonly states = new Map<string, PairState>();
  /** Pairs of lines that are in sight and of which nothing is known, in their order. */
  private waiting: Pair[] = [];
  private asking = false;
  /** Rises with each other state of the document: what was asked before is not shown. */
  private generation = 0;
  private timer: NodeJS.Timeout | undefined;
  private listens = false;

  constructor(private readonly neighbours: Neighbours) {
    this.view = vscode.window.createTreeView('promptPreflight.targets', { treeDataProvider: this, showCollapseAll: true });
    this.subscriptions = [
      this.view,
      this.changed,
      vscode.window.onDidChangeActiveTextEditor(() => this.follow()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.toString() === this.uri) this.show(undefined);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.documentChanged(document);
      }),
      vscode.commands.registerCommand('promptPreflight.openTarget', (node: TargetNode) => this.open(node)),
      vscode.commands.registerCommand('promptPreflight.openTargetSource', (node: TargetNode) => this.openSource(node)),
      vscode.commands.registerCommand('promptPreflight.copyTargetName', (node: TargetNode) =>
        vscode.env.clipboard.writeText(node.target.name),
      ),
    ];
    this.follow();
  }

  getTreeItem(node: TargetNode): vscode.TreeItem {
    return itemOf(node, this.states, this.roots !== undefined && this.roots[0] === node);
  }

  async getChildren(node?: TargetNode): Promise<TargetNode[]> {
    const children = node ? node.children : await this.load();
    this.wait(children);
    return [...children];
  }

  getParent(): undefined {
    return undefined;
  }

  /** What the view shows, for the tests in a real VS Code. */
  inspect(): object {
    const line = (node: TargetNode): object => {
      const { label, description, iconPath, contextValue } = this.getTreeItem(node);
      return { label, description, icon: (iconPath as vscode.ThemeIcon).id, contextValue, children: node.children.map(line) };
    };
    return { uri: this.uri, visible: this.view.visible, message: this.view.message, roots: (this.roots ?? []).map(line) };
  }

  private follow(): void {
    const document = vscode.window.activeTextEditor?.document;
    // An editor without a config, or none, leaves what is shown in sight.
    if (document && isConfigDocument(document)) this.show(document.uri.toString());
  }

  private documentChanged(document: vscode.TextDocument): void {
    if (document === vscode.window.activeTextEditor?.document && this.uri === undefined) this.follow();
    if (document.uri.toString() === this.uri) this.refreshSoon();
  }

  private show(uri: string | undefined): void {
    if (uri === this.uri) return;
    this.uri = uri;
    this.refresh();
  }

  private refreshSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), quietMs);
  }

  private refresh(): void {
    clearTimeout(this.timer);
    this.generation++;
    this.changed.fire(undefined);
  }

  /** Asked by VS Code while the view can be seen. */
  private async load(): Promise<readonly TargetNode[]> {
    const { uri, generation } = this;
    if (uri === undefined) {
      this.view.message = undefined;
      this.view.description = undefined;
      this.states.clear();
      return (this.roots = []);
    }
    try {
      const server = await this.neighbours.server();
      this.listen(server);
      const answer = await server.targets(uri);
      if (generation !== this.generation) return this.roots ?? [];
      this.states.clear();
      this.waiting = [];
      this.view.message = answer.kind === 'none' ? answer.reason : undefined;
      this.view.description = answer.kind === 'none' ? undefined : nameOf(uri);
      return (this.roots = answer.kind === 'none' ? [] : nodesOf(answer.targets));
    } catch (error) {
      if (generation === this.generation) this.view.message = error instanceof Error ? error.message : String(error);
      return (this.roots = []);
    }
  }

  private listen(server: Server): void {
    if (this.listens) return;
    this.listens = true;
    this.subscriptions.push(
      server.onStarted(() => this.refresh()),
      server.onPreviewChanged(({ uris }) => {
        if (this.uri !== undefined && uris.includes(this.uri)) this.refreshSoon();
      }),
    );
  }

  /** Asks what is known of lines that VS Code is about to show. */
  private wait(nodes: readonly TargetNode[]): void {
    for (const { pair } of nodes) if (pair?.dataset !== undefined && !this.states.has(stateKey(pair))) this.waiting.push(pair);
    void this.ask();
  }

  /** In slices, one after the other: the server stays free for who is typing. */
  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.waiting.length > 0 && this.uri !== undefined) await this.askSome(this.uri);
    } catch {
      // What is not known is shown as that; a server that is gone says so in the status.
      this.waiting = [];
    } finally {
      this.asking = false;
    }
  }

  private async askSome(uri: string): Promise<void> {
    const { generation } = this;
    const some = alike(this.waiting.slice(0, mostAsked));
    const { states } = await (await this.neighbours.server()).states(requestFor(uri, some));
    if (generation !== this.generation) return;
    if (states.length === 0) {
      this.waiting = [];
      return;
    }
    const answered = some.slice(0, states.length);
    answered.forEach((pair, i) => this.states.set(stateKey(pair), states[i]!));
    this.waiting = this.waiting.filter((pair) => !this.states.has(stateKey(pair)));
    this.redraw(answered);
  }

  /** The lines of these pairs, with those above them, are drawn anew. */
  private redraw(pairs: readonly Pair[]): void {
    const keys = new Set(pairs.map(stateKey));
    const touched = (node: TargetNode): boolean =>
      (node.pair !== undefined && keys.has(stateKey(node.pair))) || node.children.some((child) => touched(child));
    this.changed.fire((this.roots ?? []).filter(touched));
  }

  private async open({ pair, target }: TargetNode): Promise<void> {
    if (pair && this.uri !== undefined) this.neighbours.preview(this.uri, pair);
    else if (target.kind === 'task' && target.at) this.neighbours.preview(target.at.uri, {});
    else await this.openSource({ id: '', target, children: [] });
  }

  private async openSource({ target }: TargetNode): Promise<void> {
    if (target.at) await openLink(target.at, vscode.ViewColumn.Active);
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

/** The first ones that differ in the dataset alone, or in the model alone: these are asked in one request. */
function alike(pairs: readonly Pair[]): readonly Pair[] {
  const [first, second] = pairs;
  if (!first || !second) return pairs;
  const other = first.model === second.model ? 'model' : 'dataset';
  const end = pairs.findIndex((pair) => pair[other] !== first[other]);
  return end < 0 ? pairs : pairs.slice(0, Math.max(1, end));
}

function requestFor(uri: string, pairs: readonly Pair[]): StatesRequest {
  const ids = (of: 'dataset' | 'model'): string[] => [...new Set(pairs.flatMap((pair) => pair[of] ?? []))];
  return { uri, datasets: ids('dataset'), models: ids('model') };
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}
