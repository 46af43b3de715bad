import csv
import json
import os

from datasets import Dataset, DatasetDict

from ais_bench.benchmark.datasets.base import BaseDataset
from ais_bench.benchmark.datasets.utils.datasets import get_data_path
from ais_bench.benchmark.registry import LOAD_DATASET


@LOAD_DATASET.register_module()
class TidesDataset(BaseDataset):
    """Two files of questions about tides; options are put together here."""

    @staticmethod
    def load(path: str, hint: str = ''):
        path = get_data_path(path, local_mode=True)
        splits = {}
        for split in ['train', 'test']:
            rows = []
            with open(os.path.join(path, f'{split}.jsonl'), encoding='utf-8') as f:
                for line in f:
                    row = json.loads(line)
                    row['options'] = '\n'.join(f'{letter}. {text}' for letter, text in zip('ABC', row['choices']))
                    row['hint'] = hint.format(**row) if hint else ''
                    rows.append(row)
            splits[split] = Dataset.from_list(rows)
        return DatasetDict(splits)


@LOAD_DATASET.register_module()
class PortsDataset(BaseDataset):

    @staticmethod
    def load(path, countries=None, **kwargs):
        path = get_data_path(path)
        with open(path, newline='', encoding='utf-8') as f:
            rows = [row for row in csv.DictReader(f) if countries is None or row['country'] in countries]
        for number, row in enumerate(rows):
            row['number'] = number
            if number % 2:
                row['max_out_len'] = 5
            else:
                row['max_out_len'] = None
        return Dataset.from_list(rows)


@LOAD_DATASET.register_module()
class TalksDataset(BaseDataset):

    @staticmethod
    def load(path):
        with open(get_data_path(path)) as f:
            talks = json.load(f)
        return Dataset.from_list([
            dict(question=[turn[0] for turn in talk['turns']], answer=[turn[1] for turn in talk['turns']], topic=talk['topic']) for talk in talks
        ])


@LOAD_DATASET.register_module()
class ChartsDataset(BaseDataset):

    @staticmethod
    def load(path, marks=True):
        from ais_bench.benchmark.utils.prompt import AIS_CONTENT_TAG, AIS_IMAGE_START, AIS_TEXT_START
        rows = []
        for line in open(get_data_path(path)):
            row = json.loads(line)
            pictures = ''.join(AIS_IMAGE_START + name + AIS_CONTENT_TAG for name in row['pictures'])
            row['content'] = pictures + AIS_TEXT_START + row['question'] if marks else row['question']
            row['first'] = row['pictures'][0]
            rows.append(row)
        return Dataset.from_list(rows)
