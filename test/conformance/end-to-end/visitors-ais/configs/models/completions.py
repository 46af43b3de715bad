from ais_bench.benchmark.models import MindieStreamApi, TGICustomAPI, TGICustomAPIStream, TritonCustomAPI, VLLMCustomAPI

_service = dict(attr='service', path='', host_ip='localhost', host_port=8080, retry=1, max_out_len=16, batch_size=1, generation_kwargs=dict(temperature=0.5))
_meta = dict(
    begin='<s>',
    round=[
        dict(role='HUMAN', begin='<|user|>\n', end='<|end|>\n'),
        dict(role='BOT', begin='<|bot|>\n', end='<|end|>\n', generate=True),
    ],
    reserved_roles=[dict(role='SYSTEM', begin='<|sys|>\n', end='<|end|>\n')],
    end='</s>',
)
models = [
    dict(abbr='vllm', type=VLLMCustomAPI, model='demo', **_service),
    dict(abbr='vllm_meta', type=VLLMCustomAPI, model='demo', stream=True, meta_template=_meta, **_service),
    dict(abbr='mindie', type=MindieStreamApi, stream=True, meta_template=_meta, **_service),
    dict(abbr='tgi', type=TGICustomAPI, **_service),
    dict(abbr='tgi_stream', type=TGICustomAPIStream, meta_template=dict(_meta, begin='', end=''), **_service),
    dict(abbr='triton', type=TritonCustomAPI, model_name='demo', meta_template=_meta, **_service),
]
