from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template.icl_prompt_template_mm import MMPromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever
from harbor.loaders import ChartsDataset


def _make(abbr, template, **keys):
    return dict(
        abbr=abbr, type=ChartsDataset, path='data/charts.jsonl',
        reader_cfg=dict(input_columns=['question', 'content'], output_column='answer'),
        infer_cfg=dict(prompt_template=dict(type=MMPromptTemplate, template=template), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)),
        **keys,
    )


_parts = {
    'text': {'type': 'text', 'text': '{question} One word.'},
    'image': {'type': 'image_url', 'image_url': {'url': 'file://{image}'}},
}
chart_datasets = [
    _make('charts', dict(round=[dict(role='HUMAN', prompt_mm=_parts)])),
    _make('charts_system', dict(
        begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='Look closely.')],
        round=[dict(role='HUMAN', prompt_mm=_parts)])),
    _make('charts_flat', dict(round=[dict(role='HUMAN', prompt_mm={'text': 'x {question}', 'image_url': '{first}'})])),
]
