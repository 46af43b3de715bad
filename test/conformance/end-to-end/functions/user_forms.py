"""Forms of dataclasses and enums, as people write them around their prompts."""
from __future__ import annotations

import dataclasses
from dataclasses import asdict, astuple, dataclass, field, fields, replace
from enum import Enum, IntEnum, auto, unique


class Level(Enum):
    EASY = 'easy'
    HARD = 'hard'

    @property
    def title(self):
        return self.name.capitalize()

    @classmethod
    def of(cls, row):
        return cls.HARD if row['size'] > 3 else cls.EASY


@unique
class Step(IntEnum):
    ASK = 1
    ANSWER = 2
    CHECK = 3


class Color(str, Enum):
    RED = 'red'
    BLUE = 'blue'


class Numbered(Enum):
    FIRST = auto()
    SECOND = auto()


@dataclass
class Question:
    text: str
    size: int = 0
    tags: list[str] = field(default_factory=list)

    def prompt(self) -> str:
        tags = f' ({", ".join(self.tags)})' if self.tags else ''
        return f'{self.text}{tags} [{self.size:>3}]'


@dataclass(frozen=True, order=True)
class Key:
    size: int
    word: str = 'none'


@dataclass
class Base:
    a: int
    b: str = 'b'

    def __post_init__(self):
        self.both = f'{self.a}{self.b}'


@dataclass
class Derived(Base):
    c: float = 1.5


def doc_to_text_prompt(doc):
    return Question(doc['question'], doc['size'], doc['tags']).prompt()


def doc_to_text_defaults(doc):
    question = Question(text=doc['question'])
    question.tags.append('new')
    return question.prompt() + str(Question('x').tags)


def doc_to_text_repr(doc):
    return repr(Question(doc['question'], size=doc['size']))


def doc_to_text_asdict(doc):
    return str(asdict(Derived(doc['size'], c=doc['score']))) + str(astuple(Key(3)))


def doc_to_text_order(doc):
    keys = sorted([Key(doc['size'], doc['answer']), Key(2, 'x'), Key(2, 'a')])
    return '; '.join(f'{key.size}:{key.word}' for key in keys) + str(Key(1) == Key(1, 'none')) + str(Key(1) < Key(2))


def doc_to_text_derived(doc):
    made = replace(Derived(1), a=doc['size'])
    return f'{made.both} {made} {[f.name for f in fields(made)]} {dataclasses.is_dataclass(made)}'


def doc_to_text_frozen(doc):
    key = Key(doc['size'])
    try:
        key.size = 3
    except dataclasses.FrozenInstanceError as error:
        return f'frozen: {error}'
    return 'not frozen'


def doc_to_text_level(doc):
    level = Level.of(doc)
    return f'{level.title} {level.value} {level.name} {level} {level!r} {level is Level.HARD} {Level("easy") == Level.EASY}'


def doc_to_text_members(doc):
    names = ', '.join(f'{one.name}={one.value}' for one in Level)
    return names + str(len(Level)) + Level['HARD'].value + str(Numbered.SECOND.value)


def doc_to_text_step(doc):
    return f'{Step.ANSWER:d} {Step.ANSWER.name} {Step(3).name} {Step.ASK < Step.CHECK} {max(Step).name}'


def doc_to_text_color(doc):
    return Color.RED.value + ' ' + Color('blue').name + str(Color.RED == 'red') + ', '.join(Color.BLUE)


def doc_to_text_wrong_member(doc):
    return Level(doc['answer']).value


def doc_to_target_mapping(doc):
    words = {Level.EASY: 'simple', Level.HARD: 'tricky'}
    return words[Level.of(doc)]


def doc_to_target_isin(doc):
    return int(Level.of(doc) in (Level.HARD,)) + int(isinstance(Level.HARD, Level))
