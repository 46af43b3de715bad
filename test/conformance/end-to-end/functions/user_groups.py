"""Regular expressions with references to groups, and sets that hold all but a class."""
import re

TAGGED = re.compile(r'<(\w+)>([\s\S]*?)</\1>')
TWICE = re.compile(r'\b(?P<word>\w+)\s+(?P=word)\b')
QUOTED = re.compile(r'''(["'])(.*?)\1''')
FENCE = re.compile(r'```(?:\w+)?\s*([\s\S]*?)```')
SAMPLES = [
    'the the lake is is deep',
    '<b>bold</b> and <i>it\nalic</i> and <b>not</i>',
    'He said "it\'s" and \'she "did"\'.',
    '```python\nprint(1)\n``` then ```\nx\n```',
    'aa bb abab 11 2 33',
    'Größe größe 是是 _a _a',
    '',
]


def doc_to_text_tagged(doc):
    text = f"<q>{doc['question']}</q>\n<p>{doc['passage']}\n</p><q>open"
    return ' | '.join(f'{name}={body}' for name, body in TAGGED.findall(text))


def doc_to_text_markup(doc):
    return TAGGED.sub(r'[\1:\2]', doc['markup'])


def doc_to_text_twice(doc):
    return [[m.group('word'), m.span(), m.lastindex is not None] for text in SAMPLES for m in TWICE.finditer(text)]


def doc_to_text_quoted(doc):
    return [QUOTED.findall(text) for text in SAMPLES]


def doc_to_text_fences(doc):
    return [[part.strip() for part in FENCE.findall(text)] for text in SAMPLES]


def doc_to_text_any(doc):
    return [re.findall(r'[\S\s]', text)[:4] for text in SAMPLES] + re.findall(r'[\d\D]{3}', doc['question'])


def doc_to_text_letters(doc):
    return [re.findall(r'[^\W\d_]+', text) for text in [*SAMPLES, doc['passage'], doc['question']]]


def doc_to_text_not_words(doc):
    return [re.findall(r'[\W_]+', text) for text in [*SAMPLES, doc['passage']]]


def doc_to_text_mixed(doc):
    return [re.findall(r'[^\S\n]+', text) for text in ['a \t b\n\n c', doc['passage']]] + [re.split(r'[^\w\s]', doc['passage'])]


def doc_to_text_ignoring_case(doc):
    return re.findall(r'[^\Wa-m]+', doc['passage'], re.I) + re.findall(r'[\Wx]+', doc['question'], re.IGNORECASE)


def doc_to_text_runs(doc):
    return [[m.group() for m in re.finditer(r'(.)\1+', text)] for text in SAMPLES]


def doc_to_text_backtracks(doc):
    return [bool(re.fullmatch(r'(a+|b+)(\w*)\1', text)) for text in ['aabaa', 'ab', 'bab', 'aa', 'a', 'bbbb']]


def doc_to_text_unset(doc):
    return [bool(re.match(r'(?:(a)|b)c\1', text)) for text in ['aca', 'bca', 'bc', 'acb']]


def doc_to_text_two(doc):
    return re.sub(r'(\w)(\w)\2\1', r'<\2\1>', 'abba noon deed level ' + doc['passage'])


def _raises(pattern):
    try:
        re.compile(pattern)
    except re.error as e:
        return str(e)
    return 'none'


def doc_to_text_errors(doc):
    return [_raises(p) for p in [r'(a)\2', r'(a\1)', r'(?P=x)', r'[\w-z]', r'[a-\W]', r'[\S-]', r'[z-a]']]


def process_docs(dataset):
    return dataset.map(lambda row: {'clean': re.sub(r'([^\w\s])\1*', r'\1', row['passage']), 'first': re.findall(r'[^\W\d]+', row['question'])[:1]})
