import { availableParallelism } from 'node:os';
import type { Refusal } from '../engine/project/project.js';
import { shownText } from '../engine/core/shown.js';
import type { FileId } from '../engine/core/span.js';
import { EngineThread } from '../worker/engine-thread.js';
import type { WatchedThread } from '../worker/watched-thread.js';
import { nothingFound, type CheckedFile, type Joined } from '../worker/start.js';
import type { AllFiles, FoundFiles, FromCommand, ReportFrame, ToCheck } from '../worker/this-thread.js';
import { Watchdog } from '../worker/watchdog.js';
import { CheckQueue, enginesFor, type FileRange } from './support/check-queue.js';
import { enginesExpected } from './check/engines-expected.js';
import { CausesTold } from './check/causes-told.js';
import { FileChanges } from './check/changes.js';
import { RunTotals } from './check/run-totals.js';
import { DocumentSummary, TextSummary, type Summary } from './reports/summaries.js';
import { exitCode } from './support/command.js';
import { streamsOfProcess } from './support/command-streams.js';
import { engineTooMuch, whyGone, type Gone } from './support/engine-gone.js';
import { tuneForFiles, tuneHeap } from './support/heap.js';
import { shownPath } from './support/shown-path.js';
import { ProgressLine, styleFor } from './support/terminal.js';

/**
 * `check`: has engines search for the files and check them, prints in order what they find, and goes on behind a file that was too much.
 * @param program the engine's bundle; absent: the one beside the running one
 */
export function watchCheck(argv: readonly string[], program?: string): void {
  tuneHeap('check');
  // Also where they are few: engines that are loaded with the same flags can share what V8 has compiled.
  tuneForFiles(0);
  const run = (): void => void new CheckRun(argv, program, changes);
  const changes = new FileChanges(run);
  run();
}

/** All that is known once the files are found. */
interface Found {
  /** How many engines check them. */
  readonly engines: number;
  readonly summary: Summary;
  readonly progress: ProgressLine;
  readonly told: FoundFiles;
}

/** What an engine has in hand that gets no files: it searches, or is ended. */
const noFiles: FileRange = { start: 0, end: 0 };

class CheckRun {
  /** Each with the files that it has in hand and has not told of; undefined where it waits for some. */
  private readonly engines = new Map<WatchedThread, FileRange | undefined>();
  /** Those that were started before anything was known of the run. */
  private readonly early = new Set<WatchedThread>();
  private queue: CheckQueue;
  /** As many as the search has found by now. */
  private files: readonly FileId[] = [];
  private readonly refused: Refusal[] = [];
  /** Of a run that goes on: what engines have read or looked for. */
  private readonly read = new Set<FileId>();
  /** Files at which the memory ran out that others had taken: each gets a new engine once. */
  private readonly spared = new Set<FileId>();
  private found: Found | undefined;
  /** Up to here one engine works alone, so that what is refused is the same with any number of them. */
  private aloneUntil = 0;
  /** Of an own fault, or of what an engine could not do. */
  private failed = false;
  private readonly totals = new RunTotals();
  private readonly causes = new CausesTold();
  private printing = false;
  private ended = false;
  private readonly watchdog = new Watchdog('command', {
    stalled: () => undefined,
    goesOn: () => undefined,
    verdict: (thread, verdict) => void this.replace(thread, engineTooMuch(verdict)),
  });

  constructor(
    private readonly argv: readonly string[],
    private readonly program: string | undefined,
    private readonly changes: FileChanges,
  ) {
    this.search();
    // What they are needed for is looked at while the one that searches loads.
    for (let engines = enginesExpected(argv.slice(1)); engines > 1; engines--) this.early.add(this.start('later'));
    this.queue = new CheckQueue(this.engines.size);
    this.watchdog.expect(this.engines.size);
  }

  private search(): void {
    this.engines.set(this.start({ refused: this.refused, named: undefined, files: undefined, stdin: undefined }), noFiles);
  }

