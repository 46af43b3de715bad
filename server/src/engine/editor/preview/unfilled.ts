import type { DictValue } from '../../core/value.js';
import type { Unfilled } from '../../frameworks/face/behaviour.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import type { Picked } from './picks.js';

const none: Unfilled = { left: new Set(), faults: new Set() };

/**
 * What of the templates of a target no column fills, as the rules of its framework find it.
 * @param row the row that is asked; undefined for placeholders
 */
export function unfilledColumns(
  { framework, config, surroundings }: LoadedConfig,
  { dataset: { judge }, target: { dataset } }: Picked,
  row: DictValue | undefined,
): Unfilled {
  // A judge is given columns that the run makes.
  if (judge) return { ...none, left: new Set(dataset.judged?.lacking) };
  return framework.unfilled?.(dataset, row, config.evaluation.file, surroundings.classes) ?? none;
}
