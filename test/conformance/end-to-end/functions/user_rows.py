"""process_docs of many kinds."""
import copy
import json
import logging
import random
import re
from collections import Counter
from functools import partial
from typing import Any, Dict, List

import datasets
import numpy as np
import pandas as pd
from datasets import Dataset, Features, Sequence, Value, concatenate_datasets

logger = logging.getLogger(__name__)
eval_logger = logging.getLogger('lm-eval')
LETTERS = 'ABCD'


def process_docs_map(dataset: datasets.Dataset) -> datasets.Dataset:
    def _process(doc):
        return {'query': f"Q: {doc['question'].strip()}", 'gold': LETTERS.find(doc['answer']), 'choices': [c.lower() for c in doc['choices']]}
    return dataset.map(_process)


def process_docs_logs(dataset):
    logger.info('%d rows', len(dataset))
    eval_logger.warning(f'{dataset.column_names}')
    logger.debug('done')
    return dataset.filter(lambda doc: doc['size'] > 2)


def process_docs_batched(dataset):
    def double(batch):
        out = {'question': [], 'letter': []}
        for question, choices in zip(batch['question'], batch['choices']):
            for letter, choice in zip(LETTERS, choices):
                out['question'].append(f'{question} {choice}')
                out['letter'].append(letter)
        return out
    return dataset.map(double, batched=True, batch_size=2, remove_columns=dataset.column_names)


def process_docs_batched_indices(dataset):
    return dataset.map(lambda batch, indices: {'n': [i * 10 for i in indices], 'm': [len(q) for q in batch['question']]}, batched=True, with_indices=True)


def process_docs_indices(dataset):
    return dataset.map(lambda doc, idx: {'idx': idx, 'question': f"{idx + 1}. {doc['question']}"}, with_indices=True, remove_columns=['passage', 'markup'])


def process_docs_kwargs(dataset):
    def ask(doc, prefix, *, suffix='!'):
        return {'text': prefix + doc['question'] + suffix}
    return dataset.map(ask, fn_kwargs={'prefix': '> ', 'suffix': '?'}).select_columns(['text', 'size'])


def process_docs_shuffle(dataset):
    rng = random.Random(42)

    def shuffle(doc):
        order = list(range(len(doc['choices'])))
        rng.shuffle(order)
        return {'choices': [doc['choices'][i] for i in order], 'gold': order.index(0)}
    return dataset.map(shuffle)


def process_docs_seeded_rows(dataset):
    def shuffle(doc):
        rng = random.Random(doc['id'])
        choices = list(doc['choices'])
        rng.shuffle(choices)
        return {'choices': choices, 'pick': rng.choice(choices), 'n': rng.randint(0, 9), 'x': rng.random(), 's': rng.sample(range(100), 3), 'u': rng.uniform(1, 2)}
    return dataset.map(shuffle)


def process_docs_global_seed(dataset):
    random.seed(1234)
    rows = list(dataset)
    random.shuffle(rows)
    return Dataset.from_list(rows)


def process_docs_seed_text(dataset):
    random.seed('words')
    return Dataset.from_list([{'a': random.random(), 'b': random.choices('xyz', k=3), 'g': round(random.gauss(0, 1), 6), 'h': random.getrandbits(12), 'r': random.randrange(3, 30, 3)} for _ in range(3)])


def process_docs_numpy(dataset):
    rng = np.random.RandomState(7)
    order = rng.permutation(len(dataset))
    return dataset.select(order).map(lambda doc: {'first': f'{order[0]} {int(order[-1])}', 'order': order.tolist(), 'n': order[1] + 1})


def process_docs_numpy_draws(dataset):
    np.random.seed(11)
    letters = ['x', 'y', 'z', 'w']
    np.random.shuffle(letters)
    return [{'letters': letters, 'few': [int(n) for n in np.random.choice(10, 3, replace=False)], 'one': int(np.random.choice([4, 5, 6])), 'n': np.random.randint(5), 'm': np.random.randint(3, 9), 'x': np.random.rand()}]


def process_docs_generator_draws(dataset):
    rng = np.random.default_rng(5)
    items = list(range(4))
    rng.shuffle(items)
    return [{'items': items, 'few': rng.choice(10, size=3, replace=False).tolist(), 'n': int(rng.integers(7)), 'm': f'{rng.integers(3, 9)}', 'x': rng.random()}]


def process_docs_numpy_in_json(dataset):
    return [{'a': json.dumps({'n': np.random.RandomState(1).permutation(3)[0]})}]


def process_docs_mean(dataset):
    return dataset.map(lambda doc: {'mean': float(np.mean([doc['size'], 2.0])), 'best': int(np.argmax([1, 5, 2]))})


def process_docs_default_rng(dataset):
    rng = np.random.default_rng(3)
    return dataset.select([int(i) for i in rng.permutation(len(dataset))])


def process_docs_numpy_shuffle(dataset):
    np.random.seed(5)
    order = np.arange(len(dataset))
    np.random.shuffle(order)
    return dataset.select(order.tolist())


def process_docs_flat(dataset):
    rows = []
    for doc in dataset:
        for i, choice in enumerate(doc['choices'], start=1):
            rows.append({**doc, 'choice': choice, 'n': i, 'last': i == len(doc['choices'])})
    return Dataset.from_list(rows)


