import { say } from '../core/say.js';
import type { FileId } from '../core/span.js';
import type { DictValue } from '../core/value.js';
import type { Workspace } from '../core/workspace.js';
import { jsonToValue } from '../json/json-values.js';
import type { FoundInCache } from './hub-cache.js';

/** The object that a file of JSON holds, as those beside a model or a tokenizer do. */
export function jsonObjectIn(workspace: Workspace, file: FileId): FoundInCache<DictValue> {
  const read = workspace.read(file);
  if (read.kind === 'none') return { problem: read.reason };
  try {
    const value = jsonToValue(read.text, file);
    return value.kind === 'dict' ? { found: value } : { problem: say`${file} does not hold a JSON object.` };
  } catch (error) {
    return { problem: say`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
