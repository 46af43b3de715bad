import type { Refusal } from '../engine/project/project.js';
import { shownText } from '../engine/core/shown.js';
import type { Sight } from '../worker/beacon.js';
import { EngineThread } from '../worker/engine-thread.js';
import { nothingFound, type CheckedFile } from '../worker/start.js';
import type { FromCommand } from '../worker/this-thread.js';
import { verdictText } from '../worker/watchdog.js';
import { exitCode } from './support/command.js';
import { streamsOfProcess } from './support/command-streams.js';
import { watchdogOfCommand } from './support/command-watchdog.js';
import { tuneHeap } from './support/heap.js';

/** Runs a command in an engine's thread and watches it. The process ends when the thread does, with the command's exit code. */
export function watchCommand(argv: readonly string[]): void {
  if (argv[0] === 'check') tuneHeap('run');
  new CommandRun(argv).start();
}

/** One run of the command line. `check` goes on behind a file that was too much; every other command ends there. */
class CommandRun {
  private readonly refused: Refusal[] = [];
  private readonly checked: CheckedFile[] = [];
  private code: number | undefined;
  private readonly watchdog = watchdogOfCommand((verdict) => {
    this.tooMuch(verdict.sight, verdictText(verdict));
  });

  constructor(private readonly argv: readonly string[]) {}

  start(): void {
    const { argv, refused, checked } = this;
    const thread: EngineThread = new EngineThread(
      { kind: 'command', argv, streams: streamsOfProcess(), resumed: { refused, checked } },
      {
        ready: () => this.watchdog.add(thread),
        message: (message) => this.receive(message as FromCommand),
        gone: (_code, error) => {
          this.watchdog.remove(thread);
          this.ended(thread.look(), error);
        },
      },
    );
  }

  private receive(message: FromCommand): void {
    if (message.kind === 'checked') this.checked.push(...Array<CheckedFile>(message.clean).fill(nothingFound), message.file);
    else if (message.kind === 'exit') process.exitCode = this.code = message.code;
  }

  /** The thread is gone by itself: because it is done, or because V8 ended it. */
  private ended(sight: Sight, error: Error | undefined): void {
    if (this.code !== undefined) return;
    const memory = (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (memory) this.tooMuch(sight, verdictText({ why: 'memory', sight, processorMs: 0 }));
    else this.fail(`an error of Prompt Preflight itself: ${error?.message ?? 'the engine ended'}.`);
  }

  private tooMuch({ work, place }: Sight, message: string): void {
    const file = work?.file ?? place?.file;
    if (this.argv[0] !== 'check' || file === undefined || this.refused.some((refusal) => refusal.file === file)) {
      this.fail(file === undefined ? message : `${file}: ${message}`);
      return;
    }
    this.refused.push({ file, version: 0, message, offset: place?.file === file ? place.offset : undefined });
    this.start();
  }

  private fail(message: string): void {
    process.stderr.write(`prompt-preflight: ${shownText(message)}\n`);
    process.exitCode = exitCode.failed;
  }
}
