// What a thread of an engine begins with: loads the engine, with V8's code of it where a run before has kept that. A bundle of its own.
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { CodeCache } from '../node/compiled/code-cache.js';
import { CompiledProgram } from '../node/compiled/compiled-program.js';
import type { EngineStart } from '../worker/start.js';

/** The server writes nothing: it is started once, and a command many times. */
const isCommand = (workerData as EngineStart).kind === 'command';
const program = new CompiledProgram(isCommand ? CodeCache.open(process.env['PREFLIGHT_COMPILE_CACHE']) : undefined);
globalThis.promptPreflightProgram = program;
program.load(join(__dirname, 'engine-parts.js'));
