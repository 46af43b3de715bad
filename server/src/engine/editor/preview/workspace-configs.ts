import { CacheKey } from '../../core/cache-key.js';
import { languageByEnding } from '../../core/language.js';
import { say } from '../../core/say.js';
import type { Project } from '../../project/project.js';
import type { FileId } from '../../core/span.js';
import { isPassedOver } from '../index/passed-over.js';

/** Bounds of the search: directory entries that are visited, folders below a workspace folder, files that are opened. */
const bounds = { entries: 200_000, depth: 12, files: 20_000 };

/** Folders of which a workspace has many files, and that hold no configs. */
const without = /^(outputs?|data|build|dist|tests?|docs?)$/;

/** What a prompt is made of, and files may define for others: each is known by its path, and by a list in its text. */
const kinds = {
  /** A top-level list of models: Python, YAML, JSON. */
  models: { path: /\/models\/|model[^/]*$/, text: /^models\s*=|^models\s*:|^[ \t]*"models"\s*:/m },
  /** A top-level list of datasets, or one that comes from a base. */
  datasets: {
    path: /\/datasets\/|dataset[^/]*$/,
    text: /^\w*datasets\s*[:=]|^[ \t]*"\w*datasets"\s*:|^[ \t]+from[ \t]+[.\w]+[ \t]+import[ \t(][^\n]*\w_datasets\b/m,
  },
} as const;

export type HalfKind = keyof typeof kinds;

/** Files of the workspace folders that define models or datasets, as they were found. */
export interface WorkspaceConfigs extends Readonly<Record<HalfKind, readonly FileId[]>> {
  /** Why these are not all, a sentence; undefined where they are. */
  readonly cut: string | undefined;
}

const key = new CacheKey<WorkspaceConfigs>('configs of the workspace');

/**
 * Files of the workspace folders that define models, or datasets: those with a folder of that name on their path, or the word in their name, whose text has a
 * list of them. Found once by a bounded search, until such a file or a folder changes; open documents as they are now.
 */
export function workspaceConfigs(project: Project): WorkspaceConfigs {
  return project.remember(key, () => ({
    value: new Search(project).run(),
    concerns: (file, typing) => !typing && (mayHold('models', file) || mayHold('datasets', file) || languageByEnding(file) === undefined),
  }));
}

function mayHold(kind: HalfKind, file: FileId): boolean {
  return languageByEnding(file) !== undefined && kinds[kind].path.test(file);
}

class Search {
  private readonly found: Record<HalfKind, FileId[]> = { models: [], datasets: [] };
  private entries = 0;
  private opened = 0;
  private readonly waiting: { folder: FileId; depth: number }[];

  constructor(private readonly project: Project) {
    this.waiting = (project.workspace.folders ?? []).map((folder) => ({ folder, depth: 0 }));
  }

  run(): WorkspaceConfigs {
    if (this.project.workspace.far === true)
      return {
        ...this.found,
        cut: say`Each file comes from afar here, so the workspace is not searched for configs: those of open documents are listed.`,
      };
    for (let next = this.waiting.shift(); next && !this.isOver; next = this.waiting.shift()) {
      this.project.workspace.goesOn?.();
      for (const name of this.project.workspace.list(next.folder) ?? []) {
        if (this.isOver) break;
        this.visit(`${next.folder === '/' ? '' : next.folder}/${name}`, name, next.depth);
      }
    }
    return {
      ...this.found,
      cut: this.isOver ? say`The workspace has more files than are searched for configs: some are not listed.` : undefined,
    };
  }

  private get isOver(): boolean {
    return this.entries >= bounds.entries || this.opened >= bounds.files;
  }

  private visit(file: FileId, name: string, depth: number): void {
    this.entries++;
    if (languageByEnding(name) !== undefined) this.look(file);
    // What a link leads to is found where it really is, or is not to be read.
    else if (depth < bounds.depth && !isPassedOver(name) && !without.test(name) && !this.project.workspace.isLink?.(file))
      this.waiting.push({ folder: file, depth: depth + 1 });
  }

  private look(file: FileId): void {
    const possible = (['models', 'datasets'] as const).filter((kind) => mayHold(kind, file));
    if (possible.length === 0) return;
    this.opened++;
    const read = this.project.workspace.read(file);
    if (read.kind !== 'text') return;
    for (const kind of possible) if (kinds[kind].text.test(read.text)) this.found[kind].push(file);
  }
}

/** Files ordered by how many folders they share with `file`, most first; then by name. */
export function nearestFirst(files: readonly FileId[], file: FileId): FileId[] {
  const own = file.split('/');
  const shared = (other: FileId): number => {
    const folders = other.split('/');
    let count = 0;
    while (count < own.length && own[count] === folders[count]) count++;
    return count;
  };
  return files
    .map((other) => ({ other, count: shared(other) }))
    .sort((a, b) => b.count - a.count || (a.other < b.other ? -1 : 1))
    .map(({ other }) => other);
}
