"""Dataset classes of the kind that users write beside their configs."""
import csv
import glob
import json
import os
import os.path as osp
import random
import re
from collections import OrderedDict, defaultdict
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path
from string import Template
from typing import List

import pandas as pd
from datasets import Dataset, DatasetDict, concatenate_datasets, load_dataset
from opencompass.datasets.base import BaseDataset
from opencompass.registry import LOAD_DATASET


class Kind(Enum):
    SHORT = 'short'
    LONG = 'long'


@dataclass
class Item:
    question: str
    answer: str = ''
    tags: List[str] = field(default_factory=list)

    @classmethod
    def of(cls, raw):
        return cls(raw['q'].strip(), str(raw.get('a', '')), raw.get('tags') or [])


@LOAD_DATASET.register_module()
class LinesDataset(BaseDataset):
    @staticmethod
    def load(path):
        rows = []
        with open(path, encoding='utf-8') as f:
            for i, line in enumerate(f, start=1):
                line = line.strip()
                if not line or line.startswith('#'):
                    continue
                row = json.loads(line)
                row['n'] = i
                rows.append(row)
        return Dataset.from_list(rows)


class ReaderDataset(BaseDataset):
    @staticmethod
    def load(path, splits=('dev', 'test')):
        dataset = DatasetDict()
        for split in splits:
            with open(osp.join(path, f'{split}.csv'), encoding='utf-8', newline='') as f:
                rows = [{k.lower(): v for k, v in row.items()} for row in csv.DictReader(f)]
            dataset[split] = Dataset.from_list(rows)
        return dataset


class PlainReaderDataset(BaseDataset):
    @staticmethod
    def load(path):
        with open(path, 'r', encoding='utf-8') as f:
            reader = csv.reader(f)
            header = next(reader)
            raw = [dict(zip(header, row)) for row in reader if any(row)]
        return DatasetDict({'train': Dataset.from_list(raw[:1]), 'test': Dataset.from_list(raw[1:])})


class PandasDataset(BaseDataset):
    @staticmethod
    def load(path):
        frame = pd.read_csv(path, dtype=str, keep_default_na=False)
        rows = []
        for _, row in frame.iterrows():
            rows.append({'question': row['Question'], 'answer': row['Answer'], 'words': len(row['Question'].split())})
        return Dataset.from_list(rows)


class PandasListDataset(BaseDataset):
    @staticmethod
    def load(path):
        frame = pd.read_csv(path)
        return Dataset.from_dict({'question': frame['Question'].tolist(), 'score': frame['Score'].tolist()})


class PandasRecordsDataset(BaseDataset):
    @staticmethod
    def load(path):
        return Dataset.from_list(pd.read_csv(path).fillna('').to_dict('records'))


class PandasFrameDataset(BaseDataset):
    @staticmethod
    def load(path):
        return Dataset.from_pandas(pd.read_csv(path))


class PandasJsonDataset(BaseDataset):
    @staticmethod
    def load(path):
        frame = pd.read_json(path, lines=True)
        return Dataset.from_list([{'q': row['q'], 'a': str(row['a'])} for row in frame.to_dict('records')])


class ItemsDataset(BaseDataset):
    @staticmethod
    def load(path):
        items = [Item.of(json.loads(line)) for line in Path(path).read_text(encoding='utf-8').splitlines() if line and not line.startswith('#')]
        return Dataset.from_list([asdict(item) for item in items])


class KindsDataset(BaseDataset):
    @staticmethod
    def load(path, kind='short'):
        wanted = Kind(kind)
        rows = [json.loads(line) for line in open(path, encoding='utf-8') if line.startswith('{')]
        kept = [row for row in rows if (Kind.LONG if len(row['q']) > 12 else Kind.SHORT) is wanted]
        return Dataset.from_list([{'q': row['q'], 'kind': wanted.value} for row in kept])


class ShuffledDataset(BaseDataset):
    @staticmethod
    def load(path, seed=42):
        rng = random.Random(seed)
        rows = []
        for line in open(path, encoding='utf-8'):
            if not line.startswith('{'):
                continue
            raw = json.loads(line)
            options = ['yes', 'no', 'maybe', str(raw.get('a', ''))]
            rng.shuffle(options)
            rows.append({'q': raw['q'], 'options': '\n'.join(f'{chr(65 + i)}. {o}' for i, o in enumerate(options)), 'target': 'ABCD'[options.index('yes')]})
        return Dataset.from_list(rows)


class MappedDataset(BaseDataset):
    @staticmethod
    def load(**kwargs):
        dataset = load_dataset('json', data_files=kwargs['path'], split='train')

        def change(example, idx):
            example['id'] = f'{kwargs.get("name", "x")}-{idx}'
            example['text'] = Template('Q: $q').safe_substitute(q=example['q'])
            return example
        return dataset.map(change, with_indices=True).filter(lambda x: len(x['q']) > 3).remove_columns(['tags'])


class BatchedDataset(BaseDataset):
    @staticmethod
    def load(path):
        dataset = load_dataset('csv', data_files={'train': path})['train']

        def double(batch):
            return {'question': [q for q in batch['Question'] for _ in range(2)], 'turn': [t for _ in batch['Question'] for t in (0, 1)]}
        return DatasetDict({'test': dataset.map(double, batched=True, remove_columns=dataset.column_names)})


