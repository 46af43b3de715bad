# A perplexity dataset: one prompt a label; the label whose prompt the model finds likeliest is the answer.
from opencompass.datasets import JsonlDataset
from opencompass.openicl.icl_evaluator import AccEvaluator
from opencompass.openicl.icl_inferencer import PPLInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

labels = ['A', 'B']

story_endings_reader_cfg = dict(input_columns=['story'] + labels, output_column='label')

story_endings_infer_cfg = dict(
    prompt_template=dict(
        type=PromptTemplate,
        template={
            label: dict(
                round=[
                    dict(role='HUMAN', prompt='How does this story end?\n{story}'),
                    dict(role='BOT', prompt=f'{{{label}}}'),
                ],
            )
            for label in labels
        },
    ),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=PPLInferencer),
)

story_endings_datasets = [
    dict(
        abbr='story_endings',
        type=JsonlDataset,
        path='./data/story_endings.jsonl',
        reader_cfg=story_endings_reader_cfg,
        infer_cfg=story_endings_infer_cfg,
        eval_cfg=dict(evaluator=dict(type=AccEvaluator)),
    )
]
