import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/eval.py';

function found(text: string): readonly string[] {
  const project = createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), defaultSettings);
  return project
    .check(file)
    .flatMap(({ rule, severity, span, message }) =>
      ['missing-part', 'unknown-key', 'run-part'].includes(rule)
        ? `${severity} ${rule} ${text.slice(span.start, span.end)}: ${message}`
        : [],
    );
}

const imports = `from opencompass.datasets import CustomDataset, generic_llmjudge_postprocess
from opencompass.evaluator import CascadeEvaluator, GenericLLMEvaluator, MATHVerifyEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
reader_cfg = dict(input_columns=['question'], output_column='answer')
`;

/** A config of a dataset that is judged. @param told what the judge is asked, beside the answer @param more keys of what reads its verdicts */
function judge(told: string, more = ''): string {
  return `dict(
    type=GenericLLMEvaluator,
    prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='${told} {question} {prediction}')])),
    dataset_cfg=dict(type=CustomDataset, path='pond', reader_cfg=reader_cfg),
    judge_cfg=dict(),
    dict_postprocessor=dict(type=generic_llmjudge_postprocess${more}),
)`;
}

describe('the letters of a verdict', () => {
  const ofJudge = (told: string, more = ''): readonly string[] => found(`${imports}pond_eval_cfg = dict(evaluator=${judge(told, more)})\n`);

  it('are told to the judge', () => {
    expect(ofJudge('Answer YES or NO.')).toEqual([
      'warning missing-part prompt_template: This judge is nowhere told to answer A or B, by which its verdicts are read: no answer counts as right, without an error.',
    ]);
    expect(ofJudge('Answer CORRECT or INCORRECT.')).toHaveLength(1);
    expect(ofJudge('Answer YES or NO.', ", true_tag='YES', false_tag='NO'")).toEqual([]);
    expect(ofJudge('Right is A, wrong is B.', ", true_tag='YES', false_tag='NO'")).toHaveLength(1);
    for (const told of ['A: right, B: wrong.', 'Say "A" if it is right.', '[B] stands for wrong.', 'Compare the two.'])
      expect(ofJudge(told), told).toEqual([]);
  });

  it('may be a word in a cascade', () => {
    const cascade = (told: string): readonly string[] =>
      found(
        `${imports}pond_eval_cfg = dict(evaluator=dict(type=CascadeEvaluator, rule_evaluator=dict(type=MATHVerifyEvaluator), llm_evaluator=${judge(told)}))\n`,
      );
    expect(cascade('Answer YES or NO.')).toHaveLength(1);
    expect(cascade('Answer correct or incorrect.')).toEqual([]);
  });
});

describe('what belongs in an evaluator', () => {
  it('is not read in the eval_cfg', () => {
    expect(found(`${imports}pond_eval_cfg = dict(evaluator=${judge('A or B?')}, judge_cfg=dict(abbr='judge'))\n`)).toEqual([
      'warning unknown-key judge_cfg: An eval_cfg has no key judge_cfg: it is ignored without an error. It belongs in its evaluator.',
    ]);
  });
});

describe('models', () => {
  const run = (models: string): readonly string[] =>
    found(`${imports}pond_models = [dict(abbr='small', type='OpenAI')]
datasets = [dict(abbr='pond', type=CustomDataset, path='pond', reader_cfg=reader_cfg, infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template='{question}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]
${models}
`);

  it('are some, unless nobody has chosen any', () => {
    expect(run("models = sum([v for k, v in locals().items() if k.endswith('_model')], [])")).toEqual([
      'warning run-part models: `models` is empty as it is evaluated: nothing is run, and no error is raised.',
    ]);
    expect(
      run("# from .lake import models as lake_model\nmodels = sum([v for k, v in locals().items() if k.endswith('_model')], [])"),
    ).toEqual(['information run-part models: `models` is empty as it is evaluated: nothing is run, and no error is raised.']);
    expect(run("models = sum([v for k, v in locals().items() if k.endswith('_models')], [])")).toEqual([]);
    expect(run('models = []')).toEqual([]);
  });
});
