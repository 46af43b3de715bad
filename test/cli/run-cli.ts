import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll } from 'vitest';

/** The built command line: `PREFLIGHT_CLI` names another one, the packaged one for example. */
export const cli = resolve(process.env['PREFLIGHT_CLI'] ?? 'dist/cli.js');
if (!existsSync(cli)) throw new Error(`${cli} does not exist: run 'npm run build' first.`);

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string | Buffer;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the command line to its end; standard output is a pipe, as in a script. */
export function runCli(args: readonly string[], { input = '', cwd, env }: RunOptions = {}): Promise<Outcome> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [cli, ...args], { cwd, env: { ...process.env, NO_COLOR: '', FORCE_COLOR: '', ...env } });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }));
    child.stdin.on('error', () => undefined); // A command that does not read its input may end before it is written.
    child.stdin.end(input);
  });
}

const scratch: string[] = [];
afterAll(() => {
  for (const folder of scratch) rmSync(folder, { recursive: true, force: true });
});

/** A folder with the given files, removed after the tests. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-cli-'));
  scratch.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** What every message to people must not have: a stack trace, an object's default text. */
export const noise = /\n\s+at |\[object |undefined\b/;
