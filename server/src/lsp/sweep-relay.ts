import type { NotificationMessage, RequestMessage } from 'vscode-jsonrpc';
import type { FileEvent } from 'vscode-languageserver';
import { grouped } from '../engine/core/grouped.js';
import { languageByEnding } from '../engine/core/language.js';
import { say } from '../engine/core/say.js';
import type { FileId } from '../engine/core/span.js';
import type { Refusal } from '../engine/project/project.js';
import { fileOfUri } from '../node/uris.js';
import { workspaceCheckCommand, type SweepAnswer } from '../protocol/sweep.js';
import type { Sight } from '../worker/beacon.js';
import { refuseNotification } from './refusals.js';
import { SweepBook, type Publication } from './sweep-book.js';
import { sweepCheckRequest, sweepFindRequest, type SweepChecked, type SweepFound, type SweepWanted } from './sweep-messages.js';
import { letEnd } from './turns.js';
import { SweepProgress, type ProgressToken } from './sweep-progress.js';

/** Files that an engine has in hand: it answers with as many of them as it could check in a short time. */
const mostInHand = 64;
/** After so long without a further change, in milliseconds, what is made of a changed file is checked again: of one that is typed in, and of classes, which all configs are read by. */
const quiet = { typing: 400, stale: 3000 } as const;
/** Without work for so long, in milliseconds, the engine ends, and gives back its memory. */
const restMs = 60_000;
/** An engine that holds more bytes is followed by a new one. */
const mostHeap = 220 * 1024 * 1024;
/** So many engines in a row that end without an answer: the sweep is given up. */
const mostEnds = 3;
/** So few files are checked without a word. */
const fewFiles = 20;
/** So many times the engine is asked again that has not heard of the newest settings. */
const mostRepeats = 200;
/** As the protocol numbers kinds of changes. */
const changedOnDisk = 2;

type Id = RequestMessage['id'];

/** An engine of a sweep, as the relay has it. */
export interface SweepEngine {
  post(message: object): void;
  /** Ends it, whatever it is doing. */
  end(): void;
}

/** What a relay lends to a sweep. */
export interface SweepHost {
  /** Starts an engine that knows all that the client has said, and is told all that it says. */
  start(): SweepEngine;
  write(message: object): void;
  log(text: string): void;
  /** Of a document that is open; undefined where it is not. */
  version(file: FileId): number | undefined;
  /** Whether the client lets a server begin a progress of its own. */
  mayReport(): boolean;
}

/** A command that waits for the end of the sweep. */
interface Run {
  readonly id: Id;
  readonly progress: SweepProgress | undefined;
}

/**
 * Checks all configs of the workspace in an engine of its own, while the setting asks for that, or once by a command; keeps what it has found up to date, and has the client show it
 * where it has no document open. At most one question is with the engine, so any change is known to it before the next one.
 */
export class SweepRelay {
  private readonly book = new SweepBook();
  private readonly refused = new Map<FileId, Refusal>();
  /** Files at which the memory ran out that others had taken: each gets a new engine once. */
  private readonly spared = new Set<FileId>();
  private readonly runs: Run[] = [];
  private on = false;
  /** What was found is kept up to date: the setting asks for it, or the command has been used. */
  private follows = false;
  private world: string | undefined;
  private toSearch = false;
  /** What is known is to be checked again after the search. */
  private anew = false;
  private cut = false;
  /** A file of data has changed: a command checks everything. */
  private otherData = false;
  private engine: SweepEngine | undefined;
  private asked: number | undefined;
  private lastId = 0;
  private ends = 0;
  private repeats = 0;
  private all = 0;
  private began = 0;
  private background: SweepProgress | undefined;
  private readonly timers = new Map<'typing' | 'stale' | 'rest' | 'again', ReturnType<typeof setTimeout>>();

  constructor(private readonly host: SweepHost) {}

  /** Whether a request is for a sweep: it is then answered here. */
  takes({ id, method, params }: RequestMessage): boolean {
    const { command, workDoneToken } = (params ?? {}) as { command?: unknown; workDoneToken?: ProgressToken };
    if (method !== 'workspace/executeCommand' || command !== workspaceCheckCommand) return false;
    const progress =
      workDoneToken === undefined ? undefined : new SweepProgress(workDoneToken, (message) => this.host.write(message), true);
    this.runs.push({ id, progress });
    this.follows = true;
    this.search(this.otherData);
    return true;
  }

