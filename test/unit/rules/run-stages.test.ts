import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/eval.py';

const framework = {
  '/ws/opencompass/__init__.py': '',
  '/ws/opencompass/partitioners.py': `class NumWorkerPartitioner:
    def __init__(self, out_dir, num_worker=8, strategy='heuristic', keep_keys=None):
        assert strategy in ('heuristic', 'split'), \\
            'Unsupported partition strategy'


class NaivePartitioner:
    def __init__(self, out_dir, n=1, keep_keys=None):
        pass
`,
  '/ws/opencompass/runners.py': `class LocalRunner:
    def __init__(self, task, max_num_workers=16, debug=False, max_workers_per_gpu=1, **kwargs):
        pass
`,
  '/ws/opencompass/tasks.py': 'class OpenICLInferTask:\n    pass\n\n\nclass OpenICLEvalTask:\n    pass\n',
};

const config = `from opencompass.datasets import JsonlDataset
from opencompass.partitioners import NaivePartitioner, NumWorkerPartitioner
from opencompass.runners import LocalRunner
from opencompass.tasks import OpenICLEvalTask, OpenICLInferTask

models = [dict(abbr='small', type='OpenAI'), dict(abbr='large', type='OpenAI')]
datasets = [dict(abbr='pond', type=JsonlDataset, path='pond.jsonl', reader_cfg=dict(input_columns=['question'], output_column='answer'))]
`;

function checked(text: string): readonly Diagnostic[] {
  const found = createProject(new MemoryWorkspace({ ...framework, [file]: text }, ['/ws']), defaultSettings).check(file);
  return found.filter(({ rule }) => rule === 'run-part');
}

function found(lines: string): readonly string[] {
  return checked(`${config}${lines}\n`).map(({ severity, message }) => `${severity} ${message}`);
}

function fixed(lines: string): string {
  const text = `${config}${lines}\n`;
  const edits = checked(text)
    .flatMap(({ fixes }) => fixes.flatMap((fix) => fix.edits))
    .toSorted((a, b) => b.span.start - a.span.start);
  return edits
    .reduce((result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end), text)
    .slice(config.length)
    .trimEnd();
}

const infer = (partitioner: string, runner = ''): string =>
  `infer = dict(partitioner=${partitioner}, runner=dict(type=LocalRunner${runner}, task=dict(type=OpenICLInferTask)))`;

describe('the partitioner of a stage', () => {
  it('is a dict with a class', () => {
    expect(found(infer('NaivePartitioner'))).toEqual([
      'error `partitioner` must be a dict with a `type`, and this is the class itself: the run raises an exception. Write dict(type=NaivePartitioner).',
    ]);
    expect(fixed(infer('NaivePartitioner'))).toBe(infer('dict(type=NaivePartitioner)'));
  });

  it('divides in a way that its class asserts', () => {
    expect(found(infer("dict(type=NumWorkerPartitioner, strategy='splits')"))).toEqual([
      "error `strategy` is one of 'heuristic' and 'split', and this is 'splits': the run raises AssertionError.",
    ]);
    expect(fixed(infer("dict(type=NumWorkerPartitioner, strategy='splits')"))).toBe(
      infer("dict(type=NumWorkerPartitioner, strategy='split')"),
    );
    expect(found(infer("dict(type=NumWorkerPartitioner, strategy='split')"))).toEqual([]);
  });
});

describe('the runner of a stage', () => {
  it('has a number of workers under its own name', () => {
    expect(found(infer('dict(type=NaivePartitioner)', ', max_workers=8'))).toEqual([
      'warning LocalRunner has no max_workers: its **kwargs take it, and nothing is done with it. Did you mean max_num_workers?',
    ]);
    expect(found(infer('dict(type=NaivePartitioner)', ', quota_type=8'))).toEqual([]);
  });

  it('has a task with keys that are read', () => {
    const evaluation = (key: string): string =>
      `eval = dict(partitioner=dict(type=NaivePartitioner), runner=dict(type=LocalRunner, task=dict(type=OpenICLEvalTask, ${key}=True)))`;
    expect(found(evaluation('dump_detail'))).toEqual([
      'warning OpenICLEvalTask has no dump_detail: it is ignored without an error. Did you mean dump_details?',
    ]);
    expect(fixed(evaluation('dump_detail'))).toBe(evaluation('dump_details'));
    expect(found(evaluation('dump_details'))).toEqual([]);
  });
});

