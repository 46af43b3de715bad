import type { Evaluation } from '../../../core/evaluation.js';
import { textOf, type Value } from '../../../core/value.js';
import { looksLikeRunConfig } from '../sniff-run-config.js';
import { runFields } from './run-fields.js';

/** So many keys that the harness does not know may be slips; a file with more is another program's. */
const mostUnknown = 2;

/** Whether a document is a config of a run: it names tasks by texts, and nearly all of its keys are those of such a config. */
export function isRunConfig({ language, value }: Evaluation): boolean {
  if (language !== 'yaml' || !isNames(value.get('tasks'))) return false;
  const keys = [...value.entries.values()].map(({ key }) => textOf(key));
  const known = runFields.keys('run')!;
  const unknown = keys.filter((key) => key === undefined || !known.has(key)).length;
  if (unknown > mostUnknown || keys.length - unknown < unknown * 3) return false;
  return looksLikeRunConfig(keys.map((key) => `${key ?? ''}:\n`).join(''), language);
}

function isNames(tasks: Value | undefined): boolean {
  if (tasks?.kind === 'list') return tasks.items.every(({ kind }) => kind === 'str');
  return tasks?.kind === 'str' || tasks?.kind === 'none';
}
