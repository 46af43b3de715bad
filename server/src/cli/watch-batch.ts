import { EngineThread } from '../worker/engine-thread.js';
import type { FromCommand, ToBatch } from '../worker/this-thread.js';
import { verdictText } from '../worker/watchdog.js';
import { linesOf, type InputLine } from './batch/lines.js';
import { exitCode } from './support/command.js';
import { streamsOfProcess } from './support/command-streams.js';
import { watchdogOfCommand } from './support/command-watchdog.js';
import { tuneHeap } from './support/heap.js';
import { print } from './support/terminal.js';

/** So many requests, and so many characters of them, are on their way to the engine at once: it need not wait for the next one. */
const mostRequests = 64;
const mostCharacters = 4_000_000;

/**
 * `batch`: reads the requests, has an engine answer them, and answers itself the one that was too much for it.
 * @param program the engine's bundle; absent: the one beside the running one
 */
export async function watchBatch(argv: readonly string[], program?: string): Promise<void> {
  tuneHeap('batch');
  const run = new BatchRun(argv, program);
  try {
    for await (const request of linesOf(process.stdin)) if (request.line.trim() !== '') await run.ask(request);
    await run.finish();
  } catch (error) {
    process.stderr.write(`prompt-preflight: standard input cannot be read: ${error instanceof Error ? error.message : String(error)}.\n`);
    process.exitCode = exitCode.failed;
    await run.finish();
  }
}

class BatchRun {
  /** Without an answer, in the order in which they came. */
  private readonly open: InputLine[] = [];
  private characters = 0;
  private thread: EngineThread;
  private moved: () => void = () => undefined;
  /** A request that a new engine has been given again: what was too much came from those before. */
  private spared: InputLine | undefined;
  private readonly watchdog = watchdogOfCommand((verdict) => {
    if (verdict.inherited && this.spared !== this.open[0]) this.again(this.open[0]!, verdict.leftMs);
    else this.tooMuch(verdictText(verdict));
  });

  constructor(
    private readonly argv: readonly string[],
    private readonly program: string | undefined,
  ) {
    this.thread = this.start();
  }

  /** Settled when the next request may come. */
  async ask(request: InputLine): Promise<void> {
    this.open.push(request);
    this.characters += request.line.length;
    this.post({ kind: 'request', ...request });
    while (this.open.length >= mostRequests || this.characters > mostCharacters) await this.progress();
  }

  /** Settled when all is answered, and the engine ends. */
  async finish(): Promise<void> {
    while (this.open.length > 0) await this.progress();
    this.post({ kind: 'end' });
  }

  private progress(): Promise<void> {
    return new Promise((resolve) => (this.moved = resolve));
  }

  /** @param most how much processor time it has until it has answered, in milliseconds; absent: as much as any */
  private start(most?: number): EngineThread {
    const thread: EngineThread = new EngineThread(
      { kind: 'command', argv: this.argv, streams: streamsOfProcess() },
      {
        ready: () => this.watchdog.ready(thread, most),
        message: (message) => {
          this.watchdog.wake();
          if ((message as FromCommand).kind === 'answer') void this.answer((message as Extract<FromCommand, { kind: 'answer' }>).line);
        },
        gone: (_code, error) => {
          this.watchdog.remove(thread);
          if (this.open.length > 0) this.tooMuch(`The engine ended: ${error?.message ?? 'it gave no reason'}.`);
        },
      },
      this.program,
    );
    this.watchdog.add(thread);
    return thread;
  }

  private async answer(line: string): Promise<void> {
    this.characters -= this.open.shift()!.line.length;
    this.watchdog.trust(this.thread);
    await print(line + '\n');
    this.moved();
  }

  /** The oldest request without an answer is the one that the engine was at; a new engine takes the others. */
  private tooMuch(message: string): void {
    const { line } = this.open[0]!;
    void this.answer(`{"id": ${idOf(line)}, "error": ${JSON.stringify({ type: 'LimitError', message })}}`);
    this.goOn();
  }

  private again(request: InputLine, leftMs: number): void {
    this.spared = request;
    this.goOn(leftMs);
  }

  private goOn(most?: number): void {
    this.thread = this.start(most);
    for (const request of this.open) this.post({ kind: 'request', ...request });
  }

  private post(message: ToBatch): void {
    this.watchdog.wake();
    this.thread.post(message);
  }
}

/** The id of a request, as JSON; `null` where it has none or cannot be read. */
function idOf(line: string): string {
  try {
    return JSON.stringify((JSON.parse(line) as { id?: unknown }).id ?? null);
  } catch {
    return 'null';
  }
}
