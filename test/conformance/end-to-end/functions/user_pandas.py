"""Tables of pandas: selected, sorted, grouped, joined, changed and gone through."""
import json
import random
import pandas as pd
from datasets import Dataset

ROWS = [
    {'q': 'What is it?', 'cat': 'b', 'n': 3, 'f': 1.5, 'ok': True, 'note': None, 'opts': ['x', 'y']},
    {'q': ' Where? ', 'cat': 'a', 'n': 1, 'f': None, 'ok': False, 'note': 'n1', 'opts': ['z']},
    {'q': 'Who was she', 'cat': 'b', 'n': 2, 'f': 2.25, 'ok': True, 'note': 'n2', 'opts': []},
    {'q': 'Öde Straße', 'cat': 'c', 'n': 7, 'f': -0.5, 'ok': False, 'note': None, 'opts': ['u', 'v', 'w']},
    {'q': 'Who was she', 'cat': 'a', 'n': 9, 'f': 0.1, 'ok': True, 'note': '', 'opts': ['x']},
]


def df_():
    return pd.DataFrame(ROWS)


def out(df, **kw):
    return Dataset.from_pandas(df, **kw)


def process_docs_mask_and(d):
    df = df_()
    return out(df[(df['n'] > 1) & ~(df['cat'] == 'c') | (df.f < 0)])


def process_docs_mask_all(d):
    df = df_()
    return out(df[df['n'] > 0][['q', 'n']])


def process_docs_loc_all(d):
    df = df_()
    return out(df.loc[df['n'] > 0, ['q', 'n']])


def process_docs_sort_multi(d):
    return out(df_().sort_values(['cat', 'n'], ascending=[True, False])[['cat', 'n', 'q']])


def process_docs_sort_text(d):
    return out(df_().sort_values('q', ascending=False).reset_index(drop=True)[['q']])


def process_docs_sort_text_many(d):
    rng = random.Random(3)
    df = pd.DataFrame({'k': [rng.choice('abcdefg') for _ in range(120)], 'i': list(range(120))})
    return out(df.sort_values('k'))


def process_docs_sort_text_many_desc(d):
    rng = random.Random(4)
    df = pd.DataFrame({'k': [rng.choice(['a', 'b', None, 'c']) for _ in range(61)], 'i': list(range(61))})
    return out(df.sort_values(by='k', ascending=False, ignore_index=True))


def process_docs_sort_nan(d):
    return out(df_().sort_values('f')[['f', 'q']])


def process_docs_sort_stable(d):
    df = pd.DataFrame({'k': [2, 1, 2, 1, 2] * 10, 'i': list(range(50))})
    return out(df.sort_values('k', kind='stable'), preserve_index=False)


def process_docs_reset(d):
    df = df_()[['cat', 'n']]
    return out(df[df['cat'] != 'a'].reset_index())


def process_docs_group_rows(d):
    rows = []
    for cat, g in df_().groupby('cat'):
        rows.append({'cat': cat, 'n': int(g['n'].sum()), 'mean': float(g['n'].mean()), 'first': g.iloc[0]['q'], 'qs': g['q'].tolist(), 'idx': list(g.index), 'len': len(g)})
    return Dataset.from_list(rows)


def process_docs_group_two(d):
    return Dataset.from_list([{'k': list(k), 'n': len(g)} for k, g in df_().groupby(['cat', 'ok'])])


def process_docs_group_unsorted(d):
    return Dataset.from_list([{'k': k, 'q': '; '.join(g['q'])} for k, g in df_().groupby('cat', sort=False)])


def process_docs_group_agg(d):
    df = df_()
    a = df.groupby('cat')['q'].apply(list)
    b = df.groupby('cat')['n'].sum()
    c = df.groupby('cat')['f'].mean()
    e = df.groupby('cat').size()
    return Dataset.from_list([{'cat': k, 'qs': a[k], 'n': int(b[k]), 'f': None if pd.isna(c[k]) else float(c[k]), 's': int(e[k])} for k in a.index])


