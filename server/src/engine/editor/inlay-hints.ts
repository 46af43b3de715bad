import { datasetAbbr, modelAbbr } from '../config/abbr.js';
import type { ModelConfig } from '../config/config.js';
import { grouped } from '../core/grouped.js';
import { dirname } from '../core/paths.js';
import { say } from '../core/say.js';
import { isAtOrBelow, type FileId, type Span } from '../core/span.js';
import type { DictValue } from '../core/value.js';
import type { InlayHint, InlayKind } from '../frameworks/face/editor.js';
import type { Target } from '../frameworks/face/behaviour.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';
import type { Project } from '../project/project.js';
import { shotPlaces } from './shots/shot-places.js';

/** So many hints of a document are shown: no screen has room for more. */
const mostHints = 2_000;

/** Longer paths are shown by their end. */
const mostOfPath = 60;

/**
 * What a config does not write and a run goes by, within a range, in the order of the text: names that the framework gives, parsers, limits, numbers of shots, files
 * of bases. Where one place makes several things (a loop), and they differ, nothing is said of it.
 * @param wanted the kinds that the user has not switched off
 * @param tokensOf what is known of the tokens of examples: nothing is counted here
 */
export function inlayHints(project: Project, range: Span, wanted: ReadonlySet<InlayKind>, tokensOf?: TokensOfShots): InlayHint[] {
  const loaded = project.load(range.file);
  if (!loaded) return [];
  const all = [
    ...(loaded.framework.editor?.hints?.(loaded) ?? []),
    ...nameHints(loaded),
    ...parserHints(loaded),
    ...baseHints(project, loaded),
  ];
  const inRange = all.filter(({ at, kind }) => wanted.has(kind) && at.file === range.file && at.end >= range.start && at.end <= range.end);
  const counted = tokensOf && wanted.has('shotTokens') ? tokenHints(loaded, range, tokensOf) : [];
  return [...unanimous(inRange), ...counted].sort((a, b) => a.at.end - b.at.end).slice(0, mostHints);
}

/** Tokens that somebody has counted, or reckoned from the length: of the examples of a prompt. */
export interface CountedShots {
  readonly tokens: number;
  /** No tokenizer has counted them, or other rows have other examples. */
  readonly estimated: boolean;
}

/** What is known of the examples of a target; undefined where nothing is yet, null where they are not known. */
export type TokensOfShots = (target: Target) => CountedShots | null | undefined;

/** The tokens of the examples: of several datasets at one place the least and the most, once all of them are known. */
function tokenHints(loaded: LoadedConfig, range: Span, tokensOf: TokensOfShots): InlayHint[] {
  return shotPlaces(loaded, range).flatMap(({ at, targets }) => {
    // Each is asked, so that all are counted.
    const asked = targets.map(tokensOf);
    const known = asked.filter((one) => one !== null && one !== undefined);
    if (known.length === 0 || known.length < asked.length) return [];
    const estimated = known.some((one) => one.estimated);
    const counts = known.map(({ tokens }) => tokens).sort((a, b) => a - b);
    const [least, most] = [grouped(counts[0]!), grouped(counts.at(-1)!)];
    const count = least === most ? least : `${least}…${most}`;
    const label = estimated ? say`≈ ${count} tokens` : say`${count} tokens`;
    return [{ kind: 'shotTokens', at, label, tooltip: estimated ? estimatedText() : countedText() }];
  });
}

function countedText(): string {
  return say`The tokens of all in-context examples together, as the tokenizer of the model counts them.`;
}

function estimatedText(): string {
  return say`The tokens of all in-context examples together. An estimate: no tokenizer of the model is on this machine, or other rows have other examples.`;
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
