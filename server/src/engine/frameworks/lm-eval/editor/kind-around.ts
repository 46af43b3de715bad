import type { ConfigKind } from '../../../config/config.js';
import type { Document } from '../../../core/document.js';
import { ownersByIndent } from '../../../cursor/keys-around.js';

/** The kind of dict that stands under a key of a task or a group. */
const kindOfTaskKey: Readonly<Record<string, ConfigKind>> = {
  fewshot_config: 'fewshot-config',
  generation_kwargs: 'generation-kwargs',
  metric_list: 'metric',
  filter_list: 'filter',
  filter: 'filter-step',
  aggregate_metric_list: 'aggregate-metric',
  task: 'group-member',
};

/** The kind of the dict around a place, told by the key above it. Undefined where that tells nothing. */
export function kindInTask(document: Document, offset: number): ConfigKind | undefined {
  const [owner] = ownersByIndent(document, offset);
  if (owner === undefined) return /^group[ \t]*:/m.test(document.text) ? 'group' : 'task';
  return Object.hasOwn(kindOfTaskKey, owner) ? kindOfTaskKey[owner] : undefined;
}
