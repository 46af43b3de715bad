import { ErrorCodes, Message, type NotificationMessage, type RequestMessage, type ResponseMessage } from 'vscode-jsonrpc';
import type {
  DidChangeTextDocumentParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  DidChangeWatchedFilesParams,
  DocumentDiagnosticParams,
  InitializeParams,
} from 'vscode-languageserver';
import type { Refusal } from '../engine/project/project.js';
import { grouped } from '../engine/core/grouped.js';
import { say } from '../engine/core/say.js';
import { shownText } from '../engine/core/shown.js';
import type { FileId } from '../engine/core/span.js';
import type { Sight, Work } from '../worker/beacon.js';
import type { ThreadEvents, WatchedThread } from '../worker/watched-thread.js';
import type { ServerStart } from '../worker/start.js';
import { Watchdog, verdictText, type Gauge, type Verdict, type WatchdogEvents, type WatchdogUse } from '../worker/watchdog.js';
import { initializeResult } from './abilities.js';
import { isWritten, type Written } from './engine-port.js';
import { Lifecycle } from './lifecycle.js';
import { OpenTexts } from './open-texts.js';
import { forgiveNotification, Refusals, refuseNotification } from './refusals.js';
import { SessionState } from './session-state.js';
import type { TokensRequest } from '../protocol/tokens.js';
import { countTokensRequest } from './shot-tokens-request.js';
import { TokensRelay } from './tokens-relay.js';
import { sweepStaleRequest, sweepWantedRequest, type SweepWanted } from './sweep-messages.js';
import { SweepRelay, tokenOf, type SweepEngine } from './sweep-relay.js';
import { fileOfUri } from '../node/uris.js';

/** The request by which an engine that is started is told of the client; its answer is ours, not the client's. */
const openingId = 'prompt-preflight-opening';
/** So many engines may end with a request before it is answered with an error: where they were at its document, and where it is not known what they were at. */
const mostEnds = 2;
const mostEndsBeside = 4;
/** As the protocol numbers it (`LSPErrorCodes.RequestFailed`). */
const requestFailed = -32803;
/** So many engines in a row that end before they are at work: the installation is broken. */
const mostFailedStarts = 3;

type Id = RequestMessage['id'];

/** An engine, and the documents that it knows to be open. */
interface Engine {
  readonly thread: WatchedThread;
  readonly open: Set<string>;
  ready: boolean;
}

/** A request of the client's that has not been answered. */
interface Asked {
  readonly message: RequestMessage;
  readonly file: FileId | undefined;
  engine: Engine;
  /** How many engines have ended with it. */
  ends: number;
  /** An engine has ended at its document whose memory other work had taken. */
  spared: boolean;
}

/** The other side of a relay. */
export interface Client {
  /** @param json a message as it is written down */
  send(json: string): void;
  /** The server ends. */
  exit(code: number): void;
  /** It ends though something of it does not let itself be ended. */
  kill(): void;
  /** The installation is broken. @param what a sentence without its capital letter */
  broken(what: string): void;
}

/** What a relay has of where it runs. */
export interface RelaySurroundings {
  readonly use: WatchdogUse;
  /** How its engines are measured; absent: as this process is. */
  readonly gauge?: Gauge;
  /** Commands that are not answered here, each with a sentence that says so. */
  readonly lacking?: ReadonlyMap<string, string>;
}

/**
 * Speaks the protocol with the client, and never works on a document: an engine in a thread of its own does. Where that takes too much it is ended, another
 * one takes its place, and the document is left alone until it changes. Where it takes long, a second one serves the other documents meanwhile.
 */
