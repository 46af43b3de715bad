import { defaultLimits, type Evaluation, type Limits } from '../../../core/evaluation.js';
import { pyRepr } from '../../../python/runtime/semantics.js';
import { compareText } from '../../../core/compare-text.js';
import { pushAll } from '../../../core/push-all.js';
import { RememberingWorkspace } from '../../../core/remembering-workspace.js';
import { isAtOrBelow, type FileId } from '../../../core/span.js';
import type { Workspace } from '../../../core/workspace.js';
import { IncludeCache } from './include-cache.js';
import { evaluateTaskFile } from './include.js';
import { foldersOfTasks, taskFilesBelow } from './find-tasks.js';
import { summaryOf, type IndexedFile, type SkippedFile, type TaskSummary } from './task-summary.js';

/** Names are not looked for behind more includes than this: every file of a long row of them would be read with all that are behind it. */
const deepestNamed = 50;

/** Folders that are looked into take about as long as a file. */
const foldersAStep = 20;

/** What a name stands for. Tasks, groups and tags share one namespace. */
export interface TaskEntry {
  readonly name: string;
  readonly kind: 'TASK' | 'GROUP' | 'PY_TASK' | 'TAG';
  /** Undefined for a tag. */
  readonly file: FileId | undefined;
  /** Of a tag: the tasks that have it. Of another entry: tasks whose tag has its name, which the harness drops without a word. */
  readonly tagged: ReadonlySet<string>;
}

/** A file whose name is taken: the harness uses the other one. */
export interface Overshadowed {
  readonly name: string;
  readonly file: FileId;
  /** The file that is used; undefined where the name is a tag's, which keeps a group out. */
  readonly by: FileId | undefined;
}

interface Names {
  readonly entries: ReadonlyMap<string, TaskEntry>;
  readonly overshadowed: readonly Overshadowed[];
}

/**
 * The tasks, groups and tags of some folders by name (lm-evaluation-harness 0.4.13 `tasks/_index.py`). Of two files of one name in a folder the first by its
 * path counts, of two folders the later one. Files are read when the index is first asked; a change costs what the file and those that include it cost.
 */
export class TaskIndex {
  private readonly summaries = new Map<FileId, Map<FileId, TaskSummary>>();
  /** The files that include a file. */
  private readonly includers = new Map<FileId, Set<FileId>>();
  /** Of included files that changed: what of them names of others hang on. */
  private readonly handedOn = new Map<FileId, string>();
  private names: Names | undefined;
  /** Set while the files are being read for the first time, and what changed meanwhile. */
  private reading: Iterator<void> | undefined;
  /** What is included is read once for all that include it, as long as the files are read for the first time. */
  private included: Workspace | undefined;
  private readonly missed = new Set<FileId>();
  private complete = false;

  /**
   * @param roots in the order in which the harness takes them: its own folder, then those of `--include_path`
   * @param includes may be shared with who evaluates the same files
   */
  constructor(
    readonly roots: readonly FileId[],
    private readonly workspace: Workspace,
    private readonly limits: Limits = defaultLimits,
    private readonly includes: IncludeCache = new IncludeCache(),
  ) {}

  /**
   * Reads some more of the files, for who has something else to do in between: asking for a name reads all that are left.
   * @returns whether all are read
   */
  advance(files: number): boolean {
    for (let i = 0; i < files && !this.complete; i++) {
      this.reading ??= this.read();
      if (this.reading.next().done) this.finish();
      // Thousands of files take seconds, each of them next to nothing.
      this.workspace.goesOn?.();
    }
    return this.complete;
  }

  /** What a name stands for; undefined for one that the harness does not find. */
  entry(name: string): TaskEntry | undefined {
    return this.all().entries.get(name);
  }

  /** Every name, in the order of the files. */
  get entries(): ReadonlyMap<string, TaskEntry> {
    return this.all().entries;
  }

  /** Files whose name is taken by another. */
  get overshadowed(): readonly Overshadowed[] {
    return this.all().overshadowed;
  }

  /** Files that the harness leaves out without a word. */
  get skipped(): readonly SkippedFile[] {
    return this.files.filter((summary) => summary.kind === 'SKIPPED');
  }

  /** What the index knows of a file; undefined for one that it does not look at: another ending than `.yaml`, another folder. */
  summary(file: FileId): TaskSummary | undefined {
    this.all();
    for (const files of this.summaries.values()) if (files.has(file)) return files.get(file);
    return undefined;
  }

  /** A task or group file as the harness loads it; undefined where it cannot be read. */
  evaluate(file: FileId, limits: Limits = this.limits): Evaluation | undefined {
    const read = this.workspace.read(file);
    return read.kind === 'text'
      ? evaluateTaskFile(file, read.text, this.included ?? this.workspace, limits, undefined, this.includes)
      : undefined;
  }

