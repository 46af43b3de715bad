import { hierarchyOf } from '../../../../classes/hierarchy.js';
import { classPathOf } from '../../../../config/class-name.js';
import type { DatasetConfig } from '../../../../config/config.js';
import type { CheckContext } from '../../../face/rule.js';

/** The class that all others of this kind come down to. */
const base = 'BaseJDGDataset';

/**
 * The source of the modules of the class that gives a judge its rows, and of the classes that it comes of, without the base of all; empty where it is out of reach. AISBench 3.1.0
 * `datasets/base.py`, `BaseJDGDataset`.
 */
export function sourceOfJudge({ file, surroundings: { classes, workspace } }: CheckContext, { inferCfg }: DatasetConfig): string {
  const path = inferCfg?.kind === 'dict' ? classPathOf(inferCfg.get('judge_dataset_type')) : undefined;
  const found = path === undefined ? undefined : classes.find(path, file);
  if (found?.kind !== 'class') return '';
  const all = hierarchyOf(classes, found.source).classes;
  const end = all.findIndex(({ name }) => name === base);
  const files = new Set(all.slice(0, end < 0 ? all.length : end).map(({ module }) => module.file));
  return [...files]
    .map((one) => workspace.read(one))
    .flatMap((read) => (read.kind === 'text' ? read.text : []))
    .join('\n');
}
