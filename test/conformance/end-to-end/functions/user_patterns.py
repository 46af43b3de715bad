"""Regular expressions as tasks use them to clean and to cut texts."""
import json
import re
import string

ARTICLES = re.compile(r'\b(a|an|the)\b', re.IGNORECASE)
NUMBER = re.compile(r'-?\d+(?:\.\d+)?')
STEP = re.compile(r'^\s*(?P<n>\d+)[.)]\s*(?P<what>.+?)\s*$', re.MULTILINE)
LETTER = re.compile(r'(?:answer|choice)\s*(?:is)?\s*[:：]?\s*\(?([A-E])\)?', re.I)
NOTE = re.compile(r"""
    \[ (?P<tag>[a-z]+) \]     # a mark
    \s* (?P<rest>[^\[]*)      # what follows it
""", re.VERBOSE | re.IGNORECASE)


def preprocess(text):
    text = text.strip()
    text = text.replace(' [title]', '. ')
    text = re.sub('\\[.*?\\]', '', text)
    return text.replace('  ', ' ')


def normalize_answer(s):
    def remove_articles(text):
        return ARTICLES.sub(' ', text)

    def white_space_fix(text):
        return ' '.join(text.split())

    def remove_punc(text):
        exclude = set(string.punctuation)
        return ''.join(ch for ch in text if ch not in exclude)

    return white_space_fix(remove_articles(remove_punc(s.lower())))


def doc_to_text_preprocess(doc):
    return preprocess(doc['markup'])


def doc_to_text_normalize(doc):
    return normalize_answer(doc['passage'])


def doc_to_text_numbers(doc):
    found = NUMBER.findall(doc['passage'] + ' -3.5 and 7.')
    return ','.join(found) + str([float(x) for x in found])


def doc_to_text_steps(doc):
    text = f"1. Read {doc['question']}\n 2) Think\nno step\n10.   Write\n"
    return ' | '.join(f"{m['n']}={m.group('what')}@{m.start()}-{m.end('n')}" for m in STEP.finditer(text))


def doc_to_target_letter(doc):
    m = LETTER.search(f"I think the answer is: ({doc['answer']}).")
    return m.group(1) if m else 'none'


def doc_to_text_notes(doc):
    return json.dumps([m.groupdict() for m in NOTE.finditer(doc['markup'])])


def doc_to_text_split_keep(doc):
    parts = re.split(r'([.!?;])\s*', doc['passage'])
    return str(parts)


def doc_to_text_split_max(doc):
    return str(re.split(r'\s+', doc['passage'], maxsplit=3)) + str(re.split(r'(\s)|(,)', 'a, b'))


def doc_to_text_sub_names(doc):
    return re.sub(r'(?P<first>\w+)\s+(?P<second>\w+)', r'\g<second> \g<first>', doc['passage'], count=2)


def doc_to_text_sub_dict(doc):
    table = {'lake': 'sea', 'boats': 'ships', 'is': 'was'}
    pattern = re.compile('|'.join(map(re.escape, table)))
    return pattern.sub(lambda m: table[m.group(0)], doc['passage'])


def doc_to_text_sub_counter(doc):
    counter = iter(range(1, 100))
    return re.sub(r'\b\w{4}\b', lambda m: f'<{next(counter)}:{m.group()}>', doc['passage'])


def doc_to_text_boxed(doc):
    solution = r'so \boxed{\frac{1}{2}} and $\boxed{' + doc['answer'] + '}$.'
    idx = solution.rfind('\\boxed')
    i, depth, right = idx, 0, None
    while i < len(solution):
        if solution[i] == '{':
            depth += 1
        if solution[i] == '}':
            depth -= 1
            if depth == 0:
                right = i
                break
        i += 1
    return 'none' if right is None else solution[idx:right + 1][len('\\boxed{'):-1]


def doc_to_text_latex(doc):
    text = r'\text{a}\frac12 + \sqrt3 \left( x \right) 50\% \$5'
    text = text.replace('\\left', '').replace('\\right', '').replace('\\%', '').replace('\\$', '')
    text = re.sub(r'\\frac(\d)(\d)', r'\\frac{\1}{\2}', text)
    text = re.sub(r'\\sqrt(\w)', r'\\sqrt{\1}', text)
    return re.sub(r'\\text\{(.*?)\}', r'\1', text)


