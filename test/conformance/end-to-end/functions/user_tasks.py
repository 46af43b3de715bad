"""Longer functions as tasks have them."""
import ast
import collections
import csv
import io
import json
import os
import re
import string
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Iterator, List, Optional

import datasets

LETTERS = string.ascii_uppercase
TEMPLATE = """Question: {question}
{options}
Answer:"""


def format_options(choices: List[str], *, style: str = '{}. {}', sep: str = '\n') -> str:
    return sep.join(style.format(letter, text) for letter, text in zip(LETTERS, choices))


def doc_to_text_options(doc):
    return TEMPLATE.format(question=doc['question'].strip(), options=format_options(doc['choices'])) + '\n' + format_options(doc['choices'], style='({}) {}', sep=' | ')


@dataclass
class Prompt:
    parts: List[str] = field(default_factory=list)
    seen: dict = field(default_factory=dict)

    def add(self, label, text, *, when=True):
        if when and text:
            self.parts.append(f'{label}: {text}')
            self.seen[label] = len(self.parts)
        return self

    def build(self):
        return '\n'.join(self.parts)


def doc_to_text_builder(doc):
    p = Prompt().add('Q', doc['question']).add('Level', doc['level'], when=doc['size'] > 2).add('Tags', ', '.join(doc['tags'])).add('None', '')
    return p.build() + str(p.seen)


def process_docs_flatten(dataset):
    def rows() -> Iterator[dict]:
        for doc in dataset:
            for i, (tag, choice) in enumerate(zip(doc['tags'], doc['choices'])):
                yield {'id': f"{doc['id']}-{i}", 'tag': tag, 'choice': choice, 'last': i == len(doc['tags']) - 1}

    return datasets.Dataset.from_list(list(rows()))


def process_docs_generator(dataset):
    def gen():
        for doc in dataset:
            if doc['level'] == 'easy':
                yield {'q': doc['question'], 'n': doc['size']}

    return datasets.Dataset.from_generator(gen)


def process_docs_clean(dataset):
    table = str.maketrans('', '', string.punctuation)

    def clean(text: str) -> str:
        text = re.sub(r'\s+', ' ', text).strip().lower().translate(table)
        return re.sub(r'\b(a|an|the)\b', ' ', text)

    def process(doc):
        out = {'query': clean(doc['question']), 'gold': LETTERS.index(doc['answer']), 'words': clean(doc['passage']).split()}
        out['unique'] = sorted(set(out['words']), key=out['words'].index)
        return out

    return dataset.map(process, remove_columns=['markup', 'passage', 'tags'])


def process_docs_dedup(dataset):
    seen = set()

    def fresh(doc):
        key = doc['level']
        if key in seen:
            return False
        seen.add(key)
        return True

    return dataset.filter(fresh)


def process_docs_indices(dataset):
    return dataset.map(lambda doc, i: {'rank': i, 'even': i % 2 == 0}, with_indices=True).filter(lambda d: d['even']).select_columns(['id', 'rank'])


def process_docs_batched(dataset):
    def expand(batch):
        out = {'id': [], 'choice': []}
        for id_, choices in zip(batch['id'], batch['choices']):
            out['id'] += [id_] * len(choices)
            out['choice'].extend(choices)
        return out

    return dataset.map(expand, batched=True, remove_columns=dataset.column_names)


def process_docs_sorted(dataset):
    return dataset.sort('size', reverse=True).select(range(3)).rename_column('question', 'query').add_column('note', ['x', 'y', 'z'])


def process_docs_counts(dataset):
    counts = collections.Counter(doc['level'] for doc in dataset)
    most, _ = counts.most_common(1)[0]
    return datasets.Dataset.from_dict({'level': list(counts), 'n': list(counts.values()), 'most': [level == most for level in counts]})


def doc_to_text_literal(doc):
    values = [ast.literal_eval(text) for text in ["{'a': [1, 2.5, None]}", '(1, "x")', '-3', "'q'", '{1, 2}', 'b"x"', 'True']]
    out = []
    for text in ['open("x")', '1 +', '{"a": foo}', '']:
        try:
            out.append(ast.literal_eval(text))
        except (ValueError, SyntaxError) as error:
            out.append(type(error).__name__)
    return f'{values} {out}'


def doc_to_text_csv(doc):
    text = 'name,size,note\n"a, b",1,"say ""hi"""\nc,2,\n'
    rows = list(csv.DictReader(io.StringIO(text)))
    plain = list(csv.reader(text.splitlines(), delimiter=','))
    return f"{rows} {plain} {list(csv.reader(['a;b', 'c'], delimiter=';'))}"


def doc_to_text_stream(doc):
    out = io.StringIO()
    print('a', 1, None, sep='-', end='!', file=out)
    print(*doc['tags'], file=out)
    out.write('end')
    lines = io.StringIO('x\ny\n').readlines()
    return out.getvalue() + str(lines)


