import { version } from '../../../package.json';
import { CommandError, exitCode, UsageError, type Command, type ExitCode } from './command.js';

/** The commands in the order of the help text. Each is loaded when it is called, so that the language server starts fast. */
const commands: readonly (readonly [name: string, summary: string, load: () => Promise<Command>])[] = [
  ['check', 'Check configs and print what is wrong with them', async () => (await import('./check.js')).check],
  ['preview', 'Print the prompt of a dataset and a model', async () => (await import('./preview.js')).preview],
  ['evaluate', 'Print what a config evaluates to, as JSON', async () => (await import('./evaluate.js')).evaluate],
  ['hash', "Print the framework's prompt hash of dataset configs", async () => (await import('./hash.js')).hash],
  ['batch', 'Answer JSON Lines requests on standard input', async () => (await import('./batch.js')).batch],
  ['lsp', 'Start the language server', async () => (await import('./lsp.js')).lsp],
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
  const command = await entry[2]();
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(command.help);
    return exitCode.clean;
  }
  return command.run(args);
}

/** Failures end as one sentence on standard error; a stack trace is shown only to who asks for it. */
function explain(error: unknown, name: string | undefined): string {
  if (error instanceof UsageError) {
    const command = commands.some(([known]) => known === name) ? ` ${name}` : '';
    return `prompt-preflight: ${error.message}\nTry 'prompt-preflight${command} --help'.\n`;
  }
  if (error instanceof CommandError) return `prompt-preflight: ${error.message}\n`;
  const detail = error instanceof Error ? error : new Error(String(error));
  const trace = process.env['PREFLIGHT_DEBUG'] ? (detail.stack ?? '') + '\n' : 'Set PREFLIGHT_DEBUG=1 to see where.\n';
  return `prompt-preflight: an error of Prompt Preflight itself: ${detail.message}\n${trace}`;
}

/** A reader that goes away (`| head`) is no failure of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCode.clean : exitCode.failed);
});

const argv = process.argv.slice(2);
run(argv).then(
  (code) => {
    // Not process.exit: standard output may still be draining into a pipe.
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(explain(error, argv[0]));
    process.exitCode = exitCode.failed;
  },
);
