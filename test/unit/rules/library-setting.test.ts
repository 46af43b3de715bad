import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/config.py';

function checked(text: string, more: Readonly<Record<string, string>> = {}): readonly Diagnostic[] {
  const found = createProject(new MemoryWorkspace({ ...more, [file]: text }, ['/ws']), defaultSettings).check(file);
  return found.filter(({ rule }) => rule === 'library-setting');
}

function model(className: string, keys: string): string {
  return `from opencompass.models import ${className}\nmodels = [dict(type=${className}, abbr='pond', path='pond/pond-7b', max_out_len=64, batch_size=8, ${keys})]\n`;
}

/** What is found of a model, each as its severity, where it stands and the rest of its sentence. */
function found(className: string, keys: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const text = model(className, keys);
  return checked(text, more).map(({ severity, span, message }) => `${severity} ${text.slice(span.start, span.end)}: ${message}`);
}

describe('sampling of a class that decodes greedily', () => {
  it('is reported without do_sample, of transformers and of LMDeploy', () => {
    expect(found('HuggingFacewithChatTemplate', 'generation_kwargs=dict(temperature=0.7, top_p=0.9)')).toEqual([
      'warning temperature: HuggingFacewithChatTemplate decodes greedily where generation_kwargs has no `do_sample=True`: nothing comes of `temperature` and `top_p`.',
    ]);
    expect(found('HuggingFaceCausalLM', "generation_kwargs={'top_k': 40}")).toHaveLength(1);
    expect(found('TurboMindModelwithChatTemplate', 'gen_config=dict(top_k=40, temperature=0.8)')).toHaveLength(1);
  });

  it('is meant where greedy decoding is asked for, or settings are not known', () => {
    for (const settings of [
      'temperature=0.7, do_sample=True',
      'temperature=0.7, do_sample=False',
      'temperature=0.7, top_k=1',
      'temperature=1e-6, top_p=0.9',
      'temperature=0',
      'top_p=1.0',
      'temperature=None',
      'penalty_alpha=0.6, top_k=4',
      'repetition_penalty=1.1',
    ])
      expect(found('HuggingFaceBaseModel', `generation_kwargs=dict(${settings})`), settings).toEqual([]);
    expect(found('HuggingFaceChatGLM3', 'generation_kwargs=dict(temperature=0.7)')).toEqual([]);
    expect(found('TurboMindModelwithChatTemplate', 'gen_config=dict(top_k=1, temperature=1, top_p=0.9)')).toEqual([]);
  });

  it('is left alone where an inferencer brings settings of its own', () => {
    const dataset = `from opencompass.openicl.icl_inferencer import SCInferencer
datasets = [dict(abbr='quiz', type='JsonlDataset', infer_cfg=dict(inferencer=dict(type=SCInferencer, generation_kwargs=dict(do_sample=True))))]
`;
    const text = model('HuggingFacewithChatTemplate', 'generation_kwargs=dict(temperature=0.7)');
    expect(checked(text)).toHaveLength(1);
    expect(checked(text + dataset)).toEqual([]);
  });

  it('is of no use in gen_config of TurboMindModel, with do_sample, too', () => {
    expect(found('TurboMindModel', 'gen_config=dict(do_sample=True, temperature=0.8)')).toEqual([
      'warning temperature: TurboMindModel decodes greedily, whatever its gen_config has: nothing comes of `temperature`.',
    ]);
    expect(found('TurboMindModel', 'gen_config=dict(do_sample=False, temperature=0.8)')).toEqual([]);
  });

  it('follows the source of the class where it is within reach', () => {
    const turbomind = (body: string): Record<string, string> => ({
      '/ws/opencompass/__init__.py': '',
      '/ws/opencompass/models.py': `class TurboMindModel:\n    def __init__(self, path, gen_config={}, max_seq_len=None, meta_template=None):\n        pass\n\n    def generate(self, inputs, max_out_len):\n        ${body}\n`,
    });
    const settings = 'gen_config=dict(temperature=0.8)';
    expect(found('TurboMindModel', settings, turbomind("gen_config['do_sample'] = False"))).toHaveLength(1);
    expect(found('TurboMindModel', settings, turbomind('return []'))).toEqual([]);
  });

  it('raises with several answers', () => {
    expect(found('HuggingFacewithChatTemplate', 'generation_kwargs=dict(num_return_sequences=4)')).toEqual([
      'error num_return_sequences: `num_return_sequences` needs sampling or a beam search, and HuggingFacewithChatTemplate decodes greedily without `do_sample=True`: transformers raises ValueError.',
    ]);
    for (const settings of ['num_return_sequences=4, do_sample=True', 'num_return_sequences=4, num_beams=4', 'num_return_sequences=1'])
      expect(found('HuggingFacewithChatTemplate', `generation_kwargs=dict(${settings})`), settings).toEqual([]);
  });
});

