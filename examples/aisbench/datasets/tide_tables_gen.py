# Generative: a system turn and two examples from the data. A turn without a prompt would raise MODEL-DATA-002 for a chat service.
from ais_bench.benchmark.datasets import CustomDataset
from ais_bench.benchmark.openicl.icl_evaluator import AccEvaluator
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import FixKRetriever

turns = [
    dict(role='HUMAN', prompt='Harbor: {harbor}\nQuestion: {question}'),
    dict(role='BOT', prompt='{answer}'),
]

tide_tables_datasets = [
    dict(
        abbr='tide_tables',
        type=CustomDataset,
        path='./data/tide_tables.jsonl',
        reader_cfg=dict(input_columns=['harbor', 'question'], output_column='answer'),
        infer_cfg=dict(
            ice_template=dict(type=PromptTemplate, template=dict(round=turns)),
            prompt_template=dict(
                type=PromptTemplate,
                ice_token='</E>',
                template=dict(
                    begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='Answer with a time of day.'), '</E>'],
                    round=turns,
                ),
            ),
            retriever=dict(type=FixKRetriever, fix_id_list=[0, 1]),
            inferencer=dict(type=GenInferencer),
        ),
        eval_cfg=dict(evaluator=dict(type=AccEvaluator)),
    )
]
