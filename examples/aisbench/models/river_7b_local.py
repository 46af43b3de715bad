# A language model on this machine: the LM parser writes its meta template around the turns.
from ais_bench.benchmark.models import HuggingFaceCausalLM

models = [
    dict(
        attr='local',
        type=HuggingFaceCausalLM,
        abbr='river-7b-local',
        path='example/river-7b',
        tokenizer_path='example/river-7b',
        model_kwargs=dict(device_map='auto'),
        tokenizer_kwargs=dict(padding_side='left'),
        meta_template=dict(
            begin='<s>',
            round=[
                dict(role='HUMAN', begin='<|user|>\n', end='<|end|>\n'),
                dict(role='BOT', begin='<|assistant|>\n', end='<|end|>\n', generate=True),
            ],
            reserved_roles=[dict(role='SYSTEM', begin='<|system|>\n', end='<|end|>\n')],
        ),
        max_seq_len=4096,
        max_out_len=256,
        batch_size=4,
        run_cfg=dict(num_gpus=1, num_procs=1),
    )
]
