import { describe, expect, it } from 'vitest';
import { golden, raised, resultOf } from './support.js';

const counting =
  'def g():\n    try:\n        got = yield 1\n        log.append(got)\n        yield 2\n    except ValueError as e:\n        yield str(e)\n    finally:\n        log.append("end")\nlog = []\n';

describe('a generator', () => {
  it.each([
    ['takes what it is sent', `${counting}it = g()\nr = [next(it), it.send(5), log]`, [1, 2, [5]]],
    [
      'yields in the handler of an exception that is thrown into it',
      `${counting}it = g()\nr = [next(it), it.throw(ValueError("no")), log]`,
      [1, 'no', []],
    ],
    [
      'is closed, which runs what stands in finally',
      `${counting}it = g()\nr = [next(it), it.close(), log, list(it)]`,
      [1, null, ['end'], []],
    ],
    ['is closed before it has begun', `${counting}it = g()\nit.close()\nr = [log, next(it, "over")]`, [[], 'over']],
    [
      'yields in an except clause of a loop',
      'def g():\n    for x in [1, 0]:\n        try:\n            yield 1 // x\n        except ZeroDivisionError as e:\n            yield str(e)\nr = list(g())',
      [1, 'integer division or modulo by zero'],
    ],
    [
      'returns a value to a yield from',
      'def inner():\n    yield 1\n    return 2\ndef g():\n    x = yield from inner()\n    yield x\nr = list(g())',
      [1, 2],
    ],
    [
      'returns a value with StopIteration',
      'def g():\n    yield 1\n    return 2\nit = g()\nnext(it)\ntry:\n    next(it)\nexcept StopIteration as e:\n    r = [e.value]\ntry:\n    next(it)\nexcept StopIteration as e:\n    r.append(e.value)',
      [2, null],
    ],
    [
      'keeps the exception that it handles to itself',
      'def g():\n    try:\n        1 // 0\n    except ZeroDivisionError:\n        yield 1\n        raise\nit = g()\nnext(it)\ntry:\n    raise\nexcept RuntimeError as e:\n    r = str(e)',
      'No active exception to reraise',
    ],
  ])('%s', (_name, code, expected) => expect(golden(code)).toEqual(expected));

  it.each([
    ['asks itself for an item', 'def g():\n    yield next(it)\nit = g()\nr = next(it)', 'ValueError: generator already executing'],
    [
      'is sent something before it has begun',
      'def g():\n    yield\nr = g().send(1)',
      "TypeError: can't send non-None value to a just-started generator",
    ],
    ['lets a StopIteration through', 'def g():\n    yield next(iter([]))\nr = list(g())', 'RuntimeError: generator raised StopIteration'],
    [
      'goes on where it is closed',
      'def g():\n    try:\n        yield 1\n    except GeneratorExit:\n        yield 2\nit = g()\nnext(it)\nr = it.close()',
      'RuntimeError: generator ignored GeneratorExit',
    ],
    [
      'runs what stands in finally where its handler raises',
      'log = []\ndef g():\n    try:\n        yield 1\n        1 // 0\n    except ZeroDivisionError:\n        raise KeyError("x")\n    finally:\n        log.append(1)\ntry:\n    list(g())\nexcept KeyError:\n    raise ValueError(str(log))',
      'ValueError: [1]',
    ],
  ])('that %s raises', (_name, code, expected) => expect(raised(code)).toBe(expected));

  it('is not known where something is sent through a yield from', () =>
    expect(
      resultOf('def i():\n    x = yield 1\n    yield x\ndef g():\n    yield from i()\nit = g()\nnext(it)\nr = it.send(2)'),
    ).toMatchObject({ kind: 'unknown' }));
});

it('calls until a sentinel comes', () => expect(golden('r = list(iter(iter("ab.c").__next__, "."))')).toEqual(['a', 'b']));

it('tells the place in JSON that cannot be read', () =>
  expect(
    golden('import json\ntry:\n    json.loads("{")\nexcept json.JSONDecodeError as e:\n    r = [e.msg, e.pos, e.lineno, e.colno]'),
  ).toEqual(['Expecting property name enclosed in double quotes', 1, 1, 2]));

it('asks a cached property once', () =>
  expect(
    golden(
      'from functools import cached_property\nn = []\nclass A:\n    @cached_property\n    def x(self):\n        n.append(1)\n        return len(n)\na = A()\nr = [a.x, a.x, A().x, n]',
    ),
  ).toEqual([1, 1, 2, [1, 1]]));

it('orders by one comparison', () =>
  expect(
    golden(
      'from functools import total_ordering\n@total_ordering\nclass A:\n    def __init__(self, n): self.n = n\n    def __eq__(self, o): return self.n == o.n\n    def __lt__(self, o): return self.n < o.n\nr = [A(1) >= A(1), A(2) > A(1), A(2) <= A(1), max(A(1), A(3)).n]',
    ),
  ).toEqual([true, true, false, 3]));

it('keeps counts by their sign', () =>
  expect(golden('from collections import Counter\nc = Counter(a=-1, b=2)\nr = [dict(+c), dict(-c)]')).toEqual([{ b: 2 }, { a: 1 }]));

it('gives auto() its value as soon as it has a name', () =>
  expect(golden('from enum import Enum, auto\nclass F(Enum):\n    A = auto()\n    B = auto()\n    C = A | B\nr = F.C.value')).toBe(3));

it('does not know an enum that is made by a call', () =>
  expect(resultOf("from enum import Enum\nr = Enum('E', 'a b').a.value")).toMatchObject({ kind: 'unknown' }));

const flags = 'from enum import Flag, IntFlag, IntEnum, auto\nclass R(Flag):\n    A = auto()\n    B = auto()\n    C = 8\n';

it('combines flags', () =>
  expect(
    golden(`${flags}x = R.A | R.C\nr = [x.value, R.A in x, R.B in x, bool(x & R.B), (x & R.C).name, [one.name for one in x], (~x).value]`),
  ).toEqual([9, true, false, false, 'C', ['A', 'C'], 2]));

it('does not know how flags with several bits are shown', () =>
  expect(resultOf(`${flags}r = str(R.A | R.B)`)).toMatchObject({ kind: 'unknown' }));

it('calculates with members that are ints', () =>
  expect(
    golden(
      `${flags}class S(IntEnum):\n    L = 1\n    H = 4\nr = [S.H + 1, S.H > S.L, S.H == 4, f'{S.H:03d}', S(4).name, isinstance(S.L, int), ['a', 'b'][S.L]]`,
    ),
  ).toEqual([5, true, true, '004', 'H', true, 'b']));
