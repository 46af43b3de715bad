"""Texts made of values, and values made of texts."""
import html
import json
import string
import textwrap
import unicodedata
from string import Template


def doc_to_text_numbers(doc):
    n, x = doc['size'], doc['score']
    return ' '.join([
        f'{n:03d} {n:+d} {n:<4}| {n:>4}| {n:^5}| {n:*^7} {n:b} {n:#x} {n:o} {n:e} {n:%} {n:,} {n * 1000000:_}',
        f'{x:.2f} {x:10.3f}| {x:<10.1f}| {x:+.0f} {x:e} {x:.3e} {x:g} {x:.3g} {x:%} {x:.1%} {x:,.2f} {x!r:>12}',
        f'{-x:08.2f} {-n:=+6d} {x:#.0f} {1e20:g} {1e-5:g} {123456789.0:g} {0.1 + 0.2} {1e16} {1e-7} {100.0} {float(n)}',
        f'{True:d} {True} {False:>6} {None!s:>6} {12345.6789:,.3f} {1234567:_d} {255:#010b} {255:X} {65:c}',
    ])


def doc_to_text_texts(doc):
    q, width = doc['question'], 14
    return '|'.join([
        f'{q:>{width + 20}}', f'{q:.5}', f'{q:^40.10}', f'{q!r}', f'{q!a}', f'{q!s:.3}', f"{doc['id']:*<{width}}", f'{q[:3]!r:>10}', f'{{}}{{{n}}}' if (n := 3) else '',
        f"{doc['tags']} {doc['tags']!r:>30}", f'{width=} {q[:2]=} {width + 1 = } {width=:>5} {q[0]=!s}', f'{"nested " + f"{width:>{4}}"}',
    ])


def doc_to_text_percent(doc):
    return '|'.join([
        '%s %r %a' % (doc['id'], doc['question'], doc['question']), '%d%%' % doc['size'], '%5d|%-5d|%05d|%+d' % ((doc['size'],) * 4), '%.2f %8.3f %-8.1f %e %g %G' % ((doc['score'],) * 6),
        '%x %X %#x %o %c %c' % (255, 255, 255, 8, 65, 'b'), '%(id)s has %(size)03d and %(score).1f' % doc, '%-10s|%10s|%.3s' % ('ab', 'cd', 'abcdef'), '%*d|%-*s' % (5, 3, 6, 'x'), '%s' % [1, 'a'], '%s' % ((1, 2),), '%i %u' % (3.9, 4),
    ])


def doc_to_text_format_method(doc):
    class Point:
        x, y = 1, 2

        def __format__(self, spec):
            return f'<{spec or "plain"}>'

    return '|'.join([
        '{} {1} {0}'.replace('{}', '{0}', 1).format('a', 'b'), '{:>5} {:<5}'.format(1, 2), '{0[id]} {0[tags][0]} {1.x} {1.y}'.format(doc, Point()), '{p} {p:abc} {p!r:.0}'.format(p=Point()), '{:{w}.{p}f}'.format(doc['score'], w=10, p=2),
        '{id}-{size:>3}-{score:.1f}'.format(**doc), '{id} {level}'.format_map(doc), '{{literal}} {0}'.format(1), '{:,} {:_}'.format(1234567, 1234567), '{!r} {!s} {!a}'.format('é', 'é', 'é'),
    ])


class Missing(dict):
    def __missing__(self, key):
        return '{' + key + '}'


def doc_to_text_format_map_missing(doc):
    return '{id} {nothing} {level}'.format_map(Missing(doc))


def doc_to_text_template(doc):
    t = Template('$id costs $$5, ${size}x $missing')
    class Percent(Template):
        delimiter = '%'

    return '|'.join([t.safe_substitute(doc), Template('$a-${b}').substitute(a=1, b='x'), Template('$a $b').substitute({'a': 1}, b=2), Percent('%id %%').substitute(doc)])


def doc_to_text_template_missing(doc):
    return Template('$nope').substitute(doc)


def doc_to_text_wrapping(doc):
    p = doc['passage']
    return '\n--\n'.join([
        textwrap.fill(p, 20), textwrap.shorten(p, 30), textwrap.shorten(p, width=25, placeholder='...'), '\n'.join(textwrap.wrap(p, width=15, initial_indent='* ', subsequent_indent='  ')),
        textwrap.indent('a\n\nb', '> '), textwrap.indent('a\n\nb', '> ', lambda line: True), textwrap.dedent('''
            one
              two

            three'''), textwrap.fill('averyveryverylongword in a line', 10), textwrap.fill('averyveryverylongword in', 10, break_long_words=False), textwrap.fill('well-known hyphen-ated words', 8),
    ])


