import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  type ExecuteCommandParams,
  ExecuteCommandRequest,
  ProgressType,
  RevealOutputChannelOn,
  State,
  type BaseLanguageClient,
  type LanguageClientOptions,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
  DefinitionRequest,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  FileChangeType,
} from 'vscode-languageclient';
import {
  documentCheckedNotification,
  effectiveConfigCommand,
  explainErrorCommand,
  findRowCommand,
  pairStatesCommand,
  previewChoicesCommand,
  previewChangedNotification,
  previewRestNotification,
  pythonInterpreterNotification,
  renderPreviewCommand,
  saveRowsCommand,
  rowFilesNotification,
  trustNotification,
  type DocumentChecked,
  type EffectiveConfigAnswer,
  type ExplainAnswer,
  type ExplainRequest,
  type PreviewChanged,
  type PythonInterpreter,
  type RowFilesChosen,
  type SaveRowsAnswer,
  type SaveRowsRequest,
} from '../../server/src/protocol/commands.js';
import {
  comparePromptsCommand,
  readSavedCommand,
  releasesCommand,
  type CompareAnswer,
  type CompareRequest,
  type ReleasesAnswer,
  type SavedAnswer,
  type SavedRequest,
} from '../../server/src/protocol/compare.js';
import { takeAwayCommand, type TakeAnswer, type TakeRequest } from '../../server/src/protocol/take-away.js';
import type {
  ChoicesAnswer,
  FindRowAnswer,
  FindRowRequest,
  PreviewAnswer,
  RestSent,
  PreviewRequest,
  SentAnswer,
  StatesAnswer,
  StatesRequest,
} from '../../server/src/protocol/preview.js';
import { targetsCommand, type TargetsAnswer } from '../../server/src/protocol/targets.js';
import { workspaceCheckCommand, type SweepAnswer } from '../../server/src/protocol/sweep.js';
import { tokensCommand, type TokensAnswer, type TokensRequest } from '../../server/src/protocol/tokens.js';
import { withoutNotConfigs } from './not-configs.js';
import { configLanguages } from './config-documents.js';
import { CrashPolicy } from './crash-policy.js';
import { FindingsStatus } from './findings-status.js';
import { followPythonInterpreter } from './python-interpreter.js';
import { rulePageCommand } from './rule-pages.js';
import { settled } from './settled.js';
import { Status } from './status.js';

/** What is left of a start that is under way when its server ends takes some milliseconds. */
const mostOfAStartMs = 2_000;

const workDone = new ProgressType<WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd>();

/** A language client, and what it is connected with. */
export interface Connecting {
  readonly client: BaseLanguageClient;
  /** Process id of the server; undefined where it is none. */
  readonly pid: () => number | undefined;
  /** How the server that runs now is ended where it does not stop by itself: it says nothing more from then on. */
  readonly ending: () => () => Promise<void>;
}

/** The language server as the client sees it: started once, restarted on demand, never a pop-up. */
export class Server implements vscode.Disposable {
  private readonly status = new Status();
  private readonly findings = new FindingsStatus();
  private crashes = new CrashPolicy();
  private readonly changed = new vscode.EventEmitter<PreviewChanged>();
  private readonly rest = new vscode.EventEmitter<RestSent>();
  private readonly started = new vscode.EventEmitter<void>();
  private readonly client: BaseLanguageClient;
  private readonly processId: () => number | undefined;
  private readonly ending: Connecting['ending'];
  private readonly disposables: vscode.Disposable[] = [];
  private starting: Promise<void> | undefined;
  /** Reject what was asked and is not answered yet: the library leaves that open where it gives up a server that does not stop. */
  private readonly unanswered = new Set<(reason: unknown) => void>();
  private progresses = 0;
  private interpreter: string | undefined;
  private rowFiles: readonly string[] = [];
  /** Whether the server has been told that the workspace is trusted. */
  private trusted = false;

  /** Documents whose preview may have changed for a reason outside of them. */
  readonly onPreviewChanged = this.changed.event;
  /** The rest of a prompt that came without it. */
  readonly onPreviewRest = this.rest.event;
  /** The server runs, for the first time or again. */
  readonly onStarted = this.started.event;

