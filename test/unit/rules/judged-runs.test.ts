import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/eval.py';

const config = `from opencompass.datasets import JsonlDataset
from opencompass.models import OpenAI
from opencompass.openicl.icl_evaluator import LMEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
from opencompass.partitioners import NaivePartitioner, SubjectiveNaivePartitioner
from opencompass.runners import LocalRunner
from opencompass.summarizers import SubjectiveSummarizer
from opencompass.tasks import OpenICLEvalTask
from opencompass.tasks.subjective_eval import SubjectiveEvalTask

datasets = [
    dict(
        abbr='pond',
        type=JsonlDataset,
        path='pond.jsonl',
        reader_cfg=dict(input_columns=['question'], output_column=None),
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template='{question}'),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer),
        ),
        eval_cfg=dict(evaluator=dict(type=LMEvaluator, prompt_template=dict(type=PromptTemplate, template='{question}: {prediction}'))),
        mode='singlescore',
    )
]

models = [dict(type=OpenAI, abbr='small', path='small', key='ENV', max_out_len=8, batch_size=1)]
judges = [dict(type=OpenAI, abbr='judge', path='judge', key='ENV', max_out_len=8, batch_size=1)]

eval = dict(
    partitioner=dict(type=SubjectiveNaivePartitioner, models=models, judge_models=judges),
    runner=dict(type=LocalRunner, task=dict(type=SubjectiveEvalTask)),
)
summarizer = dict(type=SubjectiveSummarizer, function='subjective')
`;

function checked(text: string): readonly Diagnostic[] {
  return createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), defaultSettings).check(file);
}

/** What is found where some of the config is written in another way. */
function found(...changes: readonly (readonly [string, string])[]): readonly string[] {
  const text = changes.reduce((before, [old, now]) => {
    expect(before).toContain(old);
    return before.replace(old, now);
  }, config);
  return checked(text).flatMap(({ severity, rule, message }) =>
    ['run-part', 'wrong-type', 'missing-part', 'row-not-asked', 'unfilled-placeholder'].includes(rule)
      ? `${severity} ${rule}: ${message}`
      : [],
  );
}

