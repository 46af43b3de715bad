// Loaded into a server whose memory is watched, and into the engine that it starts: at the signal USR2 the engine collects its garbage and says on standard error
// what is left, in MB. The signal reaches only the thread that speaks the protocol, and what that one holds is little.
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const channel = new BroadcastChannel('what memory is left');
channel.unref();
if (isMainThread) process.on('SIGUSR2', () => channel.postMessage('tell'));
else channel.onmessage = () => tell();

function tell() {
  // Whoever loads this starts Node with --expose-gc.
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const megabytes = (bytes) => Math.round(bytes / 2 ** 20);
  process.stderr.write(`memory ${JSON.stringify({ heap: megabytes(heapUsed + external), rss: megabytes(rss) })}\n`);
}
