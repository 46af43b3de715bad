import type { NotificationMessage } from 'vscode-jsonrpc';
import type { InitializeParams, WorkspaceFolder } from 'vscode-languageserver';

/** Notifications of which only the last one counts. */
const lastCounts = new Set([
  'workspace/didChangeConfiguration',
  'promptPreflight/pythonInterpreter',
  'promptPreflight/trust',
  'promptPreflight/rowFiles',
  '$/setTrace',
]);

interface FoldersChange {
  readonly event: { readonly added: readonly WorkspaceFolder[]; readonly removed: readonly WorkspaceFolder[] };
}

/** What a client has said of itself and its settings, as it would say it to an engine that is started now. */
export class SessionState {
  private params: InitializeParams | undefined;
  private initialized = false;
  private readonly last = new Map<string, NotificationMessage>();

  initialize(params: InitializeParams): void {
    // An engine ends with its process, whatever becomes of the client.
    this.params = { ...params, processId: null };
  }

  /** Whether the client lets a server begin a progress of its own. */
  get mayReport(): boolean {
    return this.params?.capabilities.window?.workDoneProgress === true;
  }

  notification(message: NotificationMessage): void {
    if (message.method === 'initialized') this.initialized = true;
    else if (message.method === 'workspace/didChangeWorkspaceFolders') this.foldersChanged(message.params as unknown as FoldersChange);
    else if (lastCounts.has(message.method)) this.last.set(message.method, message);
  }

  /** What an engine is told first. @param id of the request `initialize` */
  opening(id: string): readonly object[] {
    if (!this.params) return [];
    const first = { jsonrpc: '2.0', id, method: 'initialize', params: this.params };
    return this.initialized ? [first, { jsonrpc: '2.0', method: 'initialized', params: {} }, ...this.last.values()] : [first];
  }

  private foldersChanged({ event: { added, removed } }: FoldersChange): void {
    if (!this.params) return;
    const gone = new Set(removed.map(({ uri }) => uri));
    const folders = [...(this.params.workspaceFolders ?? []).filter(({ uri }) => !gone.has(uri)), ...added];
    this.params = { ...this.params, workspaceFolders: folders };
  }
}
