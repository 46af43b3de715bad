# A chat model behind a service. Without a meta template its class brings HUMAN and BOT as rounds and SYSTEM in reserve.
from ais_bench.benchmark.models import VLLMCustomAPIChat

models = [
    dict(
        attr='service',
        type=VLLMCustomAPIChat,
        abbr='harbor-chat-service',
        path='',
        model='harbor-chat',
        host_ip='localhost',
        host_port=8080,
        request_rate=0,
        retry=2,
        max_out_len=512,
        batch_size=8,
        generation_kwargs=dict(temperature=0.01),
    )
]
