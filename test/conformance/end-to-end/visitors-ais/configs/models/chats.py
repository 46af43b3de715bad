from ais_bench.benchmark.models import VLLMCustomAPIChat, VLLMCustomAPIChatStream

_service = dict(attr='service', path='', model='demo', host_ip='localhost', host_port=8080, retry=1, max_out_len=16, batch_size=1, generation_kwargs=dict(temperature=0.5))
models = [
    dict(abbr='chat', type=VLLMCustomAPIChat, **_service),
    dict(abbr='chat_stream', type=VLLMCustomAPIChat, stream=True, **_service),
    dict(abbr='chat_named', type=VLLMCustomAPIChatStream, **{**_service, 'model': ''}),
    dict(abbr='chat_begin', type=VLLMCustomAPIChat, meta_template=dict(
        begin=dict(role='SYSTEM', prompt='Obey.'),
        round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)],
        reserved_roles=[dict(role='SYSTEM', api_role='SYSTEM')]), **_service),
    dict(abbr='chat_affixes', type=VLLMCustomAPIChat, meta_template=dict(
        round=[dict(role='HUMAN', api_role='HUMAN', begin='<<', end='>>'), dict(role='BOT', api_role='BOT', begin='=', generate=True)]), **_service),
]
