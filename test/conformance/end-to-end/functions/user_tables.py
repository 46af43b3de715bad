"""Tables of pandas and rows of datasets where a function only reads and iterates."""
import json
from collections import defaultdict

import datasets
import numpy as np
import pandas as pd
from datasets import Dataset, concatenate_datasets

COLUMNS = ['id', 'question', 'level', 'size', 'score']


def frame_of(dataset):
    return pd.DataFrame([{k: doc[k] for k in COLUMNS} for doc in dataset])


def process_docs_records(dataset):
    return Dataset.from_list(frame_of(dataset).to_dict('records'))


def process_docs_iterrows(dataset):
    rows = []
    for i, row in frame_of(dataset).iterrows():
        rows.append({'i': i, 'q': row['question'], 'n': row.size if False else row['size'] * 2})
    return Dataset.from_list(rows)


def process_docs_itertuples(dataset):
    return Dataset.from_list([{'i': r.Index, 'q': r.question, 'level': getattr(r, 'level')} for r in frame_of(dataset).itertuples()])


def process_docs_sort_values(dataset):
    df = frame_of(dataset).sort_values(by='size', ascending=False)
    return Dataset.from_list([{'id': i, 'index': n} for n, i in zip(df.index.tolist(), df['id'].tolist())])


def process_docs_sort_two(dataset):
    df = frame_of(dataset).sort_values(['level', 'size'], ascending=[True, False]).reset_index(drop=True)
    return Dataset.from_list(df.to_dict(orient='records'))


def process_docs_groupby(dataset):
    rows = []
    for level, group in frame_of(dataset).groupby('level'):
        rows.append({'level': level, 'n': len(group), 'ids': list(group['id']), 'total': int(group['size'].sum())})
    return Dataset.from_list(rows)


def process_docs_group_first(dataset):
    first = frame_of(dataset).groupby('level', sort=False)['question'].apply(list)
    return Dataset.from_list([{'level': k, 'qs': v} for k, v in first.items()])


def process_docs_mask(dataset):
    df = frame_of(dataset)
    df = df[(df['size'] > 1) & (df['level'] == 'easy')]
    return Dataset.from_list([dict(row) for _, row in df.iterrows()])


def process_docs_isin(dataset):
    df = frame_of(dataset)
    return Dataset.from_list(df[df['id'].isin(['r-0', 'r-3'])][['id', 'score']].to_dict('records'))


def process_docs_apply(dataset):
    df = frame_of(dataset)
    df['prompt'] = df.apply(lambda row: f"{row['id']}: {row['question'].strip()}", axis=1)
    df['long'] = df['question'].apply(len)
    return Dataset.from_list(df[['prompt', 'long']].to_dict('records'))


def process_docs_str(dataset):
    df = frame_of(dataset)
    df['question'] = df['question'].str.strip().str.lower()
    return Dataset.from_list(df[df['question'].str.contains('is')].to_dict('records'))


def process_docs_iloc(dataset):
    df = frame_of(dataset)
    rows = [{'a': df.iloc[i]['id'], 'b': df.loc[i, 'level']} for i in range(len(df))]
    return Dataset.from_list(rows + [{'a': df.iloc[-1, 0], 'b': str(df.shape)}])


def process_docs_unique(dataset):
    df = frame_of(dataset)
    return Dataset.from_list([{'levels': df['level'].unique().tolist(), 'columns': list(df.columns), 'counts': df['level'].value_counts().to_dict()}])


def process_docs_drop(dataset):
    df = frame_of(dataset).drop(columns=['score']).rename(columns={'question': 'q'}).head(3)
    return Dataset.from_list(df.to_dict('records'))


def process_docs_fillna(dataset):
    df = pd.DataFrame({'a': [1.0, None, 3.0], 'b': ['x', None, 'z']}).fillna({'a': 0, 'b': '-'})
    return Dataset.from_list(df.to_dict('records'))


def process_docs_dropna(dataset):
    df = pd.DataFrame([{'a': 1, 'b': 'x'}, {'a': 2}, {'a': 3, 'b': 'z'}])
    return Dataset.from_list(df.dropna().to_dict('records') + [{'a': int(df['b'].isna().sum()), 'b': 'missing'}])


def process_docs_merge_frames(dataset):
    df = pd.concat([frame_of(dataset).head(1), frame_of(dataset).tail(1)], ignore_index=True)
    return Dataset.from_list(df.to_dict('records'))


