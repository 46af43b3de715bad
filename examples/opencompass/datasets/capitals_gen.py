# A string template: no roles, so that every model gets the same text. One dataset a continent, made in a loop.
from opencompass.datasets import JsonlDataset
from opencompass.openicl.icl_evaluator import EMEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

capitals_datasets = []

for _continent in ['Africa', 'Asia', 'Europe']:
    capitals_datasets.append(
        dict(
            abbr=f'capitals_{_continent.lower()}',
            type=JsonlDataset,
            path=f'./data/capitals_{_continent.lower()}.jsonl',
            reader_cfg=dict(input_columns=['country'], output_column='capital'),
            infer_cfg=dict(
                prompt_template=dict(
                    type=PromptTemplate,
                    template=f'Geography quiz: {_continent}.\nQ: What is the capital of {{country}}?\nA:',
                ),
                retriever=dict(type=ZeroRetriever),
                inferencer=dict(type=GenInferencer, max_out_len=16),
            ),
            eval_cfg=dict(evaluator=dict(type=EMEvaluator)),
        )
    )
