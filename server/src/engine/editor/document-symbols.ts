import type { Config } from '../config/config.js';
import type { Project } from '../project/project.js';
import { encloses, type FileId, type Span } from '../core/span.js';
import { original, type DictEntry } from '../core/value.js';
import type { DocumentSymbol } from '../frameworks/face/editor.js';
import { say } from '../core/say.js';

/** A loop may make thousands of datasets; the outline of so many helps nobody. */
const mostChildren = 200;

/** The outline of a config: its top-level names in the order of the text, with the datasets and models that their lists hold. */
export function documentSymbols(project: Project, file: FileId): DocumentSymbol[] {
  const loaded = project.load(file);
  if (!loaded) return [];
  const { config } = loaded;
  const { editor } = loaded.framework;
  if (editor?.symbols) return editor.symbols(config.evaluation);
  return [...config.evaluation.value.entries.values()]
    .filter((entry) => entry.keySpan.file === file && entry.key.kind === 'str')
    .map((entry) => symbolOf(entry, config))
    .sort((a, b) => a.nameSpan.start - b.nameSpan.start);
}

function symbolOf(entry: DictEntry, config: Config): DocumentSymbol {
  const name = entry.key.kind === 'str' ? entry.key.text : '';
  const { file } = entry.keySpan;
  const whole: Span =
    entry.valueSpan.file === file
      ? { file, start: entry.keySpan.start, end: Math.max(entry.keySpan.end, entry.valueSpan.end) }
      : entry.keySpan;
  const children = childrenOf(name, config).filter((child) => encloses(whole, child.span));
  return {
    name,
    detail: detailOf(name, config),
    kind: kindOf(name, entry, config),
    span: whole,
    nameSpan: entry.keySpan,
    children: children.slice(0, mostChildren),
  };
}

function childrenOf(name: string, config: Config): DocumentSymbol[] {
  const child =
    (kind: 'dataset' | 'model') =>
    (item: { abbr: string; value: { span: Span } }): DocumentSymbol => ({
      name: item.abbr || kind,
      detail: '',
      kind,
      span: item.value.span,
      nameSpan: item.value.span,
      children: [],
    });
  return [
    ...config.datasets.filter((dataset) => dataset.list === name).map(child('dataset')),
    ...config.models.filter((model) => model.list === name).map(child('model')),
  ];
}

function detailOf(name: string, config: Config): string {
  const datasets = config.datasets.filter((dataset) => dataset.list === name).length;
  const models = config.models.filter((model) => model.list === name).length;
  if (datasets > 0) return datasets === 1 ? say`1 dataset` : say`${datasets} datasets`;
  if (models > 0) return models === 1 ? say`1 model` : say`${models} models`;
  return '';
}

function kindOf(name: string, entry: DictEntry, config: Config): DocumentSymbol['kind'] {
  if (config.datasets.some((dataset) => dataset.list === name) || config.models.some((model) => model.list === name)) return 'list';
  const isTemplate = config.places.some(({ kind, value }) => value === original(entry.value) && /template|infer-cfg|dialogue/.test(kind));
  return isTemplate ? 'template' : 'value';
}
