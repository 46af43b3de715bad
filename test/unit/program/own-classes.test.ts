import { describe, expect, it } from 'vitest';
import { librarySources } from '../../../server/src/engine/python/program/library/sources.js';
import { golden, main, raised, resultOf } from './support.js';

const bag = `class Bag:
    def __init__(self, *items): self.items = list(items)
    def __len__(self): return len(self.items)
    def __iter__(self): return iter(self.items)
    def __getitem__(self, i): return self.items[i]
    def __setitem__(self, i, v): self.items[i] = v
    def __delitem__(self, i): del self.items[i]
    def __contains__(self, x): return x in self.items
    def __eq__(self, o): return self.items == o.items if isinstance(o, Bag) else NotImplemented
    def __lt__(self, o): return len(self) < len(o)
    def __add__(self, o): return Bag(*self.items, *o)
    def __radd__(self, o): return Bag(*o, *self.items)
    def __repr__(self): return f'Bag{tuple(self.items)}'
b = Bag(1, 2)
`;

describe('objects of classes of a program', () => {
  it.each([
    ['their length', 'r = [len(b), bool(b), bool(Bag())]', [2, true, false]],
    ['their items', 'r = [list(b), b[0], b[-1], [*b], max(b), dict(zip("xy", b))]', [[1, 2], 1, 2, [1, 2], 2, { x: 1, y: 2 }]],
    ['their items, changed', 'b[0] = 5\ndel b[1]\nr = b.items', [5]],
    ['what is in them', 'r = [1 in b, 7 in b, 7 not in b]', [true, false, true]],
    ['what they are equal to', 'r = [b == Bag(1, 2), b != Bag(1, 2), b == [1, 2], Bag(3) in [Bag(3)]]', [true, false, false, true]],
    ['their order', 'r = [b < Bag(1, 2, 3), b > Bag(9), str(sorted([b, Bag(0)]))]', [true, true, '[Bag(0,), Bag(1, 2)]']],
    [
      'operators',
      'r = [(b + [3]).items, ([0] + b).items]',
      [
        [1, 2, 3],
        [0, 1, 2],
      ],
    ],
    [
      'their text',
      "r = [str(b), repr([b]), f'{b}!', '%s' % b, '{}'.format(b)]",
      ['Bag(1, 2)', '[Bag(1, 2)]', 'Bag(1, 2)!', 'Bag(1, 2)', 'Bag(1, 2)'],
    ],
  ])('have %s', (_name, code, expected) => expect(golden(bag + code)).toEqual(expected));

  it.each([
    ['without a hash are no keys', `${bag}r = {b: 1}`, "TypeError: unhashable type: 'Bag'"],
    ['without an order have none', 'class A: pass\nr = A() < A()', "TypeError: '<' not supported between instances of 'A' and 'A'"],
    [
      'that are abstract are not made',
      'from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n    def f(self): ...\nr = A()',
      "TypeError: Can't instantiate abstract class A with abstract method f",
    ],
    [
      'that end raise nothing else',
      'class A:\n    def __iter__(self): return self\n    def __next__(self): raise StopIteration\nr = next(A())',
      'StopIteration: ',
    ],
    [
      'that go on and on are stopped',
      'class A:\n    def __iter__(self): return self\n    def __next__(self): return 1\nr = list(A())',
      'limit: steps',
    ],
    ['that ask for themselves are stopped', 'class A:\n    def __len__(self): return len(self)\nr = len(A())', 'limit: depth'],
    ['that show themselves are stopped', "class A:\n    def __repr__(self): return f'{self}'\nr = str(A())", 'limit: depth'],
  ])('%s', (_name, code, expected) => expect(raised(code)).toBe(expected));

  it('are not known where a special method of theirs is not followed', () => {
    expect(resultOf('class A:\n    def __index__(self): return 1\nr = A()')).toMatchObject({ kind: 'unknown' });
    expect(resultOf('class M(type): pass\nclass A(metaclass=M): pass\nr = A()')).toMatchObject({ kind: 'unknown' });
    expect(resultOf('class A:\n    def __eq__(self, o): return True\n    def __hash__(self): return 1\nr = {A(): 1}')).toMatchObject({
      kind: 'unknown',
    });
  });

  it('are copied with all that they hold', () => {
    expect(golden('import copy\nclass A: pass\na = A()\na.x = [1]\nb = copy.deepcopy(a)\nb.x.append(2)\nr = [a.x, b.x]')).toEqual([
      [1],
      [1, 2],
    ]);
  });
});

