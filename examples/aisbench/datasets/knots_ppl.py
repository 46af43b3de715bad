# Perplexity: one prompt a label. The service must give the likelihood of a prompt; of AISBench's classes the vLLM ones can.
from ais_bench.benchmark.datasets import CustomDataset
from ais_bench.benchmark.openicl.icl_evaluator import AccEvaluator
from ais_bench.benchmark.openicl.icl_inferencer import PPLInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever

knots_datasets = [
    dict(
        abbr='knots',
        type=CustomDataset,
        path='./data/knots.jsonl',
        reader_cfg=dict(input_columns=['claim'], output_column='label'),
        infer_cfg=dict(
            prompt_template=dict(
                type=PromptTemplate,
                template={
                    label: dict(
                        round=[
                            dict(role='HUMAN', prompt='{claim}\nTrue or false?'),
                            dict(role='BOT', prompt=word),
                        ],
                    )
                    for label, word in [('yes', 'True'), ('no', 'False')]
                },
            ),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=PPLInferencer),
        ),
        eval_cfg=dict(evaluator=dict(type=AccEvaluator)),
    )
]
