import type { ConfigKind } from '../../../config/config.js';
import { replaceScalar } from '../../../edit/index.js';
import { kindOf } from '../load/task-file.js';
import { descendantOf, descendantSourceOf } from '../load/descendant.js';
import { filterModules, isOwnName, outputTypeModules, samplerModules } from '../load/own-harness.js';
import type { StrValue } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { listed } from '../../../checks/support/words.js';
import { aggregations, comingFilters, filters, groupAggregations, outputTypes, samplers } from '../values/registered-names.js';
import { fileRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

interface Choice {
  readonly key: string;
  readonly allowed: readonly string[];
  /** Names that the next version has. */
  readonly coming?: readonly string[];
  readonly raises: string;
  /** Where a harness of one's own would know more of them. */
  readonly modules: readonly string[];
}

const outputType: Choice = {
  key: 'output_type',
  allowed: outputTypes,
  raises: say`building the task raises ValueError`,
  modules: outputTypeModules,
};

/** Texts that are looked up in a list of names. */
const choices: Partial<Record<ConfigKind, Choice>> = {
  task: outputType,
  group: outputType,
  'group-member': outputType,
  'fewshot-config': { key: 'sampler', allowed: samplers, raises: say`building the task raises KeyError`, modules: samplerModules },
  'filter-step': {
    key: 'function',
    allowed: filters,
    coming: comingFilters,
    raises: say`building the task raises KeyError`,
    modules: filterModules,
  },
  metric: {
    key: 'aggregation',
    allowed: aggregations,
    raises: say`after the run, when the scores are combined, it raises TypeError`,
    modules: ['api/metrics.py'],
  },
  'aggregate-metric': {
    key: 'aggregation',
    allowed: groupAggregations,
    raises: say`building the group raises ValueError`,
    modules: ['api/group.py', 'config/group.py'],
  },
};

/** A name that the harness does not have: an output type, a sampler, a filter, the aggregation of a metric or of a group. */
export const unknownValue = fileRule(
  {
    id: 'unknown-value',
    title: 'A name that the harness does not have',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'ValueError or KeyError, when the task or group is built',
  },
  function* (context): Iterable<Finding> {
    if (kindOf(context.evaluation.value) === 'PY_TASK') return;
    const { workspace } = context.surroundings;
    const descendant = descendantOf(context.evaluation, workspace);
    const own = descendant && descendantSourceOf(context.file, workspace);
    // Of another program only the output types are known, where its source is there.
    if (descendant && !own) return;
    for (const { kind, value } of context.config.places) {
      const choice = choices[kind];
      if (own && choice !== outputType) continue;
      const given = choice && value.kind === 'dict' ? value.get(choice.key) : undefined;
      if (!choice || given?.kind !== 'str' || choice.allowed.includes(given.text)) continue;
      if (own?.names(choice.modules, given.text)) continue;
      if (!isOwnName(context.file, workspace, choice.modules, given)) yield finding(context, choice, given);
    }
  },
);

function finding({ text }: CheckContext, choice: Choice, value: StrValue): Finding {
  const { key, allowed, raises } = choice;
  const meant = allowed.length === 1 ? allowed[0] : nearest(value.text, allowed);
  return {
    span: value.span,
    message: say`There is no ${key} ${value.text}: ${raises}. ${advice(choice, value.text)}`,
    fixes: meant === undefined ? [] : oneEdit(say`Write ${meant}`, false, replaceScalar(text(value.span.file), value, meant)),
  };
}

function advice({ allowed, coming = [] }: Choice, given: string): string {
  if (coming.includes(given)) return say`It comes with version 0.5.`;
  return allowed.length === 1 ? say`Only ${allowed[0]!} is known, or a function.` : say`The known ones are ${listed(allowed)}.`;
}
