import type { Limits } from '../../../core/evaluation.js';
import type { FileId } from '../../../core/span.js';
import type { Workspace } from '../../../core/workspace.js';
import type { YamlContent } from '../../../yaml/read-yaml.js';

/** So many UTF-16 units of text are kept read, which is enough for all that the tasks of the harness include, and some 40 MB. */
const defaultCapacity = 4_000_000;

interface Kept {
  readonly text: string;
  readonly content: YamlContent;
}

/**
 * What files that tasks include hold, each by itself, kept between evaluations: hundreds of tasks include the same one. An entry is only good for the very
 * text that it was read from, so nothing needs to be forgotten when a file changes. Those not used for longest are let go when there are too many.
 */
export class IncludeCache {
  /** Each workspace has its own, for each of the limits that files are read with. */
  private static readonly caches = new WeakMap<Workspace, WeakMap<Limits, IncludeCache>>();

  static of(workspace: Workspace, limits: Limits): IncludeCache {
    let byLimits = this.caches.get(workspace);
    if (!byLimits) this.caches.set(workspace, (byLimits = new WeakMap()));
    let cache = byLimits.get(limits);
    if (!cache) byLimits.set(limits, (cache = new IncludeCache()));
    return cache;
  }

  /** In the order of their last use. */
  private readonly files = new Map<FileId, Kept>();
  private size = 0;

  constructor(private readonly capacity = defaultCapacity) {}

  /** The content of a file, read by `read` where it is not kept. Whoever gets it changes nothing in it. */
  content(file: FileId, text: string, read: () => YamlContent): YamlContent {
    const kept = this.files.get(file);
    if (kept) this.drop(file, kept);
    const content = kept?.text === text ? kept.content : read();
    this.keep(file, { text, content });
    return content;
  }

  private keep(file: FileId, kept: Kept): void {
    this.files.set(file, kept);
    this.size += kept.text.length;
    for (const [oldest, old] of this.files) {
      if (this.size <= this.capacity) break;
      this.drop(oldest, old);
    }
  }

  private drop(file: FileId, kept: Kept): void {
    this.files.delete(file);
    this.size -= kept.text.length;
  }
}
