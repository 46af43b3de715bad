import { isModelName, snapshotOf, type FoundInCache } from '../chat/hub-cache.js';
import { placeNear, splitTemplateSpec } from '../chat/sources.js';
import { dirname, joinPath } from '../core/paths.js';
import { baseName, type FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';

const fileName = 'tokenizer.json';
const configName = 'tokenizer_config.json';

/**
 * The `tokenizer.json` that a word means: a file, a folder of a model or a file of a tokenizer in it, or a model in the local Hugging Face cache (`org/name`,
 * `org/name@revision`). Nothing is downloaded.
 * @param near the document; relative paths are looked up beside it, then in the folders of the workspace
 * @returns the file, or a sentence on why there is none
 */
export function findTokenizer(workspace: Workspace, spec: string, near: FileId): FoundInCache<FileId> {
  const { place: word } = splitTemplateSpec(spec);
  const place = placeNear(workspace, word, near);
  if (place?.kind === 'file') return isTokenizerFile(place.path) ? { found: place.path } : inFolder(workspace, dirname(place.path), word);
  if (place) return inFolder(workspace, place.path, word);
  if (word.startsWith('/') || word.startsWith('.') || !isModelName(word)) return { problem: `There is no tokenizer at ${word}.` };
  const snapshot = snapshotOf(workspace, word);
  return 'found' in snapshot ? inFolder(workspace, snapshot.found, word) : snapshot;
}

/** Beside the templates and settings of a tokenizer lies its table. */
function isTokenizerFile(file: FileId): boolean {
  return file.endsWith('.json') && ![configName, 'chat_template.json'].includes(baseName(file));
}

function inFolder(workspace: Workspace, folder: FileId, shown: string): FoundInCache<FileId> {
  const file = joinPath(folder, fileName);
  if (workspace.stat(file)?.kind === 'file') return { found: file };
  const names = new Set(workspace.list(folder) ?? []);
  const other = ['tokenizer.model', 'vocab.json', 'vocab.txt', 'tiktoken.model', 'qwen.tiktoken'].find((name) => names.has(name));
  return { problem: `${shown} has no ${fileName}${other === undefined ? '' : `, only ${other}, which is not read`}.` };
}
