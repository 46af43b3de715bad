/** Settled after so many milliseconds. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Has a process end though a timer is still running; a worker of a browser ends with its page. */
export function letEnd(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === 'object') timer.unref();
}

/** Lets the messages that have already arrived be handled: an edit or a cancellation behind a request in the queue. */
export function settle(): Promise<void> {
  return new Promise((resolve) => nextTurn(() => nextTurn(resolve)));
}

const channel = typeof setImmediate === 'undefined' ? new MessageChannel() : undefined;
const waiting: (() => void)[] = [];
if (channel) Object.assign(channel.port1, { onmessage: () => waiting.shift()?.() });

/** A timer of a browser would wait for some milliseconds. */
function nextTurn(run: () => void): void {
  if (!channel) return void setImmediate(run);
  waiting.push(run);
  channel.port2.postMessage(undefined);
}

/** How long an answer waits for rows that are being read, in milliseconds: most are there at once. */
export const patienceForRows = 500;
