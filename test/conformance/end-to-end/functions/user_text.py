"""Text as people clean it: string.Template, textwrap, unicodedata, html, regular expressions, formats."""
import html
import re
import string
import textwrap
import unicodedata
from string import Template, ascii_uppercase, punctuation

ASK = Template('Q: ${question}\nLevel: $level costs $$5\nA:')
SPACES = re.compile(r'\s+')
BRACKET = re.compile(r'\[(?P<kind>\w+)\]\s*(?P<rest>[^\[]*)', re.IGNORECASE)


def doc_to_text_template(doc):
    return ASK.substitute(question=doc['question'], level=doc['level'])


def doc_to_text_safe_template(doc):
    return Template('$question $missing ${level}s').safe_substitute(doc)


def doc_to_text_missing_in_template(doc):
    return Template('$nothing').substitute(doc)


def doc_to_text_dedent(doc):
    return textwrap.dedent(f"""
        Question: {doc['question']}
          Size: {doc['size']:04d}
        Answer:
    """).strip()


def doc_to_text_wrapped(doc):
    return textwrap.fill(doc['passage'], width=30) + '\n' + textwrap.shorten(doc['passage'], width=25, placeholder='…')


def doc_to_text_indented(doc):
    return textwrap.indent('\n'.join(textwrap.wrap(doc['passage'], 24, initial_indent='* ', subsequent_indent='  ')), '> ')


def doc_to_text_nfkc(doc):
    return unicodedata.normalize('NFKC', doc['question']) + unicodedata.normalize('NFD', 'é')


def doc_to_text_no_accents(doc):
    plain = ''.join(c for c in unicodedata.normalize('NFKD', doc['question']) if not unicodedata.combining(c))
    return plain.encode('ascii', 'ignore').decode('ascii')


def doc_to_text_categories(doc):
    return ''.join(c for c in doc['question'] if not unicodedata.category(c).startswith('P')) + unicodedata.category('A')


def doc_to_text_width(doc):
    return str(sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in doc['question']))


def doc_to_text_character_name(doc):
    return unicodedata.name('a', '?')


def doc_to_text_combining(doc):
    return str([unicodedata.combining(c) for c in unicodedata.normalize('NFD', 'é が ạ̀' + doc['question'])])


def doc_to_text_optional_groups(doc):
    found = [re.match(r'(-)?(\d+)(?:\.(\d+)(e\d)?)?(?:(kg)|(m))?', text) for text in ('3.5kg', '-4', '7m', 'x', '1.2e3', str(doc['score']))]
    return str([m and m.groups() for m in found])


def doc_to_text_html(doc):
    return html.unescape(doc['markup']) + html.escape(doc['question']) + html.escape('"a"', quote=False)


def doc_to_text_spaces(doc):
    return SPACES.sub(' ', doc['passage']).strip().rstrip(punctuation)


def doc_to_text_groups(doc):
    return ' | '.join(f"{m.group('kind').lower()}={m['rest'].strip()}@{m.start()}" for m in BRACKET.finditer(doc['markup'])) or 'none'


def doc_to_text_sub_function(doc):
    return re.sub(r'\b(\w)(\w*)\b', lambda m: m.group(1).upper() + m.group(2).lower(), doc['passage'], count=4)


def doc_to_text_lookaround(doc):
    return '|'.join(re.split(r'(?<=[.!?])\s+(?=[A-Z])', doc['passage'])) + str(re.findall(r'(?i)\bthe\b', doc['passage']))


def doc_to_text_verbose(doc):
    number = re.compile(r'''
        (?P<sign>[-+])?      # the sign
        (?P<digits>\d+)      # what counts
        (?:\.(?P<part>\d+))? # the part
    ''', re.VERBOSE)
    found = number.search(doc['answer'] + ' -3.25')
    return str(found.groupdict()) + str(found.span('digits'))


def doc_to_text_fullmatch(doc):
    return 'yes' if re.fullmatch(r'[A-D]', doc['answer']) else re.escape(doc['answer'])


def doc_to_text_subn(doc):
    text, count = re.subn(r'(?m)^\s*', '- ', doc['passage'])
    return f'{count}: {text}'


def doc_to_text_formats(doc):
    return (f"{doc['question']!r:.20}|{doc['size']:>5}|{doc['size']:<5}|{doc['size']:^5}|{doc['size']:+d}|{doc['size']:05.1f}|{doc['score']:.2%}|{doc['score']:,.3f}"
            f"|{doc['score']:e}|{1234567:,}|{255:#x}|{255:b}|{doc['answer']:*^9}|{doc['size']=}|{doc['level']!s:>{doc['size'] + 6}}")


def doc_to_text_percent(doc):
    return '%s has %d of %5.2f, %r %%, %-6s|%06d|%(a)s' % (doc['level'], doc['size'], doc['score'], doc['answer'], 'x', 42) if doc['size'] < 0 else \
        '%s has %d of %5.2f, %r %%, %-6s|%06d' % (doc['level'], doc['size'], doc['score'], doc['answer'], 'x', 42)


def doc_to_text_percent_names(doc):
    return '%(question)s (%(size)03d, %(score).1f)' % doc


def doc_to_text_format_method(doc):
    return '{0[question]} {1:>4} {size!r} {score:.1f} {tags[0]}'.format(doc, doc['size'], **{k: doc[k] for k in ('size', 'score', 'tags')})


def doc_to_text_format_map(doc):
    class Missing(dict):
        def __missing__(self, key):
            return '{' + key + '}'
    return '{question} {nothing}'.format_map(Missing(doc))


def doc_to_text_translate(doc):
    table = str.maketrans('', '', string.punctuation)
    other = str.maketrans({'a': 'A', 'e': None, '“': '"'})
    return doc['question'].translate(table) + '|' + doc['passage'].translate(other)


def doc_to_text_methods(doc):
    q = doc['question']
    return '|'.join([q.title(), q.swapcase(), q.casefold(), q.center(40, '.'), q.partition(' ')[2], q.rpartition(' ')[0], q.removesuffix('?'), q.expandtabs(4), str(q.isascii()), str(q.find('a')),
                     q.zfill(30), str(q.count('e')), q.capitalize(), q.ljust(3) + '!', str(q.istitle()), str(q.split(maxsplit=2)), str(q.rsplit(None, 1)), str(doc['passage'].splitlines())])


def doc_to_text_letters(doc):
    return '\n'.join(f'{letter}. {choice}' for letter, choice in zip(ascii_uppercase, doc['choices'])) + string.digits[:3] + string.capwords('a  bc d')


def doc_to_text_codec(doc):
    raw = doc['question'].encode('utf-8')
    return raw.hex()[:12] + str(len(raw)) + raw.decode('utf-8', errors='replace') + str(raw[:3])


def doc_to_target_ords(doc):
    return ord(doc['answer'][0]) - ord('A') if doc['answer'] in ascii_uppercase else -1
