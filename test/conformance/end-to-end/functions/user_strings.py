"""Texts, slices and formats."""
import json
import string
import textwrap
import unicodedata
from string import Formatter, Template


class Secret:
    def __init__(self, text):
        self.text = text

    def __format__(self, spec):
        if spec == 'len':
            return str(len(self.text))
        return format(self.text, spec)

    def __str__(self):
        return f'<{self.text}>'


class Default(dict):
    def __missing__(self, key):
        return '{' + key + '}'


def doc_to_text_slices(doc):
    p = doc['passage']
    return '|'.join([p[:5], p[-5:], p[::7], p[::-1][:5], p[3:-3:5], p[100:], p[slice(1, 4)], p[-1:0:-9]])


def doc_to_text_list_slices(doc):
    items = list(range(10))
    items[2:4] = ['x']
    items[::3] = 'abc'
    items[len(items):] = [1, 2]
    return str(items) + str(items[-3:]) + str(tuple(items)[1:3]) + str(items[::-2])


def doc_to_text_spec(doc):
    s, n = doc['score'], doc['size']
    return f"{s:.2f}|{s:10.3e}|{s:<10g}|{s:+,.1f}|{n:03d}|{n:#x}|{n:b}|{n:^7}|{n:%}|{n!r:>4}|{-n:=+6d}|{doc['answer']:*^5}|{1234567:_}|{s:08.2f}|{n:c}"


def doc_to_text_nested_spec(doc):
    width, digits = 12, 2
    return f"{doc['score']:>{width}.{digits}f}|{doc['answer']:{'*'}<{width // 3}}|{'{}'}|{{x}}|{doc['answer']=}|{doc['size'] + 1 = }|{doc['score']=:.1f}"


def doc_to_text_own_format(doc):
    return f"{Secret(doc['answer']):>3}|{Secret('abc'):len}|{Secret('x')}|{Secret('x')!s:>5}" + '{:^5}'.format(Secret('y'))


def doc_to_text_format_fields(doc):
    return '{0[question]} {0[tags][0]} {1.real} {a[b]} {2!r:>5}'.format(doc, doc['size'], 'x', a={'b': 1})


def doc_to_text_missing_format(doc):
    return '{question} {nothing} {level}'.format_map(Default(doc))


def doc_to_text_template_braced(doc):
    return Template('${answer}nd $$5 $level').substitute(doc)


def doc_to_text_formatter_parse(doc):
    return str([field for _, field, _, _ in Formatter().parse('Q: {question}\nA: {answer!r:>3} {}') if field is not None])


def doc_to_text_title(doc):
    q = doc['question']
    return '|'.join([q.title(), q.capitalize(), q.swapcase(), q.casefold(), q.upper(), q.lower(), string.capwords(q)])


def doc_to_text_strip(doc):
    q = doc['question']
    return '|'.join([q.strip(' ?“”'), q.rstrip('?').lstrip(), q.removeprefix('How '), q.removesuffix('?'), q.strip().rstrip(string.punctuation)])


def doc_to_text_partition(doc):
    p = doc['passage']
    return str([p.partition(' is '), p.rpartition(' '), p.split(None, 2), p.rsplit(' ', 1), p.splitlines(True), p.split(' the ')])


def doc_to_text_find(doc):
    p = doc['passage']
    return str([p.find('e'), p.rfind('e'), p.count('e'), p.index(' '), p.find('zzz'), p.startswith(('The', 'No')), p.endswith('.'), p.count(''), p.find('e', 5, 9)])


def doc_to_text_pad(doc):
    a = doc['answer']
    return '|'.join([a.center(5, '-'), a.ljust(3), a.rjust(3, '.'), a.zfill(3), '-7'.zfill(4), 'a\tb'.expandtabs(4), a * 3, a.join('123')])


def doc_to_text_checks(doc):
    return str([[s.isalpha(), s.isdigit(), s.isnumeric(), s.isdecimal(), s.isalnum(), s.isspace(), s.isupper(), s.istitle(), s.isidentifier(), s.isprintable(), s.isascii()] for s in ('a', 'É1', '²', '½', '٣', ' ', 'Ab Cd', '_x', '\n', '')])


def doc_to_text_translate_table(doc):
    table = str.maketrans({'“': '"', '”': '"', 'é': 'e', '?': None})
    return doc['question'].translate(table) + doc['passage'].translate(str.maketrans('', '', string.punctuation)) + 'abc'.translate(str.maketrans('ab', 'xy', 'c'))


def doc_to_text_unicode(doc):
    q = unicodedata.normalize('NFD', doc['question'])
    bare = ''.join(c for c in q if not unicodedata.combining(c))
    return f"{len(q)} {bare} {unicodedata.name(q[0], '-')} {unicodedata.category(q[-1])} {unicodedata.normalize('NFKC', 'ﬁ①Ａ')}"


def doc_to_text_encodings(doc):
    q = doc['question']
    return str(q.encode('utf-8')[:6]) + str(q.encode('ascii', 'ignore')) + str(q.encode('ascii', 'backslashreplace')) + q.encode('utf-8').decode('latin-1') + str(q.encode('ascii', 'xmlcharrefreplace')) + b'\xff\xfea'.decode('utf-8', errors='replace') + '\\u00e9'.encode().decode('unicode_escape')


