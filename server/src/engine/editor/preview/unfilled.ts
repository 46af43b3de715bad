import { readReaderCfg } from '../../config/reader-cfg.js';
import { textOf, type DictValue } from '../../core/value.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import type { DatasetChoice } from './choices.js';
import { templateColumns } from '../../rows/columns.js';

const none: ReadonlySet<string> = new Set();

/**
 * Columns that the templates of a target ask for and that no row fills: the model reads such a placeholder as it stands in the template.
 * @param row the row that is asked; undefined for placeholders: then those count that neither `reader_cfg` names nor the class makes, unless the class may make more than is seen
 */
export function unfilledColumns(loaded: LoadedConfig, { dataset, judge }: DatasetChoice, row: DictValue | undefined): ReadonlySet<string> {
  // A judge is given columns that the run makes.
  if (judge || loaded.framework.previews !== 'pairs') return none;
  const asked = templateColumns(dataset.inferCfg);
  if (row) return new Set(asked.filter((name) => row.get(name) === undefined));
  const type = dataset.value.get('type');
  const { classes } = loaded.surroundings;
  const made = type && loaded.framework.classFacts?.('dataset', type, loaded.config.evaluation.file, classes)?.columns?.();
  const reader = readReaderCfg(dataset.readerCfg);
  if (made?.known === 'at least' || (made?.known !== 'exact' && reader.inputColumns.length === 0)) return none;
  const filled = new Set([...reader.inputColumns, textOf(reader.outputColumn), ...(made?.columns ?? []), ...(made?.some ?? [])]);
  return new Set(asked.filter((name) => !filled.has(name)));
}