export class Relay {
  private readonly lifecycle = new Lifecycle();
  private readonly state = new SessionState();
  private readonly texts = new OpenTexts();
  private readonly refusals = new Refusals();
  private readonly asked = new Map<Id, Asked>();
  /** What engines ask the client: two of them may use the same number. */
  private readonly questions = new Map<number, { readonly thread: WatchedThread; readonly id: Id }>();
  private lastQuestion = 0;
  /** The engine that registered with the client what is to be registered. */
  private registrant: Engine | undefined;
  private failedStarts = 0;
  private readonly watchdog: Watchdog;
  private readonly tokens: TokensRelay;
  private readonly sweep = new SweepRelay({
    start: () => this.startSweep(),
    write: (message) => this.write(message),
    log: (message) => this.log(message, 3),
    version: (file) => this.texts.version(this.uriOf(file) ?? ''),
    mayReport: () => this.state.mayReport,
  });
  private sweeping: Engine | undefined;
  private current: Engine;
  /** Serves all other documents while `current` is busy with one. */
  private standIn: { readonly engine: Engine; readonly busyWith: FileId } | undefined;

  /** @param engineThread starts an engine */
  constructor(
    private readonly client: Client,
    private readonly engineThread: (kind: ServerStart['kind'], events: ThreadEvents) => WatchedThread,
    private readonly surroundings: RelaySurroundings = { use: 'server' },
  ) {
    this.watchdog = this.newWatchdog();
    this.tokens = new TokensRelay(
      this.watchdog,
      (message) => this.write(message),
      (thread, message) => this.putToClient(thread, message),
      (events) => engineThread('tokens', events),
    );
    this.current = this.start();
  }

  private newWatchdog(): Watchdog {
    const events: WatchdogEvents = {
      stalled: (thread, sight) => this.stalled(thread, sight),
      goesOn: (thread) => this.goesOn(thread),
      verdict: (thread, verdict) => this.condemned(thread, verdict),
    };
    return new Watchdog(this.surroundings.use, events, this.surroundings.gauge);
  }

  /** A message of the client's. */
  receive(message: Message): void {
    if (Message.isRequest(message)) this.request(message);
    else if (Message.isNotification(message)) this.notification(message);
    else if (Message.isResponse(message)) this.answer(message);
  }

  /** What the client sent is no message. */
  unreadable(error: Error): void {
    this.write({ jsonrpc: '2.0', id: null, error: { code: ErrorCodes.ParseError, message: error.message } });
  }

  /** The client is gone, or has said `exit`: ends everything, in the middle of whatever it is doing. */
  exit(code = this.lifecycle.exitCode): void {
    this.sweep.exit();
    const ended = Promise.all([this.tokens.end(), ...this.engines().map(({ thread }) => thread.end())]);
    // Code outside of JavaScript may not let itself be ended; the process still has to.
    const hard = setTimeout(() => this.client.kill(), 1000);
    void ended.finally(() => {
      clearTimeout(hard);
      this.client.exit(code);
    });
  }

  private request(message: RequestMessage): void {
    const verdict = this.lifecycle.request(message);
    switch (verdict.kind) {
      case 'refuse':
        return this.write({ jsonrpc: '2.0', id: message.id, error: { code: verdict.code, message: verdict.message } });
      case 'initialize':
        return this.initialize(message);
      case 'shutdown':
        return this.write({ jsonrpc: '2.0', id: message.id, result: null });
      case 'pass':
        return this.lacks(message) || this.tokens.takes(message) || this.sweep.takes(message) ? undefined : this.ask(message);
      case 'drop':
      case 'exit':
    }
  }

  private lacks({ id, params }: RequestMessage): boolean {
    const message = this.surroundings.lacking?.get(String((params as { command?: unknown } | undefined)?.command));
    if (message === undefined) return false;
    this.write({ jsonrpc: '2.0', id, error: { code: requestFailed, message } });
    return true;
  }

  private notification(message: NotificationMessage): void {
    const verdict = this.lifecycle.notification(message);
    if (verdict.kind === 'exit') this.exit(verdict.code);
    if (verdict.kind !== 'pass') return;
    switch (message.method) {
      case '$/cancelRequest':
        return this.cancel(message);
      case 'textDocument/didOpen':
        return this.opened(message);
      case 'textDocument/didChange':
        return this.changed(message);
      case 'textDocument/didClose':
        return this.closed(message);
      case 'workspace/didChangeWatchedFiles':
        for (const file of this.refusals.changedOnDisk()) this.toAll(forgiveNotification, { file });
        this.toEngines(message);
        return this.sweep.filesChanged((message.params as unknown as DidChangeWatchedFilesParams).changes);
      case 'window/workDoneProgress/cancel':
        return this.sweep.cancelsProgress(tokenOf(message));
      default:
        this.state.notification(message);
        this.toEngines(message);
    }
  }

