import { joinPath } from '../core/paths.js';
import { dirname } from '../core/paths.js';
import { say } from '../core/say.js';
import type { FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';
import type { ChatTemplate } from './chat-template.js';
import { families, familyOfModel, familyTemplate } from './families.js';
import { cachedModels, isModelName, snapshotOf, type FoundInCache } from './hub-cache.js';
import { templateOfFile, templateOfFolder } from './tokenizer-files.js';

/** `tokenizer_config.json#tool_use`: where templates are, and which of them. No name of a model holds the sign. */
export function splitTemplateSpec(spec: string): { readonly place: string; readonly name: string | undefined } {
  const at = spec.lastIndexOf('#');
  return at > 0 && at < spec.length - 1 ? { place: spec.slice(0, at), name: spec.slice(at + 1) } : { place: spec, name: undefined };
}

/**
 * The chat template that a word means: a shipped family (`chatml`), a file (`.jinja`, `tokenizer_config.json`, `chat_template.json`), a folder with
 * a tokenizer's files, or a model in the local Hugging Face cache (`org/name`, `org/name@revision`), in this order. Nothing is downloaded.
 * @param near the document; relative paths are looked up beside it, then in the folders of the workspace
 * @param name which of the tokenizer's templates, where it has several; absent: the one that `#name` behind the word says, else the default one
 * @returns the template, or a sentence on why there is none
 */
export function loadChatTemplate(workspace: Workspace, spec: string, near: FileId, name?: string): FoundInCache<ChatTemplate> {
  const family = families.find(({ id }) => id === spec);
  if (family) return { found: familyTemplate(family) };
  const place = placeNear(workspace, spec, near);
  if (place?.kind === 'directory') return templateOfFolder(workspace, place.path, spec, name);
  if (place) return templateOfFile(workspace, place.path, name);
  const split = splitTemplateSpec(spec);
  if (name === undefined && split.name !== undefined) return loadChatTemplate(workspace, split.place, near, split.name);
  if (spec.startsWith('/') || spec.startsWith('.') || !isModelName(spec)) return { problem: missing(workspace, spec, near) };
  const snapshot = snapshotOf(workspace, spec);
  if ('found' in snapshot) return templateOfFolder(workspace, snapshot.found, spec, name);
  return { problem: withHint(snapshot.problem, spec) };
}

/** A family that a model's name speaks for may stand in for its own template. */
function withHint(problem: string, model: string): string {
  const family = familyOfModel(model);
  return family ? say`${problem} Judging by its name, the shipped family "${family.id}" may be close.` : problem;
}

/** What a word leads to beside a document, then in the folders of the workspace: a file or a folder; undefined where nothing is there. */
export function placeNear(
  workspace: Workspace,
  spec: string,
  near: FileId,
): { readonly path: FileId; readonly kind: 'file' | 'directory' } | undefined {
  for (const folder of [dirname(near), ...(workspace.folders ?? [])]) {
    const path = joinPath(folder, spec);
    const stat = workspace.stat(path);
    if (stat) return { path, kind: stat.kind };
  }
  return undefined;
}

function missing(workspace: Workspace, spec: string, near: FileId): string {
  const read = workspace.read(joinPath(dirname(near), spec));
  return read.kind === 'none' ? read.reason : say`${spec} cannot be read.`;
}

/** What a picker offers. */
export interface ChatTemplateChoice {
  /** For `loadChatTemplate`. */
  readonly spec: string;
  readonly label: string;
  /** Where it is from, in a few words. */
  readonly detail: string;
  readonly kind: 'file' | 'model' | 'family';
}

const templateFile = /(?:^|[._-])chat_template\.json$|^tokenizer_config\.json$|\.jinja2?$|\.j2$/;

/** The chat templates within reach: files beside the document and in the folders of the workspace, models of the local cache, shipped families. */
export function listChatTemplates(workspace: Workspace, near: FileId): readonly ChatTemplateChoice[] {
  const folders = [...new Set([dirname(near), ...(workspace.folders ?? [])])];
  const files = folders.flatMap((folder) =>
    (workspace.list(folder) ?? []).filter((name) => templateFile.test(name)).map((name) => joinPath(folder, name)),
  );
  return [
    ...[...new Set(files)].map((spec): ChatTemplateChoice => ({
      spec,
      label: spec.slice(spec.lastIndexOf('/') + 1),
      detail: dirname(spec),
      kind: 'file',
    })),
    ...cachedModels(workspace).map((spec): ChatTemplateChoice => ({
      spec,
      label: spec,
      detail: say`local Hugging Face cache`,
      kind: 'model',
    })),
    ...families.map(({ id, title }): ChatTemplateChoice => ({
      spec: id,
      label: title,
      detail: say`written for Prompt Preflight, not a model's own`,
      kind: 'family',
    })),
  ];
}