  /** The client wants to cancel a request. @returns whether it is one of a sweep's */
  cancels(id: Id): boolean {
    if (!this.runs.some((run) => run.id === id)) return false;
    this.stop();
    return true;
  }

  /** The client's user does not want to wait for what we do in the background. */
  cancelsProgress(token: unknown): void {
    if (this.background && this.background.token === token) this.stop();
  }

  /** The settings are known, or are others now. */
  wanted({ on, world }: SweepWanted): void {
    const before = this.world;
    const wasOn = this.on;
    this.world = world;
    this.on = on;
    if (wasOn && !on) this.turnedOff();
    else if (on && !wasOn) this.startFollowing();
    else if (this.follows && before !== world) this.search(true);
  }

  /** Classes have changed, by which any config is read. */
  stale(): void {
    if (!this.follows) return;
    this.later('stale', quiet.stale, () => {
      this.book.touchAll();
      this.proceed();
    });
  }

  /** A document that is open has another text. Its own findings the client has from elsewhere. */
  changed(file: FileId): void {
    this.touch(file, false);
  }

  closed(file: FileId): void {
    this.publish(this.book.release(file));
    this.touch(file, true);
  }

  /** The client has been told what is wrong with a document. */
  answered(file: FileId): void {
    if (this.isOpen(file)) this.publish(this.book.release(file));
  }

  filesChanged(events: readonly FileEvent[]): void {
    if (!this.follows) return;
    for (const { uri, type } of events) {
      const file = fileOfUri(uri);
      // Of a document that is open the editor's text counts.
      if (this.isOpen(file)) continue;
      const mayBeConfig = languageByEnding(file) !== undefined;
      this.otherData ||= !mayBeConfig;
      this.touch(file, mayBeConfig);
      if (type !== changedOnDisk) this.book.appeared();
    }
    // What a project file leaves out, and which rules hold below it, may be others now.
    if (this.follows && events.some(({ uri }) => uri.endsWith('/preflight.json'))) this.search(true);
  }

  private touch(file: FileId, mayBeConfig: boolean): void {
    this.refused.delete(file);
    this.spared.delete(file);
    if (!this.follows) return;
    this.book.touch(file, mayBeConfig);
    this.later('typing', quiet.typing, () => this.proceed());
  }

  private isOpen(file: FileId): boolean {
    return this.host.version(file) !== undefined;
  }

  /** An answer of the engine's. @returns whether it is one to a sweep's question */
  receives(id: Id, json: string): boolean {
    if (id !== this.asked) return typeof id === 'number';
    this.asked = undefined;
    this.ends = 0;
    const { result, error } = JSON.parse(json) as { result?: SweepFound | SweepChecked; error?: { message: string } };
    if (result === undefined) this.giveUp(error?.message ?? 'no answer');
    else if (result.world !== this.world && ++this.repeats < mostRepeats) this.askLater();
    else if ('heap' in result) this.checked(result);
    else this.foundFiles(result);
    return true;
  }

  /** The engine ended, or was ended by the watchdog. @param message why, a sentence @param inherited what was too much comes from the files before */
  ended({ work, place }: Sight, message: string, inherited: boolean): void {
    this.engine = undefined;
    this.asked = undefined;
    this.book.putBack();
    const file = work?.file ?? place?.file;
    if (file !== undefined && inherited && !this.spared.has(file)) this.spared.add(file);
    else if (file !== undefined && !this.refused.has(file))
      this.refused.set(file, {
        file,
        version: this.host.version(file) ?? 0,
        message: `${message} It is tried again when it changes.`,
        offset: place?.file === file ? place.offset : undefined,
      });
    else if (++this.ends >= mostEnds) return this.giveUp(message);
    this.proceed();
  }

  /** Ends the work for good. */
  exit(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.engine?.end();
    this.engine = undefined;
  }

  private startFollowing(): void {
    this.follows = true;
    this.search(false);
  }

  private turnedOff(): void {
    // Whoever has asked for a check by the command gets it.
    if (this.runs.length > 0) return;
    this.stop();
    this.follows = false;
    for (const publication of this.book.clear()) this.publish(publication);
    this.exit();
  }

  /** @param anew what is known is checked again */
  private search(anew: boolean): void {
    this.toSearch = true;
    this.anew ||= anew;
    this.proceed();
  }

  private proceed(): void {
    if (this.asked !== undefined || this.timers.has('again') || !this.follows) return;
    if (!this.toSearch && this.book.left === 0) return this.finish();
    if (this.began === 0) this.begin();
    this.clearTimer('rest');
    if (this.toSearch) return this.ask(sweepFindRequest, {});
    this.all = Math.max(this.all, this.book.left);
    this.tellProgress();
    this.ask(sweepCheckRequest, { files: this.book.next(mostInHand) });
  }

