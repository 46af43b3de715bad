# A language model: the LM parser writes its meta template around the turns, and the result is one text.
from opencompass.models import HuggingFaceCausalLM

river_meta_template = dict(
    begin='<s>',
    round=[
        dict(role='HUMAN', begin='<|user|>\n', end='<|end|>\n'),
        dict(role='BOT', begin='<|assistant|>\n', end='<|end|>\n', generate=True),
    ],
    reserved_roles=[dict(role='SYSTEM', begin='<|system|>\n', end='<|end|>\n')],
    eos_token_id=2,
)

models = [
    dict(
        type=HuggingFaceCausalLM,
        abbr='river-7b-chat',
        path='example/river-7b-chat',
        tokenizer_path='example/river-7b-chat',
        model_kwargs=dict(device_map='auto'),
        tokenizer_kwargs=dict(padding_side='left', truncation_side='left'),
        meta_template=river_meta_template,
        max_seq_len=4096,
        max_out_len=256,
        batch_size=8,
        run_cfg=dict(num_gpus=1),
        end_str='<|end|>',
    )
]
