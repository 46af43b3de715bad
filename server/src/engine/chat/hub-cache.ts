import { dirname, joinPath } from '../core/paths.js';
import { say } from '../core/say.js';
import { isAtOrBelow, type FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';

/** A place, or a sentence for the user on why there is none. */
export type FoundInCache<T> = { readonly found: T } | { readonly problem: string };

/** What a model of the Hugging Face hub is called: `org/name`, or an old model's `name`; optionally a revision behind `@`. */
const modelName = /^([\w.-]+(?:\/[\w.-]+)?)(?:@([\w./-]+))?$/;

export function isModelName(text: string): boolean {
  return modelName.test(text) && !/\.(jinja2?|j2|json)$/.test(text);
}

/**
 * The folder in the local cache that holds a model's files, as huggingface_hub keeps them: `models--org--name/refs/main` names the snapshot.
 * Nothing is downloaded.
 */
export function snapshotOf(workspace: Workspace, model: string): FoundInCache<FileId> {
  const [, name = model, revision = 'main'] = modelName.exec(model) ?? [];
  const hub = workspace.huggingFace?.hub;
  if (hub === undefined) return { problem: say`${model} cannot be looked up: it is not known where the Hugging Face cache is.` };
  const folder = joinPath(hub, `models--${name.replaceAll('/', '--')}`);
  if (!workspace.list(folder))
    return {
      problem: say`${name} is not in the Hugging Face cache (${shownInHome(hub, workspace)}). Nothing is downloaded here: give a file or a folder instead.`,
    };
  const commit = commitOf(workspace, folder, revision);
  const snapshot = commit === undefined ? undefined : joinPath(folder, `snapshots/${commit}`);
  if (snapshot === undefined || !workspace.list(snapshot))
    return {
      problem: say`The Hugging Face cache has no files of ${name} at revision ${revision} (${shownInHome(folder, workspace)}): its download may have been refused or stopped.`,
    };
  return { found: snapshot };
}

/** The path of a file or folder as its user would write it: where it lies in their home, `~` stands for that. */
function shownInHome(path: FileId, { huggingFace }: Workspace): string {
  const home = huggingFace?.home;
  return home !== undefined && isAtOrBelow(path, home) ? `~${path.slice(home.length)}` : path;
}

/** The commit that a branch or tag stands for, or that begins with the revision; without refs the only one there is. */
function commitOf(workspace: Workspace, folder: FileId, revision: string): string | undefined {
  const ref = workspace.read(joinPath(folder, `refs/${revision}`));
  if (ref.kind === 'text') return ref.text.trim();
  const commits = workspace.list(joinPath(folder, 'snapshots')) ?? [];
  const begun = commits.filter((commit) => commit.startsWith(revision));
  if (begun.length === 1) return begun[0];
  return revision === 'main' && commits.length === 1 ? commits[0] : undefined;
}

/** The names of the models in the local cache, sorted. */
export function cachedModels(workspace: Workspace): readonly string[] {
  const hub = workspace.huggingFace?.hub;
  const folders = hub === undefined ? [] : (workspace.list(hub) ?? []);
  return folders.flatMap((folder) => (folder.startsWith('models--') ? [folder.slice('models--'.length).replace('--', '/')] : []));
}

/** Of a file within a snapshot the model's name; undefined for any other. */
export function modelOfFile(file: FileId): string | undefined {
  const match = /\/models--([^/]+)\/snapshots\/[^/]+$/.exec(dirname(file));
  return match?.[1]?.replace('--', '/');
}
