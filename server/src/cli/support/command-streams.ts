import type { StreamLook } from '../../worker/start.js';

/** What this process's own streams are, for a thread that has only pipes to them. */
export function streamsOfProcess(): { readonly stdout: StreamLook; readonly stderr: StreamLook } {
  return { stdout: look(process.stdout), stderr: look(process.stderr) };
}

/** Node leaves `isTTY` out where a stream is no terminal, whatever its types say. */
function look({ isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number }): StreamLook {
  return { isTTY: isTTY ?? false, columns };
}
