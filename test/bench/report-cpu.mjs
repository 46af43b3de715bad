// Loaded into a server whose work is measured: answers each message of its parent with the processor time that the process has spent, in microseconds. The thread that answers is the one that
// speaks the protocol, which does not wait for an engine.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.channel?.unref();
}
