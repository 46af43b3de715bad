import type { ConfigKind } from '../../../config/config.js';
import { replaceScalar } from '../../../edit/index.js';
import { kindOf } from '../load/task-file.js';
import { isOwnName, outputTypeModules, samplerModules } from '../load/own-harness.js';
import type { StrValue } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { listed } from '../../../checks/support/words.js';
import { fileRule } from './support/task-rule.js';

interface Choice {
  readonly key: string;
  readonly allowed: readonly string[];
  readonly raises: string;
  /** Where a harness of one's own would know more of them. */
  readonly modules: readonly string[];
}

const outputType: Choice = { key: 'output_type', allowed: ['loglikelihood', 'multiple_choice', 'loglikelihood_rolling', 'generate_until'], raises: 'building the task raises ValueError', modules: outputTypeModules };

/** Texts that are looked up in a list of names (lm-evaluation-harness 0.4.13 `api/task.py`, `api/samplers.py`, `api/metrics.py`, `filters/`, `config/group.py`). */
const choices: Partial<Record<ConfigKind, Choice>> = {
  task: outputType,
  group: outputType,
  'group-member': outputType,
  'fewshot-config': { key: 'sampler', allowed: ['default', 'first_n'], raises: 'building the task raises KeyError', modules: samplerModules },
  'filter-step': {
    key: 'function',
    allowed: ['take_first', 'take_first_k', 'majority_vote', 'regex', 'regex_pos', 'multi_choice_regex', 'remove_whitespace', 'lowercase', 'uppercase', 'map', 'format_span', 'decontaminate', 'custom'],
    raises: 'building the task raises KeyError',
    modules: ['filters/'],
  },
  metric: {
    key: 'aggregation',
    allowed: ['mean', 'nanmean', 'median', 'perplexity', 'weighted_perplexity', 'bits_per_byte', 'f1', 'matthews_corrcoef', 'bleu', 'chrf', 'ter', 'brier_score', 'bypass'],
    raises: 'after the run, when the scores are to be put together, it raises TypeError',
    modules: ['api/metrics.py'],
  },
  'aggregate-metric': { key: 'aggregation', allowed: ['mean'], raises: 'building the group raises ValueError', modules: ['api/group.py', 'config/group.py'] },
};

/** A name that the harness does not have: an output type, a sampler, a filter, the aggregation of a metric or of a group. */
export const unknownValue = fileRule(
  {
    id: 'unknown-value',
    title: 'A name that the harness does not have',
    severity: 'error',
    prevents: 'ValueError or KeyError, when the task or group is built',
  },
  function* (context): Iterable<Finding> {
    if (kindOf(context.evaluation.value) === 'PY_TASK') return;
    for (const { kind, value } of context.config.places) {
      const choice = choices[kind];
      const given = choice && value.kind === 'dict' ? value.get(choice.key) : undefined;
      if (!choice || given?.kind !== 'str' || choice.allowed.includes(given.text)) continue;
      if (!isOwnName(context.file, context.surroundings.workspace, choice.modules, given)) yield finding(context, choice, given);
    }
  },
);

function finding({ text }: CheckContext, { key, allowed, raises }: Choice, value: StrValue): Finding {
  const meant = allowed.length === 1 ? allowed[0] : nearest(value.text, allowed);
  return {
    span: value.span,
    message: `There is no ${key} ${value.text}: ${raises}. ${allowed.length === 1 ? `Only ${allowed[0]!} is known, or a function.` : `Known are ${listed(allowed)}.`}`,
    fixes: meant === undefined ? [] : oneEdit(`Write ${meant}`, false, replaceScalar(text(value.span.file), value, meant)),
  };
}
