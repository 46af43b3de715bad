import type { Project } from '../project/project.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';
import { encloses, type FileId, type Span } from '../core/span.js';
import type { Value } from '../core/value.js';
import { say } from '../core/say.js';

/** A place from which a preview can be opened. */
export interface PreviewLens {
  readonly title: string;
  readonly span: Span;
}

const title = say`Preview Prompt`;

/** Top-level names that hold what a prompt is made of. */
const bindings = /(^|_)(infer_cfg|meta_template|datasets|models)$/;

/**
 * Lenses above each binding of an infer_cfg, a meta template, datasets or models that is written in this document; one a line. Imported
 * names get none, but for the first one of a document that only imports.
 */
export function codeLenses(project: Project, file: FileId): PreviewLens[] {
  const document = project.document(file);
  const loaded = project.load(file);
  if (!document || !loaded) return [];
  const lines = new Map<number, Span>();
  if (loaded.framework.previews === 'tasks') return taskLenses(loaded, file);
  const { value, baseImports } = loaded.config.evaluation;
  const spans = [...bindingSpans(value.entries.values(), loaded.config.places)].filter((span) => span.file === file);
  const imported = baseImports.flatMap(({ names, moduleSpan }) => [moduleSpan, ...names.map(({ bound }) => bound)]);
  const own = spans.filter((span) => !imported.some((name) => encloses(name, span)));
  for (const span of own.length > 0 ? own : spans.slice(0, 1)) {
    const { line } = document.lines.positionAt(span.start);
    if (!lines.has(line)) lines.set(line, span);
  }
  return [...lines.values()].map((span) => ({ title, span }));
}

/** One lens a task: above the text that it is asked with, or above its name where that text is in a base. */
function taskLenses({ config }: LoadedConfig, file: FileId): PreviewLens[] {
  const { value } = config.evaluation;
  const isBase = config.datasets.length === 0 && !value.entry('group');
  const names = ['doc_to_text', 'task', 'group'].map((name) => value.entry(name)?.keySpan);
  const span = names.find((place) => place?.file === file);
  return span && !isBase ? [{ title, span }] : [];
}

function* bindingSpans(
  names: Iterable<{ readonly key: Value; readonly keySpan: Span }>,
  places: readonly { readonly kind: string; readonly useSpan: Span }[],
): IterableIterator<Span> {
  for (const { key, keySpan } of names) if (key.kind === 'str' && bindings.test(key.text)) yield keySpan;
  for (const { kind, useSpan } of places) if (kind === 'infer-cfg' || kind === 'meta-template') yield useSpan;
}
