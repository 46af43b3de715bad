import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** A PATH on which `prompt-preflight` is the built command line. @param folder made for it */
export function pathWithProgram(folder: string): string {
  const cli = resolve(process.env['PREFLIGHT_CLI'] ?? 'dist/cli.js');
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'prompt-preflight');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(program, 0o755);
  return `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
}

/** Whether a program is on this machine; where it is not, the reason is printed, and in the sum of `npm test`. */
export function isHere(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    const reason = `${program}: not on this machine (${[program, ...args].join(' ')})`;
    console.log(`skipped: ${reason}`);
    if (process.env['PREFLIGHT_SKIPS']) appendFileSync(process.env['PREFLIGHT_SKIPS'], `${reason}\n`);
    return false;
  }
}
