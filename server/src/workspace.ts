import type { FileId } from './text/span.js';

export type ReadResult =
  | { readonly kind: 'text'; readonly text: string }
  /** `reason` is a whole sentence for the user, with its full stop: not found, a directory, binary, too large, outside the workspace. */
  | { readonly kind: 'none'; readonly why: 'missing' | 'directory' | 'binary' | 'too-large' | 'outside' | 'failed'; readonly reason: string };

export interface Stat {
  readonly kind: 'file' | 'directory';
  readonly size: number;
}

/** Where Hugging Face's libraries keep what they downloaded: models and tokenizers, and prepared datasets. Either folder may be missing. */
export interface HuggingFaceCaches {
  readonly hub: FileId;
  readonly datasets: FileId;
}

/**
 * All that the engine knows of the world outside the open documents. Reads are synchronous, and never leave the workspace folders,
 * the package roots and the caches of Hugging Face. Implementations: Node (`lsp/`, `cli/`), in memory (tests, batch), the browser's file system (later).
 */
export interface Workspace {
  /** The folders that the user opened; absent where there are none. */
  readonly folders?: readonly FileId[];
  /** Absent where the user's caches are out of reach. */
  readonly huggingFace?: HuggingFaceCaches | undefined;
  read(file: FileId): ReadResult;
  stat(file: FileId): Stat | undefined;
  /** Names in a directory, sorted; undefined where it is not one or out of reach. */
  list(directory: FileId): readonly string[] | undefined;
  /**
   * The directory that holds the top-level package `name`, as seen from `from`: `opencompass` → `/ws/repo`, when
   * `/ws/repo/opencompass` is a directory. Undefined where it is nowhere to be found.
   */
  packageRoot(name: string, from: FileId): FileId | undefined;
}

/** A workspace of given files: for tests, and for `batch` requests that bring their files along. */
export class MemoryWorkspace implements Workspace {
  private readonly files = new Map<FileId, string>();

  /**
   * @param files by absolute path with forward slashes
   * @param roots directories in which packages are looked up, in order
   * @param huggingFace folders of the caches, whose files are among `files`
   */
  constructor(
    files: Readonly<Record<FileId, string>>,
    private readonly roots: readonly FileId[] = ['/'],
    readonly huggingFace?: HuggingFaceCaches,
  ) {
    for (const [file, text] of Object.entries(files)) this.files.set(file, text);
  }

  get folders(): readonly FileId[] {
    return this.roots;
  }

  write(file: FileId, text: string): void {
    this.files.set(file, text);
  }

  remove(file: FileId): void {
    this.files.delete(file);
  }

  read(file: FileId): ReadResult {
    const text = this.files.get(file);
    if (text !== undefined) return { kind: 'text', text };
    if (this.list(file)) return { kind: 'none', why: 'directory', reason: `${file} is a directory.` };
    return { kind: 'none', why: 'missing', reason: `${file} does not exist.` };
  }

  stat(file: FileId): Stat | undefined {
    const text = this.files.get(file);
    if (text !== undefined) return { kind: 'file', size: text.length };
    return this.list(file) ? { kind: 'directory', size: 0 } : undefined;
  }

  list(directory: FileId): readonly string[] | undefined {
    const prefix = directory.endsWith('/') ? directory : directory + '/';
    const names = new Set<string>();
    for (const file of this.files.keys()) if (file.startsWith(prefix)) names.add(file.slice(prefix.length).split('/')[0]!);
    return names.size > 0 ? [...names].sort() : undefined;
  }

  packageRoot(name: string): FileId | undefined {
    return this.roots.find((root) => this.stat((root === '/' ? '' : root) + '/' + name)?.kind === 'directory');
  }
}
