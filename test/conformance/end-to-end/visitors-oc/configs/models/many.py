from opencompass.models import HuggingFaceCausalLM, HuggingFacewithChatTemplate, HuggingFaceBaseModel, OpenAISDK, OpenAI, VLLMwithChatTemplate

_meta = dict(
    begin='<bos>',
    round=[
        dict(role='HUMAN', begin='<|user|>', end='<|end|>\n'),
        dict(role='BOT', begin='<|bot|>', end='<|end|>\n', generate=True),
    ],
    reserved_roles=[dict(role='SYSTEM', begin='<|sys|>', end='<|end|>\n')],
    end='<eos>',
)
api_meta_template = dict(
    round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)],
    reserved_roles=[dict(role='SYSTEM', api_role='SYSTEM')],
)
common = dict(max_out_len=16, batch_size=2, max_seq_len=4096, run_cfg=dict(num_gpus=0))
models = [
    dict(abbr='lm', type=HuggingFaceCausalLM, path='demo/lm', **common),
    dict(abbr='lm_meta', type=HuggingFaceCausalLM, path='demo/lm', meta_template=_meta, **common),
    dict(abbr='lm_prompts', type=HuggingFaceCausalLM, path='demo/lm', meta_template=dict(
        begin=dict(role='SYSTEM', begin='<S>', prompt='You are kind.', end='</S>'),
        round=['\n', dict(role='HUMAN', begin='H:', end='\n', prompt='(nothing)'), dict(role='BOT', begin='B:', end='\n', generate=True)],
        end='bye'), **common),
    dict(abbr='lm_human_first', type=HuggingFaceCausalLM, path='demo/lm', meta_template=dict(
        round=[dict(role='BOT', begin='B:', end='\n'), dict(role='HUMAN', begin='H:', end='\n')]), **common),
    dict(abbr='base', type=HuggingFaceBaseModel, path='demo/base', **common),
    dict(abbr='chat', type=HuggingFacewithChatTemplate, path='demo/chat', stop_words=['</s>'], **common),
    dict(abbr='api', type=OpenAISDK, path='gpt-demo', key='ENV', meta_template=api_meta_template, query_per_second=1, retry=1, **common),
    dict(abbr='api_plain', type=OpenAI, path='gpt-demo', key='x', **common),
    dict(abbr='api_begin', type=OpenAI, path='gpt-demo', key='x', meta_template=dict(api_meta_template, begin=dict(role='SYSTEM', api_role='SYSTEM', prompt='Obey.')), **common),
]
