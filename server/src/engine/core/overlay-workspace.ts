import type { Progress } from './evaluation.js';
import type { FileId } from './span.js';
import type { BytesResult, ReadResult, Stat, Workspace } from './workspace.js';
import { WorkspaceAbove } from './workspace-above.js';
import { say } from './say.js';

/** The workspace as the user sees it in the editor: an open document stands in for its file. */
export class OverlayWorkspace extends WorkspaceAbove {
  /**
   * @param open the text of an open document, else undefined
   * @param refused why a file is not to be read, else undefined
   * @param progress is told of each file that is read
   * @param roots directories of packages that the project file above a file names
   */
  constructor(
    below: Workspace,
    private readonly open: (file: FileId) => string | undefined,
    private readonly refused: (file: FileId) => string | undefined,
    private readonly progress: Progress | undefined,
    private readonly roots: (from: FileId) => readonly FileId[],
  ) {
    super(below);
  }

  override read(file: FileId): ReadResult {
    this.progress?.at(file);
    const text = this.open(file);
    if (text !== undefined) return { kind: 'text', text };
    return this.refusal(file) ?? this.below.read(file);
  }

  override readUnpacked(file: FileId): ReadResult {
    this.progress?.at(file);
    return this.refusal(file) ?? this.below.readUnpacked?.(file) ?? this.read(file);
  }

  override async readBytes(file: FileId, range?: { readonly start: number; readonly end: number }): Promise<BytesResult> {
    const text = this.open(file);
    this.progress?.at(file);
    if (text === undefined) return this.refusal(file) ?? this.below.readBytes(file, range);
    const bytes = new TextEncoder().encode(text);
    return { kind: 'bytes', bytes: range ? bytes.slice(range.start, range.end) : bytes };
  }

  override packageRoot(name: string, from: FileId): FileId | undefined {
    return this.below.packageRoot(name, from, this.roots(from));
  }

  goesOn(): void {
    this.progress?.goesOn?.();
  }

  private refusal(file: FileId): Extract<ReadResult, { kind: 'none' }> | undefined {
    const reason = this.refused(file);
    return reason === undefined ? undefined : { kind: 'none', why: 'failed', reason: say`${file} is not read. ${reason}` };
  }

  override stat(file: FileId): Stat | undefined {
    const text = this.open(file);
    return text === undefined ? this.below.stat(file) : { kind: 'file', size: new TextEncoder().encode(text).length };
  }
}
