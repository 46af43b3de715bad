# Everything here evaluates, and nearly everything is wrong. See what each message says, and try the quick fixes.
from mmengine.config import read_base
from opencompass.datasets import JsonlDataset
from opencompass.models import HuggingFaceCausalLM, OpenAISDK
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever, ZeroRetriever

with read_base():
    from .datasets.word_problems_gen import word_problems_datasets

# A trailing comma makes a tuple of it: the model gets no meta template but a crash.
pond_meta_template = dict(
    round=[
        dict(role='HUMAN', begin='Q: ', end='\n'),
        dict(role='BOT', begin='A: ', end='\n', generate=True),
    ],
),

# No role generates, so that the answer is closed before the model could write it; and SYSTEM is reserved nowhere.
creek_meta_template = dict(
    round=[
        dict(role='HUMAN', begin='Q: ', end='\n'),
        dict(role='BOT', begin='A: ', end='\n'),
    ],
    eos_tokens=2,
)

# The API parser needs an api_role for each role.
bay_meta_template = dict(
    round=[
        dict(role='HUMAN', api_role='user'),
        dict(role='BOT', generate=True),
        dict(role='BOT', api_role='BOT'),
    ],
)

riddles_infer_cfg = dict(
    ice_template=dict(
        type=PromptTemplate,
        template=dict(round=[dict(role='HUMAN', prompt='{riddle}'), dict(role='BOT', prompt='{answer}')]),
    ),
    prompt_template=dict(
        type=PromptTemplate,
        template=dict(
            # No fallback_role, and the in-context examples have no place to go.
            begin=[dict(role='SYSTEM', prompt='Answer in one word.')],
            round=[dict(role='HUMAN', prompt='{riddle}'), dict(role='BOT', promt='')],
        ),
        ice_token='</E>',
    ),
    retriever=dict(type=FixKRetriever, fix_id_list=[0, 1]),
    inferencer=dict(type=GenInferencer),
)

# Both templates, but the prompt template has no ice_token.
proverbs_infer_cfg = dict(
    ice_template=dict(type=PromptTemplate, template='{start} {end}'),
    prompt_template=dict(type=PromptTemplate, template='{start}'),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer),
)

# A few-shot retriever and nothing to render its examples with.
rhymes_infer_cfg = dict(
    prompt_template=dict(type=PromptTemplate, template='What rhymes with {word}?'),
    retriever=dict(type=FixKRetriever, fix_id_list=[0]),
    inferencer=dict(type=GenInferencer),
)

datasets = word_problems_datasets + [
    dict(
        abbr='riddles',
        type=JsonlDataset,
        path='./data/riddles.jsonl',
        reader_cfg=dict(input_columns=['riddle'], output_colum='answer'),
        infer_cfg=riddles_infer_cfg,
    ),
    dict(
        abbr='proverbs',
        type=JsonlDataset,
        path='./data/proverbs.jsonl',
        reader_cfg=dict(input_columns=['start'], output_column='end'),
        infer_cfg=proverbs_infer_cfg,
    ),
    dict(
        abbr='rhymes',
        type=JsonlDataset,
        path='./data/rhymes.jsonl',
        reader_cfg=dict(input_columns=['word'], output_column='rhyme'),
        infer_cfg=rhymes_infer_cfg,
    ),
]

models = [
    dict(type=HuggingFaceCausalLM, abbr='pond', path='example/pond', meta_template=pond_meta_template, max_out_len=64),
    dict(type=HuggingFaceCausalLM, abbr='creek', path='example/creek', meta_template=creek_meta_template, max_out_len=64),
    dict(type=OpenAISDK, abbr='bay', path='bay', meta_template=bay_meta_template, max_out_len=64),
]
