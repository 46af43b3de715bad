import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/config.py';

/** The framework's source, as far as these rules read it. */
const source: Readonly<Record<string, string>> = {
  '/ws/opencompass/__init__.py': "__version__ = '0.5.3'\n",
  '/ws/opencompass/models/__init__.py':
    'from .chat import HuggingFacewithChatTemplate, OpenAI, OpenAISDK, TurboMindModelwithChatTemplate, VLLM\n',
  '/ws/opencompass/models/chat.py': `class BaseModel:
    pass


class HuggingFacewithChatTemplate(BaseModel):
    def __init__(self, path, model_kwargs=dict(), tokenizer_kwargs=dict(), generation_kwargs=dict(), max_seq_len=None, **other_kwargs):
        for k, v in other_kwargs.items():
            self.logger.warning(f'Unused argument {k}={v}')

    def generate(self, inputs, max_out_len):
        generation_kwargs = self.generation_kwargs.copy()
        generation_kwargs['max_new_tokens'] = max_out_len


class TurboMindModelwithChatTemplate(BaseModel):
    def __init__(self, path, engine_config={}, gen_config={}, max_seq_len=None):
        pass


class VLLM(BaseModel):
    def __init__(self, path, model_kwargs=None, generation_kwargs=dict()):
        pass


class OpenAI(BaseModel):
    def __init__(self, path='gpt', max_seq_len: int = 16384, key='ENV', openai_api_base='', mode='none', temperature=None):
        pass

    def _preprocess_messages(self, max_out_len, max_seq_len, input_len):
        return min(max_out_len, max_seq_len - input_len - 100)


class OpenAISDK(OpenAI):
    def __init__(self, path='gpt', max_seq_len: int = 16384, key='ENV', openai_api_base='', mode='none', temperature=None):
        pass
`,
  '/ws/opencompass/openicl/icl_inferencer.py': `class BaseInferencer:
    def __init__(self, model, max_seq_len=None, batch_size=1, **kwargs):
        self.model = model


class GenInferencer(BaseInferencer):
    def __init__(self, model, max_out_len, stopping_criteria=[], **kwargs):
        super().__init__(model=model, **kwargs)
        self.dump_timer = kwargs.get('dump_timer', False)


class SCInferencer(BaseInferencer):
    def __init__(self, model, max_out_len, generation_kwargs={}, **kwargs):
        super().__init__(model=model, **kwargs)


class ChatInferencer(BaseInferencer):
    def __init__(self, model, infer_mode='last', **kwargs):
        super().__init__(model=model, **kwargs)
        assert infer_mode in ['last', 'every']
`,
  '/ws/opencompass/openicl/icl_prompt_template.py':
    'class PromptTemplate:\n    def __init__(self, template, ice_token=None):\n        pass\n',
  '/ws/opencompass/openicl/icl_retriever.py': 'class ZeroRetriever:\n    def __init__(self, dataset):\n        pass\n',
};

/** What is found, each as its severity, where it stands and what it says. */
function found(text: string, rules: readonly string[]): readonly string[] {
  const project = createProject(new MemoryWorkspace({ ...source, [file]: text }, ['/ws']), defaultSettings);
  return project
    .check(file)
    .filter(({ rule }) => rules.includes(rule))
    .map(({ severity, span, message }) => `${severity} ${text.slice(span.start, span.end)}: ${message}`);
}

function ofModel(className: string, keys: string): readonly string[] {
  const text = `from opencompass.models import ${className}
models = [dict(type=${className}, abbr='pond', path='pond/pond-7b', batch_size=8, max_out_len=512, ${keys})]
`;
  return found(text, ['library-setting', 'unknown-model-key', 'service-request']);
}

/** A service, which has no more than its name. */
function ofService(className: string, keys: string, rule: string): readonly string[] {
  return found(`from opencompass.models import ${className}\nmodels = [dict(type=${className}, abbr='a', key='k', ${keys})]\n`, [rule]);
}

function ofInferencer(className: string, keys: string): readonly string[] {
  const text = `from opencompass.openicl.icl_inferencer import ${className}
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
quiz_infer_cfg = dict(
    prompt_template=dict(type=PromptTemplate, template='{question}'),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=${className}, ${keys}),
)
`;
  return found(text, ['unknown-key', 'refused-argument']);
}

describe('settings of an inferencer', () => {
  it('of a generation are swallowed, unless the class names them', () => {
    expect(ofInferencer('GenInferencer', 'generation_kwargs=dict(temperature=0.7), do_sample=True')).toEqual([
      'warning generation_kwargs: GenInferencer takes `generation_kwargs` and does nothing with it: how answers are sampled is told by the model.',
      'warning do_sample: GenInferencer takes `do_sample` and does nothing with it: how answers are sampled is told by the model.',
    ]);
    expect(ofInferencer('SCInferencer', 'generation_kwargs=dict(temperature=0.7)')).toEqual([]);
    expect(ofInferencer('GenInferencer', "max_out_len=64, stopping_criteria=['Q:']")).toEqual([]);
  });

  it('that stop the output have another name there', () => {
    expect(ofInferencer('GenInferencer', "stop_words=['Q:']")).toEqual([
      'warning stop_words: GenInferencer has no key stop_words: the class takes it and does nothing with it. Did you mean stopping_criteria?',
    ]);
  });

  it('are among those that the class asserts', () => {
    expect(ofInferencer('ChatInferencer', "infer_mode='all'")).toEqual([
      "error 'all': `infer_mode` is one of 'last' and 'every', and this is 'all': building the inferencer raises AssertionError.",
    ]);
    expect(ofInferencer('ChatInferencer', "infer_mode='every'")).toEqual([]);
  });
});