def doc_to_text_paths(doc):
    p = Path('/data') / doc['id'] / 'x.tar.gz'
    return '|'.join([str(p), p.name, p.stem, p.suffix, str(p.parent), str(p.with_suffix('.json')), str(p.parts), os.path.join('a', 'b', '/c'), os.path.basename('/x/y.txt'), str(os.path.splitext('a.b.c')), os.path.dirname('/x/y'), os.path.normpath('/a/../b//c'), str(p.relative_to('/data')), str(Path('a') / '..' / 'b'), str(p.suffixes), str(Path('x/y.txt').with_name('z')), str(p.is_absolute()), p.as_posix()])


def doc_to_text_dialogue(doc):
    turns = [('user', doc['question']), ('assistant', 'Hm.'), ('user', doc['passage'][:12])]
    text = ''.join(f'<|{role}|>\n{content.rstrip()}<|end|>\n' for role, content in turns)
    history = [{'role': r, 'content': c} for r, c in turns]
    merged = []
    for turn in history:
        if merged and merged[-1]['role'] == turn['role']:
            merged[-1]['content'] += '\n' + turn['content']
        else:
            merged.append(dict(turn))
    return text + json.dumps(merged, ensure_ascii=False)


def doc_to_text_table(doc):
    rows = [['name', 'n'], *([c, len(c)] for c in doc['choices'])]
    widths = [max(len(str(r[i])) for r in rows) for i in range(2)]
    body = '\n'.join(' | '.join(str(cell).ljust(w) if i == 0 else str(cell).rjust(w) for i, (cell, w) in enumerate(zip(row, widths))) for row in rows)
    return body + '\n' + '-+-'.join('-' * w for w in widths)


def doc_to_text_ordinal(doc):
    def ordinal(n):
        return f"{n}{'th' if 11 <= n % 100 <= 13 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"

    def roman(n):
        out = ''
        for value, letters in [(1000, 'M'), (900, 'CM'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'), (10, 'X'), (9, 'IX'), (5, 'V'), (4, 'IV'), (1, 'I')]:
            count, n = divmod(n, value)
            out += letters * count
        return out

    return ' '.join(map(ordinal, [1, 2, 3, 4, 11, 12, 13, 21, 101, 111])) + ' ' + ' '.join(map(roman, [4, 9, 14, 40, 1994, doc['size']]))


def doc_to_text_tree_walk(doc):
    def walk(value, path=''):
        if isinstance(value, dict):
            for k, v in value.items():
                yield from walk(v, f'{path}.{k}' if path else k)
        elif isinstance(value, list):
            for i, v in enumerate(value):
                yield from walk(v, f'{path}[{i}]')
        else:
            yield path, type(value).__name__

    return '\n'.join(f'{p}: {t}' for p, t in walk(doc))


def doc_to_text_ngrams(doc):
    words = re.findall(r'\w+', doc['passage'].lower())
    grams = collections.defaultdict(int)
    for n in (1, 2):
        for gram in zip(*(words[i:] for i in range(n))):
            grams[' '.join(gram)] += 1
    top = sorted(grams.items(), key=lambda kv: (-kv[1], kv[0]))[:5]
    return str(top)


def doc_to_text_edit_distance(doc):
    def distance(a, b):
        row = list(range(len(b) + 1))
        for i, x in enumerate(a, 1):
            diagonal, row[0] = row[0], i
            for j, y in enumerate(b, 1):
                diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
        return row[-1]

    return str([distance(doc['level'], c) for c in doc['choices']])


def doc_to_choice_rotated(doc):
    k = doc['size'] % len(doc['choices'])
    return doc['choices'][k:] + doc['choices'][:k]


def doc_to_target_index(doc):
    try:
        return doc['choices'].index(next(c for c in doc['choices'] if c.lower().startswith(doc['answer'].lower())))
    except StopIteration:
        return -1


def doc_to_text_bracketed(doc):
    depth, best = 0, 0
    for c in doc['markup'] + '((a)(b(c)))':
        depth += (c in '([<') - (c in ')]>')
        best = max(best, depth)
    stack, ok = [], True
    pairs = {')': '(', ']': '['}
    for c in '([)]' if doc['size'] % 2 else '([])':
        if c in pairs.values():
            stack.append(c)
        elif not stack or stack.pop() != pairs[c]:
            ok = False
            break
    return f'{best} {ok and not stack}'


def doc_to_text_bits(doc):
    n = doc['size'] + 40
    return f"{n:b} {bin(n).count('1')} {n & -n} {n ^ (n >> 1)} {int(f'{n:b}'[::-1], 2)} {sum(int(d) for d in str(n ** 5))} {[i for i in range(8) if n >> i & 1]}"


def doc_to_text_try_chain(doc):
    def parse(text):
        for convert in (int, float, json.loads):
            try:
                return convert(text)
            except (ValueError, TypeError):
                continue
        return text

    return str([parse(t) for t in ['3', '2.5', '[1, "a"]', 'x', doc['id'], '1e3', 'true', ' 7 ', 'nan', '0x10']])
