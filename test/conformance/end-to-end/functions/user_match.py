"""`match` in the ways that users write it."""
from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    EASY = 'easy'
    HARD = 'hard'


@dataclass
class Span:
    start: int
    end: int = 0


class Pair:
    __match_args__ = ('left', 'right')

    def __init__(self, left, right):
        self.left = left
        self.right = right


def doc_to_text_literal(doc):
    match doc['level']:
        case 'easy':
            return 'An easy one: ' + doc['question']
        case 'hard' | 'very hard':
            return 'A hard one: ' + doc['question']
        case _:
            return doc['question']


def doc_to_text_sequence(doc):
    match doc['tags']:
        case []:
            return 'none'
        case [only]:
            return f'one: {only}'
        case [first, 'c']:
            return f'{first} before c'
        case [first, *rest]:
            return f'{first} and {rest}'


def doc_to_text_mapping(doc):
    match doc:
        case {'level': 'hard', 'size': size, **rest}:
            return f"{size} {sorted(rest)[:3]}"
        case {'size': 3 | 4 as size, 'choices': [first, *_, last]}:
            return f'{size} {first} {last}'
        case {'question': str(text)} if len(text) > 1000:
            return 'long'
        case {'answer': ('A' | 'B' | 'E') as letter}:
            return letter
    return 'other'


def doc_to_text_class(doc):
    out = []
    for one in (doc['size'], doc['score'], doc['question'], doc['tags'], Span(doc['size']), Span(1, 2), Pair(doc['answer'], 2), None, True, Level.HARD):
        match one:
            case None:
                out.append('none')
            case bool():
                out.append('bool')
            case int(n) if n > 3:
                out.append(f'large {n}')
            case int() | float():
                out.append('number')
            case str() as text:
                out.append(text[:3])
            case list([first, *_]):
                out.append(f'list of {first}')
            case Span(start=s, end=0):
                out.append(f'open {s}')
            case Span(s, e):
                out.append(f'{s}-{e}')
            case Pair('A', right):
                out.append(f'A{right}')
            case Pair(left=l):
                out.append(l)
            case Level.HARD:
                out.append('hard')
    return ' '.join(out)


def doc_to_text_tuple(doc):
    match doc['level'], doc['size']:
        case 'easy', n if n > 2:
            return f'easy {n}'
        case ('easy', _):
            return 'easy'
        case (level, (1 | 2) as n):
            return f'{level} {n}'
        case _:
            return '-'


def doc_to_text_command(doc):
    match doc['question'].split():
        case ['How', *words] | ['What', *words]:
            return ' '.join(words)
        case [word]:
            return word
        case words:
            return str(len(words))


def doc_to_text_nested(doc):
    kind = {'type': 'choice', 'data': {'options': doc['choices'], 'gold': doc['size'] % 4}}
    match kind:
        case {'type': 'choice', 'data': {'options': [*options], 'gold': gold}} if 0 <= gold < len(options):
            answer = options[gold]
        case {'type': 'open'}:
            answer = ''
        case _:
            raise ValueError(kind)
    return answer


def doc_to_text_values(doc):
    match doc['size']:
        case -1 | 0:
            return 'low'
        case 1:
            return 'one'
        case 2.0:
            return 'two'
        case other:
            return f'{other}'


def doc_to_text_falls(doc):
    got = 'unset'
    match doc['score']:
        case float(x) if x > 100:
            got = f'{x:.1f}'
        case 0.1:
            got = 'tenth'
    match doc['answer']:
        case 'C':
            for tag in doc['tags']:
                match tag:
                    case 'd':
                        break
                    case _:
                        continue
            return got + 'C'
    return got


def doc_to_text_unbound(doc):
    match doc['answer']:
        case 'A' as letter:
            pass
    return letter


def doc_to_text_duplicate_class(doc):
    match doc['tags']:
        case Pair(a, b, c):
            return 'no'
        case Span(1, 2, 3):
            return 'never'
    match Span(1, 2):
        case Span(1, 2, 3):
            return 'never'


def pieces(doc):
    for tag in doc['tags']:
        match tag:
            case 'a' | 'z':
                yield tag.upper()
            case _ if doc['level'] == 'easy':
                yield tag


def doc_to_text_generator(doc):
    return '+'.join(pieces(doc))


def process_docs_kinds(dataset):
    def one(doc):
        match doc:
            case {'level': 'easy', 'choices': [a, b, *_]}:
                return {'query': f'{a} or {b}?', 'kind': 0}
            case {'choices': choices}:
                return {'query': ' / '.join(choices), 'kind': 1}

    return dataset.map(one)


def doc_to_text_name(doc):
    match = {'case': doc['answer']}
    case = match['case']
    match case:
        case 'A':
            return 'first'
    print(match)
    return match['case']
