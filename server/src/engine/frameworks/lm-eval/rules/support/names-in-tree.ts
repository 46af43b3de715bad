import { CacheKey } from '../../../../core/cache-key.js';
import { compareText } from '../../../../core/compare-text.js';
import { hasWord } from '../../../../core/word-places.js';
import { defaultLimits } from '../../../../core/evaluation.js';
import { dirname } from '../../../../core/paths.js';
import { textOf } from '../../../../core/value.js';
import type { FileId } from '../../../../core/span.js';
import type { Workspace } from '../../../../core/workspace.js';
import type { CheckContext } from '../../../face/rule.js';
import { foldersOfTasks, tasksRootOf } from '../../load/find-tasks.js';
import { evaluateTaskFile } from '../../load/include.js';
import { kindOf } from '../../load/task-file.js';
import { nameIn } from './name-written.js';

/** Files between two looks at the clock, and folders. */
const aStep = 20;
/** Files of a tree that are read. */
const mostFiles = 50_000;

/**
 * The names that files of a folder and of those below give themselves, by their texts alone: reading them takes a tenth of what their configs take with all that they include. What a
 * file has its name from by `include` is not known.
 */
class NamesInTree {
  private readonly byName = new Map<string, FileId[]>();
  private readonly names = new Map<FileId, string>();
  private reading: Iterator<void> | undefined;
  complete = false;

  constructor(
    readonly root: FileId,
    private readonly workspace: Workspace,
  ) {}

  /** Reads some more files. @returns whether all are read */
  advance(steps: number): boolean {
    for (let i = 0; i < steps && !this.complete; i++) {
      this.reading ??= this.read();
      if (this.reading.next().done) this.complete = true;
      this.workspace.goesOn?.();
    }
    return this.complete;
  }

  /** The files of a name, in the order in which the harness comes to them. */
  of(name: string): readonly FileId[] {
    return [...(this.byName.get(name) ?? [])].sort(compareText);
  }

  /** All files that have a name. */
  get files(): Iterable<FileId> {
    return this.names.keys();
  }

  /** A file changed, appeared or vanished. */
  update(file: FileId): void {
    if (!this.reading || !file.startsWith(`${this.root}/`)) return;
    const before = this.names.get(file);
    if (before !== undefined) {
      this.names.delete(file);
      const others = this.byName.get(before)!.filter((other) => other !== file);
      if (others.length > 0) this.byName.set(before, others);
      else this.byName.delete(before);
    }
    this.add(file);
  }

  private *read(): Generator<void, void> {
    let count = 0;
    for (const files of foldersOfTasks(this.root, this.workspace)) {
      for (const file of files) {
        if (++count > mostFiles) return;
        if (!this.names.has(file)) this.add(file);
        if (count % aStep === 0) yield;
      }
    }
  }

  private add(file: FileId): void {
    const read = this.workspace.read(file);
    const name = read.kind === 'text' ? nameIn(read.text) : undefined;
    if (name === undefined) return;
    this.names.set(file, name);
    const there = this.byName.get(name);
    if (there) there.push(file);
    else this.byName.set(name, [file]);
  }
}

class Trees {
  readonly byRoot = new Map<FileId, NamesInTree>();
  readonly running = new Set<NamesInTree>();
}

const key = new CacheKey<Trees>('names of tasks in large trees');

/** The names in the tree of tasks around a document; undefined while its files are being read. */
function namesAround({ file, surroundings }: CheckContext): NamesInTree | undefined {
  const { workspace, reads } = surroundings;
  const trees = surroundings.remember(key, () => {
    const value = new Trees();
    const concerns = (changed: FileId): boolean => {
      if (changed.endsWith('.yaml')) for (const tree of value.byRoot.values()) tree.update(changed);
      return false;
    };
    return { value, concerns, follows: true };
  });
  // Where each file comes from afar, those beside the document are enough.
  const root = workspace.far === true ? dirname(file) : tasksRootOf(file, workspace);
  let tree = trees.byRoot.get(root);
  if (!tree) trees.byRoot.set(root, (tree = new NamesInTree(root, workspace)));
  if (trees.running.has(tree)) return undefined;
  const { inSlices } = reads;
  const reading = tree;
  if (tree.complete || !inSlices) {
    tree.advance(Infinity);
    return tree;
  }
  trees.running.add(reading);
  reads.add(
    inSlices(() => reading.advance(1)).finally(() => trees.running.delete(reading)),
    'names',
  );
  return undefined;
}

/** The first file of a large tree that certainly has a name, be it of a task or a group; undefined where none has, and while the files are being read. */
export function firstInTree(context: CheckContext, name: string): FileId | undefined {
  return namesAround(context)
    ?.of(name)
    .find((file) => file === context.file || isCalled(file, name, context));
}

/** Whether the harness registers a file under a name. */
function isCalled(file: FileId, name: string, { surroundings: { workspace } }: CheckContext): boolean {
  const read = workspace.read(file);
  if (read.kind !== 'text') return false;
  const { value, ok, error } = evaluateTaskFile(file, read.text, workspace, defaultLimits);
  return ok && !error && textOf(value.get(kindOf(value) === 'GROUP' ? 'group' : 'task')) === name;
}

/** Whether the text of a file that comes before another one has a word, as one would that gives it as a tag. */
export function isMentionedBefore(context: CheckContext, end: FileId, word: string): boolean {
  const { workspace } = context.surroundings;
  for (const file of namesAround(context)?.files ?? []) {
    const read = compareText(file, end) < 0 ? workspace.read(file) : undefined;
    if (read?.kind === 'text' && hasWord(read.text, word, /[\w-]/)) return true;
  }
  return false;
}