def doc_to_text_code_points(doc):
    return str([ord(c) for c in '😀é']) + chr(128512) + str(len('😀')) + '😀abc'[1:] + '😀'.encode('utf-16-le').hex() + ascii('é😀') + repr('\x00\u200b\'"')


def doc_to_text_json_dump(doc):
    return json.dumps({'a': doc['question'], 'b': [1.0, 1e16, 1e-7, True, None, float('inf')], 3: {'x': ()}}, indent=1) + json.dumps(doc['tags'], ensure_ascii=False, separators=(', ', ': ')) + json.dumps({'b': 1, 'a': 2}, sort_keys=True)


def doc_to_text_json_default(doc):
    return json.dumps({'s': {1}, 'c': Secret('x')}, default=lambda o: sorted(o) if isinstance(o, set) else str(o))


def doc_to_text_json_load(doc):
    rows = [json.loads(line) for line in '{"a": 1, "a": 2}\n[1e5, -0.0, "\\u00e9\\n"]\n"x"\nnull'.splitlines()]
    try:
        json.loads("{'a': 1}")
    except json.JSONDecodeError as error:
        rows.append(f'{error} {error.pos} {error.msg}')
    try:
        json.loads('')
    except ValueError as error:
        rows.append(str(error))
    try:
        json.loads('[1, 2] x')
    except ValueError as error:
        rows.append(str(error))
    return str(rows) + str(json.loads('{"a": 1.5}', parse_float=str)) + str(json.loads('[{"k": 1}]', object_hook=lambda d: sorted(d.items())))


def doc_to_text_repr(doc):
    return repr([doc['question'], 1.0, 1e22, 1e-5, float('nan'), True, None, b'a\n', {'a': {1}}, (1,), frozenset(), range(3), ..., 3 + 0j, int, len, 'a\'"b\\'])


def doc_to_text_percent(doc):
    return '%s %r %5.1f %-5s| %05d %x %% %c %(a)s' .replace('%(a)s', '') % (doc['question'], doc['answer'], doc['score'], doc['answer'], doc['size'], 255, 'z') + '%(question)s (%(size)d)' % doc


def doc_to_text_lines(doc):
    block = f'''\
        Question: {doc['question']}
          - {doc['level']}

        Answer:'''
    return textwrap.dedent(block) + textwrap.indent('a\n\nb', '> ') + textwrap.shorten(doc['passage'], 20, placeholder='...')


def doc_to_text_choices(doc):
    letters = string.ascii_uppercase
    lines = [f'{letters[i]}. {c}' for i, c in enumerate(doc['choices'])]
    return '\n'.join(lines) + f"\nAnswer ({'/'.join(letters[:len(lines)])}):"


def doc_to_text_options(doc):
    return ''.join(f'\n({chr(ord("a") + i)}) {c}' for i, c in enumerate(doc['choices'])) + '\n' + ' or '.join(', '.join(doc['choices']).rsplit(', ', 1))


def doc_to_text_numbers(doc):
    s = doc['score']
    return str([round(s), round(s, 1), round(2.5), round(-0.5), round(1234, -2), int(s), s // 1, s % 1 > 0, divmod(7, -2), -7 // 2, -7 % 3, 2 ** -1, 2 ** 100, 7 / 2, 0.1 + 0.2, 1e3, float('1_000'), int('0x1f', 16), int('-  5'.replace(' ', '')), bin(5), oct(8), hex(255), abs(-3), pow(3, 4, 5), sum([0.1] * 10), (255).bit_length(), (3.0).is_integer(), float.fromhex('0x1p-2'), (5).to_bytes(2, 'big')])


def doc_to_text_adjacent(doc):
    prompt = (
        'Read the text.\n'
        f"Text: {doc['passage'].strip()}\n"
        "Question: {}\n".format(doc['question'].strip())
        + 'Answer:' if doc['size'] > 2 else 'short'
    )
    return prompt


def doc_to_text_sorted_words(doc):
    words = doc['passage'].split()
    return ' '.join(sorted(words, key=str.lower)) + '|' + ' '.join(sorted(set(words), key=lambda w: (-len(w), w))) + '|' + ' '.join(sorted(words, key=words.count, reverse=True)[:3])


def doc_to_text_sort_stable(doc):
    rows = [('b', 2), ('a', 2), ('c', 1), ('A', 1)]
    rows.sort(key=lambda r: r[1], reverse=True)
    return str(rows) + str(sorted(rows, key=lambda r: (r[1], r[0].lower()))) + str(sorted([(1, 'b'), (1, 'a')])) + str(sorted([[2], [1, 5], []])) + str(sorted({'b': 1, 'a': 2})) + str(sorted({'b': 1, 'a': 2}.items(), key=lambda kv: kv[1]))


def doc_to_target_index(doc):
    return ['A', 'B', 'C', 'D', 'E'].index(doc['answer'].strip().upper())


def doc_to_choice_letters(doc):
    return [f'{letter}) {text}' for letter, text in zip(string.ascii_lowercase, doc['choices'])]
