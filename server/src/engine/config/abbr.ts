import { textOf, type DictValue } from '../core/value.js';
import { classPathOf } from './class-name.js';

/**
 * A dataset's name: its `abbr`, else what OpenCompass 0.5.3 derives (`utils/abbr.py`): path and name with underscores for slashes.
 * @returns undefined where neither is known
 */
export function datasetAbbr(dataset: DictValue): string | undefined {
  const abbr = textOf(dataset.get('abbr'));
  if (abbr !== undefined || dataset.get('abbr')) return abbr;
  const path = textOf(dataset.get('path'));
  if (path === undefined) return undefined;
  const name = dataset.get('name');
  if (name && name.kind !== 'str') return undefined;
  return (name ? `${path}_${name.text}` : path).replaceAll('/', '_');
}

/**
 * A model's name: its `abbr`, else class and last two parts of its path. The framework takes the parts of the absolute path; of a path of one
 * part the part before depends on where it runs and is left out here.
 */
export function modelAbbr(model: DictValue): string | undefined {
  const abbr = textOf(model.get('abbr'));
  if (abbr !== undefined || model.get('abbr')) return abbr;
  const path = textOf(model.get('path'));
  const type = classPathOf(model.get('type'));
  if (path === undefined || type === undefined) return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return `${type}_${parts.slice(-2).join('_')}`.replaceAll('/', '_');
}
