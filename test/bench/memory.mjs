// Peak memory of another process, where the system tells it (Linux).
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

/** Asks for a process's peak until it ends. @returns a function that stops and gives the last answer */
export function watchMemory(pid) {
  let peak;
  const look = () => {
    peak = peakMemory(pid) ?? peak;
  };
  const timer = setInterval(look, 10);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