  private start(joined: Joined | 'later'): WatchedThread {
    const thread: WatchedThread = new EngineThread(
      { kind: 'command', argv: this.argv, streams: streamsOfProcess(), joined },
      {
        ready: () => this.watchdog.ready(thread),
        message: (message) => {
          this.watchdog.wake();
          this.receive(thread, message as FromCommand);
        },
        gone: (_code, error) => {
          if (!this.ended) void this.replace(thread, whyGone(thread.look(), error));
        },
      },
      this.program,
    );
    this.watchdog.add(thread);
    this.engines.set(thread, undefined);
    return thread;
  }

  /** What an engine must know to check files. */
  private joined(): Joined {
    const { named = [], files, stdin } = this.found?.told ?? {};
    return { refused: this.refused, named, files, stdin };
  }

  private receive(thread: WatchedThread, message: FromCommand): void {
    if ('read' in message) for (const file of message.read ?? []) this.read.add(file);
    if (message.kind === 'some') this.foundSome(message.files);
    else if (message.kind === 'found') this.foundAll(thread, message);
    else if (message.kind === 'checked') this.take(thread, message.clean, message.file);
    else if (message.kind === 'done') this.take(thread, message.clean, undefined);
    else if (message.kind === 'exit') {
      // It has said why, and ends when that is written.
      this.watchdog.remove(thread);
      this.engines.delete(thread);
      this.end(message.code);
      this.changes.goOn();
    }
  }

  private foundSome(files: readonly FileId[]): void {
    this.files = [...this.files, ...files];
    this.queue.grow(this.files.length);
    this.giveOut();
  }

  private foundAll(thread: WatchedThread, told: FoundFiles): void {
    const { files, frame, jobs } = told;
    say(told.notes);
    tuneForFiles(files.length);
    // Engines that have loaded by now are of use, however few files there are.
    const engines = Math.max(this.engines.size, enginesFor(files.length, jobs, availableParallelism()));
    const summary = frame.kind === 'lines' ? new TextSummary(styleFor(process.stdout)) : new DocumentSummary(frame);
    this.files = files;
    this.queue.complete(files.length, engines);
    this.found = { engines, summary, progress: new ProgressLine(files.length), told };
    this.engines.set(thread, undefined);
    for (const other of this.early) other.post({ all: files } satisfies AllFiles);
    this.watchdog.expect(engines);
    void this.print(this.found);
  }

  /** `clean` files of those that an engine has in hand have nothing, and the one behind them has what is said of it; it is done where none is. */
  private take(thread: WatchedThread, clean: number, file: CheckedFile | undefined): void {
    const { queue } = this;
    const range = this.engines.get(thread)!;
    let at = range.start;
    for (; at < range.start + clean; at++) queue.put(at, nothingFound);
    if (file) queue.put(at++, file);
    // An engine that has told of its last file goes on for a moment: it says itself when it is done.
    this.engines.set(thread, file ? { start: at, end: range.end } : undefined);
    if (this.found) void this.print(this.found);
    else this.giveOut();
  }

  /** Prints what is known of the next files in order; waits where nobody takes it as fast, and gives out no more files meanwhile than may be ahead. */
  private async print(found: Found): Promise<void> {
    if (this.printing) return;
    this.printing = true;
    const { files, queue } = this;
    const { summary, progress } = found;
    const { frame, baseline } = found.told;
    for (let handed = queue.handOn(); handed; handed = queue.handOn()) {
      const next = this.causes.take(handed, betweenFindings(frame), baseline !== undefined);
      this.totals.add(files[queue.done - 1]!, next);
      if (next.notes !== '' || next.text !== '') progress.clear();
      say(next.notes);
      this.failed ||= next.failed ?? false;
      await summary.add(next);
    }
    this.printing = false;
    if (this.ended) return;
    if (queue.done < files.length) {
      progress.at(queue.done, shownPath(files[queue.done]!));
      this.giveOut();
      return;
    }
    progress.clear();
    this.ended = true;
    const code = await summary.finish(
      files.length,
      this.refused.map(({ file }) => file),
    );
    this.close(found.told, this.failed ? exitCode.failed : code);
  }

