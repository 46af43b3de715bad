import csv
import json
import os.path as osp
import random
import re

from datasets import Dataset, DatasetDict

from opencompass.datasets.base import BaseDataset
from opencompass.registry import LOAD_DATASET, TEXT_POSTPROCESSORS


@LOAD_DATASET.register_module()
class FruitDataset(BaseDataset):
    """Two files; the second one may be shuffled."""

    @staticmethod
    def load(path: str, hint: str = '', shuffle: bool = False, seed: int = 3, marks: dict = {}):
        dataset = DatasetDict()
        for split in ['train', 'test']:
            rows = []
            with open(f'{path}_{split}.jsonl', encoding='utf-8') as f:
                for line in f:
                    row = json.loads(line)
                    row['options'] = '\n'.join(f'{k}. {row[k]}' for k in 'AB')
                    row['marks'] = ' '.join(f'{k}={v}' for k, v in marks.items())
                    row['hint'] = hint.format(shelf=row.pop('shelf')) if hint else ''
                    rows.append(row)
            if shuffle and split == 'test':
                random.Random(seed).shuffle(rows)
            dataset[split] = Dataset.from_list(rows)
        return dataset


@LOAD_DATASET.register_module()
class CapitalsDataset(BaseDataset):

    @staticmethod
    def load(path, continents=None, **kwargs):
        def read(split):
            with open(osp.join(path, split + '.csv'), newline='') as f:
                for row in csv.DictReader(f):
                    if continents is None or row['continent'] in continents:
                        yield {**row, 'initial': row['capital'][0], 'length': len(row['capital'])}

        return DatasetDict({'dev': Dataset.from_list(list(read('train'))), 'val': Dataset.from_list(list(read('test')))})


@LOAD_DATASET.register_module()
class TalksDataset(BaseDataset):

    @staticmethod
    def load(path):
        with open(path) as f:
            rows = [json.loads(line) for line in f]
        for row in rows:
            row['dialogue'] = [{'role': 'user', 'content': turn} for turn in row['turns']]
            row['first'] = row['turns'][0]
        return Dataset.from_list(rows)


class NotesDataset(BaseDataset):
    @staticmethod
    def load(path, pattern=r'\W+'):
        with open(path) as f:
            items = json.load(f)['items']
        return Dataset.from_list([dict(id=i['id'], body=i['body'], slug=re.sub(pattern, '-', i['body']).lower(), **i['labels']) for i in items])


@LOAD_DATASET.register_module()
class ClozeDataset(BaseDataset):
    @staticmethod
    def load(path):
        rows = [json.loads(line) for line in open(path)]
        for row in rows:
            row['c0'], row['c1'], row['c2'] = row['choices']
            row['target'] = 'ABC'[row['label']]
        return Dataset.from_list(rows)


@TEXT_POSTPROCESSORS.register_module('first-letter')
def first_letter(text):
    return text.strip()[:1]
