# Questions of one class, asked in many ways.
from copy import deepcopy

from ais_bench.benchmark.openicl.icl_evaluator import AccEvaluator
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import FixKRetriever, ZeroRetriever
from ais_bench.benchmark.openicl.icl_retriever.icl_random_retriever import RandomRetriever
from harbor.loaders import PortsDataset, TidesDataset

_base = dict(
    type=TidesDataset,
    path='data/tides',
    reader_cfg=dict(input_columns=['question', 'options'], output_column='answer'),
    infer_cfg=dict(
        prompt_template=dict(type=PromptTemplate, template='{question}\n{options}\nAnswer: {answer}'),
        retriever=dict(type=ZeroRetriever),
        inferencer=dict(type=GenInferencer),
    ),
    eval_cfg=dict(evaluator=dict(type=AccEvaluator)),
)
_rounds = dict(round=[dict(role='HUMAN', prompt='{question}\n{options}'), dict(role='BOT', prompt='Answer: {answer}')])
_system = dict(
    begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='You know the sea.')],
    round=[dict(role='HUMAN', prompt='{hint}{question}'), dict(role='BOT', prompt='')],
)
_ice = dict(
    ice_template=dict(type=PromptTemplate, template=dict(begin='</E>', **_rounds), ice_token='</E>'),
    retriever=dict(type=FixKRetriever, fix_id_list=[0, 2]),
    inferencer=dict(type=GenInferencer),
)
_ice_text = dict(
    ice_template=dict(type=PromptTemplate, template='{question} -> {answer}'),
    prompt_template=dict(type=PromptTemplate, template='Tides.\n</E>{question} ->', ice_token='</E>'),
    inferencer=dict(type=GenInferencer),
)


def _variant(abbr, infer=None, reader=None, **more):
    dataset = deepcopy(_base)
    dataset['abbr'] = abbr
    if infer:
        dataset['infer_cfg'] = infer
    dataset['reader_cfg'].update(reader or {})
    dataset.update(more)
    return dataset


def _template(template, **more):
    return dict(_base['infer_cfg'], prompt_template=dict(type=PromptTemplate, template=template), **more)


tides_datasets = [
    _variant('tides_text'),
    _variant('tides_rounds', _template(_rounds)),
    _variant('tides_system', _template(_system), hint='({level} m) '),
    _variant('tides_columns', _template('{idx} {subdivision} {level} {tags} {question}')),
    _variant('tides_twice', _template(_rounds), n=2, k=2),
    _variant('tides_range', _template(_rounds), dict(test_range='[1:3]')),
    _variant('tides_step', _template(_rounds), dict(test_range='[::-1]')),
    _variant('tides_count', _template(_rounds), dict(test_range=2)),
    _variant('tides_part', _template(_rounds), dict(test_range=0.5)),
    _variant('tides_fix', _ice),
    _variant('tides_fix_text', dict(_ice_text, retriever=dict(type=FixKRetriever, fix_id_list=[1, 0, 3], ice_separator='\n--\n', ice_eos_token='\n==\n'))),
    _variant('tides_random', dict(_ice_text, retriever=dict(type=RandomRetriever, ice_num=2))),
    _variant('tides_random_range', dict(_ice, retriever=dict(type=RandomRetriever, ice_num=3, seed=5)), dict(train_range='[1:]', test_range='[2:]')),
    _variant('tides_splits', _template(_rounds), dict(train_split='test', test_split='train')),
    _variant('tides_one_split', _ice, dict(train_split='test')),
    _variant('tides_token', _template(_rounds, inferencer=dict(type=GenInferencer, gen_field_replace_token='[MASK]'))),
    _variant('tides_begin_text', _template(dict(begin='Think.\n', round=_rounds['round'], end='Done.'))),
    dict(
        abbr='ports', type=PortsDataset, path='data/ports.csv', countries=['Norway', 'Peru'],
        reader_cfg=dict(input_columns=['port', 'max_out_len'], output_column='country'),
        infer_cfg=_template('{number}. Which country is {port} in? {depth}'), eval_cfg=_base['eval_cfg'],
    ),
]
