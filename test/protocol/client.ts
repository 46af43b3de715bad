import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ClientCapabilities,
  type CodeAction,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type Hover,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { pairStatesCommand, previewChoicesCommand, renderPreviewCommand } from '../../server/src/protocol/commands.js';
import { tokensCommand, type TokensAnswer, type TokensRequest } from '../../server/src/protocol/tokens.js';
import type { ChoicesAnswer, PreviewAnswer, PreviewRequest, StatesAnswer } from '../../server/src/protocol/preview.js';

const cli = resolve(process.env['PREFLIGHT_CLI'] ?? 'dist/cli.js');

/** What an editor such as VS Code can do. */
export const modern: ClientCapabilities = {
  textDocument: {
    diagnostic: { dynamicRegistration: true },
    hover: { contentFormat: ['markdown'] },
    definition: { linkSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
  workspace: {
    workspaceEdit: { documentChanges: true },
    configuration: true,
    workspaceFolders: true,
    diagnostics: { refreshSupport: true },
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};

/** An editor that only takes what it is sent. */
export const simple: ClientCapabilities = { textDocument: { publishDiagnostics: { versionSupport: true } } };

export interface ClientOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly capabilities?: ClientCapabilities;
  /** Also a promise of them: for an editor that takes its time. */
  readonly settings?: unknown;
  /** Folders to open, relative to the temporary one; absent: that itself. */
  readonly folders?: readonly string[];
  /** A folder that is there already, in place of a temporary one. */
  readonly root?: string;
  /** What the server is started with: a program and its arguments, which starts it. */
  readonly through?: readonly string[];
  /** Another command line than the built one: a program and its first arguments. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly initializationOptions?: unknown;
  /** The language of the editor; absent: it says none. */
  readonly locale?: string;
}

/** A language client over standard input and output, as an editor would be: the built server runs as its child. */
export class Client {
  readonly published: PublishDiagnosticsParams[] = [];
  readonly logged: string[] = [];
  readonly registered: string[] = [];
  /** What the server wants to be told of when it changes on disk. */
  readonly watched: string[] = [];
  readonly previewChanged: string[][] = [];
  refreshes = 0;
  settings: unknown;
  initialized!: InitializeResult;
  /** The command line that was started. */
  readonly cli = cli;
  private readonly open = new Map<string, TextDocument>();

  private constructor(
    readonly root: string,
    readonly process: ChildProcess,
    readonly connection: ProtocolConnection,
    options: ClientOptions,
  ) {
    this.settings = options.settings;
    // Who has stopped the server waits for no answer any more: what is still asked then is no error of whichever test runs at that moment.
    const send = connection.sendRequest.bind(connection) as (...request: unknown[]) => Promise<unknown>;
    connection.sendRequest = ((...request: unknown[]) => {
      const answer = send(...request);
      answer.catch(() => undefined);
      return answer;
    }) as ProtocolConnection['sendRequest'];
    connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
      Promise.all(items.map(async () => (await this.settings) ?? null)),
    );
    type Registration = { method: string; registerOptions?: { watchers?: { globPattern: string }[] } };
    connection.onRequest('client/registerCapability', ({ registrations }: { registrations: Registration[] }) => {
      this.registered.push(...registrations.map(({ method }) => method));
      this.watched.push(...registrations.flatMap(({ registerOptions }) => registerOptions?.watchers?.map((one) => one.globPattern) ?? []));
      return null;
    });
    connection.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshes++;
      return null;
    });
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => void this.logged.push(message));
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => void this.published.push(params));
    connection.onNotification('promptPreflight/previewChanged', ({ uris }: { uris: string[] }) => void this.previewChanged.push(uris));
    connection.listen();
  }

  /** Starts a server on a temporary workspace of the given files. */
  static async start(options: ClientOptions = {}): Promise<Client> {
    if (!existsSync(cli)) throw new Error(`${cli} does not exist: run "npm run build" first, or name the command line in PREFLIGHT_CLI.`);
    const root = options.root ?? realpathSync(mkdtempSync(join(tmpdir(), 'preflight-protocol-')));
    for (const [name, content] of Object.entries(options.files ?? {})) writeInto(root, name, content);
    const [program, ...args] = [...(options.through ?? []), ...(options.command ?? [process.execPath, cli]), 'lsp', '--stdio'];
    const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...options.env } });
    const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    const client = new Client(root, child, connection, options);
    child.stderr.on('data', (chunk: Buffer) => client.logged.push(`stderr: ${chunk.toString()}`));
    client.initialized = await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: options.capabilities ?? modern,
      ...(options.initializationOptions !== undefined && { initializationOptions: options.initializationOptions }),
      ...(options.locale !== undefined && { locale: options.locale }),
      workspaceFolders: (options.folders ?? ['.']).map((folder) => ({ uri: client.uri(folder), name: folder })),
    });
    await connection.sendNotification('initialized', {});
    return client;
  }

  uri(name: string): string {
    return name.includes(':') ? name : pathToFileURL(join(this.root, name)).toString();
  }

  write(name: string, content: string | Uint8Array): void {
    writeInto(this.root, name, content);
  }

  remove(name: string): void {
    rmSync(join(this.root, name), { recursive: true });
  }

  /** Tells that files changed on disk: 1 created, 2 changed, 3 deleted. */
  async filesChanged(...events: readonly (readonly [name: string, type: 1 | 2 | 3])[]): Promise<void> {
    await this.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: events.map(([name, type]) => ({ uri: this.uri(name), type })),
    });
  }

  async openText(name: string, text: string, languageId = 'python'): Promise<void> {
    const document = TextDocument.create(this.uri(name), languageId, 1, text);
    this.open.set(name, document);
    await this.connection.sendNotification('textDocument/didOpen', { textDocument: { uri: document.uri, languageId, version: 1, text } });
  }

  /** Replaces the first occurrence of a text, as an edit of just that range. */
  async replace(name: string, search: string, newText: string): Promise<void> {
    const document = this.document(name);
    const at = document.getText().indexOf(search);
    if (at < 0) throw new Error(`${name} has no ${JSON.stringify(search)}`);
    const range = { start: document.positionAt(at), end: document.positionAt(at + search.length) };
    await this.change(name, [{ range, newText }]);
  }

  async change(name: string, edits: readonly { range: Range; newText: string }[]): Promise<void> {
    const document = this.document(name);
    const version = document.version + 1;
    // From the last to the first, so that no edit moves another's range.
    const ordered = [...edits].sort((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start));
    const contentChanges = ordered.map(({ range, newText }) => ({ range, text: newText }));
    this.open.set(name, TextDocument.update(document, contentChanges, version));
    await this.connection.sendNotification('textDocument/didChange', { textDocument: { uri: this.uri(name), version }, contentChanges });
  }

  async closeText(name: string): Promise<void> {
    this.open.delete(name);
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri: this.uri(name) } });
  }

  document(name: string): TextDocument {
    const document = this.open.get(name);
    if (!document) throw new Error(`${name} is not open`);
    return document;
  }

  /** Where a text stands in an open document, `behind` units after its start. */
  position(name: string, search: string, behind = 0): Position {
    const document = this.document(name);
    const at = document.getText().indexOf(search);
    if (at < 0) throw new Error(`${name} has no ${JSON.stringify(search)}`);
    return document.positionAt(at + behind);
  }

  /** The text at a range of an open document. */
  textAt(name: string, range: Range): string {
    return this.document(name).getText(range);
  }

  async pull(name: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    return this.connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri: this.uri(name) },
      ...(previousResultId && { previousResultId }),
    });
  }

  async diagnostics(name: string): Promise<Diagnostic[]> {
    const report = await this.pull(name);
    return report.kind === 'full' ? report.items : [];
  }

  async rules(name: string): Promise<unknown[]> {
    return (await this.diagnostics(name)).map(({ code }) => code);
  }

  async preview(name: string, request: Partial<PreviewRequest> = {}): Promise<PreviewAnswer> {
    const argument = { uri: this.uri(name), selection: {}, ...request };
    return this.connection.sendRequest('workspace/executeCommand', { command: renderPreviewCommand, arguments: [argument] });
  }

  async tokens(request: TokensRequest): Promise<TokensAnswer> {
    return this.connection.sendRequest('workspace/executeCommand', { command: tokensCommand, arguments: [request] });
  }

  async choices(name: string, request: Partial<PreviewRequest> = {}): Promise<ChoicesAnswer> {
    const argument = { uri: this.uri(name), selection: {}, ...request };
    return this.connection.sendRequest('workspace/executeCommand', { command: previewChoicesCommand, arguments: [argument] });
  }

  async states(name: string, datasets: readonly string[], models: readonly string[]): Promise<StatesAnswer> {
    const argument = { uri: this.uri(name), datasets, models };
    return this.connection.sendRequest('workspace/executeCommand', { command: pairStatesCommand, arguments: [argument] });
  }

  async hover(name: string, position: Position): Promise<Hover | null> {
    return this.connection.sendRequest('textDocument/hover', { textDocument: { uri: this.uri(name) }, position });
  }

  async actions(name: string, range: Range): Promise<CodeAction[]> {
    return this.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: this.uri(name) },
      range,
      context: { diagnostics: [] },
    });
  }

  /** Applies an edit to the open documents; throws where it is for another version than theirs. */
  async apply(edit: WorkspaceEdit): Promise<void> {
    for (const change of (edit.documentChanges ?? []) as TextDocumentEdit[]) {
      const name = [...this.open].find(([, document]) => document.uri === change.textDocument.uri)?.[0];
      if (name === undefined) throw new Error(`${change.textDocument.uri} is not open`);
      if (change.textDocument.version !== this.document(name).version) throw new Error('The edit is for another version.');
      await this.change(name, change.edits as { range: Range; newText: string }[]);
    }
  }

  /** Whether the server still answers. */
  async alive(): Promise<boolean> {
    await this.openText('alive.py', 'x = 1\n');
    const report = await this.pull('alive.py');
    await this.closeText('alive.py');
    return report.kind === 'full' && this.process.exitCode === null;
  }

  /** Ends the server in order, and the workspace with it. @returns the exit code */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((done) => this.process.once('exit', done));
    if (this.process.exitCode !== null) return this.process.exitCode;
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    const code = await ended;
    this.connection.dispose();
    rmSync(this.root, { recursive: true, force: true });
    return code;
  }
}

/** An answer that is waited for later: a test that fails before that gets none, and nobody has to hear of it. */
export function waitedForLater<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}

/** Waits until a condition holds; fails with its description. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, milliseconds = 10_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${milliseconds} ms for: ${what}`);
    await new Promise((next) => setTimeout(next, 10));
  }
}

function writeInto(root: string, name: string, content: string | Uint8Array): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