def doc_to_text_gsm(doc):
    answer = f"He pays 5 * {doc['size']} = <<5*{doc['size']}={5 * doc['size']}>>{5 * doc['size']}.\n#### 1,{doc['size']}00"
    clean = re.sub(r'<<.*?>>', '', answer)
    final = re.search(r'####\s*(-?[0-9.,]+)', answer).group(1).replace(',', '')
    return f'{clean} -> {int(final):,}'


def doc_to_text_code(doc):
    text = f"Sure:\n```python\ndef f():\n    return {doc['size']}\n```\nDone\n```\nx\n```"
    blocks = re.findall(r'```(?:\w+)?\n(.*?)```', text, re.DOTALL)
    return '---'.join(block.rstrip() for block in blocks)


def doc_to_text_match_or_not(doc):
    m = re.match(r'\s*(Who|How|Où)\b\s*(.*)', doc['question'])
    return f'{m.lastindex} {m.groups()} {m.span(1)}' if m else f'{m}'


def doc_to_text_unicode_classes(doc):
    return str(re.findall(r'\w+', doc['question'])) + str(re.findall(r'[\u3040-\u30ff\u4e00-\u9fff]', doc['question'])) + str(re.findall(r'\W', doc['question'])[:4])


def doc_to_text_ascii(doc):
    return re.sub(r'[^\x00-\x7f]+', '?', doc['question']) + str(re.findall(r'(?a)\w+', doc['question']))


def doc_to_text_flags_inside(doc):
    return str(re.findall(r'(?im)^the .*$', 'x\nThe end\nthe start')) + str(bool(re.search(r'(?s)a.b', 'a\nb')))


def doc_to_text_backreference(doc):
    return str(re.findall(r'(\w)\1', doc['passage'])) + re.sub(r'(.)\1+', r'\1', 'aabbbc')


def doc_to_text_lookbehind(doc):
    return str(re.findall(r'(?<=the )\w+', doc['passage'])) + str(re.findall(r'(?<!\w)\w{3}(?!\w)', doc['passage']))


def doc_to_text_escape(doc):
    return re.escape(doc['question']) + re.sub(re.escape('[step]'), '#', doc['markup'])


def doc_to_text_expand(doc):
    m = re.search(r'(\w+) (\w+)', doc['passage'])
    return m.expand(r'\2-\1') + m.string[m.end():][:5] + str(m.regs if False else m.pos) + m.re.pattern


def doc_to_text_subn_flags(doc):
    text, n = re.subn('THE', 'a', doc['passage'], flags=re.I)
    return f'{n} {text}'


def doc_to_text_fullmatch_or(doc):
    return str([bool(re.fullmatch(p, doc['answer'])) for p in ('[A-C]', '[^A]', r'\w', '')])


def doc_to_text_empty_matches(doc):
    return re.sub(r'x*', '-', 'abxd') + str(re.findall(r'\d*', 'a12')) + str(re.split(r'\b', 'a b'))


def doc_to_text_conditional_group(doc):
    pattern = re.compile(r'(\()?[A-E](?(1)\))')
    return str([pattern.fullmatch(s) is not None for s in ('(A)', 'A', '(A', 'A)')])


def doc_to_text_scanner(doc):
    tokens = []
    for m in re.finditer(r'(?P<NUM>\d+)|(?P<WORD>[^\W\d]+)|(?P<PUNCT>[^\w\s])', doc['passage']):
        tokens.append(f'{m.lastgroup}:{m.group()}')
    return ' '.join(tokens[:8])


def doc_to_text_bad_pattern(doc):
    try:
        return str(re.search('(' + doc['answer'], 'x'))
    except re.error as error:
        return f'bad: {error} {error.pos}'


def doc_to_text_template_words(doc):
    return re.sub(r'\{(\w+)\}', lambda m: str(doc.get(m[1], m[0])), 'Q: {question} ({level}, {nothing})')


def doc_to_text_filter_join(doc):
    return ' '.join(filter(None, re.split(r'[^\w]+', doc['passage']))).title()


def doc_to_text_bytes(doc):
    return str(re.findall(rb'[a-z]+', doc['question'].encode('utf-8'))[:2])