  /** The client's answer to a question of an engine's. */
  private answer(message: ResponseMessage): void {
    const question = typeof message.id === 'number' ? this.questions.get(message.id) : undefined;
    if (!question) return;
    this.questions.delete(message.id as number);
    this.watchdog.wake();
    question.thread.post({ ...message, id: question.id });
  }

  private initialize(message: RequestMessage): void {
    const params = message.params as InitializeParams;
    this.state.initialize(params);
    this.write({ jsonrpc: '2.0', id: message.id, result: initializeResult(params, this.surroundings.use !== 'browser') });
    for (const said of this.state.opening(openingId)) this.post(this.current, said);
  }

  private ask(message: RequestMessage): void {
    const file = fileOf(message);
    const engine = this.engineFor(file);
    this.asked.set(message.id, { message, file, engine, ends: 0, spared: false });
    this.post(engine, message);
  }

  private engineFor(file: FileId | undefined): Engine {
    return this.standIn && file !== this.standIn.busyWith ? this.standIn.engine : this.current;
  }

  private cancel(message: NotificationMessage): void {
    const { id } = message.params as { id: Id };
    if (this.sweep.cancels(id)) return;
    const asked = this.asked.get(id);
    if (asked) this.post(asked.engine, message);
  }

  private opened(message: NotificationMessage): void {
    const params = message.params as DidOpenTextDocumentParams;
    const { uri } = params.textDocument;
    this.texts.opened(params);
    this.refusals.changed(fileOfUri(uri));
    const excess = this.texts.excess(uri);
    for (const engine of this.engines()) this.open(engine, uri, excess === undefined ? message : this.opening(uri));
    if (excess !== undefined) this.refuseLong(uri, excess);
  }

  private changed(message: NotificationMessage): void {
    const params = message.params as DidChangeTextDocumentParams;
    const { uri } = params.textDocument;
    const wasLong = this.texts.excess(uri) !== undefined;
    this.texts.changed(params);
    this.refusals.changed(fileOfUri(uri));
    const excess = this.texts.excess(uri);
    // What engines have of a text that was too long is nothing that a part of it could be changed in.
    const said = wasLong || excess !== undefined ? this.rewriting(uri) : message;
    for (const engine of this.engines()) if (engine.open.has(uri)) this.post(engine, said);
    if (excess !== undefined) this.refuseLong(uri, excess);
    this.sweep.changed(fileOfUri(uri));
  }

  /** A document that is too long is not worked on, nor handed on. */
  private refuseLong(uri: string, characters: number): void {
    const message = say`This document has ${grouped(characters)} characters, more than Prompt Preflight looks at.`;
    const refusal: Refusal = { file: fileOfUri(uri), version: this.texts.version(uri) ?? 0, message, offset: 0 };
    this.refusals.add(refusal);
    this.toAll(refuseNotification, refusal);
  }

  private closed(message: NotificationMessage): void {
    const params = message.params as DidCloseTextDocumentParams;
    const { uri } = params.textDocument;
    this.texts.closed(params);
    this.refusals.changed(fileOfUri(uri));
    for (const engine of this.engines()) if (engine.open.delete(uri)) this.post(engine, message);
    this.sweep.closed(fileOfUri(uri));
  }

  /** Opens a document in an engine, but not in that which serves the others while it is worked on. */
  private open(engine: Engine, uri: string, message: object | undefined = this.opening(uri)): void {
    if (!message || (engine === this.standIn?.engine && fileOfUri(uri) === this.standIn.busyWith)) return;
    engine.open.add(uri);
    this.post(engine, message);
  }

  private opening(uri: string): object | undefined {
    const params = this.texts.opening(uri);
    return params && { jsonrpc: '2.0', method: 'textDocument/didOpen', params };
  }

