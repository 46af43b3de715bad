from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
from opencompass.openicl.icl_inferencer import GenInferencer, PPLInferencer
from opencompass.datasets import CustomDataset, HFDataset, JsonDataset

infer = dict(prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='Question: {question}\nA. {A}\nB. {B}\n'), dict(role='BOT', prompt='Answer: {answer}')])), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer))
custom_datasets = [
    dict(abbr='c_jsonl', type=CustomDataset, path='data/fruit_test.jsonl', reader_cfg=dict(input_columns=['question', 'A', 'B'], output_column='answer'), infer_cfg=infer),
    dict(abbr='c_csv', type=CustomDataset, path='data/capitals', file_name='test.csv', local_mode=True, reader_cfg=dict(input_columns=['country'], output_column='capital'), infer_cfg=dict(infer, prompt_template=dict(type=PromptTemplate, template='{country}: {capital}'))),
    dict(path='data/fruit_train.jsonl', data_type='mcq', infer_method='gen'),
    dict(abbr='c_hf', type=HFDataset, path='json', data_files=dict(train='data/fruit_train.jsonl', test='data/fruit_test.jsonl'), reader_cfg=dict(input_columns=['question'], output_column='answer'), infer_cfg=infer),
    dict(abbr='c_csv_hf', type=HFDataset, path='csv', data_files=dict(train='data/capitals/train.csv', test='data/capitals/test.csv'), reader_cfg=dict(input_columns=['country'], output_column='capital', test_range='[:2]'), infer_cfg=dict(infer, prompt_template=dict(type=PromptTemplate, template='{country}/{continent}?'))),
]
custom_datasets = [d for d in custom_datasets if 'abbr' in d]
