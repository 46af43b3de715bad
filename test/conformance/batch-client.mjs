// Drives `prompt-preflight batch` as a script would: requests in, answers out, in order.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseLossless, stringifyLossless } from './json.mjs';

/**
 * Sends every request and calls `onAnswer(request, answer)` for each in order.
 * @param cli path of cli.js
 * @param env variables besides those of this process
 * @throws Error where the process ends early or answers another request than it was asked
 */
export async function runBatch(cli, requests, onAnswer, env = {}) {
  const child = spawn(process.execPath, [cli, 'batch'], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const exited = once(child, 'exit');
  child.stdin.on('error', () => {}); // Reported below, as an early end.
  const writing = write(child.stdin, requests);
  let next = 0;
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    const request = requests[next++];
    const answer = parseLossless(line);
    if (!request || answer.id !== request.id)
      throw new Error(`answer ${next} is to ${JSON.stringify(answer.id)}, not to ${JSON.stringify(request?.id)}`);
    onAnswer(request, answer);
  }
  await writing;
  const [code] = await exited;
  if (code !== 0) throw new Error(`batch ended with exit code ${code}`);
  if (next < requests.length) throw new Error(`batch answered ${next} of ${requests.length} requests`);
}

async function write(stream, requests) {
  const closed = once(stream, 'close');
  for (const request of requests) {
    if (stream.destroyed) return;
    if (!stream.write(stringifyLossless(request) + '\n')) await Promise.race([once(stream, 'drain'), closed]);
  }
  stream.end();
}