def process_docs_group_agg_reset(d):
    return out(df_().groupby('cat')['n'].max().reset_index())


def process_docs_group_size_reset(d):
    return out(df_().groupby('cat').size().reset_index(name='count'))


def process_docs_group_list_reset(d):
    return out(df_().groupby('cat')['q'].agg(list).reset_index())


def process_docs_group_joined(d):
    return out(df_().groupby('cat')['q'].apply(lambda s: ' | '.join(s)).reset_index())


def process_docs_group_first(d):
    return out(df_().groupby('cat')['q'].first().reset_index(name='lead'))


def process_docs_group_head(d):
    return out(df_()[['cat', 'q']].groupby('cat').head(1))


def process_docs_group_cumcount(d):
    df = df_()[['cat', 'q']]
    df['k'] = df.groupby('cat').cumcount()
    return out(df)


def process_docs_merge(d):
    right = pd.DataFrame({'cat': ['a', 'b', 'b', 'z'], 'w': [1, 2, 3, 4], 'q': ['r1', 'r2', 'r3', 'r4']})
    return out(df_()[['cat', 'q', 'n']].merge(right, on='cat'))


def process_docs_merge_left(d):
    right = pd.DataFrame({'key': ['a', 'b', 'z'], 'w': [1, 2, 3], 't': [True, False, True], 's': ['p', 'q', 'r']})
    return out(pd.merge(df_()[['cat', 'n']], right, left_on='cat', right_on='key', how='left'))


def process_docs_merge_suffix(d):
    df = df_()[['cat', 'n']]
    return out(df.merge(df, on='cat', suffixes=('_l', '_r')))


def process_docs_concat(d):
    a = df_()[['q', 'n']]
    b = pd.DataFrame([{'q': 'new', 'm': 5}, {'q': 'two', 'm': 6}])
    return out(pd.concat([a, b]))


def process_docs_concat_ignore(d):
    a = df_()[['q', 'n', 'ok']].head(2)
    b = df_()[['q', 'n', 'ok']].tail(1)
    return out(pd.concat([b, a], ignore_index=True))


def process_docs_apply_row(d):
    df = df_()
    df['t'] = df.apply(lambda r: f"{r['q'].strip()} [{r.cat}] {r['n']} {r['f']} {r.name}", axis=1)
    df['l'] = df.apply(lambda r: [r['n'], len(r['q'])], axis=1)
    df['k'] = df.apply(lambda r: 1 if r['ok'] else None, axis=1)
    return out(df[['t', 'l', 'k']])


def process_docs_apply_args(d):
    df = df_()

    def f(row, prefix, end='.'):
        return prefix + row['q'] + end

    df['t'] = df.apply(f, axis=1, args=('> ',), end='!')
    df['u'] = df['q'].apply(lambda q, n: q[:n], n=3)
    return out(df[['t', 'u']])


def process_docs_assign(d):
    return out(df_().assign(m=lambda x: x['n'] * 2, src='here', i=range(5) if False else [5, 4, 3, 2, 1])[['m', 'src', 'i']])


def process_docs_columns(d):
    df = df_()[['n', 'f', 'q']]
    df['sum'] = df['n'] + df['f']
    df['half'] = df['n'] / 2
    df['mod'] = df['n'] % 2
    df['div'] = df['n'] // 2
    df['neg'] = 10 - df['n']
    df['txt'] = 'Q: ' + df['q'] + '\n'
    df['none'] = None
    df['one'] = 1
    df['half_text'] = df['n'].astype(str) + '/' + df['half'].astype(str)
    df['long'] = df['q'].str.len() > 8
    return out(df)


def process_docs_str(d):
    df = df_()[['q', 'note']]
    df['a'] = df['q'].str.strip().str.upper()
    df['b'] = df['q'].str.replace('Who', 'WHO').str.replace(r'[aeiou]+', '_', regex=True)
    df['c'] = df['q'].str.contains('wh', case=False)
    df['d'] = df['q'].str.split()
    df['e'] = df['q'].str.split(' ').str[0]
    df['f'] = df['q'].str[:4]
    df['g'] = df['note'].str.len()
    df['h'] = df['note'].fillna('-')
    df['i'] = df['q'].str.startswith('W')
    df['j'] = df['note'].str.title()
    df['k'] = df['q'].str.findall(r'\w+').str.len()
    df['l'] = df['q'].str.count('a')
    df['m'] = df['q'].str.zfill(14)
    return out(df)


