import type { ColumnarOpener } from './columnar.js';
import type { FileId } from './span.js';
import type { BytesResult, HuggingFaceCaches, NamedByProject, ReadResult, Stat, Unpack, Workspace } from './workspace.js';

/** A workspace that stands above another one, and passes on to it what it does not answer itself. */
export class WorkspaceAbove implements Workspace {
  constructor(protected readonly below: Workspace) {}

  /** The workspace at the bottom, which stands for the files themselves. */
  get lowest(): Workspace {
    return this.below instanceof WorkspaceAbove ? this.below.lowest : this.below;
  }

  get folders(): readonly FileId[] {
    return this.below.folders ?? [];
  }

  get huggingFace(): HuggingFaceCaches | undefined {
    return this.below.huggingFace;
  }

  get far(): boolean {
    return this.below.far ?? false;
  }

  get awaits(): boolean {
    return this.below.awaits ?? false;
  }

  get openColumnar(): ColumnarOpener | undefined {
    return this.below.openColumnar;
  }

  get unpack(): Unpack | undefined {
    return this.below.unpack;
  }

  read(file: FileId): ReadResult {
    return this.below.read(file);
  }

  readHead(file: FileId, bytes: number): ReadResult {
    return this.below.readHead?.(file, bytes) ?? this.read(file);
  }

  readUnpacked(file: FileId): ReadResult {
    return this.below.readUnpacked?.(file) ?? this.read(file);
  }

  readBytes(file: FileId, range?: { readonly start: number; readonly end: number }): Promise<BytesResult> {
    return this.below.readBytes(file, range);
  }

  stat(file: FileId): Stat | undefined {
    return this.below.stat(file);
  }

  isLink(path: FileId): boolean {
    return this.below.isLink?.(path) ?? false;
  }

  list(directory: FileId): readonly string[] | undefined {
    return this.below.list(directory);
  }

  foldersIn(directory: FileId): ReadonlySet<string> | undefined {
    return this.below.foldersIn?.(directory);
  }

  storedOrder(directory: FileId): readonly string[] | undefined {
    return this.below.storedOrder?.(directory);
  }

  packageRoot(name: string, from: FileId, roots?: readonly FileId[]): FileId | undefined {
    return this.below.packageRoot(name, from, roots);
  }

  follow(projectFile: FileId, named: NamedByProject): readonly FileId[] {
    return this.below.follow?.(projectFile, named) ?? [];
  }

  installedVersion(distribution: string, root: FileId): string | undefined {
    return this.below.installedVersion?.(distribution, root);
  }
}
