import { classPathOf } from '../../server/src/engine/config/class-name.js';
import { itemsOf } from '../../server/src/engine/config/sequence.js';
import type { FileId } from '../../server/src/engine/core/span.js';
import type { Value } from '../../server/src/engine/core/value.js';
import type { Project } from '../../server/src/engine/project/project.js';

/**
 * The lines that still ask something for an entry by its old name once a column is renamed, in the files that were changed and those of all that datasets of their classes name, whatever for: found by the text
 * alone, so that it does not share what the rename itself knows. Most ask something else than rows; who looks at them says so.
 */
export function leftReads(project: Project, configs: readonly FileId[], files: readonly FileId[], name: string): string[] {
  const asking = new RegExp(
    `(?:\\[|\\b(?:get|pop|getattr)\\((?:\\w+, *)?)\\s*f?['"]${name}['"]|\\.${name}\\b(?!\\()|['"]${name}['"]\\s+(?:not )?in\\b`,
  );
  const looked = new Set(files.filter((file) => file.endsWith('.py') && !configs.includes(file)));
  for (const config of configs) {
    const loaded = project.load(config);
    for (const { value } of loaded?.config.datasets ?? []) {
      const named = typesIn(value).flatMap((path) => fileOf(project, path, config) ?? []);
      // Those of other classes are another question: a config may gather datasets of all kinds.
      if (named.some((file) => files.includes(file))) for (const file of named) looked.add(file);
    }
    project.release(config);
  }
  return [...looked].flatMap((file) => {
    const read = project.workspace.read(file);
    const lines = read.kind === 'text' ? read.text.split('\n') : [];
    return lines.flatMap((line, i) => (asking.test(line) ? [`${file}:${String(i + 1)} ${line.trim()}`] : []));
  });
}

function fileOf(project: Project, path: string, from: FileId): FileId | undefined {
  const found = project.classes.find(path, from);
  return found.kind === 'class' || found.kind === 'function' ? found.source.module.file : undefined;
}

function typesIn(value: Value, depth = 0): string[] {
  if (depth > 8) return [];
  if (value.kind !== 'dict') return (itemsOf(value) ?? []).flatMap((item) => typesIn(item, depth + 1));
  return [...value.entries.values()].flatMap(({ key, value: inner }) => {
    const path = key.kind === 'str' && key.text === 'type' ? classPathOf(inner) : undefined;
    return path === undefined ? typesIn(inner, depth + 1) : [path];
  });
}