describe('a run in which a model judges', () => {
  it('is right as it is', () => expect(found()).toEqual([]));

  it('has judges', () => {
    const none =
      'error run-part: This partitioner makes a task for each of its `judge_models`, and has none: nothing is judged, without an error.';
    expect(found([', judge_models=judges', ''])).toEqual([none]);
    expect(found(['judge_models=judges', 'judge_models=[]'])).toEqual([none]);
    expect(found(['judge_models=judges', 'judge_models=judges[0]'])).toEqual([
      'error wrong-type: `judge_models` must be a list of dicts, and this is a dict: the evaluation raises an exception when it starts.',
    ]);
  });

  it('has its judge in the task, where the release takes it there', () => {
    const inTask = config
      .replace('models=models, judge_models=judges', "mode='all'")
      .replace('type=SubjectiveEvalTask)', 'type=SubjectiveEvalTask, judge_cfg=judges[0])');
    const sources = {
      '/ws/opencompass/partitioners/__init__.py': 'from .sub_naive import *\n',
      '/ws/opencompass/partitioners/sub_naive.py':
        'class SubjectiveNaivePartitioner:\n    def __init__(self, mode, out_dir, model_pairs=None, keep_keys=None):\n        pass\n',
    };
    const project = createProject(new MemoryWorkspace({ ...sources, [file]: inTask }, ['/ws']), defaultSettings);
    expect(project.check(file).filter(({ rule }) => rule === 'run-part')).toEqual([]);
  });

  it('has the mode in the partitioner, where the release takes it there, and one of the class in the dataset', () => {
    const partitioner = (taken: string): readonly string[] => {
      const source = `class SubjectiveNaivePartitioner:\n    def __init__(self, ${taken}out_dir, models=[], judge_models=[]):\n        pass\n`;
      const files = { '/ws/opencompass/partitioners/sub_naive.py': source, [file]: config.replace("mode='singlescore'", "mode='pair'") };
      return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
        .check(file)
        .flatMap(({ rule, message }) => (rule === 'run-part' ? [message] : []));
    };
    expect(partitioner('')).toEqual([expect.stringContaining('`mode` is one of')]);
    expect(partitioner('mode, ')).toEqual([]);
  });

  it('has the partitioner that gives the task one', () => {
    expect(found(['type=SubjectiveNaivePartitioner, models=models, judge_models=judges', 'type=NaivePartitioner'])).toEqual([
      'error run-part: SubjectiveEvalTask is given its judge by the partitioner, and NaivePartitioner gives none: the task raises AssertionError, after all answers were generated. Use SubjectiveNaivePartitioner, with judge_models.',
    ]);
  });

  it('has the task that gives the evaluator one', () => {
    expect(found(['task=dict(type=SubjectiveEvalTask)', 'task=dict(type=OpenICLEvalTask)'])).toEqual([
      'error run-part: LMEvaluator of pond is given its judge by SubjectiveEvalTask: this task builds it without, which raises TypeError, after all answers were generated.',
    ]);
  });

  it('says so, unless it is for another config', () => {
    const told =
      'warning run-part: LMEvaluator of pond is given its judge by SubjectiveEvalTask, and this config has no `eval` with that task: the usual one builds it without, which raises TypeError, after all answers were generated.';
    expect(found(['eval = dict(\n', 'later = dict(\n'])).toEqual([told]);
    expect(found(['eval = dict(\n', 'later = dict(\n'], ['models = [', 'mine = ['], ['models=models', 'models=mine'])).toEqual([]);
    expect(found(['eval = dict(\n', 'eval = dic(\n'])).toEqual([]);
  });

  it('is evaluated elsewhere, where a config has what generates the answers and nothing that sums them up', () => {
    const end = config.slice(config.indexOf('eval = dict('));
    const infer =
      'infer = dict(partitioner=dict(type=NaivePartitioner), runner=dict(type=LocalRunner, task=dict(type=OpenICLInferTask)))\n';
    const imported: readonly [string, string] = ['import OpenICLEvalTask', 'import OpenICLInferTask'];
    expect(found(imported, [end, infer])).toEqual([]);
    expect(found(imported, [end, `${infer}summarizer = dict(type=SubjectiveSummarizer, function='subjective')\n`])).toHaveLength(1);
  });

  it('has an eval whose name is a slip, whatever comments say', () => {
    expect(found(['eval = dict(\n', '# The evaluation\nevaluation = dict(\n'])).toContain(
      'warning run-part: A run reads `eval`, and this config has `evaluation` in its place: it is ignored, and the default is used.',
    );
  });

  it('has a summarizer that finds its results', () => {
    expect(found(["summarizer = dict(type=SubjectiveSummarizer, function='subjective')\n", ''])).toEqual([
      "warning run-part: This config has no summarizer, and the usual one finds none of the results of SubjectiveEvalTask: its table stays empty. Add a summarizer, such as dict(type=SubjectiveSummarizer, function='subjective').",
    ]);
  });

  it('has modes and orders that are known', () => {
    expect(found(["mode='singlescore'", "mode='single', infer_order='shuffle'"])).toEqual([
      "error run-part: `mode` is one of 'singlescore', 'allpair', 'm2n' and 'fixed', and this is 'single': the evaluation raises AssertionError, after all answers were generated.",
      "error run-part: `infer_order` is one of 'random' and 'double', and this is 'shuffle': the evaluation raises AssertionError, after all answers were generated.",
    ]);
    expect(
      found(["mode='singlescore'", "mode='m2n', base_models=judges, infer_order='double'"], ['datasets = [', 'judges = []\ndatasets = [']),
    ).toEqual([]);
    expect(found(["mode='singlescore'", "mode='m2n'"])).toEqual([
      "error run-part: In the mode m2n answers are compared with those of `base_models`, and this dataset has none: the evaluation raises KeyError: 'base_models', after all answers were generated.",
    ]);
  });

  it('shows the judge what is judged', () => {
    expect(found(["'{question}: {prediction}'", "'{question}'"])).toEqual([
      'warning row-not-asked: This template of a judge has no {prediction} in it: the judge never reads the answer, and what it says has nothing to do with it.',
    ]);
    expect(found(["'{question}: {prediction}'", "'{judge_prompt}'"])).toEqual([]);
    expect(found(["{question}: {prediction}'", "{question}: {prediction} or {prediction1}'"])).toEqual([
      'warning unfilled-placeholder: No column prediction1 is known, only question: unless the rows have it all the same, the model reads {prediction1} as it stands. Did you mean prediction2?',
    ]);
  });
});

describe('an evaluator with a judge', () => {
  const evaluator = (keys: string): readonly string[] =>
    found(
      [
        'from opencompass.openicl.icl_evaluator import LMEvaluator',
        'from opencompass.evaluator import CascadeEvaluator, GenericLLMEvaluator',
      ],
      ["type=LMEvaluator, prompt_template=dict(type=PromptTemplate, template='{question}: {prediction}')", keys],
    ).filter((line) => line.includes('missing-part'));

  const generic = "type=GenericLLMEvaluator, prompt_template=dict(type=PromptTemplate, template='{prediction}'), judge_cfg=dict()";

  it('makes a score of what it says', () => {
    expect(evaluator(generic)).toEqual([
      'warning missing-part: This GenericLLMEvaluator has no dict_postprocessor: what the judge says is kept as it is, and no score is made of it.',
    ]);
    expect(evaluator(`${generic}, dict_postprocessor=dict(type='x')`)).toEqual([]);
  });

  it('is preceded by rules in a cascade, which reads what it says itself', () => {
    expect(evaluator(`type=CascadeEvaluator, llm_evaluator=dict(${generic})`)).toEqual([
      'error missing-part: This CascadeEvaluator has no rule_evaluator: building it raises ValueError, after all answers were generated.',
    ]);
    expect(evaluator(`type=CascadeEvaluator, llm_evaluator=dict(${generic}), sample_score_fn=print`)).toEqual([
      'error missing-part: This CascadeEvaluator has no rule_evaluator, whose pred_postprocess is called beside sample_score_fn, too: the evaluation raises AttributeError, after all answers were generated.',
    ]);
    expect(evaluator(`type=CascadeEvaluator, llm_evaluator=dict(${generic}), rule_evaluator=dict(type='AccEvaluator')`)).toEqual([]);
  });
});