const context = `seen = []
class Within:
    def __init__(self, holds): self.holds = holds
    def __enter__(self):
        seen.append('in')
        return 7
    def __exit__(self, kind, error, trace):
        seen.append([kind is None, str(error)])
        return self.holds
`;

describe('contexts of a program', () => {
  it('are entered and left', () =>
    expect(golden(`${context}with Within(False) as x:\n    seen.append(x)\nr = seen`)).toEqual(['in', 7, [true, 'None']]));
  it('hold exceptions back', () =>
    expect(golden(`${context}with Within(True):\n    raise ValueError('odd')\nr = seen`)).toEqual(['in', [false, 'odd']]));
  it('let exceptions through', () =>
    expect(raised(`${context}with Within(False):\n    raise ValueError('odd')\nr = 1`)).toBe('ValueError: odd'));
  it('give back what their body returns', () =>
    expect(golden(`${context}def f():\n    with Within(False):\n        return 3\nr = [f(), seen]`)).toEqual([3, ['in', [true, 'None']]]));
  it('that are not known may hold exceptions back', () =>
    expect(resultOf("import tempfile\ndef f():\n    with tempfile.odd():\n        raise ValueError('odd')\nr = f()")).toMatchObject({
      kind: 'unknown',
    }));
  it('of a generator are entered and left', () =>
    expect(
      golden(
        'from contextlib import contextmanager\n@contextmanager\ndef c(x):\n    x.append(1)\n    yield x\n    x.append(3)\nr = []\nwith c(r) as y:\n    y.append(2)',
      ),
    ).toEqual([1, 2, 3]));
});

describe('modules of the library that are written in Python', () => {
  it.each(Object.keys(librarySources))('%s runs', (name) => {
    expect(raised(`import ${name}\nr = ${name}.__name__`)).toBe(`nothing: "${name}"`);
  });

  it('cannot be imported by what they are made of', () =>
    expect(resultOf('import _preflight\nr = _preflight')).toMatchObject({ kind: 'unknown' }));

  it.each([
    [
      'a field without a default behind one',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    a: int = 1\n    b: int\nr = 1',
      "TypeError: non-default argument 'b' follows default argument",
    ],
    [
      'too many arguments',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    a: int\nr = A(1, 2)',
      'TypeError: A.__init__() takes 2 positional arguments but 3 were given',
    ],
    [
      'a change of what is frozen',
      'from dataclasses import dataclass\n@dataclass(frozen=True)\nclass A:\n    a: int\nr = A(1)\nr.a = 2',
      "FrozenInstanceError: cannot assign to field 'a'",
    ],
    ['no member of an Enum', 'from enum import Enum\nclass E(Enum):\n    A = 1\nr = E(2)', 'ValueError: 2 is not a valid E'],
    [
      'a field of a named tuple that is missing',
      "from collections import namedtuple\nr = namedtuple('P', 'a b')(1)",
      "TypeError: P.__new__() missing 1 required positional argument: 'b'",
    ],
    ['more items than a deque has', 'from collections import deque\nr = deque().popleft()', 'IndexError: pop from an empty deque'],
    ['a placeholder of a template that is missing', "from string import Template\nr = Template('$a $b').substitute(a=1)", "KeyError: 'b'"],
  ])('raise for %s', (_name, code, expected) => expect(raised(code)).toBe(expected));

  it('keep where the pieces of a text come from', () => {
    const text = resultOf("from string import Template\nr = Template('Q: $q').substitute(q='why not')");
    if (text.kind !== 'str') throw new Error(text.kind);
    expect(text.text).toBe('Q: why not');
    expect(text.traced.pieces.map(({ origin }) => ('span' in origin ? origin.span?.file : undefined))).toContain(main);
  });
});

describe('Counters and defaultdicts', () => {
  it.each([
    ['add up', 'str(Counter("aab") + Counter("ac"))', "Counter({'a': 3, 'b': 1, 'c': 1})"],
    ['take away', 'str(Counter("aab") - Counter("ab"))', "Counter({'a': 1})"],
    [
      'have most and least of each',
      'str(Counter("aab") | Counter("bb")) + str(Counter("aab") & Counter("abb"))',
      "Counter({'a': 2, 'b': 2})Counter({'a': 1, 'b': 1})",
    ],
    ['show what is most common first', 'str(Counter("abb"))', "Counter({'b': 2, 'a': 1})"],
    [
      'show their factory',
      'str(defaultdict(list, a=[1])) + str(defaultdict())',
      "defaultdict(<class 'list'>, {'a': [1]})defaultdict(None, {})",
    ],
  ])('%s', (_name, code, expected) => expect(golden(`from collections import Counter, defaultdict\nr = ${code}`)).toBe(expected));
});
