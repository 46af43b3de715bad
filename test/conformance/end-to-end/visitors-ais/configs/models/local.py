from ais_bench.benchmark.models import HuggingFaceBaseModel, HuggingFaceCausalLM, HuggingFacewithChatTemplate

_local = dict(attr='local', path='weights', max_seq_len=4096, max_out_len=16, batch_size=2, run_cfg=dict(num_gpus=0))
models = [
    dict(abbr='lm', type=HuggingFaceCausalLM, **_local),
    dict(abbr='lm_padded', type=HuggingFaceCausalLM, batch_padding=True, meta_template=dict(
        begin='<s>',
        round=[dict(role='HUMAN', begin='[H]', end='[/H]'), dict(role='BOT', begin='[B]', end='[/B]', generate=True)],
        reserved_roles=[dict(role='SYSTEM', begin='[S]', end='[/S]')]), **_local),
    dict(abbr='base', type=HuggingFaceBaseModel, **_local),
    dict(abbr='chat_local', type=HuggingFacewithChatTemplate, **_local),
]
