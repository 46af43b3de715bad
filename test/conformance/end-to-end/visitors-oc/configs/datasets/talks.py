from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_raw_prompt_template import RawPromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
from opencompass.openicl.icl_inferencer import ChatInferencer, GenInferencer
from shop.loaders import TalksDataset

_reader = dict(input_columns=['first', 'topic'], output_column='system')
talk_datasets = [
    dict(abbr='talk_raw', type=TalksDataset, path='data/talks.jsonl', reader_cfg=_reader,
         infer_cfg=dict(prompt_template=dict(type=RawPromptTemplate, messages=[dict(role='system', content='{system}'), dict(role='user', content='{first} about {topic}')]),
                        retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer))),
    dict(abbr='talk_rounds', type=TalksDataset, path='data/talks.jsonl', reader_cfg=_reader,
         infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template=dict(
             begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='{system}')],
             round=[dict(role='HUMAN', prompt='{first}'), dict(role='BOT', prompt='Yes?'), dict(role='HUMAN', prompt='Tell me of {topic}.'), dict(role='BOT', prompt='')],
         )), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer))),
    dict(abbr='talk_chat_last', type=TalksDataset, path='data/talks.jsonl', reader_cfg=dict(input_columns=['first', 'topic'], output_column='system'),
         infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template=dict(begin=[dict(role='SYSTEM', prompt='On {topic}.')], round=[dict(role='HUMAN', prompt='{first}'), dict(role='BOT', prompt='{system}')])), retriever=dict(type=ZeroRetriever), inferencer=dict(type=ChatInferencer, infer_mode='last'))),
    dict(abbr='talk_chat_lists', type=TalksDataset, path='data/talks.jsonl', reader_cfg=dict(input_columns=['turns'], output_column='replies'),
         infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='{turns}'), dict(role='BOT', prompt='{replies}')])), retriever=dict(type=ZeroRetriever), inferencer=dict(type=ChatInferencer, infer_mode='last'))),
]
