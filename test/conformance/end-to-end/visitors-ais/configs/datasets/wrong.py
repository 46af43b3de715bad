# Each of these is wrong in its own way.
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import FixKRetriever, ZeroRetriever
from harbor.loaders import PortsDataset, TidesDataset

_reader = dict(input_columns=['question'], output_column='answer')


def _make(abbr, template, reader=_reader, retriever=dict(type=ZeroRetriever), ice=None, **keys):
    infer = dict(prompt_template=dict(type=PromptTemplate, template=template), retriever=retriever, inferencer=dict(type=GenInferencer))
    if ice:
        infer['ice_template'] = dict(type=PromptTemplate, **ice)
    return dict(dict(abbr=abbr, type=TidesDataset, path='data/tides', reader_cfg=reader, infer_cfg=infer), **keys)


wrong_datasets = [
    _make('no_file', '{question}', path='data/nowhere'),
    _make('no_column', '{question} {nothing}'),
    _make('no_input', '{question}', dict(input_columns=['nothing'], output_column='answer')),
    _make('no_split', '{question}', dict(_reader, test_split='dev')),
    _make('id_beyond', '</E>{question}', retriever=dict(type=FixKRetriever, fix_id_list=[0, 99]), ice=dict(template='{question}', ice_token='</E>')),
    _make('id_negative', '</E>{question}', retriever=dict(type=FixKRetriever, fix_id_list=[-1]), ice=dict(template='{question}', ice_token='</E>')),
    _make('role_unknown', dict(round=[dict(role='NARRATOR', prompt='{question}')])),
    _make('hint_fails', '{question}', hint='{nobody}'),
    _make('bad_key', '{question}', width=3),
    _make('braces', '{{x}} {question} {'),
    _make('k_above_n', '{question}', n=1, k=2),
    dict(abbr='no_infer', type=PortsDataset, path='data/ports.csv', reader_cfg=dict(input_columns=['port'], output_column='country')),
    _make('list_column', '{choices}'),
    _make('no_ice_token', '{question}', retriever=dict(type=FixKRetriever, fix_id_list=[0]), ice=dict(template='{question}')),
]
