import { shownText } from '../engine/core/shown.js';
import { EngineThread } from '../worker/engine-thread.js';
import type { FromCommand } from '../worker/this-thread.js';
import { watchdogOfCommand } from './support/command-watchdog.js';
import { exitCode } from './support/command.js';
import { streamsOfProcess } from './support/command-streams.js';
import { engineTooMuch, whyGone } from './support/engine-gone.js';

/** Runs a command in an engine's thread and watches it. The process ends when the thread does, with the command's exit code. */
export function watchCommand(argv: readonly string[]): void {
  let code: number | undefined;
  const fail = (message: string): void => {
    process.stderr.write(`prompt-preflight: ${shownText(message)}\n`);
    process.exitCode = exitCode.failed;
  };
  const watchdog = watchdogOfCommand((verdict) => {
    fail(engineTooMuch(verdict).whole);
  });
  const thread: EngineThread = new EngineThread(
    { kind: 'command', argv, streams: streamsOfProcess(), language: process.env['PREFLIGHT_LANGUAGE'] },
    {
      ready: () => watchdog.ready(thread),
      message: (message) => {
        const told = message as FromCommand;
        if (told.kind === 'exit') process.exitCode = code = told.code;
      },
      gone: (_code, error) => {
        watchdog.remove(thread);
        if (code === undefined) fail(whyGone(thread.look(), error).whole);
      },
    },
  );
  watchdog.add(thread);
}
