from ais_bench.benchmark.models import MindieStreamApi, VLLMCustomAPI, VLLMCustomAPIChat

_service = dict(attr='service', path='', model='demo', host_ip='localhost', host_port=8080, retry=1, max_out_len=16, batch_size=1, generation_kwargs=dict())
models = [
    dict(abbr='scorer', type=VLLMCustomAPI, **_service),
    dict(abbr='scorer_meta', type=VLLMCustomAPI, meta_template=dict(
        round=[dict(role='HUMAN', begin='H:', end='\n'), dict(role='BOT', begin='B:', end='\n', generate=True)], end='(end)'), **_service),
    dict(abbr='scorer_chat', type=VLLMCustomAPIChat, **_service),
    dict(abbr='scorer_stream', type=VLLMCustomAPI, stream=True, **_service),
    dict(abbr='scorer_mindie', type=MindieStreamApi, **{k: v for k, v in _service.items() if k != 'model'}),
]
