import type { FileId } from '../../../core/span.js';
import type { Value } from '../../../core/value.js';
import type { Workspace } from '../../../core/workspace.js';
import type { YamlContent } from '../../../yaml/read-yaml.js';
import { WorkspaceAbove } from '../../../core/workspace-above.js';

/** From so many UTF-16 units on a text is large: no task that people write is. */
const large = 100_000;

interface Last extends Omit<YamlContent, 'value'> {
  readonly file: FileId;
  readonly text: string;
  readonly value: WeakRef<Value>;
}

const lastOf = new WeakMap<Workspace, Last>();

/**
 * What a file holds, read by `read`. The large one that was read last is not read again while anybody holds its value: the open document and the index of
 * the tasks around it come to it one after the other.
 */
export function largeContent(workspace: Workspace, file: FileId, text: string, read: () => YamlContent): YamlContent {
  if (text.length < large) return read();
  // The index reads through a workspace above that of the document.
  const lowest = workspace instanceof WorkspaceAbove ? workspace.lowest : workspace;
  const last = lastOf.get(lowest);
  const kept = last?.file === file && last.text === text ? last.value.deref() : undefined;
  if (last && kept) return { ...last, value: kept };
  const content = read();
  if (content.value) lastOf.set(lowest, { ...content, file, text, value: new WeakRef(content.value) });
  return content;
}