def process_docs_str_mask(d):
    df = df_()
    return out(df[df['note'].str.contains('n', na=False)][['q', 'note']])


def process_docs_isna(d):
    df = df_()
    df['miss'] = df['note'].isna()
    return out(df[df['f'].notna() & df['note'].notnull()][['q', 'miss']])


def process_docs_dropna(d):
    return out(df_().dropna(subset=['f'])[['q', 'f']])


def process_docs_dropna_all(d):
    return out(df_()[['q', 'n']].dropna())


def process_docs_dedup(d):
    return out(df_()[['q', 'cat']].drop_duplicates(subset=['q']))


def process_docs_dedup_last(d):
    return out(df_()[['q', 'cat']].drop_duplicates('q', keep='last', ignore_index=True))


def process_docs_map(d):
    df = df_()
    df['m'] = df['cat'].map({'a': 1, 'b': 2})
    df['t'] = df['cat'].map({'a': 'A', 'b': 'B', 'c': 'C'})
    df['u'] = df['ok'].map({True: 'yes', False: 'no'})
    df['v'] = df['n'].map(lambda n: n if n > 2 else None)
    return out(df[['m', 't', 'u', 'v']])


def process_docs_isin(d):
    df = df_()
    return out(df[df['cat'].isin(['a', 'c']) & df['n'].isin([1, 7, 100])][['q']])


def process_docs_fillna(d):
    df = df_()[['f', 'note']]
    df = df.fillna({'f': 0, 'note': 'none'})
    return out(df)


def process_docs_fillna_inplace(d):
    df = df_()[['note', 'q']]
    df.fillna('x', inplace=True)
    df.rename(columns={'q': 'question'}, inplace=True)
    df.drop(columns=['note'], inplace=True)
    return out(df)


def process_docs_records(d):
    return Dataset.from_list(df_()[['q', 'n', 'ok']].to_dict('records'))


def process_docs_dicts(d):
    df = df_()[['q', 'n']]
    return Dataset.from_list([{'a': json.dumps(df.to_dict('list')), 'b': json.dumps(df.set_index('n')['q'].to_dict()), 'c': json.dumps(df.to_dict('index')), 'd': json.dumps(df.to_dict())}])


def process_docs_iterrows(d):
    return Dataset.from_list([{'i': i, **dict(r)} for i, r in df_()[['q', 'n', 'ok', 'note']].iterrows()])


def process_docs_iterrows_to_dict(d):
    return Dataset.from_list([{**r.to_dict(), 'i': i} for i, r in df_()[['q', 'n', 'f']].iterrows()])


def process_docs_itertuples(d):
    return Dataset.from_list([{'i': t.Index, 'q': t.q, 'n': t.n, 'f': t[3]} for t in df_()[['q', 'n', 'f']].itertuples()])


def process_docs_itertuples_plain(d):
    return Dataset.from_list([{'q': q, 'n': n} for q, n in df_()[['q', 'n']].itertuples(index=False, name=None)])


def process_docs_zip(d):
    df = df_()
    return Dataset.from_list([{'q': q, 'n': n, 'o': o} for q, n, o in zip(df['q'], df['n'], df.ok)])


def process_docs_values(d):
    df = df_()
    return Dataset.from_list([{'q': q} for q in df['q'].values] + [{'q': str(n)} for n in df['n'].values] + [{'q': u} for u in df['cat'].unique()])


def process_docs_counts(d):
    vc = pd.DataFrame({'c': ['x', 'y', 'x', 'z', 'x', 'y']})['c'].value_counts()
    return Dataset.from_list([{'k': k, 'n': int(n), 'top': vc.idxmax(), 'len': len(vc)} for k, n in vc.items()])