  /** @param connect makes the client of a server that is not started yet */
  constructor(
    connect: (options: LanguageClientOptions) => Connecting,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const { client, pid, ending } = connect(this.options());
    this.client = client;
    this.processId = pid;
    this.ending = ending;
    this.disposables.push(
      this.client.onNotification(previewChangedNotification, (change: PreviewChanged) => this.changed.fire(change)),
      this.client.onNotification(previewRestNotification, (rest: RestSent) => this.rest.fire(rest)),
      this.client.onNotification(documentCheckedNotification, (checked: DocumentChecked) => this.findings.take(checked)),
      this.client.onDidChangeState(({ newState }) => this.stateChanged(newState)),
      followPythonInterpreter((path) => {
        this.interpreter = path;
        this.sendInterpreter();
      }, log),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.sendTrust()),
    );
  }

  /** Starts the server once; only `restart` tries again. Never throws: a failure is in the status and in the log. */
  start(): Promise<void> {
    this.starting ??= this.client.start().catch((error: unknown) => this.failed(error));
    return this.starting;
  }

  async restart(): Promise<void> {
    this.status.starting();
    this.crashes = new CrashPolicy();
    if (this.client.isRunning()) await this.stop();
    this.starting = undefined;
    await this.start();
  }

  /**
   * The library says that a server runs before it has told VS Code what the server can do. It does so later even where the server has ended meanwhile, beside the start
   * of the next one, which fails then: the names of its commands are taken.
   */
  private startSettled(): Promise<void> {
    return settled(this.client.start(), mostOfAStartMs);
  }

  /** The library waits for two seconds, and takes the end of a server that came too late for that of the next one. */
  private async stop(): Promise<void> {
    await this.startSettled();
    const end = this.ending();
    try {
      await this.client.stop();
    } catch (error) {
      this.log.warn(`The server did not stop properly, and is ended: ${String(error)}`);
      await end();
      for (const reject of this.unanswered) reject(error);
    }
  }

  /** Asks where what stands in a document is defined that the server does not follow: it has the document for as long. Undefined where it does not run, or fails, which is logged. */
  async definitionsIn(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Definition | vscode.DefinitionLink[] | undefined> {
    await this.start();
    const { code2ProtocolConverter: toProtocol, protocol2CodeConverter: fromProtocol } = this.client;
    try {
      await this.client.sendNotification(DidOpenTextDocumentNotification.type, toProtocol.asOpenTextDocumentParams(document));
      const params = toProtocol.asTextDocumentPositionParams(document, position);
      return await fromProtocol.asDefinitionResult(await this.client.sendRequest(DefinitionRequest.type, params, token), token);
    } catch (error) {
      this.log.warn(`No definition in ${document.uri.toString()}: ${String(error)}`);
      return undefined;
    } finally {
      const close = toProtocol.asCloseTextDocumentParams(document);
      await this.client
        .sendNotification(DidCloseTextDocumentNotification.type, close)
        .catch((error: unknown) => this.log.warn(String(error)));
    }
  }

  /** What the status of the document in the editor says, for the tests in a real VS Code. */
  inspectFindings(): object | undefined {
    return this.findings.inspect();
  }

  get running(): boolean {
    return this.client.isRunning();
  }

  /** Process id of the server that runs. */
  get pid(): number | undefined {
    return this.running ? this.processId() : undefined;
  }

  /**
   * Asks for a preview.
   * @throws where the server does not run or fails
   */
  async render(request: Omit<PreviewRequest, 'holds'>): Promise<PreviewAnswer>;
  async render(request: PreviewRequest): Promise<SentAnswer>;
  async render(request: PreviewRequest): Promise<SentAnswer> {
    return (await this.command(renderPreviewCommand, request)) as SentAnswer;
  }

  /**
   * Asks what a document can be previewed with.
   * @throws where the server does not run or fails
   */
  async choices(request: PreviewRequest): Promise<ChoicesAnswer> {
    return (await this.command(previewChoicesCommand, request)) as ChoicesAnswer;
  }

  /**
   * Looks for a row.
   * @throws where the server does not run or fails
   */
  async findRow(request: FindRowRequest): Promise<FindRowAnswer> {
    return (await this.command(findRowCommand, request)) as FindRowAnswer;
  }

  /**
   * Asks how rows come into the `preflight.json` above a config.
   * @throws where the server does not run or fails
   */
  async saveRows(request: SaveRowsRequest): Promise<SaveRowsAnswer> {
    return (await this.command(saveRowsCommand, request)) as SaveRowsAnswer;
  }

  /** Tells of a file that this extension has written: what watches files may be slow, or not there. */
  fileWritten(uri: string, created: boolean): void {
    const type = created ? FileChangeType.Created : FileChangeType.Changed;
    void this.client?.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri, type }] });
  }

  /** Tells which files of rows the user chose, wherever they lie; a server that starts later is told then. */
  chooseRowFiles(files: readonly string[]): void {
    this.rowFiles = files;
    this.sendRowFiles();
  }

  /**
   * Asks what is known of pairs.
   * @throws where the server does not run or fails
   */
  async states(request: StatesRequest): Promise<StatesAnswer> {
    return (await this.command(pairStatesCommand, request)) as StatesAnswer;
  }

  /**
   * Asks for a config with all that it includes.
   * @throws where the server does not run or fails
   */
  async effectiveConfig(uri: string): Promise<EffectiveConfigAnswer> {
    return (await this.command(effectiveConfigCommand, uri)) as EffectiveConfigAnswer;
  }

  /**
   * Asks what an exception means.
   * @throws where the server does not run or fails
   */
  async explainError(request: ExplainRequest): Promise<ExplainAnswer> {
    return (await this.command(explainErrorCommand, request)) as ExplainAnswer;
  }

  /**
   * Asks what differs between the prompt that is shown and another one.
   * @throws as `render`
   */
  async compare(request: CompareRequest): Promise<CompareAnswer> {
    return (await this.command(comparePromptsCommand, request)) as CompareAnswer;
  }

  /**
   * Hands over a file of saved prompts.
   * @throws as `render`
   */
  async readSaved(request: SavedRequest): Promise<SavedAnswer> {
    return (await this.command(readSavedCommand, request)) as SavedAnswer;
  }

  /**
   * Asks for the releases of the framework of a document.
   * @throws as `render`
   */
  async releases(uri: string): Promise<ReleasesAnswer> {
    return (await this.command(releasesCommand, { uri })) as ReleasesAnswer;
  }

  /**
   * Asks for the prompt that is shown as a text to be used elsewhere.
   * @throws as `render`
   */
  async takeAway(request: TakeRequest): Promise<TakeAnswer> {
    return (await this.command(takeAwayCommand, request)) as TakeAnswer;
  }

  /**
   * Asks for the tokens of texts.
   * @throws where the server does not run or fails
   */
  async tokens(request: TokensRequest): Promise<TokensAnswer> {
    return (await this.command(tokensCommand, request)) as TokensAnswer;
  }

  /**
   * Asks what a document has to be previewed.
   * @throws as `render`
   */
  async targets(uri: string): Promise<TargetsAnswer> {
    return (await this.command(targetsCommand, { uri })) as TargetsAnswer;
  }

  /**
   * Checks all configs of the workspace.
   * @param report is told how far it has come: `increment` is a share of a hundred
   * @throws as `render`
   */
  async checkWorkspace(
    report: (step: { message?: string; increment?: number }) => void,
    token: vscode.CancellationToken,
  ): Promise<SweepAnswer> {
    await this.start();
    const workDoneToken = `workspace-check-${String(++this.progresses)}`;
    let done = 0;
    const listening = this.client.onProgress(workDone, workDoneToken, (step) => {
      if (step.kind !== 'report') return;
      const { message, percentage = done } = step;
      report({ ...(message !== undefined && { message }), increment: percentage - done });
      done = percentage;
    });
    const params = { command: workspaceCheckCommand, arguments: [], workDoneToken };
    try {
      return (await this.ask(params, token)) as SweepAnswer;
    } finally {
      listening.dispose();
    }
  }

  private async command(command: string, argument: unknown): Promise<unknown> {
    await this.start();
    const pid = this.processId();
    try {
      return await this.ask({ command, arguments: [argument] });
    } catch (error) {
      // The library would speak of connections and promises.
      if (!this.running || pid !== this.processId()) throw new Error(vscode.l10n.t('it has ended.'), { cause: error });
      throw error;
    }
  }

  private ask(params: ExecuteCommandParams, token?: vscode.CancellationToken): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.unanswered.add(reject);
      const answer = this.client.sendRequest(ExecuteCommandRequest.type, params, token);
      void answer.then(resolve, reject).finally(() => this.unanswered.delete(reject));
    });
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: configLanguages.map((language) => ({ language })),
      middleware: withoutNotConfigs,
      outputChannel: this.log,
      // Asked anew at each start of the server.
      initializationOptions: () => ({ trusted: (this.trusted = vscode.workspace.isTrusted), rulePageCommand }),
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticPullOptions: { onChange: true, onSave: true, onFocus: true, onTabs: false },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.closed(),
      },
    };
  }

  private async closed(): Promise<{ action: CloseAction; handled: true }> {
    await this.startSettled();
    if (this.crashes.mayRestart(Date.now())) {
      this.log.warn('The server ended; it is started again.');
      return { action: CloseAction.Restart, handled: true };
    }
    this.log.error('The server ended five times within three minutes; it stays stopped until "Prompt Preflight: Restart Server".');
    this.status.failed(vscode.l10n.t('The server keeps stopping. The log says more.'));
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private stateChanged(state: State): void {
    if (state === State.Starting) this.status.starting();
    if (state !== State.Running) return;
    this.status.ready(this.client.initializeResult?.serverInfo?.version);
    this.sendInterpreter();
    this.sendRowFiles();
    this.sendTrust();
    this.started.fire();
  }

  private failed(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.log.error(`The server could not be started: ${reason}`);
    this.status.failed(reason);
  }

  /** A server that is not up yet is told when it is. */
  private sendInterpreter(): void {
    if (!this.running || this.interpreter === undefined) return;
    const message: PythonInterpreter = { path: this.interpreter };
    this.client.sendNotification(pythonInterpreterNotification, message).catch((error: unknown) => this.log.warn(String(error)));
  }

  private sendRowFiles(): void {
    if (!this.running || this.rowFiles.length === 0) return;
    const message: RowFilesChosen = { files: this.rowFiles };
    this.client.sendNotification(rowFilesNotification, message).catch((error: unknown) => this.log.warn(String(error)));
  }

  /** A server that is not up yet is told when it starts. */
  private sendTrust(): void {
    if (!this.running || this.trusted || !vscode.workspace.isTrusted) return;
    this.trusted = true;
    this.client.sendNotification(trustNotification).catch((error: unknown) => this.log.warn(String(error)));
  }

  dispose(): void {
    for (const disposable of [...this.disposables, this.status, this.findings, this.changed, this.rest, this.started]) disposable.dispose();
    void this.client.dispose().catch(() => undefined);
  }
}
