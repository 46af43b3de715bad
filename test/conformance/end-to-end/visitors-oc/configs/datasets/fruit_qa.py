from mmengine.config import read_base
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_evaluator import AccEvaluator
from shop.loaders import FruitDataset

_hint = 'Shelf {shelf}.'
fruit_reader_cfg = dict(input_columns=['question', 'options', 'hint'], output_column='answer')

fruit_datasets = []
for _name, _shuffle in [('fruit', False), ('fruit_shuffled', True)]:
    fruit_datasets.append(
        dict(
            abbr=_name,
            type=FruitDataset,
            path='data/fruit',
            hint=_hint,
            shuffle=_shuffle,
            reader_cfg=fruit_reader_cfg,
            infer_cfg=dict(
                prompt_template=dict(
                    type=PromptTemplate,
                    template=dict(
                        begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt=f'You know fruit ({_name}).')],
                        round=[
                            dict(role='HUMAN', prompt='{hint}\n{question}\n{options}\nAnswer: '),
                            dict(role='BOT', prompt='{answer}\n'),
                        ],
                    ),
                ),
                retriever=dict(type=ZeroRetriever),
                inferencer=dict(type=GenInferencer),
            ),
            eval_cfg=dict(evaluator=dict(type=AccEvaluator)),
        )
    )
del _name, _shuffle
