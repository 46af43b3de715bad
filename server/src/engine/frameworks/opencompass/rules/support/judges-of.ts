import type { Config } from '../../../../config/config.js';
import type { Target } from '../../../face/behaviour.js';
import type { CheckContext } from '../../../face/rule.js';

const known = new WeakMap<Config, readonly Target[]>();

/** The framework's judges of a config's datasets, found once for all rules that ask. */
export function judgesOf({
  config,
  framework,
  surroundings,
}: Pick<CheckContext, 'config' | 'framework' | 'surroundings'>): readonly Target[] {
  let found = known.get(config);
  if (!found) known.set(config, (found = framework.judges?.(config, surroundings) ?? []));
  return found;
}

/** Those that have rows or a model of their own; what the run's judges are given is looked at for all of them at once. */
export function ownJudgesOf(context: Pick<CheckContext, 'config' | 'framework' | 'surroundings'>): readonly Target[] {
  return judgesOf(context).filter(({ dataset }) => dataset.judged?.asTheyAre !== true);
}
