import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { imports } from './support.js';

// A dataset with a second pass, and a package that has its classes.
const source = {
  '/ws/ais_bench/__init__.py': '',
  '/ws/ais_bench/benchmark/__init__.py': '',
  '/ws/ais_bench/benchmark/datasets/__init__.py': 'from .pond import *\n',
  '/ws/ais_bench/benchmark/datasets/base.py': `class BaseDataset:
    def __init__(self, reader_cfg={}, k=1, n=1, task_state_manager=None, **kwargs):
        self.dataset = self.load(**kwargs)

class BaseJDGDataset(BaseDataset):
    pass
`,
  '/ws/ais_bench/benchmark/datasets/pond.py': `from ais_bench.benchmark.registry import LOAD_DATASET
from ais_bench.benchmark.datasets.base import BaseDataset, BaseJDGDataset

@LOAD_DATASET.register_module()
class PondDataset(BaseDataset):
    @staticmethod
    def load(path, **kwargs):
        return path

@LOAD_DATASET.register_module()
class PondJDGDataset(BaseJDGDataset):
    pass
`,
};

const infer = (template: string): string =>
  `prompt_template=dict(type=PromptTemplate, template='${template}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)`;
const model = "dict(attr='service', type=VLLMCustomAPIChat, abbr='judge', path='', generation_kwargs=dict())";
const judge = (type: string): string =>
  `dict(judge_model=${model}, judge_dataset_type=${type}, judge_reader_cfg=dict(input_columns=['q'], output_column='model_pred_uuid'), ${infer('{q} {model_answer}')})`;

function config(parts: string): string {
  return `${imports}from ais_bench.benchmark.datasets import PondDataset, PondJDGDataset
pond_datasets = [dict(abbr='pond', type=PondDataset, path='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(${infer('{q}')}), ${parts})]
`;
}

function found(text: string): Diagnostic[] {
  const project = createProject(new MemoryWorkspace({ ...source, '/ws/config.py': text }, ['/ws']), defaultSettings);
  // The source of this package is no more than what is asked of it here.
  return project.check('/ws/config.py').filter(({ message }) => !message.startsWith('There is no '));
}

function fixed(text: string, [{ fixes }]: readonly [Pick<Diagnostic, 'fixes'>]): string {
  const [{ span, newText }] = fixes[0]!.edits as readonly [Diagnostic['fixes'][number]['edits'][number]];
  return text.slice(0, span.start) + newText + text.slice(span.end);
}

describe('a second pass', () => {
  it.each(['PondJDGDataset', "'PondJDGDataset'", "'ais_bench.benchmark.datasets.PondJDGDataset'"])('with the class %s is right', (type) => {
    expect(found(config(`judge_infer_cfg=${judge(type)}`))).toEqual([]);
  });

  it('under a name that is not its own is never run', () => {
    const text = config(`judge_infer_config=${judge('PondJDGDataset')}`);
    const [first, ...more] = found(text);
    expect(first).toMatchObject({ rule: 'unknown-dataset-key', severity: 'warning' });
    expect(more).toEqual([]);
    expect(fixed(text, [first!])).toBe(text.replace('judge_infer_config', 'judge_infer_cfg'));
  });

  it('with a class whose name is a slip is not built', () => {
    const text = config(`judge_infer_cfg=${judge("'PondJGDDataset'")}`);
    const [first, ...more] = found(text);
    expect(first).toMatchObject({ rule: 'class-not-found', severity: 'error' });
    expect(more).toEqual([]);
    expect(fixed(text, [first!])).toBe(text.replace('PondJGDDataset', 'PondJDGDataset'));
  });

  it('that says its class under another name has it renamed', () => {
    const text = config(`judge_infer_cfg=${judge('PondJDGDataset').replace('judge_dataset_type', 'judge_type')}`);
    const slip = found(text).find(({ rule }) => rule === 'unknown-key');
    expect(fixed(text, [slip!])).toBe(text.replace('judge_type', 'judge_dataset_type'));
  });

  it('must be a dict', () => {
    expect(found(config(`judge_infer_cfg=[${judge('PondJDGDataset')}]`)).map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
      'error wrong-type',
    ]);
    expect(found(config('judge_infer_cfg=None'))).toEqual([]);
  });
});
