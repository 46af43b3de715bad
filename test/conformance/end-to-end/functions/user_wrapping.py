"""textwrap, string methods and what users lay out text with."""
import textwrap
from textwrap import TextWrapper, dedent, fill, shorten, wrap


def doc_to_text_fill(doc):
    return fill(doc['passage'], width=20)


def doc_to_text_wrap(doc):
    return ' | '.join(wrap(doc['passage'] + ' A well-known--and long-winded--text, e.g. supercalifragilisticexpialidocious.', 18))


def doc_to_text_default(doc):
    return textwrap.fill(' '.join([doc['passage']] * 4))


def doc_to_text_indents(doc):
    return textwrap.fill(doc['passage'] * 2, width=30, initial_indent='* ', subsequent_indent='  ')


def doc_to_text_lines(doc):
    return '\n'.join(textwrap.wrap(doc['passage'], width=12, max_lines=2, placeholder=' …'))


def doc_to_text_shorten(doc):
    return shorten(doc['passage'], 25) + '/' + shorten(doc['passage'], width=30, placeholder='...')


def doc_to_text_keep(doc):
    return str(wrap(doc['passage'], 10, drop_whitespace=False, replace_whitespace=False, break_long_words=False))


def doc_to_text_hyphens(doc):
    return str(wrap('state-of-the-art 2024-05-06 --option a-b -x ' + doc['day'], 9, break_on_hyphens=doc['level'] == 'easy'))


def doc_to_text_wrapper(doc):
    wrapper = TextWrapper(width=24, subsequent_indent='> ')
    return wrapper.fill(doc['passage']) + str(wrapper.wrap(doc['question']))


def doc_to_text_sentences(doc):
    return str(wrap(doc['passage'].replace('! ', '!\n'), 40, fix_sentence_endings=True))


def doc_to_text_tabs(doc):
    return str(wrap('a\tb\tc ' + doc['passage'], 14, tabsize=4)) + str(wrap('a\tb\x0bc ' + doc['passage'], 14, expand_tabs=False))


def doc_to_text_dedent(doc):
    text = f"""\
        Question: {doc['question']}
          a) {doc['choices'][0]}

        Answer:"""
    return dedent(text).strip()


def doc_to_text_wrong(doc):
    return wrap(doc['passage'], 0)


def doc_to_text_empty(doc):
    return str(wrap('')) + str(wrap('   ')) + fill('') + shorten('', 5) + str(wrap('aaaaaaaaaaaaaaaaaaa bb', 5)) + str(wrap('日本語のテキスト', 3))


def doc_to_text_too_small(doc):
    return shorten(doc['passage'], 3, placeholder=' [...]')
