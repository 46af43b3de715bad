import { version } from '../../../package.json';
import { parentPort } from 'node:worker_threads';
import { readyMessage, type CommandStart } from '../worker/start.js';
import { keepCompiled } from '../worker/own-program.js';
import { tell } from '../worker/this-thread.js';
import { batch } from './commands/batch.js';
import { check } from './commands/check.js';
import { exitCode, UsageError, type Command, type ExitCode } from './support/command.js';
import { evaluateCommand } from './commands/evaluate.js';
import { explainCommand } from './commands/explain.js';
import { explain } from './support/explain.js';
import { diffCommand } from './commands/diff.js';
import { hashCommand } from './commands/hash.js';
import { lspHelp } from './support/lsp-help.js';
import { snapshotCommand } from './commands/snapshot.js';
import { matrixCommand } from './commands/matrix.js';
import { verifyCommand } from './commands/verify.js';
import { previewCommand } from './commands/preview.js';

/** The commands in the order of the help text. All are there at once: a file for each would take longer to open than its code to read. */
const commands: readonly (readonly [name: string, summary: string, command: Command])[] = [
  ['check', 'Check configs and print what is wrong with them', check],
  ['preview', 'Print the prompt of a dataset and a model', previewCommand],
  ['matrix', 'Print which pairs of a config are fine, and what is wrong with the others', matrixCommand],
  ['evaluate', 'Print what a config evaluates to, as JSON', evaluateCommand],
  ['diff', 'Print what another release of the framework changes in a prompt', diffCommand],
  ['snapshot', 'Write what would be sent as files to review, or check that they are up to date', snapshotCommand],
  ['verify', 'Compare a prompt with what the installed framework itself makes', verifyCommand],
  ['explain', 'Say what an exception of a framework means', explainCommand],
  ['hash', "Print the framework's prompt hash of dataset configs", hashCommand],
  ['batch', 'Answer JSON Lines requests on standard input', batch],
  // Which runs in the thread that watches: only its help is asked for here.
  [
    'lsp',
    'Start the language server',
    { help: lspHelp, run: () => Promise.reject(new UsageError('The language server is started by itself.')) },
  ],
];

function overview(): string {
  const width = Math.max(...commands.map(([name]) => name.length));
  return [
    'Prompt Preflight checks the configs of LLM evaluations and shows the exact prompt that the model will receive.',
    '',
    'Usage: prompt-preflight <command> [options]',
    '',
    ...commands.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '  prompt-preflight <command> --help   what a command does, its options and exit codes',
    '  prompt-preflight --version          the version',
    '',
  ].join('\n');
}

async function run(argv: readonly string[]): Promise<ExitCode> {
  const [name, ...args] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(overview());
    return name === undefined ? exitCode.failed : exitCode.clean;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(version + '\n');
    return exitCode.clean;
  }
  const entry = commands.find(([known]) => known === name);
  if (!entry) throw new UsageError(`There is no command '${name}'. Commands: ${commands.map(([known]) => known).join(', ')}.`);
  const command = entry[2];
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(command.help);
    return exitCode.clean;
  }
  return command.run(args);
}

/** Runs a command in this thread, which was started for it, and tells the exit code to the thread that watches. */
export async function runCommand({ argv, streams }: CommandStart): Promise<void> {
  parentPort?.postMessage(readyMessage);
  Object.assign(process.stdout, streams.stdout);
  Object.assign(process.stderr, streams.stderr);
  try {
    const code = await run(argv);
    keepCompiled();
    tell({ kind: 'exit', code });
  } catch (error) {
    process.stderr.write(explain(error, commands.some(([known]) => known === argv[0]) ? argv[0] : undefined));
    tell({ kind: 'exit', code: exitCode.failed });
    // One that waited for files waits no longer.
    parentPort?.unref();
  }
}
