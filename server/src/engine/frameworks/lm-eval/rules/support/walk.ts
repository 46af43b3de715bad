import type { Evaluation } from '../../../../core/evaluation.js';
import { pushAll } from '../../../../core/push-all.js';
import type { Value } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';

/** A task has at most a few thousand values, its samples included. */
const enough = 20_000;
const walked = new WeakMap<Evaluation, readonly Value[]>();

/** All values of a document's config, those of included files too, in the order of the config. */
export function valuesOfTask({ evaluation }: Pick<CheckContext, 'evaluation'>): readonly Value[] {
  let values = walked.get(evaluation);
  if (!values) walked.set(evaluation, (values = walk(evaluation.value)));
  return values;
}

function walk(root: Value): Value[] {
  const found: Value[] = [];
  const waiting: Value[] = [root];
  const seen = new Set<Value>();
  for (let value = waiting.pop(); value && found.length < enough; value = waiting.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    found.push(value);
    if (value.kind === 'list') pushAll(waiting, value.items.toReversed());
    if (value.kind === 'dict') pushAll(waiting, [...value.entries.values()].map((entry) => entry.value).toReversed());
  }
  return found;
}
