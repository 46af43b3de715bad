# A generative dataset: a dialogue with a system turn and three in-context examples from the train split.
from opencompass.datasets import GSM8KDataset, Gsm8kEvaluator, gsm8k_dataset_postprocess, gsm8k_postprocess
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever

ice_token = '</E>'
instruction = 'Think step by step, then give the answer as a number after "####".'

word_problems_reader_cfg = dict(input_columns=['question'], output_column='answer', train_split='train', test_split='test')

word_problems_infer_cfg = dict(
    ice_template=dict(
        type=PromptTemplate,
        template=dict(
            round=[
                dict(role='HUMAN', prompt='Problem: {question}'),
                dict(role='BOT', prompt='{answer}'),
            ],
        ),
    ),
    prompt_template=dict(
        type=PromptTemplate,
        template=dict(
            begin=[
                dict(role='SYSTEM', fallback_role='HUMAN', prompt=f'You solve word problems. {instruction}'),
                ice_token,
            ],
            round=[
                dict(role='HUMAN', prompt='Problem: {question}'),
                dict(role='BOT', prompt='{answer}'),
            ],
        ),
        ice_token=ice_token,
    ),
    retriever=dict(type=FixKRetriever, fix_id_list=[0, 1, 2]),
    inferencer=dict(type=GenInferencer),
)

word_problems_eval_cfg = dict(
    evaluator=dict(type=Gsm8kEvaluator),
    pred_postprocessor=dict(type=gsm8k_postprocess),
    dataset_postprocessor=dict(type=gsm8k_dataset_postprocess),
)

word_problems_datasets = [
    dict(
        abbr='word_problems',
        type=GSM8KDataset,
        path='./data/word_problems',
        reader_cfg=word_problems_reader_cfg,
        infer_cfg=word_problems_infer_cfg,
        eval_cfg=word_problems_eval_cfg,
    )
]
