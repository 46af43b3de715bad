// An engine of `check` that does what the names of its files say: it loops, eats memory, keeps some, dies, is slow, waits for another. Bundled and started by the tests of its watching thread.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { FileId } from '../../server/src/engine/core/span.js';
import { readyMessage, type CommandStart } from '../../server/src/worker/start.js';
import { Beacon } from '../../server/src/worker/beacon.js';
import { joinRun } from '../../server/src/worker/join-run.js';
import { tell, type ToCheck } from '../../server/src/worker/this-thread.js';

const beacon = new Beacon((workerData as { readonly beacon: SharedArrayBuffer }).beacon);
// check --format FORMAT --jobs JOBS FOLDER FILE…
const { argv } = workerData as CommandStart;
const [format, jobs] = ['--format=', '--jobs='].map((option) => argv.find((word) => word.startsWith(option))?.slice(option.length));
const [folder, ...files] = argv.slice(1).filter((word) => !word.startsWith('--')) as [string, ...string[]];
/** What an engine that waits is told by another one. */
const mark = join(folder, 'mark');
let refusals: readonly FileId[] = [];

void start();

async function start(): Promise<void> {
  parentPort!.postMessage(readyMessage);
  const { known, files: toCheck } = await joinRun();
  refusals = known.refused.map(({ file }) => file);
  if (!known.named) search();
  toCheck.each(check);
}

/** At a file of which it is said, tells of those before, and waits until another engine has checked them. */
function search(): void {
  let notes = 'Searched.\n';
  for (const [i, file] of files.entries()) {
    if (file.startsWith('unreadable') && !refusals.includes(file)) beacon.during({ what: 'reading', file }, () => work('loop'));
    if (!file.startsWith('pause')) continue;
    tell({ kind: 'some', files: files.slice(0, i) });
    if (!isMarked(2000)) notes += 'Waited in vain.\n';
  }
  tell({
    kind: 'found',
    files,
    named: [],
    notes,
    frame: { kind: format === 'json' ? 'json' : 'lines' },
    baseline: undefined,
    stdin: undefined,
    diff: false,
    watched: undefined,
    jobs: jobs === undefined ? undefined : Number(jobs),
  });
}

/** What it says of a file has in it which ones were refused before. */
function check({ files: given }: ToCheck): void {
  let clean = 0;
  for (const file of given) {
    const refused = refusals.includes(file);
    if (!refused) beacon.during({ what: 'check', file }, () => work(file));
    if (file.startsWith('clean')) clean++;
    else {
      const text = format === 'json' ? `    ${JSON.stringify({ file, knows: refusals })}` : `${file} knows ${refusals.join(' ')}\n`;
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

function isMarked(withinMs: number): boolean {
  for (const end = Date.now() + withinMs; Date.now() < end;) {
    if (existsSync(mark)) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  return false;
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
  if (name.startsWith('mark')) writeFileSync(mark, '');
  if (name.startsWith('die')) process.exit(3);
}