  /** A change of the whole text into what it is now. */
  private rewriting(uri: string): object {
    const { version, text } = this.texts.opening(uri)!.textDocument;
    return { jsonrpc: '2.0', method: 'textDocument/didChange', params: { textDocument: { uri, version }, contentChanges: [{ text }] } };
  }

  private fromEngine(engine: Engine, message: RequestMessage | Written): void {
    this.watchdog.wake();
    this.failedStarts = 0;
    if (!isWritten(message)) this.question(engine, message);
    else if (engine === this.sweeping && message.answers !== undefined) this.ofSweep(message.answers, message.json);
    else if (message.answers === undefined) this.client.send(message.json);
    else this.answered(engine, message.answers, message.json);
  }

  /** An answer of the engine that checks the workspace. */
  private ofSweep(id: Id, json: string): void {
    if (id !== openingId) this.sweep.receives(id, json);
  }

  private question(engine: Engine, message: RequestMessage): void {
    if (message.method === sweepWantedRequest || message.method === sweepStaleRequest) {
      if (message.method === sweepStaleRequest) this.sweep.stale();
      else this.sweep.wanted(message.params as unknown as SweepWanted);
      return this.post(engine, { jsonrpc: '2.0', id: message.id, result: null });
    }
    if (message.method === countTokensRequest) {
      return this.tokens.count(message.params as unknown as TokensRequest, (result) =>
        this.post(engine, { jsonrpc: '2.0', id: message.id, result }),
      );
    }
    if (message.method === 'client/registerCapability') {
      this.registrant ??= engine;
      // An engine that takes over has nothing new to register.
      if (engine !== this.registrant) return this.post(engine, { jsonrpc: '2.0', id: message.id, result: null });
    }
    this.putToClient(engine.thread, message);
  }

  private putToClient(thread: WatchedThread, message: RequestMessage): void {
    const id = ++this.lastQuestion;
    this.questions.set(id, { thread, id: message.id });
    this.write({ ...message, id });
  }

  private answered(engine: Engine, id: Id, json: string): void {
    if (id === openingId) return;
    // A request that another engine has taken over is answered by that one.
    const asked = this.asked.get(id);
    if (asked?.engine !== engine) return;
    this.asked.delete(id);
    this.watchdog.trust(engine.thread);
    this.client.send(json);
    if (asked.message.method === 'textDocument/diagnostic')
      this.sweep.answered(fileOfUri((asked.message.params as unknown as DocumentDiagnosticParams).textDocument.uri));
    this.dismissStandIn();
  }

  private stalled(thread: WatchedThread, { work }: Sight): void {
    const busyWith = work?.file;
    // Engines are dear in a browser: none stands in for one that is busy.
    if (this.surroundings.use === 'browser' || this.standIn || thread !== this.current.thread || busyWith === undefined) return;
    const waiting = [...this.asked.values()].filter(({ file }) => file !== busyWith);
    if (waiting.length > 0) this.callStandIn(busyWith, waiting);
  }

  private callStandIn(busyWith: FileId, waiting: readonly Asked[]): void {
    const engine = this.start();
    this.standIn = { engine, busyWith };
    this.introduce(engine);
    for (const asked of waiting) this.hand(asked, engine);
  }

  private goesOn(thread: WatchedThread): void {
    if (thread === this.current.thread) this.dismissStandIn();
  }

  /** The engine goes on that was busy: what comes now is for it again, and the other one ends when it has answered. */
  private dismissStandIn(): void {
    if (!this.standIn) return;
    const { engine, busyWith } = this.standIn;
    const { work } = this.current.thread.look();
    const mine = [...this.asked.values()].some((asked) => asked.engine === engine);
    if (mine || work?.file === busyWith) return;
    this.standIn = undefined;
    this.end(engine);
  }

  private condemned(thread: WatchedThread, verdict: Verdict): void {
    if (this.tokens.condemned(thread, verdict)) return;
    const text = verdictText(verdict);
    this.log(`Watchdog: ${text} ${workText(verdict.sight)}`);
    if (thread === this.sweeping?.thread) return this.endedSweep(verdict.sight, text, verdict.inherited);
    const refusal = this.refusalOf(verdict.sight, text);
    const spared = verdict.inherited === true && refusal !== undefined && this.spares(thread, refusal);
    this.replace(thread, spared ? 'spared' : refusal, text, verdict.sight.work, verdict.leftMs);
  }

