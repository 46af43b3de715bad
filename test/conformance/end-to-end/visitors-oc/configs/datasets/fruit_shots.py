from copy import deepcopy
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever, RandomRetriever, SlidingWindowRetriever, ZeroRetriever
from opencompass.openicl.icl_inferencer import GenInferencer, PPLInferencer
from opencompass.openicl.icl_evaluator import AccEvaluator
from shop.loaders import FruitDataset

_base = dict(
    abbr='shots',
    type=FruitDataset,
    path='data/fruit',
    reader_cfg=dict(input_columns=['question', 'A', 'B'], output_column='answer', train_split='train', test_split='test'),
    infer_cfg=dict(
        ice_template=dict(
            type=PromptTemplate,
            template=dict(begin='</E>', round=[dict(role='HUMAN', prompt='{question} A: {A} B: {B}'), dict(role='BOT', prompt='{answer}')]),
            ice_token='</E>',
        ),
        retriever=dict(type=FixKRetriever, fix_id_list=[0, 2, 5]),
        inferencer=dict(type=GenInferencer, max_out_len=5),
    ),
    eval_cfg=dict(evaluator=dict(type=AccEvaluator)),
)
_retrievers = {
    'fix': dict(type=FixKRetriever, fix_id_list=[0, 2, 5]),
    'random': dict(type=RandomRetriever, ice_num=3),
    'random_seed': dict(type=RandomRetriever, ice_num=2, seed=7),
    'sliding': dict(type=SlidingWindowRetriever, k=3),
    'sliding_5': dict(type=SlidingWindowRetriever, k=5),
    'zero': dict(type=ZeroRetriever),
    'sep': dict(type=FixKRetriever, fix_id_list=[1, 1], ice_separator='\n===\n', ice_eos_token='\n###\n'),
}
shots_datasets = [deepcopy(_base) for _ in _retrievers]
for (_k, _r), _d in zip(_retrievers.items(), shots_datasets):
    _d['abbr'] = f'shots_{_k}'
    _d['infer_cfg']['retriever'] = _r

_labels = deepcopy(_base)
_labels['abbr'] = 'shots_labels'
_labels['infer_cfg']['ice_template']['template'] = {
    'A': dict(round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='It is {A}')]),
    'B': dict(round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='It is {B}')]),
}
_labels['infer_cfg']['ice_template'].pop('ice_token')
_labels['infer_cfg']['prompt_template'] = dict(
    type=PromptTemplate,
    template={
        'A': dict(begin='</E>', round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='It is {A}')]),
        'B': dict(begin='</E>', round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='It is {B}')]),
    },
    ice_token='</E>',
)
_labels['infer_cfg']['inferencer'] = dict(type=PPLInferencer)

_dialog = deepcopy(_base)
_dialog['abbr'] = 'shots_dialog'
_dialog['infer_cfg']['ice_template']['template']['begin'] = [
    dict(role='SYSTEM', fallback_role='HUMAN', prompt='Judge the fruit.'),
    '</E>',
]
_dialog['infer_cfg']['ice_template']['template']['end'] = [dict(role='HUMAN', prompt='(end)')]

shots_datasets += [_labels, _dialog]
shots_datasets += [{**_d, 'abbr': _d['abbr'] + '_part', 'reader_cfg': dict(_d['reader_cfg'], train_range='[2:]', test_range='[::2]')} for _d in shots_datasets[:3]]
