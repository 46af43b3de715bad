import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { HostileInput } from './input.js';
import { guard } from './process-tree.js';
import { controlIn, guards, internalIn, limits, type Fault, type Outcome, type Violation } from './verdict.js';
import { place, remove } from './workspace.js';

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

/** Runs a program of Node to its end, and measures it with all that it starts. */
function run(args: readonly string[], cwd: string): Promise<Run> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    const watched = guard(child.pid!, guards);
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (chunk: string) => {
        if (output[stream].length < mostOutput) output[stream] += chunk;
      });
    child.on('error', fail);
    child.on('close', (code) => done({ code, ...output, ...watched.stop(), ended: watched.ended() }));
  });
}

/** The commands that take a document, each a process of its own. */
function commandsOf({ open, rows, chat }: HostileInput): Readonly<Record<string, readonly string[]>> {
  const more = [...(rows === undefined ? [] : ['--row', `${rows}:1`]), ...(chat === undefined ? [] : ['--apply-chat-template', chat])];
  return { check: ['check', open], preview: ['preview', open, ...more], evaluate: ['evaluate', open] };
}

/** Puts the input through the command line. */
export async function runCommands(input: HostileInput): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-hostile-'));
  const violations: Violation[] = [];
  const report = (fault: Fault, of: string, detail: string): void => void violations.push({ fault, of, detail });
  const total = { cpu: 0, megabytes: 0 };
  let dearest = { of: '', cpu: 0 };
  try {
    place(folder, { ...input.files(), 'pyproject.toml': '' });
    for (const [name, args] of Object.entries(commandsOf(input))) {
      const answer = await run(args, folder);
      judge(name, answer, report);
      if (answer.cpu > dearest.cpu) dearest = { of: name, cpu: answer.cpu };
      total.cpu += answer.cpu;
      total.megabytes = Math.max(total.megabytes, answer.megabytes);
    }
  } finally {
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
