import { jsonObjectIn } from '../../../chat/json-file.js';
import { dirname, joinPath } from '../../../core/paths.js';
import type { FileId } from '../../../core/span.js';
import type { Value } from '../../../core/value.js';
import type { Workspace } from '../../../core/workspace.js';
import { asInteger } from '../../../python/runtime/semantics.js';
import { findTokenizer } from '../../../tokens/find-tokenizer.js';

/** In the order in which the harness asks for them. */
const names = ['n_positions', 'max_position_embeddings', 'n_ctx'];

/**
 * How many tokens a model has room for where `--model_args` has no `max_length`: what its `config.json` says. lm-evaluation-harness 0.4.13 `models/utils.py`, `resolve_max_length`. Undefined
 * where the file is not within reach, or says nothing: then the class of the model may know a length of its own.
 * @param model a folder, or a name in the local Hugging Face cache @param near the document
 */
export function maxLengthOf(workspace: Workspace, model: string, near: FileId): number | undefined {
  const found = findTokenizer(workspace, model, near);
  const config = 'found' in found ? jsonObjectIn(workspace, joinPath(dirname(found.found), 'config.json')) : found;
  if ('problem' in config) return undefined;
  const own = config.found.get('text_config');
  const settings = own?.kind === 'dict' ? own : config.found;
  const value = names.map((name) => settings.get(name)).find((given) => given !== undefined && given.kind !== 'none');
  return positive(value);
}

function positive(value: Value | undefined): number | undefined {
  const found = value && asInteger(value);
  return found === undefined || found <= 0n || found > 2n ** 40n ? undefined : Number(found);
}
