import { setFlagsFromString } from 'node:v8';

// A run ends before much inlining pays: V8 would spend more processor time on compiling in the background than the code saves.
const run = ['--max-semi-space-size=16', '--heap-growing-percent=50', '--max-inlined-bytecode-size-cumulative=150'] as const;
// Each processor has an engine of its own: threads that help one with its garbage take time from another, and more of it than they save.
const alone = ['scavenge', 'compaction', 'pointer-update'].map((part) => `--no-parallel-${part}`);
const inTurn = ['marking', 'sweeping'].map((part) => `--no-concurrent-${part}`);
/** In MB: below that the whole heap is not gone through, which took a twentieth of the time of a run that ends before it is full. */
const untouched = '--initial-heap-size=160';

/** How much memory and compiling may be spent on speed: a run over many files, or a server that stays. */
const tunings = {
  check: [...run, ...alone, ...inTurn, untouched],
  batch: run,
  server: ['--max-semi-space-size=8', '--heap-growing-percent=40'],
} as const;

/**
 * Suits the heap to how the engine works: most of what it makes is gone at once, so the young generation may be larger, and what stays is kept
 * near what is in use, where V8 would let it grow to several times that.
 */
export function tuneHeap(use: keyof typeof tunings): void {
  for (const flag of tunings[use]) setFlagsFromString(flag);
}

/** From so many files on, what is compiled pays. */
const many = 5000;

/** How many bytes of code V8 of Node 20 runs before it looks whether a function is worth compiling (67,584 by itself), as measured over the configs of OpenCompass and the tasks of the harness. */
const budgets = { few: 400_000, many: 130_000 };

/**
 * Has less compiled in the background, which takes a fifth of the processor time of a run over some thousand files. Later releases of Node know no such flag, and would
 * print that.
 * @param files how many the run is about
 */
export function tuneForFiles(files: number): void {
  const budget = files < many ? budgets.few : budgets.many;
  if (process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${String(budget)}`);
}