  private begin(): void {
    this.began = performance.now();
    this.all = 0;
  }

  private ask(method: string, params: object): void {
    this.engine ??= this.startEngine();
    this.asked = ++this.lastId;
    this.engine.post({ jsonrpc: '2.0', id: this.asked, method, params });
  }

  private startEngine(): SweepEngine {
    const engine = this.host.start();
    for (const params of this.refused.values()) engine.post({ jsonrpc: '2.0', method: refuseNotification, params });
    return engine;
  }

  /** The engine has not heard of the newest settings yet. */
  private askLater(): void {
    this.book.putBack();
    this.later('again', 50, () => this.proceed());
  }

  private foundFiles({ files, cut }: SweepFound): void {
    this.toSearch = false;
    this.cut = cut;
    if (this.anew) this.otherData = false;
    for (const publication of this.book.found(files, this.anew)) this.publish(publication);
    this.anew = false;
    this.proceed();
  }

  private checked({ files, heap }: SweepChecked): void {
    for (const file of files) this.publish(this.book.take(file, this.isOpen(file.file)));
    this.book.putBack();
    if (heap > mostHeap) {
      this.engine?.end();
      this.engine = undefined;
    }
    this.proceed();
  }

  private tellProgress(): void {
    const done = this.all - this.book.left;
    for (const { progress } of this.runs) progress?.at(done, this.all);
    if (this.runs.length === 0 && !this.background && this.all > fewFiles && this.host.mayReport()) this.background = this.ownProgress();
    this.background?.at(done, this.all);
  }

  /** A progress that the client has not asked for: begun by us. */
  private ownProgress(): SweepProgress {
    const token = `prompt-preflight-sweep-${String(++this.lastId)}`;
    const write = (message: object): void => this.host.write(message);
    write({ jsonrpc: '2.0', id: token, method: 'window/workDoneProgress/create', params: { token } });
    return new SweepProgress(token, write, true);
  }

  /** Nothing more is done for now; what was found stays. */
  private stop(): void {
    const { left } = this.book;
    const searching = this.toSearch;
    this.book.stop();
    this.toSearch = false;
    this.asked = undefined;
    this.finish(searching ? Math.max(1, left) : left);
  }

  private giveUp(reason: string): void {
    this.host.log(`The check of the workspace was given up: ${reason}`);
    this.stop();
  }

  /** @param left files that were to be checked; absent: none is left out */
  private finish(left?: number): void {
    const milliseconds = this.began === 0 ? 0 : performance.now() - this.began;
    const answer: SweepAnswer = {
      ...this.book.totals(),
      milliseconds,
      ...(left !== undefined && { left }),
      ...(this.cut && { cut: true }),
    };
    if (this.all > fewFiles) this.host.log(report(answer));
    this.began = 0;
    this.all = 0;
    this.repeats = 0;
    this.background?.end();
    this.background = undefined;
    for (const { id, progress } of this.runs.splice(0)) {
      progress?.end();
      this.host.write({ jsonrpc: '2.0', id, result: answer });
    }
    this.later('rest', restMs, () => {
      this.engine?.end();
      this.engine = undefined;
    });
  }

  private publish(publication: Publication | undefined): void {
    if (publication) this.host.write({ jsonrpc: '2.0', method: 'textDocument/publishDiagnostics', params: publication });
  }

  private later(name: 'typing' | 'stale' | 'rest' | 'again', milliseconds: number, act: () => void): void {
    this.clearTimer(name);
    const timer = setTimeout(() => {
      this.timers.delete(name);
      act();
    }, milliseconds);
    letEnd(timer);
    this.timers.set(name, timer);
  }

  private clearTimer(name: 'typing' | 'stale' | 'rest' | 'again'): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}

function report({ files, errors, warnings, others, milliseconds, left }: SweepAnswer): string {
  const numbers = say`${grouped(errors)} errors, ${grouped(warnings)} warnings, ${grouped(others)} others`;
  const rest = left === undefined ? '' : say` ${grouped(left)} are left.`;
  return say`The workspace has ${grouped(files)} configs: ${numbers}, in ${(milliseconds / 1000).toFixed(1)} s.${rest}`;
}

/** The token of a notification that cancels a progress. */
export function tokenOf({ params }: NotificationMessage): unknown {
  return (params as { token?: unknown } | undefined)?.token;
}
