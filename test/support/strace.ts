import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What puts a program under strace: its calls that name files, start programs or open connections are written to a file. */
export function straced(log: string): readonly string[] {
  return ['strace', '-f', '-qq', '-s', '8192', '-e', 'trace=%file,%process,%network,getdents64', '-o', log];
}

/** Why strace cannot be used here; undefined where it can. */
export function whyNoStrace(): string | undefined {
  const { status, error, stderr } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (error) return `there is no strace (${error.message})`;
  return status === 0 ? undefined : `strace may not look at processes here (${stderr.trim()})`;
}

/** A call of the kernel that a program made. */
export interface Call {
  readonly name: string;
  /** The texts among its arguments: paths, and for `execve` the arguments. */
  readonly texts: readonly string[];
  readonly line: string;
}

/** The calls in a log of strace. */
export function callsIn(log: string): Call[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, rest] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
      if (name === undefined) return [];
      const texts = [...rest!.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!.replaceAll('\\"', '"'));
      return [{ name, texts, line }];
    });
}

const writing =
  /^(?:creat|mkdir(?:at)?|unlink(?:at)?|rmdir|rename(?:at2?)?|link(?:at)?|symlink(?:at)?|chmod|fchmodat2?|l?chown|fchownat|truncate|mknod(?:at)?|utime(?:s|nsat)?|[lf]?setxattr|[lf]?removexattr|mount|umount2?|pivot_root|chroot)$/;
const looking = /^(?:stat|lstat|statx|newfstatat|fstatat64|access|faccessat2?|readlink(?:at)?|getcwd|chdir)$/;

/** What a call does to the world: nothing that concerns it is `none`. */
export function effectOf({ name, line }: Call): 'write' | 'run' | 'connect' | 'read' | 'look' | 'none' {
  if (writing.test(name)) return 'write';
  if (/^open(?:at2?)?$/.test(name)) return /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(line) ? 'write' : 'read';
  if (/^execve(?:at)?$/.test(name)) return 'run';
  // A pair of sockets is how a process speaks with the one that it has started.
  if (/^(?:connect|bind|listen|sendto)$/.test(name) || (name === 'socket' && !/AF_UNIX/.test(line))) return 'connect';
  return looking.test(name) ? 'look' : 'none';
}
