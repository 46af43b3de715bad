import type { Config, DatasetConfig } from '../../../config/config.js';
import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { textOf, UnknownValue, type DictValue } from '../../../core/value.js';
import type { Workspace } from '../../../core/workspace.js';
import { readInferCfg } from '../../../config/infer-cfg.js';
import type { Surroundings } from '../../face/behaviour.js';
import { chatmlDataset, isChatml } from '../config/chatml-dataset.js';
import { customDataset } from '../config/custom-dataset.js';
import { openCompassCustom } from '../config/custom-templates.js';
import type { Dialect } from '../render/dialect.js';
import { withEntry } from '../values/python-value.js';
import { chatmlPartsAround } from './chatml-parts.js';

/** A config with what OpenCompass makes of its datasets without a class, as far as that is known. `utils/run.py`. */
export function withMadeDatasets(config: Config, surroundings: Surroundings | undefined): Config {
  return withoutClass(config, surroundings, (dataset, around) =>
    isOfChatml(config, dataset) ? madeOfChatml(dataset, around) : (madeOfData(dataset, around.workspace) ?? dataset),
  );
}

/** The same, as far as what is made has a judge: files of data need not be read for that. */
export function withJudgedDatasets(config: Config, surroundings: Surroundings | undefined): Config {
  return withoutClass(config, surroundings, (dataset, around) => (isOfChatml(config, dataset) ? madeOfChatml(dataset, around) : dataset));
}

function withoutClass(
  config: Config,
  surroundings: Surroundings | undefined,
  made: (dataset: DatasetConfig, surroundings: Surroundings) => DatasetConfig,
): Config {
  const hasClass = ({ value }: DatasetConfig): boolean => value.get('type') !== undefined;
  if (!surroundings || config.datasets.every(hasClass)) return config;
  return { ...config, datasets: config.datasets.map((dataset) => (hasClass(dataset) ? dataset : made(dataset, surroundings))) };
}

function isOfChatml({ evaluation }: Config, { list, value }: DatasetConfig): boolean {
  return isChatml(evaluation.file, list, value);
}

/** A dataset as a release has it that lacks the classes of which a later one makes it. */
export function madeAsOf(dataset: DatasetConfig, { templates }: Dialect): DatasetConfig {
  const name = dataset.made && readInferCfg(dataset.inferCfg)?.promptTemplate?.className;
  if (name === undefined || templates.later?.has(name) !== true) return dataset;
  return notMade(dataset, say`This release of OpenCompass makes something else of a ChatML file, which is not followed.`);
}

function madeOfChatml(dataset: DatasetConfig, surroundings: Surroundings): DatasetConfig {
  const parts = chatmlPartsAround(dataset.value.span.file, surroundings);
  if (!parts)
    return notMade(dataset, say`What a run makes of a ChatML file is not known: the OpenCompass that is within reach makes nothing of it.`);
  const value = chatmlDataset(dataset.value, parts);
  if (!value) return notMade(dataset, say`A run makes no dataset of this: it raises an exception.`);
  return madeFrom(dataset, value);
}

function notMade(dataset: DatasetConfig, reason: string): DatasetConfig {
  const { value } = dataset;
  return madeFrom(dataset, withEntry(value, 'infer_cfg', new UnknownValue(reason, value.span)));
}

function madeOfData(dataset: DatasetConfig, workspace: Workspace): DatasetConfig | undefined {
  if (textOf(dataset.value.get('path')) === undefined) return undefined;
  const value = madeDataset(dataset.value, workspace);
  return value && madeFrom(dataset, value);
}

function madeFrom(dataset: DatasetConfig, value: DictValue): DatasetConfig {
  return {
    ...dataset,
    abbr: textOf(value.get('abbr')) ?? dataset.abbr,
    value,
    inferCfg: value.get('infer_cfg'),
    readerCfg: value.get('reader_cfg'),
    made: true,
  };
}

/** Paths are relative to where the evaluation is started, which is taken to be a folder of the workspace. */
function madeDataset(given: DictValue, workspace: Workspace): DictValue | undefined {
  const read = (path: string): string | undefined => {
    const places = /^(?:\/|[A-Za-z]:\/)/.test(path)
      ? [path]
      : (workspace.folders ?? []).map((folder) => `${folder}/${path.replace(/^\.\//, '')}`);
    const found = places.map((place) => workspace.read(place)).find(({ kind }) => kind === 'text');
    return found?.kind === 'text' ? found.text : undefined;
  };
  try {
    return customDataset(given, { read }, openCompassCustom);
  } catch (error) {
    // The renderer says that the data decides, and the framework says the rest when it has them.
    if (error instanceof PyError) return undefined;
    throw error;
  }
}
