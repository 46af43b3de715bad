# A chat model behind an API: the API parser turns the same dialogue into messages.
from opencompass.models import OpenAISDK

api_meta_template = dict(
    round=[
        dict(role='HUMAN', api_role='HUMAN'),
        dict(role='BOT', api_role='BOT', generate=True),
    ],
    reserved_roles=[dict(role='SYSTEM', api_role='SYSTEM')],
)

models = [
    dict(
        type=OpenAISDK,
        abbr='harbor-chat',
        path='harbor-chat',
        key='ENV',
        meta_template=api_meta_template,
        query_per_second=2,
        max_seq_len=16384,
        max_out_len=512,
        batch_size=4,
        temperature=0,
    )
]
