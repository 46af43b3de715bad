import { createProject } from '../../server/src/engine/project/project.js';
import type { Diagnostic, Fix } from '../../server/src/engine/frameworks/face/rule.js';
import type { Project } from '../../server/src/engine/project/project.js';
import type { TextEdit } from '../../server/src/engine/core/text-edit.js';
import { defaultSettings } from '../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../server/src/engine/core/workspace.js';

/** Where the files of an example lie. */
export const folder = '/ws/project/';

type Files = ReadonlyMap<string, string>;

/** A project with the files of an example. */
export function projectWith(files: Files): Project {
  const workspace = new MemoryWorkspace(Object.fromEntries([...files].map(([name, text]) => [folder + name, text])), [
    '/ws',
    '/ws/project',
  ]);
  return createProject(workspace, defaultSettings);
}

/** What is found in the files of an example, a file at a time. */
export function findingsIn(files: Files): Diagnostic[] {
  const project = projectWith(files);
  return [...files.keys()].flatMap((name) => [...project.check(folder + name)]);
}

/** The files of an example after quick fixes. */
export function afterFixes(files: Files, fixes: readonly Fix[]): Files {
  const edits = fixes.flatMap((fix) => fix.edits);
  const renamed = new Map(fixes.flatMap(({ rename }) => (rename ? [[rename.from, rename.to] as const] : [])));
  return new Map(
    [...files].map(([name, text]) => [
      (renamed.get(folder + name) ?? folder + name).slice(folder.length),
      edited(
        text,
        edits.filter(({ span }) => span.file === folder + name),
      ),
    ]),
  );
}

function edited(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end), text);
}
