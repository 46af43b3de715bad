import { wordPlaces } from '../core/word-places.js';
import { classPathOf } from '../config/class-name.js';
import { touches, type FileId, type Span } from '../core/span.js';
import type { Value } from '../core/value.js';
import { importedPaths } from '../edit/add-import.js';
import type { Definition } from '../frameworks/face/editor.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';
import type { Project } from '../project/project.js';
import { parsePython } from '../python/syntax/parse.js';
import type { At } from '../python/syntax/tree/ast.js';
import { walk } from '../python/syntax/tree/walk.js';

/** The source of the class or function that a name of code, or a `type`, stands for at an offset. Undefined where it is out of reach. */
export function definitionOfClass(project: Project, loaded: LoadedConfig, offset: number): Definition | undefined {
  const named = typeAt(loaded, offset) ?? importedNameAt(project, loaded, offset);
  if (!named) return undefined;
  for (const path of named.paths) {
    const target = sourceOf(project, path, loaded.config.evaluation.file);
    if (target) return { origin: named.origin, target };
  }
  return undefined;
}

interface Named {
  readonly origin: Span;
  /** Where it may be imported from, the likeliest first. */
  readonly paths: readonly string[];
}

/** A `type` whose dict has a known kind: its class is named by its path, or, as a text, by its name alone. */
function typeAt({ config, framework }: LoadedConfig, offset: number): Named | undefined {
  for (const { kind, value } of config.places) {
    const type = value.kind === 'dict' ? value.entry('type') : undefined;
    if (type?.valueSpan.file !== config.evaluation.file || !touches(type.valueSpan, offset)) continue;
    const path = pathOf(type.value);
    if (path === undefined) return undefined;
    return { origin: type.valueSpan, paths: path.includes('.') ? [path] : (framework.editor?.classPaths?.(kind, path) ?? []) };
  }
  return undefined;
}

function pathOf(type: Value): string | undefined {
  return type.kind === 'callable' ? undefined : classPathOf(type);
}

/** A name in the code of a Python document that an import binds: where it is imported, or used. */
function importedNameAt(project: Project, { config: { evaluation } }: LoadedConfig, offset: number): Named | undefined {
  const { file, language } = evaluation;
  const document = language === 'python' ? project.document(file) : undefined;
  if (!document) return undefined;
  const module = parsePython(file, document.text);
  const paths = importedPaths(module);
  let found: { readonly at: At; readonly path: string | undefined } | undefined;
  const isHere = ({ start, end }: At): boolean => start <= offset && offset <= end;
  walk(module.body, (node) => {
    if (!isHere(node)) return false;
    if (node.type === 'Name') found = { at: node, path: paths.get(node.name) };
    if (node.type === 'ImportFrom' && node.level === 0)
      for (const { name, asName } of node.names)
        if (isHere(name) || (asName && isHere(asName))) found = { at: isHere(name) ? name : asName!, path: `${node.module}.${name.name}` };
    return true;
  });
  return found?.path === undefined ? undefined : { origin: { file, start: found.at.start, end: found.at.end }, paths: [found.path] };
}

/** The name of a class or function where its statement defines it. */
function sourceOf(project: Project, path: string, from: FileId): Span | undefined {
  const found = project.classes.find(path, from);
  if (found.kind !== 'class' && found.kind !== 'function') return undefined;
  const { file } = found.source.module;
  const read = project.workspace.read(file);
  if (read.kind !== 'text') return undefined;
  const start = definedAt(read.text, found.source.name);
  return start === undefined ? { file, start: 0, end: 0 } : { file, start, end: start + found.source.name.length };
}

function definedAt(text: string, name: string): number | undefined {
  for (const at of wordPlaces(text, name, /\w/))
    if (/^[ \t]*(?:class|(?:async[ \t]+)?def)[ \t]+$/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))) return at;
  return undefined;
}
