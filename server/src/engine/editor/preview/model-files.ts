import { CacheKey } from '../../core/cache-key.js';
import { languageByEnding } from '../../core/language.js';
import type { Project } from '../../project/project.js';
import type { FileId } from '../../core/span.js';

/** Bounds of the search: directory entries that are visited, folders below a workspace folder, files that are opened. */
const bounds = { entries: 20_000, depth: 10, files: 1_000 };

/** Folders that hold no configs, and other files (`notes.txt`, but not the folder `qwen2.5`). */
const passedOver = /^(\..*|node_modules|venv|env|site-packages|__pycache__|outputs?|data|build|dist|tests?|docs?|.*\.[A-Za-z]\w*)$/;

/** A top-level list of models: Python, YAML, JSON. */
const modelList = /^models\s*=|^models\s*:|^\s*"models"\s*:/m;

const key = new CacheKey<readonly FileId[]>('model files');

/**
 * Files of the workspace folders that define models: those with a folder `models` on their path, or the word in their name, whose text
 * has a top-level list of that name. Found once by a bounded search, until such a file or a folder changes; open documents as they are now.
 */
export function modelFiles(project: Project): readonly FileId[] {
  return project.remember(key, () => ({
    value: search(project),
    concerns: (file, typing) => !typing && (mayHoldModels(file) || languageByEnding(file) === undefined),
  }));
}

function search(project: Project): FileId[] {
  const found: FileId[] = [];
  let entries = 0;
  let opened = 0;
  const waiting = (project.workspace.folders ?? []).map((folder) => ({ folder, depth: 0 }));
  for (let next = waiting.shift(); next && entries < bounds.entries && opened < bounds.files; next = waiting.shift()) {
    for (const name of project.workspace.list(next.folder) ?? []) {
      if (entries++ >= bounds.entries) break;
      const file = `${next.folder === '/' ? '' : next.folder}/${name}`;
      if (languageByEnding(name) !== undefined) {
        if (!mayHoldModels(file) || opened++ >= bounds.files) continue;
        if (definesModels(project, file)) found.push(file);
        // What a link leads to is found where it really is, or is not to be read.
      } else if (next.depth < bounds.depth && !passedOver.test(name) && !project.workspace.isLink?.(file))
        waiting.push({ folder: file, depth: next.depth + 1 });
    }
  }
  return found;
}

function mayHoldModels(file: FileId): boolean {
  return languageByEnding(file) !== undefined && /\/models\/|model[^/]*$/.test(file);
}

function definesModels(project: Project, file: FileId): boolean {
  const read = project.workspace.read(file);
  return read.kind === 'text' && modelList.test(read.text);
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
