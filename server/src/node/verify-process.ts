import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../engine/core/say.js';

/** What our script wrote, or why it did not. */
export type ScriptAnswer = { readonly answer: string } | { readonly failed: string };

export interface ScriptRun {
  /** The name of one of our scripts, which lie beside the bundle. */
  readonly script: string;
  /** What it reads. */
  readonly input: string;
  /** The user's interpreter. */
  readonly python: string;
  /** Where it is started. */
  readonly cwd: string;
  readonly timeoutMs: number;
}

/** So much is read of what a script writes, and shown of what it complains of. */
const mostOutput = 64 * 1024 * 1024;
const shownComplaint = 2_000;

/** What keeps the libraries of Hugging Face from the network. */
const offline = { HF_HUB_OFFLINE: '1', HF_DATASETS_OFFLINE: '1', TRANSFORMERS_OFFLINE: '1', PYTHONIOENCODING: 'utf-8' };

/**
 * Runs one of our scripts with the user's interpreter, in a process of its own that is ended with all that it started: after a time, where it writes too much, and where this process ends
 * before it.
 * Only for what the user asked for: the framework that it imports is the user's, and so are the functions of the config.
 */
export function runScript({ script, input, python, cwd, timeoutMs }: ScriptRun): Promise<ScriptAnswer> {
  const file = join(__dirname, `${script}.py`);
  if (!existsSync(file)) return Promise.resolve({ failed: say`${file} is not there: the installation is incomplete.` });
  return new Promise((done) => {
    const group = process.platform !== 'win32';
    const child = spawn(python, [file], { cwd, env: { ...process.env, ...offline }, detached: group, windowsHide: true });
    const out: Buffer[] = [];
    let complaint = '';
    let size = 0;
    let why: string | undefined;
    const end = (reason?: string): void => {
      why ??= reason;
      if (child.pid === undefined || child.exitCode !== null) return;
      try {
        if (group) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    };
    const timer = setTimeout(() => end(say`It took longer than ${String(timeoutMs / 1000)} s and was ended.`), timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostOutput) end(say`It wrote too much and was ended.`);
      else out.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-shownComplaint)));
    child.on('error', (error) => (why ??= say`${python} cannot be started: ${error.message}`));
    child.stdin.on('error', () => undefined); // It may end before it has read all.
    child.on('close', (code) => {
      clearTimeout(timer);
      const answer = Buffer.concat(out).toString().trim();
      if (why !== undefined) done({ failed: why });
      else if (code !== 0 || answer === '') done({ failed: complaint.trim() || say`It ended with exit code ${String(code)}.` });
      else done({ answer });
    });
    // It stays open: when it closes, because this process is gone, the script ends itself.
    child.stdin.write(input.replaceAll('\n', ' ') + '\n');
  });
}
