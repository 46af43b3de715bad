from ais_bench.benchmark.models import VITAGenerateAPI, VLLMCustomAPIChat

_service = dict(attr='service', path='', model='demo', host_ip='localhost', host_port=8080, retry=1, max_out_len=16, batch_size=1, generation_kwargs=dict())
models = [
    dict(abbr='eyes', type=VLLMCustomAPIChat, **_service),
    dict(abbr='vita', type=VITAGenerateAPI, **_service),
]
