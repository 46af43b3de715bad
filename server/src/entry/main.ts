#!/usr/bin/env node
import './editors-language.js';
import { exitCode } from '../cli/support/command.js';
import { explain } from '../cli/support/explain.js';
import { watchBatch } from '../cli/watch-batch.js';
import { watchCheck } from '../cli/watch-check.js';
import { watchCommand } from '../cli/watch-command.js';

// The thread that was started with the process only watches: all work is done by an engine in a thread of its own.
// What is imported here is small, so that both are there soon.

/** A reader that goes away (`| head`) is no failure of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCode.clean : exitCode.failed);
});

async function startServer(args: readonly string[]): Promise<void> {
  try {
    (await import('./lsp-command.js')).lsp(args);
  } catch (error) {
    process.stderr.write(explain(error, 'lsp'));
    process.exitCode = exitCode.failed;
  }
}

const argv = process.argv.slice(2);
const [name, ...args] = argv;
const helps = args.includes('--help') || args.includes('-h');
if (name === 'lsp' && !helps) void startServer(args);
else if (name === 'batch' && args.length === 0) void watchBatch(argv);
else if (name === 'check' && !helps) watchCheck(argv);
else watchCommand(argv);
