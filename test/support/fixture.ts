import { languageByEnding } from '../../server/src/engine/core/language.js';
import { createProject, type Project, type ProjectOptions } from '../../server/src/engine/project/project.js';
import { defaultSettings, type Settings } from '../../server/src/engine/core/settings.js';
import type { FileId } from '../../server/src/engine/core/span.js';
import { MemoryWorkspace } from '../../server/src/engine/core/workspace.js';

/** A small workspace in one text, with the files named by header lines and the cursor by `$0`. */
export interface Fixture {
  readonly project: Project;
  readonly workspace: MemoryWorkspace;
  /** The file with the cursor, else the first one; it is open, at version 1. */
  readonly file: FileId;
  /** Offset of the cursor in `file`; -1 without one. */
  readonly offset: number;
  /** The texts without the cursor's mark. */
  readonly texts: ReadonlyMap<FileId, string>;
}

/**
 * Makes a project of a text such as
 *
 *     # file: base.py
 *     x = 1
 *     # file: eval.py
 *     from .base import $0x
 *
 * Without a header the whole is `/ws/eval.py`. Names are relative to `/ws`. Only the file with the cursor is opened.
 */
export function fixture(source: string, settings: Partial<Settings> = {}, options: ProjectOptions = {}): Fixture {
  const marked = split(source);
  const names = [...marked.keys()];
  const file = names.find((name) => marked.get(name)!.includes('$0')) ?? names[0]!;
  const offset = marked.get(file)!.indexOf('$0');
  const texts = new Map([...marked].map(([name, text]) => [name, name === file ? text.replace('$0', '') : text]));
  const workspace = new MemoryWorkspace(Object.fromEntries(texts), ['/ws']);
  const project = createProject(workspace, { ...defaultSettings, ...settings }, options);
  project.update(file, texts.get(file)!, 1, languageByEnding(file) ?? 'python');
  return { project, workspace, file, offset, texts };
}

function split(source: string): Map<FileId, string> {
  const parts = source.split(/^# file: (\S+)\n/m);
  if (parts.length === 1) return new Map([['/ws/eval.py', source]]);
  const files = new Map<FileId, string>();
  for (let i = 1; i < parts.length; i += 2) files.set(`/ws/${parts[i]!}`, parts[i + 1]!);
  return files;
}