  /**
   * A file or folder changed, appeared or vanished: looks again at it, and at what includes it.
   * @returns whether a name stands for something else now
   */
  update(changed: FileId): boolean {
    if (!this.complete) {
      if (this.reading) this.missed.add(changed);
      return false;
    }
    const affected = new Set<FileId>(this.handsOnOtherKeys(changed) ? this.includers.get(changed) : []);
    for (const files of this.summaries.values()) for (const file of files.keys()) if (isAtOrBelow(file, changed)) affected.add(file);
    if (this.roots.some((root) => isAtOrBelow(changed, root)))
      for (const file of changed.endsWith('.yaml') ? [changed] : taskFilesBelow(changed, this.workspace)) affected.add(file);
    let different = false;
    for (const file of affected) if (this.lookAgain(file)) different = true;
    if (different) this.names = undefined;
    return different;
  }

  /**
   * Whether a file that others include gives them other names, as far as is known: while somebody types in its templates, those that include it need no look.
   */
  private handsOnOtherKeys(file: FileId): boolean {
    if (!this.includers.has(file)) return false;
    const now = handedOn(this.evaluate(file));
    const before = this.handedOn.get(file);
    this.handedOn.set(file, now);
    return now !== before;
  }

  private get files(): TaskSummary[] {
    this.all();
    return [...this.summaries.values()].flatMap((files) => [...files.values()]);
  }

  private lookAgain(file: FileId): boolean {
    let different = false;
    for (const [root, files] of this.summaries) {
      if (!isAtOrBelow(file, root)) continue;
      const before = files.get(file);
      const after = this.summarize(file);
      if (after) files.set(file, after);
      else files.delete(file);
      if (!before || !after || summaryKey(before) !== summaryKey(after)) different = true;
    }
    return different;
  }

  private summarize(file: FileId): TaskSummary | undefined {
    const evaluation = this.evaluate(file, { ...this.limits, depth: Math.min(this.limits.depth, deepestNamed) });
    const summary = evaluation && summaryOf(evaluation);
    for (const used of summary?.dependencies ?? []) {
      let includers = this.includers.get(used);
      if (!includers) this.includers.set(used, (includers = new Set()));
      includers.add(file);
    }
    return summary;
  }

  private all(): Names {
    this.advance(Infinity);
    return (this.names ??= namesOf([...this.summaries.values()]));
  }

  /** One file a step, or some of the folders in which files are looked for. */
  private *read(): Generator<void, void> {
    this.included = new RememberingWorkspace(this.workspace);
    for (const root of this.roots) {
      const files = new Map<FileId, TaskSummary>();
      this.summaries.set(root, files);
      const found: FileId[] = [];
      let folders = 0;
      for (const inFolder of foldersOfTasks(root, this.workspace)) {
        pushAll(found, inFolder);
        if (++folders % foldersAStep === 0) yield;
      }
      for (const file of found.sort(compareText)) {
        const summary = this.summarize(file);
        if (summary) files.set(file, summary);
        yield;
      }
    }
  }

  private finish(): void {
    this.complete = true;
    this.reading = undefined;
    this.included = undefined;
    for (const file of this.missed) this.update(file);
    this.missed.clear();
  }
}

/** What of an included file the names of others hang on. */
function handedOn(evaluation: Evaluation | undefined): string {
  if (!evaluation) return 'none';
  const { error, value } = evaluation;
  const keys = ['class', 'group', 'task', 'tag'].map((key) => value.get(key));
  return JSON.stringify([error?.message, ...keys.map((key) => (key ? pyRepr(key).text : null))]);
}

/** What of a summary makes a difference to names. */
function summaryKey(summary: TaskSummary): string {
  return JSON.stringify(summary.kind === 'SKIPPED' ? [summary.error.message] : [summary.kind, summary.name, summary.tags]);
}

function namesOf(roots: readonly ReadonlyMap<FileId, TaskSummary>[]): Names {
  const entries = new Map<string, TaskEntry>();
  const overshadowed: Overshadowed[] = [];
  for (const files of roots) {
    for (const [name, entry] of namesOfRoot(files, overshadowed)) {
      const there = entries.get(name);
      // One folder may lie within another: then it is the same file that comes again.
      if (there?.file !== undefined && there.file !== entry.file) overshadowed.push({ name, file: there.file, by: entry.file });
      entries.set(name, entry);
    }
  }
  return { entries, overshadowed };
}

type OpenEntry = TaskEntry & { readonly tagged: Set<string> };

function namesOfRoot(files: ReadonlyMap<FileId, TaskSummary>, overshadowed: Overshadowed[]): Map<string, OpenEntry> {
  const entries = new Map<string, OpenEntry>();
  // A file that appeared later stands last in the map.
  const sorted = [...files.values()]
    .filter((summary): summary is IndexedFile => summary.kind !== 'SKIPPED')
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  for (const { name, kind, file, tags } of sorted) {
    const there = entries.get(name);
    if (there) {
      overshadowed.push({ name, file, by: there.file });
      continue;
    }
    entries.set(name, { name, kind, file, tagged: new Set() });
    if (kind === 'GROUP') continue;
    for (const tag of tags) {
      const entry = entries.get(tag);
      if (entry) entry.tagged.add(name);
      else entries.set(tag, { name: tag, kind: 'TAG', file: undefined, tagged: new Set([name]) });
    }
  }
  return entries;
}
