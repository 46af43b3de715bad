import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workspaceFiles } from '../support/configs.js';
import { cli, folderOf } from './run-cli.js';

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return []; // pgrep exits with 1 where there are none.
  }
}

/** The processor time that a process has used, in the words of `ps`; undefined where it is gone. */
function timeOf(pid: number): string | undefined {
  try {
    const [state, time] = execFileSync('ps', ['-o', 'stat=,time=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return state!.startsWith('Z') ? undefined : time;
  } catch {
    return undefined;
  }
}

async function until<T>(what: string, look: () => T | undefined, seconds: number): Promise<T> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`Waited ${String(seconds)} s for: ${what}`);
}

// One byte of this file makes a list of millions: reading it takes seconds.
it.skipIf(process.platform === 'win32')(
  'a reader of columns that is busy ends with the program that asked for it',
  async () => {
    const rows = readFileSync('test/fixtures/rows/types-stream.arrow');
    rows[3982] = 144;
    const cwd = folderOf({ ...workspaceFiles, 'rows.arrow': rows });
    // Behind its end, a large file of nothing: reading may take as long as the size explains.
    truncateSync(join(cwd, 'rows.arrow'), 150_000_000);
    const program = spawn(process.execPath, [cli, 'preview', 'eval.py', '--row', 'rows.arrow:1'], { cwd, stdio: 'ignore' });
    const reader = await until('the reader', () => childrenOf(program.pid!)[0], 15);
    // A second of work: it was started, and asked to read. The fastest machines are done with all of it in less than two.
    await until('work of the reader', () => (Number(timeOf(reader)?.split(':').at(-1)) >= 1 ? true : undefined), 20);
    expect(program.exitCode).toBeNull();
    process.kill(program.pid!, 'SIGKILL');
    expect(await until('its end', () => (timeOf(reader) === undefined ? true : undefined), 5)).toBe(true);
  },
  60_000,
);
