from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever, FixKRetriever, RandomRetriever
from opencompass.openicl.icl_inferencer import GenInferencer, PPLInferencer
from shop.loaders import FruitDataset

_z = dict(type=ZeroRetriever)
_g = dict(type=GenInferencer)


def _bad(abbr, infer, **reader):
    return dict(abbr=abbr, type=FruitDataset, path='data/fruit', reader_cfg=dict(dict(input_columns=['question'], output_column='answer'), **reader), infer_cfg=infer)


_qa = dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='{answer}')]))
wrong_datasets = [
    _bad('w_column', dict(prompt_template=_qa, retriever=_z, inferencer=_g), input_columns=['query']),
    _bad('w_split', dict(prompt_template=_qa, retriever=_z, inferencer=_g), test_split='validation'),
    _bad('w_fix', dict(ice_template=dict(type=PromptTemplate, template='</E>{question}', ice_token='</E>'), retriever=dict(type=FixKRetriever, fix_id_list=[3, 99]), inferencer=_g)),
    _bad('w_random', dict(ice_template=dict(type=PromptTemplate, template='</E>{question}', ice_token='</E>'), retriever=dict(type=RandomRetriever, ice_num=40), inferencer=_g)),
    _bad('w_token', dict(prompt_template=dict(type=PromptTemplate, template='{question}', ice_token='</E>'), retriever=_z, inferencer=_g)),
    _bad('w_none', dict(retriever=_z, inferencer=_g)),
    _bad('w_labels', dict(prompt_template=dict(type=PromptTemplate, template={'A': '{question} a', 'B': '{question} b'}), retriever=_z, inferencer=dict(type=PPLInferencer, labels=['A', 'C']))),
    _bad('w_labels_none', dict(prompt_template=_qa, retriever=_z, inferencer=dict(type=PPLInferencer))),
    _bad('w_gen_labels', dict(prompt_template=dict(type=PromptTemplate, template={'A': '{question} a', 'B': '{question} b'}), retriever=_z, inferencer=_g)),
    _bad('w_role', dict(prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='EXPERT', prompt='{question}'), dict(role='BOT', prompt='{answer}')])), retriever=_z, inferencer=_g)),
    _bad('w_begin_role', dict(prompt_template=dict(type=PromptTemplate, template=dict(begin=[dict(role='EXPERT', prompt='x')], round=[dict(role='HUMAN', prompt='{question}')])), retriever=_z, inferencer=_g)),
    _bad('w_retriever', dict(prompt_template=_qa, retriever=dict(type=ZeroRetriever, ice_nums=2), inferencer=_g)),
    _bad('w_inferencer', dict(prompt_template=_qa, retriever=_z, inferencer=dict(type='GenInfrencer'))),
    _bad('w_range', dict(prompt_template=_qa, retriever=_z, inferencer=_g), test_range='[:0]'),
    _bad('w_key', dict(prompt_template=_qa, retriever=_z, inferencer=_g), test_rng='[:1]'),
    _bad('w_begin_str', dict(prompt_template=dict(type=PromptTemplate, template=dict(begin='Hello. ', round=[dict(role='HUMAN', prompt='{question}')], end='Bye.')), retriever=_z, inferencer=_g)),
    _bad('w_list', dict(prompt_template=dict(type=PromptTemplate, template=['{question}']), retriever=_z, inferencer=_g)),
    dict(_bad('w_load', dict(prompt_template=_qa, retriever=_z, inferencer=_g)), hints='x'),
    dict(_bad('w_path', dict(prompt_template=_qa, retriever=_z, inferencer=_g)), path='data/vegetable'),
    dict(_bad('w_hint', dict(prompt_template=_qa, retriever=_z, inferencer=_g)), hint='{self}'),
]