def doc_to_text_unicode(doc):
    q = doc['question'] + ' ﬁ Ⅷ ½ ﾊﾛｰ é e\u0301 İ ß'
    return '|'.join([
        unicodedata.normalize('NFKC', q), unicodedata.normalize('NFD', q), ''.join(c for c in unicodedata.normalize('NFD', q) if unicodedata.category(c) != 'Mn'), str([unicodedata.category(c) for c in q[:6]]),
        unicodedata.name('é'), unicodedata.lookup('GREEK SMALL LETTER ALPHA'), str(unicodedata.numeric('½')), str(unicodedata.digit('７')), unicodedata.east_asian_width('空'), unicodedata.bidirectional('א'), str(unicodedata.combining('\u0301')),
        q.casefold(), q.upper(), q.title(), q.swapcase(), q.capitalize(), str(len(q)), ascii(q[-12:]), str('７'.isdigit()), str('½'.isnumeric()), str('²'.isdecimal()), str(int('７')), str('İ'.lower() == 'i̇'),
    ])


def doc_to_text_html(doc):
    m = doc['markup']
    return '|'.join([html.unescape(m), html.escape(m), html.escape('"\'<>&', quote=False), html.unescape('&eacute;&#233;&#xE9;&nbsp;&hellip;&notanentity;&lt &copy2;&#0;&#128;&amp;amp;')])


def doc_to_text_json_options(doc):
    value = {'b': [1, 2.5, None, True], 'a': doc['question'], 'é': {'x': (1, 2), 'n': float(doc['size'])}, 3: 'int', None: 0, True: 1, 1.5: 'f'}
    return '\n'.join([
        json.dumps(value), json.dumps(value, ensure_ascii=False), json.dumps({'b': 1, 'a': [1, {}], 'c': []}, indent=2, sort_keys=True), json.dumps([1, [2, []]], indent='\t'), json.dumps({'a': 1, 'b': [1, 2]}, separators=(',', ':')),
        json.dumps({'a': [1, 2]}, indent=0), json.dumps([float('inf'), float('nan'), 1e100, 1e-10, 10.0]), json.dumps('\u2028\x00\t"\\/é😀'), json.dumps({'s': {1, 2}}, default=sorted), json.dumps({('a',): 1, 'b': 2}, skipkeys=True), json.dumps({'a': 1}, indent=4, separators=(', ', ' = ')),
    ])


def doc_to_text_json_hooks(doc):
    def pairs(items):
        return [f'{k}={v}' for k, v in items]

    text = '{"a": 1, "b": 2.50, "a": {"c": [1e3, -0, -0.0, 12345678901234567890]}}'
    return '|'.join([str(json.loads(text)), str(json.loads(text, object_pairs_hook=pairs)), str(json.loads(text, parse_float=str, parse_int=lambda s: s + 'i')), str(json.loads(text, object_hook=lambda d: sorted(d)))])


def doc_to_text_json_errors(doc):
    out = []
    for text in ['', '{', '{"a" 1}', '[1,]', "{'a': 1}", '{"a": tru}', '"\n"', '[1] x', 'NaN', '{"a": 1,}', '\ufeff{}', '"\\x"', '01', '-', '[1 2]', 'null']:
        try:
            out.append(str(json.loads(text)))
        except json.JSONDecodeError as error:
            out.append(f'{error.msg} {error.pos} {error.lineno} {error.colno}')
    return '\n'.join(out)


class Custom(json.JSONEncoder):
    def default(self, value):
        if isinstance(value, set):
            return sorted(value)
        if isinstance(value, complex):
            return [value.real, value.imag]
        return super().default(value)


def doc_to_text_json_encoder(doc):
    return json.dumps({'s': {3, 1, 2}, 't': doc['tags']}, cls=Custom)