def process_docs_explode(d):
    df = df_()[['q', 'opts']].explode('opts')
    return out(df)


def process_docs_explode_ignore(d):
    return out(df_()[['q', 'opts']].explode('opts', ignore_index=True).dropna())


def process_docs_sample(d):
    return out(df_()[['q']].sample(n=3, random_state=7))


def process_docs_sample_frac(d):
    return out(df_()[['q']].sample(frac=0.5, random_state=1).reset_index(drop=True))


def process_docs_shuffle_all(d):
    return out(df_()[['q', 'n']].sample(frac=1, random_state=42, ignore_index=True))


def process_docs_iloc(d):
    df = df_()
    a = df.iloc[1:4]
    b = df.iloc[[4, 0]]
    return Dataset.from_list([{'a': a['q'].tolist(), 'b': b['q'].tolist(), 'c': df.iloc[-1]['cat'], 'd': df['q'].iloc[2], 'e': df.at[3, 'cat'], 'f': df.loc[1, 'q'], 'g': df.loc[2]['cat'], 'h': int(df['n'].iloc[-1])}])


def process_docs_slice(d):
    return out(df_()[['q', 'n']][1:3])


def process_docs_head_tail(d):
    return out(pd.concat([df_()[['q']].head(1), df_()[['q']].tail(2)]))


def process_docs_stats(d):
    df = df_()
    return Dataset.from_list([{'a': float(df['f'].sum()), 'b': float(df['f'].mean()), 'c': float(df['n'].median()), 'd': int(df['n'].max()), 'e': df['cat'].min(), 'f': int(df['n'].idxmax()), 'g': int(df['f'].count()), 'h': df['cat'].nunique(), 'i': int(df['ok'].sum()), 'j': len(df), 'k': list(df.columns), 'l': list(df.shape), 'm': df.empty, 'n': 'q' in df, 'o': 'z' in df.columns}])


def process_docs_rename(d):
    df = df_().rename(columns={'q': 'question', 'cat': 'category'}).drop(['opts', 'note'], axis=1)
    df.columns = [c.upper() for c in df.columns]
    return out(df)


def process_docs_rename_function(d):
    return out(df_()[['q', 'n']].rename(columns=str.upper))


def process_docs_insert_pop(d):
    df = df_()[['q', 'n', 'cat']]
    n = df.pop('n')
    del df['cat']
    df['n2'] = n * 2
    return out(df)


def process_docs_arrow_lists(dataset):
    df = dataset.to_pandas()
    df['joined'] = df['choices'].apply(lambda c: ' / '.join(c))
    df['n'] = df['tags'].apply(len)
    df['first'] = df['tags'].apply(lambda t: t[0])
    return out(df[['id', 'joined', 'n', 'first', 'choices']])


def process_docs_arrow_rows(dataset):
    df = dataset.to_pandas()
    return Dataset.from_list([{'id': r['id'], 'tags': list(r['tags']), 'c': r['choices'].tolist(), 'size': r['size'], 's': r['score'] * 2} for _, r in df.iterrows()])


def process_docs_arrow_back(dataset):
    df = dataset.to_pandas()
    df = df[df['size'] >= 3]
    return Dataset.from_pandas(df.reset_index(drop=True)).remove_columns(['markup', 'passage'])


def process_docs_arrow_records(dataset):
    return Dataset.from_list(dataset.to_pandas().to_dict('records')).select_columns(['id', 'tags', 'size'])


def process_docs_from_dataset(dataset):
    df = pd.DataFrame(dataset)
    df['gold'] = df['answer'].map({k: i for i, k in enumerate('ABCDE')})
    df = df.sort_values('size')
    return Dataset.from_pandas(df[['id', 'gold', 'choices']], preserve_index=False)


def process_docs_from_dict_cols(dataset):
    df = pd.DataFrame({'q': dataset['question'], 's': dataset['size'], 'src': 'x'})
    df = df.loc[df.s.between(2, 4)] if False else df.loc[df['s'] >= 2]
    return Dataset.from_dict(df.to_dict('list'))