describe('a number for a range', () => {
  const ranged = "datasets[0]['reader_cfg']['test_range'] = 100";

  it('is no text that rows are counted with', () => {
    const message =
      "error `test_range` is a number here, and NumWorkerPartitioner puts it behind a list of the rows as it is written: the run raises SyntaxError. Write a text, such as '[:100]'.";
    expect(found(ranged)).toEqual([message]);
    expect(found(`${ranged}\n${infer('dict(type=NumWorkerPartitioner)')}`)).toEqual([message]);
    expect(fixed(ranged)).toBe("datasets[0]['reader_cfg']['test_range'] = '[:100]'");
  });

  it('is none of the business of other partitioners', () => {
    expect(found(`${ranged}\n${infer('dict(type=NaivePartitioner)')}`)).toEqual([]);
  });
});

describe('combinations', () => {
  it('are of the models and datasets of the run', () => {
    expect(found("model_dataset_combinations = [dict(models=[dict(abbr='other')], datasets=datasets)]")).toEqual([
      'error The combinations have other, which is not in `models`: the run raises ValueError: Model other not found in config.',
    ]);
    expect(found('model_dataset_combinations = [dict(models=models[:1], datasets=datasets)]')).toEqual([]);
  });
});

describe('a stage that is evaluated', () => {
  const divided = (keys: string): readonly string[] =>
    found(
      `eval = dict(partitioner=dict(type=NumWorkerPartitioner, ${keys}), runner=dict(type=LocalRunner, task=dict(type=OpenICLEvalTask)))`,
    );

  it('is not divided by rows, whose parts nothing puts together', () => {
    expect(divided('num_worker=8')).toEqual([
      'warning NumWorkerPartitioner divides the rows of large datasets, and OpenICLEvalTask scores each part by itself: the summary, which looks for the whole, shows no score of them. Use NaivePartitioner.',
    ]);
    expect(divided('num_worker=1')).toEqual([]);
    expect(
      found(
        'infer = dict(partitioner=dict(type=NumWorkerPartitioner, num_worker=8), runner=dict(type=LocalRunner, task=dict(type=OpenICLInferTask)))',
      ),
    ).toEqual([]);
  });

  it('has numbers, and not texts of them', () => {
    expect(
      found(
        "eval = dict(partitioner=dict(type=NaivePartitioner, n='8'), runner=dict(type=LocalRunner, retry='1', task=dict(type=OpenICLEvalTask)))",
      ),
    ).toEqual(['error `n` must be int, and this is a str: the run raises TypeError when it counts with it.']);
  });
});

describe('a runner', () => {
  it('calls its workers by one name', () => {
    expect(
      found(
        'infer = dict(partitioner=dict(type=NaivePartitioner), runner=dict(type=LocalRunner, num_worker=4, task=dict(type=OpenICLInferTask)))',
      ),
    ).toEqual(['warning LocalRunner has no num_worker: its **kwargs take it, and nothing is done with it. Did you mean max_num_workers?']);
  });
});

describe('the folder of a run', () => {
  it('is a text', () => {
    expect(found("work_dir = ['outputs']")).toEqual([
      'error `work_dir` must be str, and this is a list: the run raises TypeError when it starts.',
    ]);
    expect(found("work_dir = 'outputs'")).toEqual([]);
  });
});

describe('a list of datasets', () => {
  it('holds no other list', () => {
    expect(found("pond_datasets = [dict(abbr='a', type=JsonlDataset, reader_cfg=dict(), infer_cfg=dict()), [dict(abbr='b')]]")).toEqual([
      'error A list of datasets must hold dicts, and this item is a list: the run raises an exception when it starts. Write * before it to take its items.',
    ]);
    expect(found("pond_datasets = [['a', 1], ['b', 2]]")).toEqual([]);
  });
});