  /** Whether what an engine was at, whose memory other work had taken, may be tried in a new one: each request once, and what no request has asked for once a version. */
  private spares(thread: WatchedThread, refusal: Refusal): boolean {
    const about = [...this.asked.values()].filter(({ engine, file }) => engine.thread === thread && file === refusal.file);
    if (about.length === 0) return this.refusals.spare(refusal);
    if (about.some(({ spared }) => spared)) return false;
    for (const asked of about) asked.spared = true;
    return true;
  }

  /** An engine that ended by itself: V8 ends a thread that asks for more memory than it may have. */
  private gone(engine: Engine, error: Error | undefined): void {
    const sight = engine.thread.look();
    const memory = (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const text = memory
      ? verdictText({ why: 'memory', sight, processorMs: 0 })
      : say`Prompt Preflight stopped its work on this document: its engine ended.`;
    this.log(`Watchdog: ${text} ${workText(sight)} ${error?.stack ?? ''}`);
    if (engine === this.sweeping) return this.endedSweep(sight, text);
    if (!engine.ready && ++this.failedStarts >= mostFailedStarts) {
      this.client.broken(`the engine cannot be started: ${error?.message ?? 'it ends at once'}.`);
      this.exit(1);
      return;
    }
    this.replace(engine.thread, this.refusalOf(sight, text), text, sight.work);
  }

  /** What is left alone from now on: the document, or the file, that the engine was at. */
  private refusalOf({ work, place }: Sight, message: string): Refusal | undefined {
    const file = work?.file ?? place?.file;
    if (file === undefined) return undefined;
    const version = this.texts.version(this.uriOf(file) ?? '') ?? 0;
    // A newer text may be harmless.
    if (version !== (work?.version ?? 0)) return undefined;
    return {
      file,
      version,
      message: `${message} It is tried again when the document changes.`,
      offset: place?.file === file ? place.offset : undefined,
    };
  }

  private uriOf(file: FileId): string | undefined {
    return this.texts.uris().find((uri) => fileOfUri(uri) === file);
  }

  /**
   * Another engine goes on where one has ended, and leaves alone what was too much for that one.
   * @param cause undefined where it is not known what it was at; `spared`: that may do well in a new engine
   * @param work what it was at
   * @param leftMs how much processor time a new engine has for what the other one has ended with; absent: as much as any
   */
  private replace(
    thread: WatchedThread,
    cause: Refusal | 'spared' | undefined,
    reason: string,
    work: Work | undefined,
    leftMs?: number,
  ): void {
    const refusal = cause === 'spared' ? undefined : cause;
    if (refusal) this.refusals.add(refusal);
    const ended = this.engines().find((engine) => engine.thread === thread)!;
    const next = ended === this.standIn?.engine ? this.current : (this.standIn?.engine ?? this.start('documents', leftMs));
    const fresh = next !== this.current && next !== this.standIn?.engine;
    this.standIn = undefined;
    this.current = next;
    this.end(ended);
    if (fresh) this.introduce(next);
    else {
      if (refusal) this.tell(next, refuseNotification, refusal);
      for (const uri of this.texts.uris()) if (!next.open.has(uri)) this.open(next, uri);
    }
    const waiting = [...this.asked.values()].filter(({ engine }) => engine === ended);
    // Those that were about what it was at; all where none was.
    const about = work ? waiting.filter(({ file }) => file === work.file) : [];
    const suspects = about.length > 0 ? about : waiting;
    for (const asked of waiting)
      if (cause === 'spared' || !suspects.includes(asked)) this.hand(asked, next);
      else if (suspects === about && work?.file === undefined) this.refuse(asked, reason);
      else this.handOn(asked, next, reason, suspects === about ? mostEnds : mostEndsBeside);
  }

  /** Asks another engine what one has ended with: most likely it knows better what to leave alone. What ends that one too is not asked again. */
  private handOn(asked: Asked, next: Engine, reason: string, most: number): void {
    if (++asked.ends < most) this.hand(asked, next);
    else this.refuse(asked, reason);
  }

  /** Of what is about no document another engine knows nothing to leave alone. */
  private refuse({ message: { id } }: Asked, reason: string): void {
    this.asked.delete(id);
    this.write({ jsonrpc: '2.0', id, error: { code: requestFailed, message: shownText(reason) } });
  }

  private hand(asked: Asked, to: Engine): void {
    asked.engine = to;
    this.post(to, asked.message);
  }

  /** An engine for the check of the workspace: it hears all that the others hear. */
  private startSweep(): SweepEngine {
    this.watchdog.expect(2);
    const engine = (this.sweeping = this.start('sweep'));
    this.introduce(engine);
    return { post: (message) => this.post(engine, message), end: () => this.endSweep() };
  }

  private endSweep(): void {
    const engine = this.sweeping;
    this.sweeping = undefined;
    this.watchdog.expect(1);
    if (engine) this.end(engine);
  }

  private endedSweep(sight: Sight, message: string, inherited = false): void {
    this.endSweep();
    this.sweep.ended(sight, message, inherited);
  }

  /** @param most how much processor time it has for a piece of work until it is trusted, in milliseconds; absent: as much as any */
  private start(kind: 'documents' | 'sweep' = 'documents', most?: number): Engine {
    const events: ThreadEvents = {
      ready: () => {
        engine.ready = true;
        this.watchdog.ready(thread, most);
      },
      message: (message) => this.fromEngine(engine, message as RequestMessage | Written),
      gone: (_code, error) => this.gone(engine, error),
    };
    const thread = this.engineThread(kind, events);
    this.watchdog.add(thread);
    const engine: Engine = { thread, open: new Set(), ready: false };
    return engine;
  }

  /** Tells an engine that takes over all that the client has said. */
  private introduce(engine: Engine): void {
    for (const said of this.state.opening(openingId)) this.post(engine, said);
    for (const refusal of this.refusals.all()) this.tell(engine, refuseNotification, refusal);
    for (const uri of this.texts.uris()) this.open(engine, uri);
  }

  private end({ thread }: Engine): void {
    void thread.end().then(() => this.watchdog.remove(thread));
    for (const [id, question] of this.questions) if (question.thread === thread) this.questions.delete(id);
  }

  private engines(): readonly Engine[] {
    return [this.current, this.standIn?.engine, this.sweeping].filter((engine) => engine !== undefined);
  }

  private toEngines(message: object): void {
    for (const engine of this.engines()) this.post(engine, message);
  }

  private toAll(method: string, params: object): void {
    for (const engine of this.engines()) this.tell(engine, method, params);
  }

  private tell(engine: Engine, method: string, params: object): void {
    this.post(engine, { jsonrpc: '2.0', method, params });
  }

  private post({ thread }: Engine, message: object): void {
    this.watchdog.wake();
    thread.post(message);
  }

  private write(message: object): void {
    this.client.send(JSON.stringify(message));
  }

  /** @param type as the protocol numbers kinds of messages; 2: a warning */
  private log(message: string, type = 2): void {
    this.write({ jsonrpc: '2.0', method: 'window/logMessage', params: { type, message: shownText(message) } });
  }
}

/** The document that a request is about; undefined where it is about none. */
function fileOf({ method, params }: RequestMessage): FileId | undefined {
  const { textDocument, arguments: args } = (params ?? {}) as { textDocument?: { uri?: unknown }; arguments?: unknown };
  const uri = method === 'workspace/executeCommand' ? uriOfArgument(args) : textDocument?.uri;
  return typeof uri === 'string' ? fileOfUri(uri) : undefined;
}

/** Our commands take a URI, or an object with one. */
function uriOfArgument(args: unknown): unknown {
  const first: unknown = Array.isArray(args) ? args[0] : undefined;
  return typeof first === 'object' && first !== null && 'uri' in first ? first.uri : first;
}

function workText({ work, place }: Sight): string {
  if (!work) return place ? `It was at ${place.file}.` : '';
  return `It was at ${work.what} of ${work.file ?? 'no document'}, version ${String(work.version ?? 0)}.`;
}
