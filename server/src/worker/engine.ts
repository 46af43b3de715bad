// The thread of an engine; a bundle of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { runCommand } from '../cli/run-command.js';
import { serveOver } from '../lsp/server.js';
import type { EngineStart } from './start.js';

const start = workerData as EngineStart;
if (start.kind === 'server') void serveOver(parentPort!);
else void runCommand(start);
