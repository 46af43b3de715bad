import type { Evaluation } from '../core/evaluation.js';
import { original, textOf, type DictValue, type Value } from '../core/value.js';
import { datasetAbbr, modelAbbr } from './abbr.js';
import { classNameOf } from './class-name.js';
import type { Config, DatasetConfig, ModelConfig } from './config.js';
import type { ParserKind } from '../classes/parser-kind.js';
import { datasetLists, modelLists, otherModelLists, type ConfigList } from './lists.js';
import { PlaceCollector } from './places.js';
import { itemsOf } from './sequence.js';
import { kindByName } from './standalone.js';

/** What a framework knows of its model classes. */
export interface ModelReading {
  readonly parser: ParserKind | undefined;
  readonly metaTemplate: Value | undefined;
  readonly metaTemplateFromClass: boolean;
  readonly knownClass?: string | undefined;
}

/** @param type the class as the config names it */
export type ReadModel = (className: string | undefined, metaTemplate: Value | undefined, type: Value | undefined) => ModelReading;

/**
 * Reads an evaluated document: its datasets and models, and every value whose meaning is known.
 * @param readModel what the framework makes of a model's class and its meta template
 * @param besideDatasets lists of datasets that the framework runs beside `datasets`
 */
export function readConfig(evaluation: Evaluation, readModel: ReadModel, besideDatasets: readonly string[] = []): Config {
  const collector = new PlaceCollector();
  const datasets = datasetLists(evaluation.value, evaluation.ok, besideDatasets);
  const models = modelLists(evaluation.value);
  for (const list of datasets) addList(collector, 'dataset', list);
  for (const list of models) addList(collector, 'model', list);
  addStandalone(collector, evaluation.value);
  const others = otherModelLists(evaluation.value, models);
  return {
    evaluation,
    datasets: datasets.flatMap((list) => list.items.map((item) => readDataset(list, item.value, item.index))),
    models: models.flatMap((list) => list.items.map((item) => readOneModel(list, item.value, item.index, readModel))),
    otherModels: others.flatMap((list) => list.items.map((item) => readOneModel(list, item.value, item.index, readModel))),
    judgers: collector.places.flatMap(({ kind, parent, value }, index) =>
      kind === 'model' && parent?.kind === 'evaluator' && value.kind === 'dict'
        ? [readOneModel({ name: 'judgers' }, value, index, readModel)]
        : [],
    ),
    places: collector.places,
  };
}

function addList(collector: PlaceCollector, kind: 'dataset' | 'model', list: ConfigList): void {
  for (const { value, index } of list.items) collector.add(kind, value, value.span, list.name, index);
}

/** Parts that the document defines for others to use, and lists that are no part of the one that is run. */
function addStandalone(collector: PlaceCollector, config: DictValue): void {
  for (const entry of config.entries.values()) {
    const name = textOf(entry.key) ?? '';
    const kind = kindByName(name);
    if (kind && entry.value.kind !== 'none') collector.add(kind, entry.value, entry.valueSpan, name);
    const listKind = name.endsWith('datasets') ? 'dataset' : /models?$/.test(name) ? 'model' : undefined;
    if (!listKind || entry.value.kind !== 'list') continue;
    itemsOf(entry.value)?.forEach((item, i) => {
      if (item.kind === 'dict') collector.add(listKind, item, item.span, name, i);
    });
  }
}

function readDataset(list: ConfigList, value: DictValue, index: number): DatasetConfig {
  return {
    value,
    abbr: datasetAbbr(value) ?? `${list.name}[${String(index)}]`,
    list: list.name,
    index,
    inferCfg: original(value.get('infer_cfg')),
    readerCfg: original(value.get('reader_cfg')),
  };
}

function readOneModel(list: Pick<ConfigList, 'name'>, value: DictValue, index: number, readModel: ReadModel): ModelConfig {
  const type = value.get('type');
  const className = classNameOf(type);
  return {
    value,
    abbr: modelAbbr(value) ?? `${list.name}[${String(index)}]`,
    list: list.name,
    index,
    className,
    ...readModel(className, value.get('meta_template'), type),
  };
}