def process_docs_from_dict(dataset):
    columns = {'q': [], 'a': []}
    for doc in dataset:
        columns['q'] += [doc['question']]
        columns['a'].append(doc.get('answer', 'none'))
    return Dataset.from_dict(columns)


def process_docs_generator(dataset):
    def rows():
        for doc in dataset:
            if doc['size'] % 2:
                yield {'question': doc['question'], 'size': doc['size'] / 2}
    return Dataset.from_generator(rows)


def process_docs_list(dataset):
    return [{'question': doc['question'], 'gold': i % 2} for i, doc in enumerate(dataset)]


def process_docs_pandas(dataset):
    frame = dataset.to_pandas()
    frame = frame[frame['size'] > 1]
    frame['long'] = frame['question'].apply(len)
    return Dataset.from_pandas(frame[['question', 'long', 'size']].reset_index(drop=True))


def process_docs_frame(dataset):
    frame = pd.DataFrame([{'q': doc['question'], 'n': doc['size']} for doc in dataset])
    frame = frame.sort_values('n', ascending=False).drop_duplicates(subset=['n'])
    return Dataset.from_pandas(frame, preserve_index=False)


def process_docs_frame_rows(dataset):
    frame = pd.DataFrame({'q': dataset['question'], 'n': dataset['size']})
    return Dataset.from_list([{'text': f"{i}: {row['q']}", 'n': int(row['n'])} for i, row in frame.iterrows()])


def process_docs_group(dataset):
    frame = dataset.to_pandas()
    return Dataset.from_list([{'level': level, 'n': len(rows), 'questions': rows['question'].tolist()} for level, rows in frame.groupby('level')])


def process_docs_sorted(dataset):
    return dataset.sort('size', reverse=True).rename_column('question', 'q').remove_columns(['markup']).select(range(min(3, len(dataset))))


def process_docs_sorted_rows(dataset):
    return sorted(dataset, key=lambda doc: (-doc['size'], doc['question']))


def process_docs_features(dataset):
    features = Features({'question': Value('string'), 'size': Value('float32'), 'tags': Sequence(Value('string'))})
    return dataset.select_columns(['question', 'size', 'tags']).cast(features)


def process_docs_concat(dataset):
    easy = dataset.filter(lambda doc: doc['level'] == 'easy')
    hard = dataset.filter(lambda doc: doc['level'] != 'easy').map(lambda doc: {'question': doc['question'].upper()})
    return concatenate_datasets([hard, easy])


def process_docs_counts(dataset):
    counts = Counter(dataset['level'])
    return dataset.map(lambda doc: {'share': counts[doc['level']] / len(dataset)}).filter(lambda doc, i: i != 1, with_indices=True)


def process_docs_columns(dataset):
    dataset = dataset.add_column('n', list(range(len(dataset))))
    return dataset.select([i for i, level in enumerate(dataset['level']) if level == 'easy']).flatten_indices()


def process_docs_partial(dataset):
    def keep(doc, level):
        return doc['level'] == level
    return dataset.filter(partial(keep, level='hard'))


def process_docs_update(dataset):
    def change(doc):
        doc = copy.deepcopy(doc)
        doc['tags'].append(doc.pop('answer'))
        doc.update(extra={'a': 1, 'b': [doc['size']]})
        return doc
    return dataset.map(change)


def process_docs_nested(dataset):
    table = [[f'{a}{b}' for b in range(2) if b != a] for a in range(3)]
    return dataset.map(lambda doc: {'pairs': [(i, c) for i, c in enumerate(doc['choices']) for _ in range(1) if len(c) > 2][:2] and [c for row in table for c in row], 'sets': sorted({len(c) for c in doc['choices']}),
                                    'named': [{'label': k, 'text': v} for k, v in {l: c for l, c in zip(LETTERS, doc['choices'])}.items()]})


def process_docs_skip(dataset):
    out = []
    for doc in dataset:
        try:
            number = int(re.search(r'\d+', doc['passage']).group())
        except AttributeError:
            continue
        except (ValueError, TypeError) as error:
            logger.error('%s', error)
            raise
        else:
            out.append(dict(doc, number=number))
        finally:
            pass
    return Dataset.from_list(out)


def process_docs_while(dataset):
    rows: List[Dict[str, Any]] = []
    index = 0
    while index < len(dataset):
        row = dataset[index]
        match row['level']:
            case 'easy':
                rows.append({'text': row['question'], 'kind': 0})
            case 'hard' | 'harder' if row['size'] > 2:
                rows.append({'text': row['question'], 'kind': 1})
            case _:
                rows.append({'text': '', 'kind': 2})
        index += 1
    return Dataset.from_list(rows)


def process_docs_split(dataset):
    return dataset.train_test_split(test_size=0.4, seed=11)['test']


def process_docs_library_shuffle(dataset):
    return dataset.shuffle(seed=9).take(3)


def process_docs_json_column(dataset):
    return dataset.map(lambda doc: {'parsed': json.loads(json.dumps({'n': doc['size'], 'tags': doc['tags']}))['tags'], 'none': None})


def fewshot_samples():
    return [{'question': f'Shot {i}?', 'answer': LETTERS[i % 4]} for i in range(3)]
