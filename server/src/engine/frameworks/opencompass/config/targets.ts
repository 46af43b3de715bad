import type { Config, DatasetConfig } from '../../../config/config.js';
import { PyError } from '../../../core/errors.js';
import { textOf, type DictValue } from '../../../core/value.js';
import type { Workspace } from '../../../core/workspace.js';
import type { Target } from '../../face/behaviour.js';
import { customDataset } from './custom-dataset.js';
import { openCompassCustom } from './custom-templates.js';

/** Every dataset with every model of the document; datasets alone where it has no models. */
export function targetsOf(config: Config): Target[] {
  const models = config.models.length > 0 ? config.models : [undefined];
  return config.datasets.flatMap((dataset) => models.map((model) => ({ dataset, model })));
}

/** The same, with what OpenCompass makes of datasets without a class, as far as their data is within reach. `utils/run.py`. */
export function targetsWithData(config: Config, workspace: Workspace | undefined): Target[] {
  if (!workspace || config.datasets.every(({ value }) => value.get('type') !== undefined)) return targetsOf(config);
  return targetsOf({
    ...config,
    datasets: config.datasets.map((dataset) => (dataset.value.get('type') ? dataset : (madeOfData(dataset, workspace) ?? dataset))),
  });
}

function madeOfData(dataset: DatasetConfig, workspace: Workspace): DatasetConfig | undefined {
  if (textOf(dataset.value.get('path')) === undefined) return undefined;
  const value = madeDataset(dataset.value, workspace);
  return (
    value && {
      ...dataset,
      abbr: textOf(value.get('abbr')) ?? dataset.abbr,
      value,
      inferCfg: value.get('infer_cfg'),
      readerCfg: value.get('reader_cfg'),
    }
  );
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