  private close({ baseline, diff, watched }: FoundFiles, code: number): void {
    try {
      say(this.totals.end(diff, baseline));
      this.end(diff && this.totals.anyFixed ? Math.max(code, exitCode.findings) : code);
      if (watched) this.changes.await([...watched, ...this.read]);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Gives files to the engines that have none, and starts those that are wanting. */
  private giveOut(): void {
    const { files, queue, found } = this;
    const engines = found?.engines ?? this.engines.size;
    const wanted = queue.done < this.aloneUntil ? 1 : engines;
    const idle = [...this.engines].filter(([, inHand]) => !inHand).map(([thread]) => thread);
    for (let free = idle.length + Math.max(0, wanted - this.engines.size); free > 0; free--) {
      const range = queue.take();
      if (!range) break;
      const thread = idle.shift() ?? this.start(this.joined());
      this.engines.set(thread, range);
      this.watchdog.wake();
      const joined = this.early.has(thread) ? { joined: { ...this.joined(), files: undefined } } : {};
      thread.post({ files: files.slice(range.start, range.end), alone: engines === 1, ...joined } satisfies ToCheck);
    }
    // That takes a while, for all that it has in memory, which passes beside the work of the others.
    if (queue.isGivenOut) for (const thread of idle) void this.rest(thread);
  }

  /**
   * An engine took too much, or is gone. Beside others, or where the files before have taken the memory, that proves nothing: what it had in hand is checked
   * again by a new engine alone. Otherwise the file is refused, and the next engine goes on behind it.
   */
  private async replace(thread: WatchedThread, gone: Gone): Promise<void> {
    const { found } = this;
    if (!this.engines.has(thread)) return;
    const alone = this.engines.size === 1;
    if (found && !alone) this.aloneUntil = this.engines.get(thread)?.end ?? this.queue.done;
    const file = gone.file;
    const refusable = file !== undefined && !this.refused.some((refusal) => refusal.file === file);
    const proven = alone && !(refusable && gone.inherited && !this.spared.has(file));
    if (!proven && alone && file !== undefined) this.spared.add(file);
    await this.endAll();
    if (this.ended) return;
    if (proven && !refusable) return this.fail(gone.whole);
    if (proven && refusable) this.refused.push({ file, version: 0, message: gone.message, offset: gone.offset });
    if (found) {
      this.queue.rewind();
      await this.print(found);
    } else {
      // What was checked beside the search is forgotten: it may find other files now.
      this.queue = new CheckQueue(1);
      this.early.clear();
      this.files = [];
      this.search();
    }
  }

  /** Ends an engine that is needed no longer; it still counts as one of those that had files. */
  private async rest(thread: WatchedThread): Promise<void> {
    this.engines.set(thread, noFiles);
    await thread.end();
    this.watchdog.remove(thread);
  }

  private async endAll(): Promise<void> {
    const threads = [...this.engines.keys()];
    this.engines.clear();
    await Promise.all(threads.map((thread) => thread.end()));
    for (const thread of threads) this.watchdog.remove(thread);
  }

  private fail(message: string): void {
    process.stderr.write(`prompt-preflight: ${shownText(message)}\n`);
    this.end(exitCode.failed);
    this.changes.goOn();
  }

  private end(code: number): void {
    this.ended = true;
    process.exitCode = code;
    void this.endAll();
  }
}

function betweenFindings(frame: ReportFrame): string {
  if (frame.kind === 'document') return frame.between;
  return frame.kind === 'json' ? ',\n' : '';
}

/** Writes notes of engines, which are lines already. */
function say(notes: string): void {
  if (notes !== '') process.stderr.write(notes);
}
