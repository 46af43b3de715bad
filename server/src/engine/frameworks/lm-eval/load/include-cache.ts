import type { FileId } from '../../../core/span.js';
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
