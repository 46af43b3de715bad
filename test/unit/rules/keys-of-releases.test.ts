import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

// Without the source of the framework nothing tells which release a config is for.

function found(files: Readonly<Record<string, string>>, file: string): readonly string[] {
  const absolute = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/ws/${path}`, text]));
  return createProject(new MemoryWorkspace(absolute, ['/ws']), defaultSettings)
    .check(`/ws/${file}`)
    .filter(({ rule }) => rule !== 'depends-on-environment')
    .map(({ rule, severity }) => `${severity} ${rule}`);
}

const sdk = (key: string): string => `from opencompass.models import OpenAISDK

models = [dict(abbr='pond', type=OpenAISDK, path='pond', ${key}, run_cfg=dict(num_gpus=0))]
`;

describe('a key of a class that only the table of the newest release tells of', () => {
  it('is no warning where it is like no key that the class has', () => {
    // OpenCompass 0.3.3 to 0.4.0 take it: `models/openai_api.py` before #1879.
    expect(found({ 'eval.py': sdk('max_completion_tokens=100') }, 'eval.py')).toEqual(['information unknown-model-key']);
  });
  it('is a warning where it is a slip of one', () => {
    expect(found({ 'eval.py': sdk('max_outlen=100') }, 'eval.py')).toEqual(['warning unknown-model-key']);
  });
});

const plugin = {
  'pond_backend/__init__.py': '',
  'pond_backend/models.py': `from ais_bench.benchmark.models import VLLMCustomAPIChat


class PondChat(VLLMCustomAPIChat):

    def __init__(self, path='', model='', retry=2):
        super().__init__(path=path, model=model, retry=retry)
`,
};

const service = (keys: string): string => `from pond_backend.models import PondChat

models = [dict(attr='service', abbr='pond', type=PondChat, ${keys})]
`;

const framework = {
  'ais_bench/__init__.py': '',
  'ais_bench/benchmark/__init__.py': '',
  'ais_bench/benchmark/models/__init__.py': 'from ais_bench.benchmark.models.vllm import VLLMCustomAPIChat\n',
  'ais_bench/benchmark/models/vllm.py': "class VLLMCustomAPIChat:\n    def __init__(self, path='', model='', retry=2):\n        pass\n",
};

describe('a key that AISBench took out before 3.0', () => {
  const file = { 'eval.py': service('max_out_len=10') };
  it('is none of a class of the user where AISBench is out of reach', () => {
    expect(found({ ...plugin, ...file }, 'eval.py')).toEqual([]);
  });
  it('is an error where AISBench is there', () => {
    expect(found({ ...plugin, ...framework, ...file }, 'eval.py')).toEqual(['error unknown-model-key']);
  });
  it('leaves other keys of such a class a warning', () => {
    expect(found({ ...plugin, 'eval.py': service('retries=3') }, 'eval.py')).toEqual(['warning unknown-model-key']);
  });
});

describe('the summarizer that AISBench asks for since 3.0', () => {
  const text = `from ais_bench.benchmark.models import VLLMCustomAPIChat
from ais_bench.benchmark.datasets import CustomDataset
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever

models = [dict(attr='service', abbr='pond', type=VLLMCustomAPIChat, generation_kwargs=dict())]
datasets = [dict(
    abbr='pond', type=CustomDataset, path='pond.jsonl',
    reader_cfg=dict(input_columns=['q'], output_column='a'),
    infer_cfg=dict(
        prompt_template=dict(type=PromptTemplate, template='{q}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer),
    ),
)]
summarizer = dict(dataset_abbrs=['pond'])
`;
  const missing = (files: Readonly<Record<string, string>>): readonly string[] =>
    found({ ...files, 'eval.py': text }, 'eval.py').filter((one) => one.endsWith('missing-field'));

  it('is a warning where AISBench is out of reach, and an error where it is there', () => {
    expect(missing({})).toEqual(['warning missing-field']);
    expect(missing(framework)).toEqual(['error missing-field']);
  });
});
