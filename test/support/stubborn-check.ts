// An engine of `check` that does what the names of its files say: it loops, eats memory, keeps some, dies, is slow. Bundled and started by the tests of its watching thread.
import { parentPort, workerData } from 'node:worker_threads';
import type { FileId } from '../../server/src/engine/core/span.js';
import { readyMessage, type CommandStart } from '../../server/src/worker/start.js';
import { Beacon } from '../../server/src/worker/beacon.js';
import { joinedRun, onFiles, tell } from '../../server/src/worker/this-thread.js';

const beacon = new Beacon((workerData as { readonly beacon: SharedArrayBuffer }).beacon);
// check JOBS FORMAT FILE…
const [, jobs, format, ...files] = (workerData as CommandStart).argv;

parentPort!.postMessage(readyMessage);
if (!joinedRun.named) search();
onFiles(({ files: given }) => check(given));

function search(): void {
  for (const file of files)
    if (file.startsWith('unreadable') && !refusals().includes(file)) beacon.during({ what: 'reading', file }, () => work('loop'));
  tell({
    kind: 'found',
    files,
    named: [],
    notes: 'Searched.\n',
    frame: { kind: format === 'json' ? 'json' : 'lines' },
    baseline: undefined,
    stdin: undefined,
    diff: false,
    watched: undefined,
    jobs: jobs === 'default' ? undefined : Number(jobs),
  });
}

/** What it says of a file has in it which ones were refused before. */
function check(given: readonly FileId[]): void {
  let clean = 0;
  for (const file of given) {
    const refused = refusals().includes(file);
    if (!refused) beacon.during({ what: 'check', file }, () => work(file));
    if (file.startsWith('clean')) clean++;
    else {
      const text = format === 'json' ? `    ${JSON.stringify({ file, knows: refusals() })}` : `${file} knows ${refusals().join(' ')}\n`;
      tell({
        kind: 'checked',
        clean,
        file: {
          severities: [refused ? 'error' : 'hint'],
          text,
          notes: `Note of ${file}.\n`,
          ...(file.startsWith('failed') && { failed: true }),
        },
      });
      clean = 0;
    }
  }
  tell({ kind: 'done', clean });
}

function refusals(): FileId[] {
  return joinedRun.refused.map(({ file }) => file);
}

/** What files leave behind in the engine that has read them. */
const hoard: Uint8Array[] = [];

function work(name: string): void {
  if (/^(?:loop|always)/.test(name)) for (;;);
  if (name.startsWith('slow')) for (const end = Date.now() + 300; Date.now() < end;);
  // By a function of its own, as an engine does: Node 24 does not end a loop that only calls V8's builtins.
  if (name.startsWith('eat')) for (const all: number[][] = []; ;) all.push(Array.from({ length: 1000 }, (_, i) => i));
  if (name.startsWith('hoard')) {
    hoard.push(new Uint8Array(150_000_000).fill(1));
    for (const end = Date.now() + 100; Date.now() < end;);
  }
  if (name.startsWith('die')) process.exit(3);
}
