from ais_bench.benchmark.openicl.icl_inferencer import MultiTurnGenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import MultiTurnPromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever
from harbor.loaders import TalksDataset

_turns = [dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='{answer}')]


def _make(abbr, template, **inferencer):
    return dict(
        abbr=abbr, type=TalksDataset, path='data/talks.json',
        reader_cfg=dict(input_columns=['question', 'answer'], output_column='answer'),
        infer_cfg=dict(
            prompt_template=dict(type=MultiTurnPromptTemplate, template=template),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=MultiTurnGenInferencer, **inferencer),
        ),
    )


talk_datasets = [
    _make('talk_every', dict(round=_turns)),
    _make('talk_last', dict(round=_turns), infer_mode='last'),
    _make('talk_truth', dict(round=_turns), infer_mode='every_with_gt'),
    _make('talk_system', dict(begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='Be brief.')], round=_turns), infer_mode='every_with_gt'),
    _make('talk_wrong', dict(round=_turns), infer_mode='some'),
]
