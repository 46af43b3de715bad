import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { HostileInput } from './input.js';
import { guard } from './process-tree.js';
import { controlIn, guards, internalIn, limits, type Fault, type Outcome, type Violation } from './verdict.js';
import { keepChanging, place, remove } from './workspace.js';

const cli = resolve(process.env['PREFLIGHT_CLI'] ?? 'dist/cli.js');
const mostOutput = 64_000_000;

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly cpu: number;
  readonly megabytes: number;
  /** Why it was ended, where it was. */
  readonly ended: string | undefined;
}

/** Runs a program of Node to its end, and measures it with all that it starts. @param stdin what stands on its standard input, if anything */
function run({ args, stdin }: Command, cwd: string): Promise<Run> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    const watched = guard(child.pid!, guards);
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (chunk: string) => {
        if (output[stream].length < mostOutput) output[stream] += chunk;
      });
    child.stdin.on('error', () => undefined).end(stdin);
    child.on('error', fail);
    child.on('close', (code) => done({ code, ...output, ...watched.stop(), ended: watched.ended() }));
  });
}

/** A command of the command line, and what it reads from its standard input. */
interface Command {
  readonly args: readonly string[];
  readonly stdin?: string;
}

/** An exception that is known, behind the text of the document: the last one is explained. */
const traceback = "\nTraceback (most recent call last):\nKeyError: 'api_role'\n";

/** The releases that a prompt is compared between: of lm-evaluation-harness, and of OpenCompass. */
const releases = { task: ['0.4.3', '0.4.13'], config: ['0.3.0', '0.5.4'] } as const;

/** The commands that take a document, each a process of its own, by a name that says what is asked. */
function commandsOf({ open, files, rows, chat, commands, log }: HostileInput): Readonly<Record<string, Command>> {
  const row = rows === undefined ? [] : ['--row', `${rows}:1`];
  const template = chat === undefined ? [] : ['--apply-chat-template', chat];
  const text = files()[open];
  const [before, after] = releases[open.endsWith('.yaml') ? 'task' : 'config'];
  const every: Readonly<Record<string, readonly string[]>> = {
    check: ['check', open],
    preview: ['preview', open, ...row, ...template],
    evaluate: ['evaluate', open],
    'check folder': ['check', '.'],
    'check sarif': ['check', open, '--format', 'sarif', '--timing'],
    'check fixes': ['check', open, '--unsafe-fixes', '--diff'],
    'preview all': ['preview', open, '--stage', 'all', '--format', 'json', ...row, ...template],
    matrix: ['matrix', open],
    diff: ['diff', open, open, ...row, ...template],
    'diff releases': ['diff', '--release', before, '--release', after, open],
    snapshot: ['snapshot', open, '-o', 'snapshots', ...row],
    explain: ['explain', '--config', open],
    hash: ['hash', open],
    ...commands,
  };
  const stdin = log ? log() : (typeof text === 'string' ? text : '') + traceback;
  return Object.fromEntries(Object.entries(every).map(([name, args]) => [name, name === 'explain' ? { args, stdin } : { args }] as const));
}

/** What can be asked of the command line. */
export const commandNames: readonly string[] = Object.keys(commandsOf({ name: '', open: '', files: () => ({}) }));

/** Puts the input through the command line. @param wanted the commands, by `commandNames` */
export async function runCommands(input: HostileInput, wanted: readonly string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-hostile-'));
  const violations: Violation[] = [];
  const report = (fault: Fault, of: string, detail: string): void => void violations.push({ fault, of, detail });
  const total = { cpu: 0, megabytes: 0 };
  let dearest = { of: '', cpu: 0 };
  let changed = (): void => undefined;
  try {
    place(folder, { ...input.files(), 'pyproject.toml': '' });
    changed = keepChanging(input, folder);
    const commands = commandsOf(input);
    for (const name of [...wanted, ...Object.keys(input.commands ?? {})]) {
      const answer = await run(commands[name]!, folder);
      judge(name, answer, report);
      if (answer.cpu > dearest.cpu) dearest = { of: name, cpu: answer.cpu };
      total.cpu += answer.cpu;
      total.megabytes = Math.max(total.megabytes, answer.megabytes);
    }
  } finally {
    changed();
    remove(folder);
  }
  return { input: input.name, by: 'command line', dearest, ...total, violations };
}

function judge(
  name: string,
  { code, stdout, stderr, cpu, megabytes, ended }: Run,
  report: (fault: Fault, of: string, detail: string) => void,
): void {
  if (ended !== undefined) return report(ended.endsWith('MB') ? 'memory' : 'unanswered', name, ended);
  if (code === null || code > 2) report('crash', name, `exit ${String(code)} ${stderr.slice(0, 300)}`);
  const own = internalIn(stderr) ?? internalIn(stdout.slice(-10_000));
  if (own !== undefined) report('internal error', name, own);
  if (cpu > limits.cpuSeconds) report('slow', name, `${cpu.toFixed(1)} s`);
  if (megabytes > limits.megabytes) report('memory', name, `${megabytes.toFixed(0)} MB`);
  const control = controlIn(stderr) ?? controlIn(stdout);
  if (control !== undefined) report('hostile text', name, control);
}