def process_docs_frame_rows_lists(d):
    return out(pd.DataFrame([[1, 'a'], [2, 'b']], columns=['n', 't']))


def process_docs_mixed_types(d):
    return out(pd.DataFrame({'a': [1, 'x']}))


def process_docs_missing_column(d):
    return out(df_()[['q', 'zzz']])


def process_docs_missing_key(d):
    return out(df_()['zzz'])


def process_docs_bad_length(d):
    df = df_()
    df['x'] = [1, 2]
    return out(df)


def process_docs_aligned(d):
    df = df_()[['q', 'n']]
    s = df[df['n'] > 2]['n']
    df['big'] = s
    df['rev'] = df['q'].sort_values()
    return out(df)


def process_docs_nan_text(d):
    df = pd.DataFrame([{'a': 'x', 'b': 1}, {'a': None, 'b': None}, {'b': 3}])
    df['c'] = df['a'] + '!'
    df['d'] = df['b'].apply(lambda v: 'none' if pd.isna(v) else int(v))
    df['e'] = df['a'].apply(lambda v: str(v))
    return out(df[['a', 'b', 'c', 'e']])


def process_docs_eq_none(d):
    df = df_()
    return Dataset.from_list([{'a': (df['note'] == 'n1').tolist(), 'b': (df['f'] > 0).tolist(), 'c': (df['f'] != 1.5).tolist(), 'd': df['note'].tolist(), 'e': (df['n'] == '3').tolist(), 'f': df['cat'].eq('a').tolist()}])


def process_docs_bool_columns(d):
    df = df_()
    return out(df[df['ok']][['q']])


def process_docs_not_bool(d):
    df = df_()
    return out(df[~df['ok']].reset_index(drop=True)[['q', 'ok']])


def process_docs_query_like(d):
    df = df_()
    keep = [c == 'b' for c in df['cat']]
    return out(df[keep][['q']])


def process_docs_series(d):
    s = pd.Series(['b', 'a', None, 'b'], name='k')
    return Dataset.from_list([{'a': s.tolist(), 'b': s.dropna().tolist(), 'c': s.unique().tolist(), 'd': len(s), 'e': s.fillna('z').tolist(), 'f': s.value_counts().to_dict()['b'], 'g': s[1], 'h': s.iloc[-1], 'i': s.name, 'j': list(s.index), 'k': 'a' in s.values, 'l': 1 in s, 'm': s.str.upper().dropna().tolist()}])


def process_docs_floats(d):
    df = pd.DataFrame({'k': ['a', 'b'] * 40, 'x': [i / 7 for i in range(80)]})
    g = df.groupby('k')['x']
    return Dataset.from_list([{'sum': float(df['x'].sum()), 'mean': float(df['x'].mean()), 'gm': float(g.mean()['a']), 'gs': float(g.sum()['b']), 'med': float(df['x'].median())}])


def process_docs_in_place_sort(d):
    df = df_()[['q', 'n']]
    df.sort_values('n', inplace=True)
    df.reset_index(drop=True, inplace=True)
    return out(df)


def process_docs_chained(d):
    return out(
        df_()
        .query('n > 1')[['q']]
    )


def process_docs_dtype_change(d):
    df = df_()[['n', 'f']]
    df['n'] = df['n'].astype(float)
    df['f'] = df['f'].fillna(0).astype(int)
    df['s'] = df['n'].astype('str')
    return out(df)


def doc_to_text_row_repr(doc):
    df = pd.DataFrame([doc])
    row = df.iloc[0]
    return f"{row['question']} {row['size']} {row['score']} {row.get('nope', 'x')} {'size' in row} {list(row.index)[:2]} {row.level} {row['tags']}"


def doc_to_text_int_row(doc):
    df = pd.DataFrame([{'a': doc['size'], 'b': 2}])
    row = df.iloc[0]
    return f"{row['a']} {row['a'] + 1} {row.sum()}"
