import type { DatasetConfig } from '../../config/config.js';
import type { Evaluation } from '../../evaluation.js';
import { textOf } from '../../value.js';
import type { Framework } from '../framework.js';
import { isLmEval } from './detect.js';
import { placesOf } from './places.js';

const unrendered = 'The prompts of lm-evaluation-harness tasks are not shown here.';

/** lm-evaluation-harness, as of version 0.4.13. */
export const lmEval: Framework = {
  id: 'lm-eval',
  title: 'lm-evaluation-harness',
  version: 'lm-evaluation-harness 0.4.13',
  previews: 'tasks',
  detect: isLmEval,
  read: (evaluation) => ({ evaluation, datasets: tasksOf(evaluation), models: [], places: placesOf(evaluation) }),
  targets: () => [],
  render: () => ({ mode: 'gen', labels: [], label: undefined, shots: { ids: [], configured: 0, standIn: false }, stages: [], unknowns: [unrendered], notes: [] }),
  raises: () => undefined,
};

/** The task of a document; a file that others include has none. */
function tasksOf({ value }: Evaluation): DatasetConfig[] {
  const name = textOf(value.get('task'));
  if (name === undefined || value.entry('group')) return [];
  return [{ value, abbr: name, list: '', index: 0, inferCfg: undefined, readerCfg: undefined }];
}
