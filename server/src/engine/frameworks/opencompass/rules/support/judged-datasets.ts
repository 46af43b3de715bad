import { classNameOf } from '../../../../config/class-name.js';
import type { DatasetConfig, ModelConfig } from '../../../../config/config.js';
import { metaRoles, readMetaTemplate } from '../../../../config/meta-template.js';
import { ofKind, usedPlaces } from '../../../../checks/support/places.js';
import { nowhere } from '../../../../core/span.js';
import { DictValue, type Value } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';
import { ownJudgesOf } from './judges-of.js';
import { frameworkText } from '../../values/python-value.js';

/** A judge's prompt as if it were a dataset's, and the models that it is asked of: none where they are not known. */
export interface Judged {
  readonly dataset: DatasetConfig;
  readonly models: readonly ModelConfig[];
  /** The roles of the judge that an evaluator of the user's own is given. */
  readonly roles?: ReadonlySet<string>;
}

/** What the judges of a config are asked: each of the framework's own with its model, and evaluators that are given the config's judge models. */
export function judgedDatasets(context: Pick<CheckContext, 'config' | 'framework' | 'surroundings'>): Judged[] {
  const { config } = context;
  const own = ownJudgesOf(context).map(({ dataset, model }) => ({ dataset, models: model ? [model] : [] }));
  const judges = (config.otherModels ?? []).filter(({ list }) => /^(?:meta_)?judge/.test(list));
  const others = ofKind(usedPlaces(config), 'prompt-template').flatMap(({ value, parent }) => {
    const evaluator = parent?.kind === 'evaluator' ? parent.value : undefined;
    if (value.kind !== 'dict' || evaluator?.kind !== 'dict' || classNameOf(evaluator.get('type')) === 'GenericLLMEvaluator') return [];
    return [{ dataset: asDataset(value), models: judges, roles: rolesOf(evaluator.get('judge_cfg')) }];
  });
  return [...own, ...others];
}

/** The roles in the meta template of a judge. */
function rolesOf(judge: Value | undefined): ReadonlySet<string> {
  const template = judge?.kind === 'dict' ? judge.get('meta_template') : undefined;
  const meta = template && readMetaTemplate(template);
  return new Set(meta ? metaRoles(meta).flatMap(({ name }) => name ?? []) : []);
}

function asDataset(template: DictValue): DatasetConfig {
  const inferCfg = new DictValue(template.span);
  inferCfg.set('prompt_template', template, template.span, template.span);
  inferCfg.set('retriever', typed('ZeroRetriever'));
  inferCfg.set('inferencer', typed('GenInferencer'));
  return { value: inferCfg, abbr: 'judge', list: 'judge', index: 0, inferCfg, readerCfg: undefined };
}

function typed(name: string): Value {
  const dict = new DictValue(nowhere);
  dict.set('type', frameworkText(name, 'class'));
  return dict;
}