def doc_to_text_rounding(doc):
    x = doc['score']
    return ' '.join(map(str, [
        round(x), round(x, 1), round(x, 2), round(x, -1), round(2.5), round(3.5), round(-2.5), round(0.5), round(1.005, 2), round(2.675, 2), round(1e20), round(12345, -2), round(15, -1), round(25, -1), int(-3.7), -7 // 2, -7 % 3, 7 % -3, -7.5 // 2, -7.5 % 2, divmod(-7, 2), divmod(7.5, -2),
        int('1_000'), int(' 42 '), int('-0b101', 0), int('z', 36), float(' 1e3 '), float('-inf'), float('1_0.5'), 10**20, 2**-2, (-8) ** (1 / 3) if False else 0, pow(3, 4, 5), pow(3, -1, 7), 0.1 + 0.7, 1 / 3, 1e22, 1e21 + 1, 123456789012345678, 5e-324, 1.7976931348623157e308, float('nan'), -0.0, 1e5, 1e15, 1e17, 0.00001, 0.0001, (0.1).as_integer_ratio(), (7).bit_length(), (2.0).is_integer(), hash(5), abs(-3.5), 3 .real,
    ]))


def doc_to_text_integers(doc):
    return ' '.join([bin(10), oct(8), hex(255), str(0xff), str(0b11), f'{10:08b}', str(int('ff', 16)), str(int.from_bytes(b'\x01\x02', 'big')), str((258).to_bytes(2, 'little')), str(True + True), str(~5), str(5 ^ 3), str(-5 >> 1), str(1 << 70), str(5 & -2), str(isinstance(True, int)), str(bool('')), str(bool('0')), str((5).__add__(3)), str(int(1e19))])


def doc_to_text_methods(doc):
    q = doc['question']
    return '|'.join(map(str, [
        q.partition(' '), q.rpartition(' '), q.split(None, 1), q.rsplit(' ', 1), q.strip().split(' '), 'a,b,,c'.split(','), ''.split(), ''.split(','), ' a  b '.split(), 'a\nb\r\nc\x0bd\u2028e'.splitlines(), 'a\nb\n'.splitlines(True), q.center(40, '*'), q.ljust(30, '.'), q.rjust(30), '42'.zfill(5), '-42'.zfill(5), 'x'.zfill(3),
        q.translate(str.maketrans({'a': '4', 'e': None, ' ': '__'})), q.translate(str.maketrans('abc', 'xyz', 'o')), 'a\tbc\td'.expandtabs(4), q.removeprefix('How').removesuffix('?'), 'aaa'.replace('a', 'b', 2), 'abcabc'.count('bc'), 'aaaa'.count('aa'), ''.count(''), 'abc'.find(''), 'abc'.rfind('c', 0, 2), 'Hello'.isalpha(), 'a1'.isalnum(), 'A_b'.isidentifier(), ' '.isspace(), 'Ab Cd'.istitle(), "it's a dog's life".title(), "they're".capitalize(), 'ß'.upper(), 'x'.join('abc'), 'abc' * 0, 'b' in 'abc', 'abc'[::-1], 'abcdef'[1:5:2], 'abcdef'[-3:], 'abcdef'[::-2], 'abc'[5:], min('hello'), max('hello'), sorted('hello'), 'xxabcxx'.strip('x'), 'abcba'.lstrip('ab'), 'mississippi'.rstrip('ip'),
        'Straße'.casefold() == 'STRASSE'.casefold(), 'a' < 'B', 'abc' < 'abd', 'Z' < 'a', 'é' > 'z', '10' < '9', 'ab'.startswith(('x', 'a')), 'abc'.endswith('bc', 1), 'abc'.startswith('b', 1), 'abc'.isprintable(), 'a\n'.isprintable(), ascii('é\n'), repr("it's"), repr('it\'s "x"'), repr('\x7f\u200b\xa0\u00e9'), str(b'a\xff\n'), b'abc'.hex(), bytes([65, 66]).decode(), 'é'.encode(), 'é'.encode('latin-1'),
    ]))


def doc_to_text_string_module(doc):
    return '|'.join([string.ascii_letters, string.digits, string.punctuation, repr(string.whitespace), string.hexdigits, string.capwords('hello   big world'), string.capwords('a-b-c', '-'), ''.join(c for c in doc['passage'] if c not in string.punctuation)])


def doc_to_text_bytes(doc):
    data = doc['question'].encode('utf-8')
    return '|'.join(map(str, [len(data), data[:4], data[0], data.decode('ascii', 'ignore'), data.decode('ascii', 'replace'), data.decode('latin-1'), doc['question'].encode('ascii', 'xmlcharrefreplace'), doc['question'].encode('ascii', 'backslashreplace'), data.split(b' ')[0], data.hex()[:8], bytes.fromhex('4142'), b'a' + b'b', list(b'abc'), b'x' in b'xyz']))