describe('settings of a model', () => {
  it('belong in the dict that the class hands on', () => {
    expect(ofModel('HuggingFacewithChatTemplate', "torch_dtype='auto', padding_side='left', chat_template_kwargs=dict(a=1)")).toEqual([
      'warning torch_dtype: HuggingFacewithChatTemplate has no torch_dtype: its **kwargs take it, and nothing is done with it. It belongs in model_kwargs.',
      'warning padding_side: HuggingFacewithChatTemplate has no padding_side: its **kwargs take it, and nothing is done with it. It belongs in tokenizer_kwargs.',
      'warning chat_template_kwargs: HuggingFacewithChatTemplate has no chat_template_kwargs: its **kwargs take it, and nothing is done with it.',
    ]);
  });

  it('have the names of the class', () => {
    const meant = (said: readonly string[]): readonly (string | undefined)[] =>
      said.map((message) => /Did you mean (\w+)\?$/.exec(message)?.[1]);
    expect(meant(ofModel('TurboMindModelwithChatTemplate', 'generation_kwargs=dict(), model_kwargs=dict()'))).toEqual([
      'gen_config',
      'engine_config',
    ]);
    expect(meant(ofModel('VLLM', 'engine_config=dict()'))).toEqual(['model_kwargs']);
    const text =
      "from opencompass.models import OpenAI\nmodels = [dict(type=OpenAI, abbr='a', model='pond', api_key='k', base_url='http://a/v1/chat/completions')]\n";
    expect(meant(found(text, ['unknown-model-key']))).toEqual(['path', 'key', 'openai_api_base']);
  });

  it('of length are replaced by that of the model, where they say something else', () => {
    expect(ofModel('HuggingFacewithChatTemplate', 'generation_kwargs=dict(max_new_tokens=64)')).toEqual([
      'warning max_new_tokens: `max_new_tokens` of generation_kwargs is replaced by `max_out_len` of the model, which is 512: what is written here has no effect.',
    ]);
    expect(ofModel('HuggingFacewithChatTemplate', 'generation_kwargs=dict(max_new_tokens=512)')).toEqual([]);
    // The source of this one does not write it over.
    expect(ofModel('VLLM', 'generation_kwargs=dict(max_tokens=64)')).toEqual([]);
  });

  it('of length are shortened by the classes of OpenAI', () => {
    expect(ofService('OpenAISDK', "path='a', max_out_len=32768", 'library-setting')).toEqual([
      'warning 32768: `max_out_len` is 32768, and without a `max_seq_len` OpenAISDK takes 16384: it asks for no longer answers than that less the prompt and 100, and only the log says so. Give a `max_seq_len`.',
    ]);
    expect(ofService('OpenAISDK', "path='a', max_out_len=4096, max_seq_len=2048", 'library-setting')).toHaveLength(1);
    expect(ofService('OpenAISDK', "path='a', max_out_len=16384", 'library-setting')).toEqual([]);
    expect(ofService('OpenAISDK', "path='a', max_out_len=32768, max_seq_len=32768", 'library-setting')).toEqual([]);
  });

  it('are refused by the library, or slips of its own', () => {
    expect(ofModel('VLLM', "model_kwargs=dict(dtype='torch.half', gpu_memory_utilization=90, max_modle_len=4096)").toSorted()).toEqual([
      "error 'torch.half': 'torch.half' is no name of a type that vLLM knows: building the model raises ValueError. Write 'half'.",
      'error 90: `gpu_memory_utilization` is a share above 0 and at most 1: vLLM raises ValueError when it builds the model.',
      'error max_modle_len: LLM takes no max_modle_len: building the model raises TypeError. Write max_model_len.',
    ]);
    expect(ofModel('VLLM', "model_kwargs=dict(dtype='half', gpu_memory_utilization=0.9, max_model_len=4096, made_up=1)")).toEqual([]);
    const refused = ofModel(
      'HuggingFacewithChatTemplate',
      "tokenizer_kwargs=dict(padding_side='rigth'), generation_kwargs=dict(stop=['a'], seed=None)",
    );
    expect(refused.toSorted()).toEqual([
      "error 'rigth': `padding_side` is 'left' or 'right': with 'rigth' loading the tokenizer raises ValueError.",
      'warning stop: `generate` of transformers takes no stop: the first request raises ValueError.',
    ]);
  });

  it('of an address have a scheme, and the endpoint where nothing adds it', () => {
    const of = (className: string, address: string): readonly string[] =>
      ofService(className, `path='a', openai_api_base=${address}`, 'service-request');
    expect(of('OpenAI', "'http://a:1/v1/'")).toHaveLength(1);
    expect(of('OpenAISDK', "['http://a:1/v1/chat/completions', 'a:1/v1']")).toHaveLength(2);
    for (const address of ["'http://a:1/v1'", "'YOUR_API_BASE'", "'openai-url'", "['http://a', 'https://b/v1/']"])
      expect(of('OpenAISDK', address), address).toEqual([]);
    for (const address of [
      "'http://a:1/v1/chat/completions'",
      "'https://x.azure.com/openai/deployments/g/chat/completions?api-version=1'",
      "'http://a:1/generate'",
      "'xxx'",
    ])
      expect(of('OpenAI', address), address).toEqual([]);
  });
});
