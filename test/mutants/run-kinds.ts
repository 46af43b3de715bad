import { slips } from './mutation.js';
import type { Shipped, TextKind } from './sources.js';
import { tried, type Bench, type Looked, type Outcome } from './trial.js';

/** A fault that was put into a file, and what was found. */
export interface Tried extends Outcome {
  readonly framework: Shipped['framework'];
  readonly kind: string;
  readonly file: string;
}

/** So many files are looked at for a kind that hardly any fits. */
const mostFiles = 4000;

/**
 * Puts faults of each kind into files in which nothing is found: one a file, each in another one, chosen by `next`.
 * @param read the text of a file
 */
export async function mutantsOf(
  { framework, files, kinds }: Shipped,
  bench: Bench,
  read: (file: string) => string,
  next: (below: number) => number,
  perKind: number,
): Promise<readonly Tried[]> {
  const clean = new CleanFiles(bench, read);
  const found: Tried[] = [];
  for (const kind of kinds) {
    const start = next(files.length);
    let made = 0;
    for (let i = 0; i < Math.min(files.length, mostFiles) && made < perKind; i++) {
      const file = files[(start + i) % files.length]!;
      const outcome = await inFile(kind, file, clean, bench, next);
      if (!outcome) continue;
      made++;
      found.push({ framework, kind: kind.id, file, ...outcome });
    }
  }
  return found;
}

async function inFile(
  kind: TextKind,
  file: string,
  clean: CleanFiles,
  bench: Bench,
  next: (below: number) => number,
): Promise<Outcome | undefined> {
  const text = clean.text(file);
  const sites = kind.sites(file, text, slips(next));
  if (sites.length === 0) return undefined;
  const before = await clean.before(file, text);
  if (!before) return undefined;
  const outcome = await tried(bench, file, text, before, sites[next(sites.length)]!);
  bench.done(file);
  return outcome;
}

/** The files in which neither an error nor a warning is found. */
class CleanFiles {
  private readonly texts = new Map<string, string>();
  private readonly looked = new Map<string, Looked | undefined>();

  constructor(
    private readonly bench: Bench,
    private readonly read: (file: string) => string,
  ) {}

  text(file: string): string {
    let text = this.texts.get(file);
    if (text === undefined) this.texts.set(file, (text = this.read(file)));
    return text;
  }

  async before(file: string, text: string): Promise<Looked | undefined> {
    if (this.looked.has(file)) return this.looked.get(file);
    const looked = await this.bench.look(file, text);
    const faulty =
      !looked.ok || !this.bench.isConfig(file) || looked.diagnostics.some(({ severity }) => severity === 'error' || severity === 'warning');
    this.bench.done(file);
    this.looked.set(file, faulty ? undefined : looked);
    return this.looked.get(file);
  }
}
