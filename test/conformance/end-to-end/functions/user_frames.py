"""pandas in functions."""
import numpy as np
import pandas as pd
from datasets import Dataset


def process_docs_sorted(dataset):
    df = dataset.to_pandas()
    df = df.sort_values('size', ascending=False).reset_index(drop=True)
    return Dataset.from_pandas(df[['id', 'size', 'question']])


def process_docs_filtered(dataset):
    df = pd.DataFrame(dataset)
    df = df[df['level'] == 'easy']
    return Dataset.from_list(df[['id', 'answer', 'score']].to_dict('records'))


def process_docs_filtered_index(dataset):
    df = dataset.to_pandas()
    return Dataset.from_pandas(df[df['size'] > 2][['id', 'size']])


def process_docs_new_column(dataset):
    df = dataset.to_pandas()
    df['length'] = df['question'].str.len()
    df['upper'] = df['level'].str.upper()
    df['both'] = df['level'] + '-' + df['answer']
    df['double'] = df['size'] * 2
    df['made'] = df.apply(lambda row: f"{row['id']}:{row['answer']}", axis=1)
    df['short'] = df['question'].apply(lambda text: text.strip()[:5])
    df['mapped'] = df['level'].map({'easy': 0, 'hard': 1})
    return Dataset.from_pandas(df[['id', 'length', 'upper', 'both', 'double', 'made', 'short', 'mapped']], preserve_index=False)


def process_docs_grouped(dataset):
    df = dataset.to_pandas()
    rows = []
    for level, group in df.groupby('level'):
        rows.append({'level': level, 'n': len(group), 'ids': group['id'].tolist(), 'total': int(group['size'].sum()), 'first': group.iloc[0]['question']})
    return Dataset.from_list(rows)


def process_docs_heads(dataset):
    df = dataset.to_pandas()
    out = df.groupby('level').head(1)
    return Dataset.from_dict({'id': out['id'].tolist(), 'level': list(out['level'])})


def process_docs_rows(dataset):
    df = pd.DataFrame(dataset.to_list())
    out = []
    for i, row in df.iterrows():
        out.append({'i': i, 'q': row['question'], 's': row['size'], 'sc': row['score']})
    for row in df.itertuples():
        out.append({'i': row.Index, 'q': row.question, 's': row.size if isinstance(row.size, int) else 0, 'sc': row.score})
    return Dataset.from_list(out)


def process_docs_unique(dataset):
    df = dataset.to_pandas()
    return Dataset.from_list([{'levels': list(df['level'].unique()), 'n': int(df['level'].nunique()), 'max': float(df['score'].max()), 'counts': df['level'].value_counts().to_dict(), 'mean': float(df['size'].mean())}])


def process_docs_records(dataset):
    records = dataset.to_pandas().drop(columns=['tags', 'choices', 'markup', 'passage']).rename(columns={'question': 'query'}).to_dict(orient='records')
    return Dataset.from_list(records)


def process_docs_frame_made(dataset):
    df = pd.DataFrame({'a': [1, 2, 3], 'b': ['x', None, 'z']})
    df = df.dropna(subset=['b'])
    df = pd.concat([df, pd.DataFrame([{'a': 9, 'b': 'q'}])], ignore_index=True)
    return Dataset.from_pandas(df)


def process_docs_loc(dataset):
    df = dataset.to_pandas()
    easy = df.loc[df['level'] == 'easy', 'question'].tolist()
    some = df.loc[(df['size'] > 1) & (df['level'] == 'hard') | df['answer'].isin(['A'])]
    return Dataset.from_list([{'easy': easy, 'some': some['id'].tolist(), 'one': df.iloc[1]['question'], 'cell': df.at[2, 'id'], 'shape': list(df.shape), 'columns': list(df.columns)}])


def process_docs_sample(dataset):
    df = dataset.to_pandas()
    return Dataset.from_pandas(df.sample(n=2, random_state=42)[['id']].reset_index(drop=True))


def process_docs_numpy(dataset):
    sizes = np.array(dataset['size'])
    order = np.argsort(sizes)
    return Dataset.from_list([{'mean': float(np.mean(sizes)), 'max': int(sizes.max()), 'order': order.tolist(), 'sum': int(np.sum(sizes)), 'std': float(np.std(np.array([1, 3]))), 'doubled': (sizes * 2).tolist(), 'arg': int(np.argmax(sizes)), 'range': np.arange(3).tolist(), 'unique': np.unique(['b', 'a', 'b']).tolist()}])


def process_docs_merged(dataset):
    left = dataset.to_pandas()[['id', 'level']]
    right = pd.DataFrame([{'level': 'easy', 'points': 1}, {'level': 'hard', 'points': 2}])
    return Dataset.from_pandas(left.merge(right, on='level'))


def doc_to_text_null(doc):
    return f"{pd.isna(doc['question'])} {pd.isnull(None)} {pd.notna(doc['size'])} {pd.isna(float('nan'))}"


def doc_to_text_series(doc):
    series = pd.Series(doc['choices'])
    return ', '.join(series.tolist()) + str(len(series)) + series[0]
