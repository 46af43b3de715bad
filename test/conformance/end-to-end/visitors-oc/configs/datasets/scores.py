from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
from opencompass.openicl.icl_inferencer import LLInferencer, CLPInferencer, PPLOnlyInferencer, PPLInferencer, InferencePPLOnlyInferencer, SWCELossInferencer
from shop.loaders import ClozeDataset

def _make(abbr, template, inferencer, **reader):
    return dict(abbr=abbr, type=ClozeDataset, path='data/cloze.jsonl', reader_cfg=dict(dict(input_columns=['text', 'c0', 'c1', 'c2'], output_column='target'), **reader),
                infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template=template), retriever=dict(type=ZeroRetriever), inferencer=inferencer))

score_datasets = [
    _make('ll', {0: '{text} {c0}', 1: '{text} {c1}', 2: '{text} {c2}'}, dict(type=LLInferencer)),
    _make('clp', '{text}\nAnswer:', dict(type=CLPInferencer)),
    _make('ppl_only', '{text} {c0}', dict(type=PPLOnlyInferencer)),
    _make('ppl_norm', {'A': '{text}</S> {c0}', 'B': '{text}</S> {c1}'}, dict(type=PPLInferencer)),
    _make('ppl_dialog', {k: dict(round=[dict(role='HUMAN', prompt='{text}…'), dict(role='BOT', prompt=f'{{c{i}}}')]) for i, k in enumerate('ABC')}, dict(type=PPLInferencer)),
]
