import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ColumnarFile, ColumnarFormat, RandomAccess } from '../engine/core/columnar.js';
import { openApart, type ReaderEvents, type ReaderProgram } from './columnar-apart.js';
import type { FromReader } from './columnar-messages.js';

/** How long one reading may take, in milliseconds. */
const patience = 20_000;
/** Heap of a process, in MB. */
const heap = 1024;

/**
 * Opens a Parquet or Arrow file in a process of its own. A thread would not do: V8 ends the whole process where one asks for an array that is too large. The process ends with the program.
 * @throws Error that says why the file cannot be read
 */
export function openColumnarApart(format: ColumnarFormat, file: RandomAccess): Promise<ColumnarFile> {
  return openApart({ start: startProcess, patience: () => patience }, format, file);
}

function startProcess({ message, gone }: ReaderEvents): ReaderProgram {
  const child = fork(join(__dirname, 'columnar-reader.js'), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heap}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', (told: FromReader) => message(told));
  child.on('error', (error) => gone(`The reader of columnar files cannot be started: ${error.message}.`));
  child.on('exit', () => gone('The file is damaged, or too large: reading it takes too much memory.'));
  return {
    // A process that is gone is told of by its exit.
    post: (asked) => void (child.connected && child.send(asked)),
    busy(busy) {
      if (busy) child.ref();
      else child.unref();
      if (busy) child.channel?.ref();
      else child.channel?.unref();
    },
    end: () => void child.kill('SIGKILL'),
  };
}
