import { datasetAbbr, modelAbbr } from '../config/abbr.js';
import type { ModelConfig } from '../config/config.js';
import { dirname } from '../core/paths.js';
import { say } from '../core/say.js';
import { isAtOrBelow, type FileId, type Span } from '../core/span.js';
import type { DictValue } from '../core/value.js';
import type { InlayHint, InlayKind } from '../frameworks/face/editor.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';
import type { Project } from '../project/project.js';

/** So many hints of a document are shown: no screen has room for more. */
const mostHints = 2_000;

/** Longer paths are shown by their end. */
const mostOfPath = 60;

/**
 * What a config does not write and a run goes by, within a range, in the order of the text: names that the framework gives, parsers, limits, numbers of shots, files
 * of bases. Where one place makes several things (a loop), and they differ, nothing is said of it.
 * @param wanted the kinds that the user has not switched off
 */
export function inlayHints(project: Project, range: Span, wanted: ReadonlySet<InlayKind>): InlayHint[] {
  const loaded = project.load(range.file);
  if (!loaded) return [];
  const all = [
    ...(loaded.framework.editor?.hints?.(loaded) ?? []),
    ...nameHints(loaded),
    ...parserHints(loaded),
    ...baseHints(project, loaded),
  ];
  const inRange = all.filter(({ at, kind }) => wanted.has(kind) && at.file === range.file && at.end >= range.start && at.end <= range.end);
  return unanimous(inRange)
    .sort((a, b) => a.at.end - b.at.end)
    .slice(0, mostHints);
}

/** One hint a place and kind, where all that is said there is the same. */
function unanimous(hints: readonly InlayHint[]): InlayHint[] {
  const places = new Map<string, { readonly hint: InlayHint; one: boolean }>();
  for (const hint of hints) {
    const key = `${hint.kind} ${String(hint.at.end)}`;
    const there = places.get(key);
    if (!there) places.set(key, { hint, one: true });
    else if (there.hint.label !== hint.label) there.one = false;
  }
  return [...places.values()].flatMap(({ hint, one }) => (one ? [hint] : []));
}

/** The `abbr` that the framework gives a dataset or model without one; of a model whose path has one part that depends on where a run is started. */
function nameHints({ config, framework }: LoadedConfig): InlayHint[] {
  if (framework.previews !== 'pairs') return [];
  const named = [
    ...config.datasets.map(({ value }) => ({ value, abbr: datasetAbbr(value) })),
    ...config.models.map(({ value }) => ({ value, abbr: isWholePath(value) ? modelAbbr(value) : undefined })),
  ];
  return named.flatMap(({ value, abbr }) => {
    const at = value.entry('type')?.valueSpan;
    if (!at || abbr === undefined || value.entry('abbr')) return [];
    return [
      {
        kind: 'abbr',
        at,
        label: `abbr=${abbr}`,
        tooltip: say`The name that ${framework.title} gives it in its results, since it has no abbr.`,
      },
    ];
  });
}

function isWholePath(model: DictValue): boolean {
  const path = model.get('path');
  return path?.kind === 'str' && path.text.split('/').filter((part) => part !== '' && part !== '.' && part !== '..').length > 1;
}

function parserHints({ config }: LoadedConfig): InlayHint[] {
  return config.models.flatMap((model) => {
    const at = model.value.entry('type')?.valueSpan;
    return at && model.parser ? [{ kind: 'parser', at, label: parserWord(model.parser), tooltip: parserText(model.parser) }] : [];
  });
}

function parserWord(parser: NonNullable<ModelConfig['parser']>): string {
  return parser === 'api' ? say`API parser` : say`LM parser`;
}

function parserText(parser: NonNullable<ModelConfig['parser']>): string {
  return parser === 'api' ? say`The prompt reaches the model as messages with roles.` : say`The prompt reaches the model as one text.`;
}

/** The file of a base, as a path from the folder that is open; not where what is written says it all: a place below the document, or the path of a package in that folder. */
function baseHints(project: Project, { config: { evaluation } }: LoadedConfig): InlayHint[] {
  const { file } = evaluation;
  const text = project.document(file)?.text ?? '';
  return evaluation.baseImports.flatMap(({ file: base, moduleSpan }) => {
    if (base === undefined || moduleSpan.file !== file || isAtOrBelow(base, dirname(file))) return [];
    const path = fromFolder(project, base);
    if (path === `${text.slice(moduleSpan.start, moduleSpan.end).replaceAll('.', '/')}.py`) return [];
    return [{ kind: 'bases', at: moduleSpan, label: `→ ${shortPath(path)}`, tooltip: base }];
  });
}

function fromFolder({ workspace: { folders = [] } }: Project, file: FileId): string {
  const folder = folders.find((each) => isAtOrBelow(file, each));
  return folder === undefined ? file : file.slice(folder === '/' ? 1 : folder.length + 1);
}

function shortPath(path: string): string {
  return path.length > mostOfPath ? `…${path.slice(path.indexOf('/', path.length - mostOfPath))}` : path;
}
