import type { ConfigRule, Finding } from '../../face/rule.js';
import { given, inferCfgs, shotCount, usesTemplates } from './support/inference.js';
import { exceptionName } from './support/exception.js';
import { say } from '../../../core/say.js';

/** The retriever chooses in-context examples, and nothing writes them. OpenCompass 0.5.3 `openicl/icl_retriever/icl_base_retriever.py`. */
export const missingIceTemplate: ConfigRule = {
  id: 'missing-ice-template',
  title: 'A few-shot retriever without an ice_template',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  prevents: 'AssertionError: You have not specified ice_template while retrieving examples from train set',
  scope: 'document',
  *check(context): Iterable<Finding> {
    const { framework } = context;
    for (const inferCfg of inferCfgs(context)) {
      const count = shotCount(inferCfg, framework) ?? 0;
      if (count === 0 || !usesTemplates(inferCfg, framework) || given(inferCfg.value, 'ice_template') !== false) continue;
      const retriever = inferCfg.retriever!;
      yield {
        span: retriever.value.entry('type')!.valueSpan,
        message: say`${retriever.className!} chooses in-context examples, and there is no ice_template to write them: the first prompt raises ${exceptionName(framework, 'ice-template-missing')}. Add an ice_template, or use ZeroRetriever.`,
      };
    }
  },
};
