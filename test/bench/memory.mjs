// Peak memory and processor time of another process, where the system tells them (Linux).
import { readFileSync } from 'node:fs';

/** Peak resident memory of a process in MB; undefined where it is not known. */
export function peakMemory(pid) {
  try {
    const match = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match ? Number(match[1]) / 1024 : undefined;
  } catch {
    return undefined;
  }
}

/** Processor time that a process has spent with all its threads, in seconds; undefined where it is not known. */
function cpuSeconds(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

/** What Linux counts in on every machine that Node runs on. */
const ticksPerSecond = 100;

/** Looks at a process until it ends. @returns a function that stops and gives its peak memory in MB and its processor time in seconds */
export function watchProcess(pid) {
  let peak;
  let cpu;
  const look = () => {
    peak = peakMemory(pid) ?? peak;
    cpu = cpuSeconds(pid) ?? cpu;
  };
  // Each look takes time from a process that uses all processors: 10 ms apart they took nearly a hundredth of it.
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    return { peak, cpu };
  };
}