describe('keywords of another library', () => {
  it('raise with vLLM', () => {
    expect(found('VLLM', 'generation_kwargs=dict(max_new_tokens=8, stop_words=[], do_sample=False, temperature=0)')).toEqual([
      'error max_new_tokens: SamplingParams takes no max_new_tokens: the first request raises TypeError. `max_out_len` of the model says it.',
      'error stop_words: SamplingParams takes no stop_words: the first request raises TypeError. `stop_words` of the model says it.',
    ]);
    expect(found('VLLMwithChatTemplate', "model_kwargs=dict(tp=2, torch_dtype='bfloat16')")).toEqual([
      'error tp: LLM takes no tp: building the model raises TypeError. Write tensor_parallel_size.',
      'error torch_dtype: LLM takes no torch_dtype: building the model raises TypeError. Write dtype.',
    ]);
  });

  it('are left out without an error with LMDeploy', () => {
    expect(found('TurboMindModelwithChatTemplate', 'engine_config=dict(max_seq_len=8192), gen_config=dict(seed=1)')).toEqual([
      'warning max_seq_len: TurbomindEngineConfig has no max_seq_len: TurboMindModelwithChatTemplate leaves it out, without an error. Write session_len.',
      'warning seed: GenerationConfig has no seed: TurboMindModelwithChatTemplate leaves it out, without an error. Write random_seed.',
    ]);
  });

  it('are renamed only where the value stays right', () => {
    const fixes = (settings: string): number =>
      checked(model('VLLM', `generation_kwargs=dict(${settings})`)).flatMap((one) => one.fixes).length;
    expect([fixes('eos_token_id=[2]'), fixes('eos_token_id=2'), fixes('eos_token_id=[2], stop_token_ids=[3]')]).toEqual([1, 0, 0]);
  });
});

describe('types of tensors', () => {
  const settings = "model_kwargs=dict(torch_dtype='bf16')";

  it('are float16 where the class does not know them', () => {
    expect(found('HuggingFacewithChatTemplate', settings)).toEqual([
      "warning 'bf16': HuggingFacewithChatTemplate knows no type bf16: the model is loaded as float16, without an error. Write 'torch.bfloat16'.",
    ]);
    expect(found('HuggingFacewithChatTemplate', "model_kwargs=dict(torch_dtype='fp16')")).toEqual([]);
    expect(found('HuggingFacewithChatTemplate', "model_kwargs=dict(torch_dtype='bfloat16')")).toEqual([]);
  });

  it('are looked up in torch by the others', () => {
    expect(found('HuggingFace', settings)).toEqual([
      "error 'bf16': No type of torch is called bf16: building the model raises ValueError. Write 'torch.bfloat16'.",
    ]);
  });
});

describe('a setting that the library does not take', () => {
  const source = (body: string): Readonly<Record<string, string>> => ({
    '/ws/opencompass/__init__.py': '',
    '/ws/opencompass/models.py': `class HuggingFacewithChatTemplate:\n    def __init__(self, path, generation_kwargs={}, max_seq_len=None, meta_template=None):\n        ${body}\n`,
  });

  it('is no fault where the class of a fork takes it out', () => {
    const settings = 'generation_kwargs=dict(enable_thinking=False)';
    expect(found('HuggingFacewithChatTemplate', settings, source('pass'))).toHaveLength(1);
    expect(found('HuggingFacewithChatTemplate', settings, source('self.thinks = generation_kwargs.pop("enable_thinking", None)'))).toEqual(
      [],
    );
  });
});

describe('what a task or a service is given', () => {
  it('are as many GPUs as the engine wants', () => {
    const gpus = (given: number, wanted: number): readonly string[] =>
      found('TurboMindModelwithChatTemplate', `engine_config=dict(tp=${String(wanted)}), run_cfg=dict(num_gpus=${String(given)})`);
    expect(gpus(1, 4)).toHaveLength(1);
    expect([...gpus(4, 4), ...gpus(8, 4), ...gpus(0, 4), ...gpus(8, 16)]).toEqual([]);
  });

  it('are requests', () => {
    expect(found('OpenAI', "key='ENV', retry=0, query_per_second=0")).toEqual([
      'error 0: `retry` is how often a request is sent in all: with 0, none is sent, and the task raises an exception. Write 1 to send each once.',
      'error 0: With `query_per_second` 0 no request is ever allowed: the first one waits for ever.',
    ]);
    expect(found('OpenAI', "key='ENV', retry=1, query_per_second=0.5")).toEqual([]);
  });

  it('is a mode that the class knows', () => {
    const source = {
      '/ws/opencompass/__init__.py': '',
      '/ws/opencompass/models.py': `class VLLM:\n    def __init__(self, path, mode='none', max_seq_len=None, meta_template=None):\n        assert mode in ['none', 'mid']\n`,
    };
    expect(found('VLLM', "mode='middle'", source)).toEqual([
      "error 'middle': `mode` is one of 'none' and 'mid', and this is 'middle': building the model raises AssertionError.",
    ]);
    expect(found('VLLM', "mode='mid'", source)).toEqual([]);
    expect(found('VLLM', "mode='middle'")).toEqual([]);
  });
});