class FolderDataset(BaseDataset):
    @staticmethod
    def load(path):
        rows = []
        for file in sorted(glob.glob(os.path.join(path, '*.txt'))):
            with open(file, encoding='utf-8') as f:
                head, _, body = f.read().partition('\n')
            rows.append({'name': osp.splitext(osp.basename(file))[0], 'title': head.lstrip('# '), 'body': body.strip()})
        return Dataset.from_list(rows)


class PathlibDataset(BaseDataset):
    @staticmethod
    def load(path):
        rows = [{'name': p.stem, 'lines': p.read_text(encoding='utf-8').count('\n')} for p in sorted(Path(path).glob('*.txt'))]
        return Dataset.from_list(rows)


class RegexDataset(BaseDataset):
    PATTERN = re.compile(r'^(?P<n>\d+)\.\s*(?P<text>.+?)(?:\s*\((?P<note>[^)]*)\))?$', re.M)

    @classmethod
    def parse(cls, text):
        for found in cls.PATTERN.finditer(text):
            yield {**found.groupdict(default=''), 'size': len(found['text'])}

    @staticmethod
    def load(path):
        with open(path, encoding='utf-8') as f:
            return Dataset.from_list(list(RegexDataset.parse(f.read())))


class GroupedDataset(BaseDataset):
    @staticmethod
    def load(path):
        groups = defaultdict(list)
        for line in open(path, encoding='utf-8'):
            if line.startswith('{'):
                row = json.loads(line)
                groups[len(row['q']) // 10].append(row['q'])
        ordered = OrderedDict(sorted(groups.items()))
        return DatasetDict({f'part{k}': Dataset.from_dict({'q': v, 'n': [k] * len(v)}) for k, v in ordered.items()})


class ConcatDataset(BaseDataset):
    @staticmethod
    def load(path):
        parts = [Dataset.from_list([{'q': q}]) for q in ('one', 'two')]
        first = load_dataset('json', data_files=path, split='train').select_columns(['q'])
        return concatenate_datasets([first, *parts]).shuffle(seed=3)


class GeneratorDataset(BaseDataset):
    @staticmethod
    def load(path):
        def rows():
            with open(path, encoding='utf-8') as f:
                for line in f:
                    if line.startswith('{'):
                        yield {'q': json.loads(line)['q'].title()}
        return Dataset.from_generator(rows)


class InstanceDataset(BaseDataset):
    letters = 'ABCD'

    def __init__(self, reader_cfg={}, bonus='!', **kwargs):
        self.bonus = bonus
        super().__init__(reader_cfg=reader_cfg, **kwargs)

    def _line(self, i, text):
        return f'{self.letters[i % 4]}. {text}{self.bonus}'

    def load(self, path):
        data = json.load(open(path, encoding='utf-8'))
        return Dataset.from_list([{'text': self._line(i, one)} for i, one in enumerate(data['items'])])


class NestedDataset(BaseDataset):
    @staticmethod
    def load(path):
        data = json.loads(Path(path).read_text(encoding='utf-8'))
        rows = [{'id': f'{block["id"]}.{i}', 'context': block['text'], 'question': qa['question'], 'answers': [a['text'] for a in qa['answers']]}
                for block in data['blocks'] for i, qa in enumerate(block['qas']) if qa['answers']]
        return DatasetDict({'validation': Dataset.from_list(rows)})


class MissingDataset(BaseDataset):
    @staticmethod
    def load(path):
        return Dataset.from_list(json.load(open(path + '.missing')))


class WrongDataset(BaseDataset):
    @staticmethod
    def load(path):
        return Dataset.from_list([{'a': json.loads(line)['nothing']} for line in open(path, encoding='utf-8') if line.startswith('{')])


class SelectedRowsDataset(BaseDataset):
    @staticmethod
    def load(path):
        df = pd.read_csv(path)
        df = df[df['Score'] > 1]
        df['Prompt'] = df['Question'] + ' ?'
        return Dataset.from_list([{'i': i, 'prompt': row['Prompt'], 'answer': row['Answer']} for i, row in df.iterrows()])


class RowTuplesDataset(BaseDataset):
    @staticmethod
    def load(path):
        df = pd.read_csv(path)
        return Dataset.from_list([{'q': t.Question, 'i': t.Index, 's': t.Score} for t in df.itertuples()])


class AppliedDataset(BaseDataset):
    @staticmethod
    def load(path):
        df = pd.read_csv(path).dropna(subset=['Answer'])
        df['text'] = df.apply(lambda r: f"{r['Question']} ({r['Answer']})", axis=1)
        df['size'] = df['Question'].apply(len)
        return Dataset.from_pandas(df.sort_values(by='size', ascending=False).reset_index(drop=True)[['text', 'size']])


class GroupedRowsDataset(BaseDataset):
    @staticmethod
    def load(path):
        df = pd.read_csv(path)
        df['long'] = df['Question'].str.len() > 8
        rows = [{'long': bool(key), 'n': len(rows), 'questions': rows['Question'].tolist(), 'mean': float(rows['Score'].mean())} for key, rows in df.groupby('long')]
        return DatasetDict({'test': Dataset.from_list(rows)})


class SampledDataset(BaseDataset):
    @classmethod
    def load(cls, path, seed=42):
        df = pd.read_csv(path).sample(frac=1, random_state=seed)
        return Dataset.from_dict({'q': df['Question'].tolist(), 'i': df.index.tolist()})
