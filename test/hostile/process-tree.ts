import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

// What Linux tells of a process and all that it has started.

/** What Linux counts in on every machine that Node runs on. */
const ticksPerSecond = 100;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function threads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${String(pid)}/task`);
  } catch {
    return [];
  }
}

/** The process and its descendants, as far as they live. */
function tree(pid: number): number[] {
  const children = threads(pid).flatMap((thread) =>
    read(`/proc/${String(pid)}/task/${thread}/children`)
      .split(' ')
      .filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => tree(Number(child)))];
}

/** Processor time of the tree with all threads and children that have ended, in seconds. */
export function cpuSeconds(pid: number): number {
  let ticks = 0;
  for (const one of tree(pid)) {
    const stat = read(`/proc/${String(one)}/stat`);
    const numbers = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    ticks += numbers.reduce((sum, number) => sum + number, 0);
  }
  return ticks / ticksPerSecond;
}

function kilobytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(read(`/proc/${String(pid)}/status`))?.[1] ?? 0);
}

/** Resident memory of the tree now, in MB. */
export function residentMB(pid: number): number {
  return tree(pid).reduce((sum, one) => sum + kilobytes(one, 'VmRSS'), 0) / 1024;
}

/** Largest resident memory of the process alone since it started or `forgetPeak`, in MB. */
function peakMB(pid: number): number {
  return kilobytes(pid, 'VmHWM') / 1024;
}

function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
  } catch {
    // It has ended.
  }
}

/** A process that is ended when it takes too long or too much, so that no input takes the machine with it. */
export interface Guard {
  /** Why it was ended, where it was. */
  readonly ended: () => string | undefined;
  /** Peak memory in MB and processor time in seconds since the guard was set. */
  readonly stop: () => { readonly megabytes: number; readonly cpu: number };
}

const lookEveryMs = 15;

/** By the clock a process may take so many times as long as it may compute: the machine may be busy, or it may wait for what never comes. */
const patience = 6;

/** Looks at a process until `stop`. @param seconds of processor time, and @param mostMB, at which it is ended; far more than it may take */
export function guard(pid: number, { seconds, mostMB }: { readonly seconds: number; readonly mostMB: number }): Guard {
  const begin = { time: performance.now(), cpu: cpuSeconds(pid) };
  let ended: string | undefined;
  let megabytes = 0;
  let cpu = 0;
  const end = (why: string): void => {
    ended ??= why;
    for (const one of tree(pid).reverse()) kill(one);
  };
  const look = (): void => {
    megabytes = Math.max(megabytes, residentMB(pid), peakMB(pid));
    cpu = Math.max(cpu, cpuSeconds(pid) - begin.cpu);
    if (megabytes > mostMB) end(`took more than ${String(mostMB)} MB`);
    else if (cpu > seconds) end(`took more than ${String(seconds)} s`);
    else if (performance.now() - begin.time > 1_000 * patience * seconds)
      end(`took more than ${String(patience * seconds)} s by the clock`);
  };
  forgetPeak(pid);
  const timer = setInterval(look, lookEveryMs);
  return {
    ended: () => ended,
    stop: () => {
      clearInterval(timer);
      look();
      return { megabytes, cpu };
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