def process_docs_from_pandas(dataset):
    return Dataset.from_pandas(frame_of(dataset)[['id', 'size']])


def process_docs_to_pandas(dataset):
    df = dataset.to_pandas()
    return Dataset.from_list([{'id': r['id'], 'n': int(r['size'])} for r in df[['id', 'size']].to_dict('records')])


def process_docs_means(dataset):
    df = frame_of(dataset)
    return Dataset.from_list([{'mean': float(df['score'].mean()), 'max': int(df['size'].max()), 'min': df['id'].min(), 'sum': float(df['score'].sum())}])


def process_docs_numpy_choice(dataset):
    rng = np.random.default_rng(42)
    order = rng.permutation(len(dataset))
    return dataset.select(order.tolist())


def process_docs_argsort(dataset):
    order = np.argsort([doc['size'] for doc in dataset])
    return dataset.select([int(i) for i in order])


def process_docs_flatten(dataset):
    out = {'question': [], 'tag': [], 'n': []}
    for doc in dataset:
        for n, tag in enumerate(doc['tags']):
            out['question'].append(doc['question'])
            out['tag'].append(tag)
            out['n'].append(n)
    return Dataset.from_dict(out)


def process_docs_map_remove(dataset):
    def fn(doc, i, prefix):
        return {'prompt': f"{prefix}{i}: {doc['question']}", 'gold': 'ABCDE'.index(doc['answer'])}

    return dataset.map(fn, with_indices=True, fn_kwargs={'prefix': 'Q'}, remove_columns=dataset.column_names)


def process_docs_filter_map(dataset):
    return dataset.filter(lambda doc: doc['level'] == 'easy').map(lambda doc: {**doc, 'size': str(doc['size'])}).remove_columns(['passage', 'markup', 'tags'])


def process_docs_batched_split(dataset):
    def split(batch):
        out = {'id': [], 'word': []}
        for i, question in zip(batch['id'], batch['question']):
            for word in question.split()[:2]:
                out['id'].append(i)
                out['word'].append(word)
        return out

    return dataset.map(split, batched=True, batch_size=2, remove_columns=dataset.column_names)


def process_docs_concat_copies(dataset):
    parts = []
    for level in sorted(set(dataset['level'])):
        part = dataset.filter(lambda doc, level=level: doc['level'] == level)
        parts.append(part.add_column('part', [level] * len(part)))
    return concatenate_datasets(parts).select_columns(['id', 'part'])


def process_docs_sorted_shuffled(dataset):
    return dataset.sort('size', reverse=True).shuffle(seed=7).select(range(3)).rename_column('question', 'q')


def process_docs_features(dataset):
    features = datasets.Features({'id': datasets.Value('string'), 'size': datasets.Value('float32'), 'label': datasets.ClassLabel(names=['easy', 'hard'])})
    rows = [{'id': doc['id'], 'size': doc['size'], 'label': doc['level']} for doc in dataset]
    return Dataset.from_list(rows, features=features)


def process_docs_json_cells(dataset):
    rows = [json.dumps({'q': doc['question'], 'c': doc['choices']}) for doc in dataset]
    return Dataset.from_list([{'n': i, **json.loads(row)} for i, row in enumerate(rows)])


def process_docs_grouped_dict(dataset):
    groups = defaultdict(list)
    for doc in dataset:
        groups[doc['level']].append(doc)
    return Dataset.from_list([{'level': k, 'shots': '\n'.join(d['question'] for d in v), 'first': v[0]} for k, v in groups.items()])


def process_docs_train_test(dataset):
    parts = dataset.train_test_split(test_size=0.4, seed=1)
    return concatenate_datasets([parts['test'], parts['train']])


def process_docs_unique_column(dataset):
    return Dataset.from_dict({'level': dataset.unique('level'), 'n': [len(dataset), dataset.num_rows]})


def process_docs_iter_batches(dataset):
    return Dataset.from_list([{'n': len(batch['id']), 'last': batch['id'][-1]} for batch in dataset.iter(batch_size=2)])


def process_docs_with_missing(dataset):
    return Dataset.from_list([{'a': 1, 'b': None}, {'a': None, 'c': 'x'}, {'a': 3, 'b': [1, 2]}])


def process_docs_mixed_numbers(dataset):
    return Dataset.from_list([{'a': 1}, {'a': 2.5}, {'a': True}])


def process_docs_mixed_texts(dataset):
    return Dataset.from_list([{'a': 1}, {'a': 'x'}])
