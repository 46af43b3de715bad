"""Enums whose members are texts and numbers too."""
from enum import Enum, Flag, IntEnum, IntFlag, auto, unique

try:
    from enum import StrEnum
except ImportError:
    StrEnum = None


class Level(str, Enum):
    EASY = 'easy'
    HARD = 'hard'

    @property
    def title(self):
        return self.value.title()

    @classmethod
    def of(cls, text):
        return cls(text.lower())


class Kind(str, Enum):
    OPEN = 'open'
    CHOICE = 'choice'

    def __str__(self):
        return self.value


class Size(IntEnum):
    SMALL = 1
    MIDDLE = 2
    LARGE = 5


class Rank(int, Enum):
    LOW = 1
    HIGH = 3


class Right(Flag):
    READ = auto()
    WRITE = auto()


class Letter(StrEnum):
    A = 'A'
    B = auto()


@unique
class Color(Enum):
    RED = auto()
    GREEN = auto()


def doc_to_text_equal(doc):
    if doc['level'] == Level.EASY:
        return 'easy: ' + doc['question']
    return Level.HARD + ': ' + doc['question']


def doc_to_text_made(doc):
    level = Level(doc['level'])
    return f'{level.value} {level.name} {str(level)} {level!r} {level == doc["level"]} {isinstance(level, str)} {type(level).__name__}'


def doc_to_text_methods(doc):
    level = Level.of(doc['level'].upper())
    return f'{level.upper()} {level.title} {level.value.title()} {len(level)} {level[0]} {level.startswith("e")} {"a" in level} {level + "!"}'


def doc_to_text_dict(doc):
    names = {Level.EASY: 'one', 'hard': 'two'}
    return names[doc['level']] + names[Level.HARD] + names.get(Level(doc['level']), '?') + ','.join(level.value for level in Level)


def doc_to_text_own_text(doc):
    kind = Kind.CHOICE if doc['choices'] else Kind.OPEN
    return f'{kind}|{kind.value}|{str(kind)}|' + '{}'.format(kind) + '%s' % kind + ','.join([kind, 'x'])


def doc_to_text_plain_format(doc):
    return f'{Level(doc["level"])}'


def doc_to_text_percent(doc):
    return '%s' % Level(doc['level'])


def doc_to_target_member(doc):
    return Level(doc['level'])


def doc_to_choice_members(doc):
    return list(Level)


def doc_to_text_wrong(doc):
    return Level(doc['answer']).value


def doc_to_text_item(doc):
    return Level[doc['level'].upper()].value + ' ' + str(list(Level.__members__)) + ' ' + str(len(Level)) + repr(Level) + str(Level.HARD in Level)


def doc_to_text_str_enum(doc):
    letter = Letter(doc['answer']) if doc['answer'] in ('A',) else Letter.B
    return f'{letter} {letter.value} {str(letter)} {letter!r} ' + letter


def doc_to_text_int_enum(doc):
    size = Size(doc['size']) if doc['size'] in (1, 2, 5) else Size.SMALL
    return f'{size.name} {size.value} {size + 1} {size > Size.SMALL} {size == doc["size"]} {sorted([Size.LARGE, Size.SMALL])[0].name} {doc["choices"][Size.SMALL]} {size!r} {size:03d}'


def doc_to_text_int_mixed(doc):
    rank = Rank.HIGH if doc['level'] == 'hard' else Rank.LOW
    return f'{rank.value} {rank * 2} {max(Rank).name} {rank.name} {[r.value for r in Rank]} {bool(rank)}'


def doc_to_text_flag(doc):
    right = Right.READ | Right.WRITE
    return f'{Right.READ in right} {right.value} {bool(right & Right.WRITE)}'


def doc_to_text_color(doc):
    return f'{Color.GREEN.value} {Color(1).name} {Color.RED} {Color.RED is Color(1)} {Color.RED != Color.GREEN}'


def doc_to_text_json(doc):
    import json

    return json.dumps({'level': Level(doc['level']), 'size': Size.LARGE, Level.EASY: 1})


def process_docs_enum(dataset):
    return dataset.map(lambda doc: {'level': Level(doc['level']), 'rank': Rank.HIGH if doc['level'] == Level.HARD else Rank.LOW}).filter(lambda doc: doc['level'] == Level.EASY)


def doc_to_text_sorted(doc):
    return ' '.join(sorted([Level.HARD, Level.EASY, 'good'])) + str(Level.EASY < Level.HARD) + str({Level.EASY, 'easy'} == {'easy'}) + Level.EASY.replace('e', 'E')


def doc_to_text_identity(doc):
    level = Level(doc['level'])
    if level is Level.EASY:
        return 'easy'
    elif level in (Level.HARD,):
        return 'hard'
    return 'none'
