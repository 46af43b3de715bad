from ais_bench.benchmark.openicl.icl_inferencer import PPLInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import FixKRetriever, ZeroRetriever
from harbor.loaders import TidesDataset


def _make(abbr, template, retriever=dict(type=ZeroRetriever), ice=None, **inferencer):
    prompt = dict(type=PromptTemplate, template=template)
    if ice:
        prompt['ice_token'] = '</E>'
    return dict(
        abbr=abbr, type=TidesDataset, path='data/tides',
        reader_cfg=dict(input_columns=['question', 'options'], output_column='answer'),
        infer_cfg=dict(
            **(dict(ice_template=dict(type=PromptTemplate, template=ice)) if ice else {}),
            prompt_template=prompt, retriever=retriever, inferencer=dict(type=PPLInferencer, **inferencer)),
    )


score_datasets = [
    _make('ppl_texts', {'A': '{question} A', 'B': '{question} B', 'C': '{question} C'}),
    _make('ppl_rounds', {k: dict(round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt=k)]) for k in 'ABC'}),
    _make('ppl_numbers', {0: 'No: {question}', 1: 'Yes: {question}'}),
    _make('ppl_shots', {k: '</E>{question} ' + k for k in 'AB'}, dict(type=FixKRetriever, fix_id_list=[1, 2]), {k: '{question} ' + k for k in 'ABC'}),
    _make('ppl_labels', {'A': '{question} A', 'B': '{question} B'}, labels=['B', 'A']),
    _make('ppl_one', '{question} {options}'),
]
