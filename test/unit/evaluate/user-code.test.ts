import { describe, expect, test } from 'vitest';
import { evaluate, json, lazyLine, x } from './support.js';

describe('annotations', () => {
  test.each([
    ['of a parameter', 'def f(a: List[str]): pass\n', "NameError: name 'List' is not defined"],
    ['of what is given back', 'def f() -> Nothing: pass\n', "NameError: name 'Nothing' is not defined"],
    ['of a name of the module', 'x: Nothing = 1\n', "NameError: name 'Nothing' is not defined"],
    ['of a name of a class', 'class A:\n    a: Nothing = 1\n', "NameError: name 'Nothing' is not defined"],
  ])('%s are evaluated', (_what, code, expected) => {
    expect(x(code)).toBe(expected);
  });

  test.each([
    ['a name of a function', 'def f():\n    a: Nothing = 1\n    return a\nx = f()\n'],
    ['after a look into the future', 'from __future__ import annotations\ndef f(a: Nothing): return a\nx = f(1)\n'],
    ['text', "def f(a: 'Nothing'): return a\nx = f(1)\n"],
    [
      'names of typing',
      'from typing import Any, Callable, Dict, List, Literal, Optional, Tuple, Union\ndef f(a: Optional[List[int]] | None, *b: Union[int, str], c: Callable[[int], str] = str, **d: Dict[str, Any]) -> Tuple[int, ...]: return a\nx: Literal[1] = f(1)\n',
    ],
    ['unions', 'class A: pass\ndef f(a: int | None | A, b: list[A] = [], c: A | "B" = 1): return a\nx = f(1)\n'.replace(' | "B"', '')],
    [
      'what is imported lazily',
      lazyLine + 'import torch\ndef f(a: Model, b: torch.Tensor = None, c: list[Model] = ()) -> Model: return a\nx = f(1)\n',
    ],
  ])('but not, or without an exception: %s', (_what, code) => {
    expect(x(code)).toBe(1);
  });

  test('what typing offers are objects that stay in the config', () => {
    const evaluation = evaluate('from typing import Any, List, Optional\nx = 1\n');
    expect([json(evaluation, 'List'), json(evaluation, 'Optional'), json(evaluation, 'Any')]).toEqual([
      { $repr: 'typing._SpecialGenericAlias: typing.List' },
      { $repr: 'typing._SpecialForm: typing.Optional' },
      { $ref: 'typing.Any', $kind: 'class' },
    ]);
    expect(
      evaluate(
        'from typing import List\ntry:\n    def f(a: List[int | None]): return a\n    x = f(1)\nexcept Exception:\n    x = 2\n',
      ).value.get('x')?.kind,
    ).toBe('int');
  });
});

describe('rare things that configs of users do', () => {
  test('locals() shows parameters in the order of the definition', () => {
    expect(Object.keys(x('def f(a, b=1, *c, d=2, **e): return locals()\nx = f(d=4, b=2, a=1, z=5)\n') as object)).toEqual([
      'a',
      'b',
      'd',
      'c',
      'e',
    ]);
  });

  test('the module operator', () => {
    const code =
      "import operator\nfrom operator import attrgetter, itemgetter, methodcaller\nx = [sorted([dict(a=2), dict(a=1)], key=itemgetter('a')), itemgetter(0, -1)('abc'), attrgetter('real')(1), methodcaller('split', ',')('a,b'), operator.mul(2, 3), operator.not_(''), operator.contains('ab', 'a')]\n";
    expect(x(code)).toEqual([[{ a: 1 }, { a: 2 }], ['a', 'c'], 1, ['a', 'b'], 6, true, true]);
    expect(x("from operator import itemgetter\nx = sorted([dict(a=2), dict(b=1)], key=itemgetter('a'))\n")).toBe("KeyError: 'a'");
  });

  test.each([
    ['x = int[0]\n', "TypeError: type 'int' is not subscriptable"],
    [lazyLine + 'x = dict(Model)\n', 'RuntimeError: '],
    [lazyLine + 'x = {}\nx.update(Model)\n', 'RuntimeError: '],
    ['from mmengine.config import read_bas\n', "ImportError: cannot import name 'read_bas' from 'mmengine.config'"],
    ['from mmengine.configs import read_base\n', "ModuleNotFoundError: No module named 'mmengine.configs'"],
    ['import mmengine.config.nothing\n', "ModuleNotFoundError: No module named 'mmengine.config.nothing'"],
    [
      'from mmengine.config import ConfigDict\nx = ConfigDict(a=1).deepcopy({})\n',
      'TypeError: Dict.deepcopy() takes no arguments (1 given)',
    ],
  ])('%j raises', (code, expected) => {
    expect(x(code)).toBe(expected);
  });

  test.each([
    ['import os\nx = os.path.jion("a", "b")\n', "AttributeError: module 'posixpath' has no attribute 'jion'"],
    ['import math\nx = math.sqr(2)\n', "AttributeError: module 'math' has no attribute 'sqr'"],
    ['from os.path import jion\n', "ImportError: cannot import name 'jion' from 'posixpath'"],
    ['from copy import deepcpy\n', "ImportError: cannot import name 'deepcpy' from 'copy'"],
    [`x = open('${'a'.repeat(256)}/b').read()\n`, `OSError: [Errno 36] File name too long: '${'a'.repeat(256)}/b'`],
  ])('%j raises what Python does', (code, expected) => {
    expect(x(code)).toBe(expected);
  });

  test('names that modules have on other systems, or keep to themselves, are not known', () => {
    const evaluation = evaluate(
      'import os, itertools, math\nx = [os.startfile, os._nothing, itertools.batched, math.sumprod]\ny = os.path.exists("a" * 300)\n',
    );
    expect([evaluation.ok, json(evaluation, 'y')]).toEqual([true, false]);
  });

  test('a variable of the base within what is no dict', () => {
    const base = { 'base.py': 'a = 1\nb = [1]\nc = "s"\n' };
    const of = (path: string): unknown => x(`_base_ = './base.py'\nx = {{_base_.${path}}}\n`, base);
    expect([of('a.b'), of('b.b'), of('c.b'), of('d')]).toEqual([
      "TypeError: 'int' object is not subscriptable",
      'TypeError: list indices must be integers or slices, not str',
      "TypeError: string indices must be integers, not 'str'",
      "KeyError: 'd'",
    ]);
  });

  test('a variable of the base within a text leaves what is another in each run', () => {
    expect(evaluate("_base_ = './base.py'\nx = 'a {{_base_.a}}'\n", { 'base.py': 'a = 1\n' }).value.get('x')?.kind).toBe('unknown');
  });

  test('modules can be given attributes', () => {
    const evaluation = evaluate('import math\nmath.tau = 6\nmath.own = 1\nx = [math.tau, math.own]\ny = math.pi > 3\n');
    expect([evaluation.ok, json(evaluation, 'y')]).toEqual([true, true]);
  });

  test('properties, static methods and class methods', () => {
    const classes = `class A:
    name = 'A'
    @property
    def p(self): return self.name + '!'
    @staticmethod
    def s(v): return [v]
    @classmethod
    def c(cls, v=1): return cls.name, v
class B(A):
    name = 'B'
`;
    expect(x(`${classes}b = B()\nx = [A().p, b.p, A.s(1), b.s(2), A.c(), b.c(3), type(A.p).__name__]\n`)).toEqual([
      'A!',
      'B!',
      [1],
      [2],
      ['A', 1],
      ['B', 3],
      'property',
    ]);
    expect(x(`${classes}A().p = 1\n`)).toBe("AttributeError: property 'p' of 'A' object has no setter");
  });

  test.each([
    ['x = [*1]\n', 'TypeError: Value after * must be an iterable, not int'],
    ['x = (1, *None)\n', 'TypeError: Value after * must be an iterable, not NoneType'],
    ['x = locals({})\n', 'TypeError: locals() takes no arguments (1 given)'],
    ['x = {*1}\n', "TypeError: 'int' object is not iterable"],
    ["x = 'a'\ndel x[0]\n", "TypeError: 'str' object doesn't support item deletion"],
    ["x = 'a'\ndel x['a']\n", "TypeError: 'str' object does not support item deletion"],
    ['from collections import OrderedDict\nx = OrderedDict(a=1)\nx.b = 1\n', { a: 1 }],
  ])('%j', (code, expected) => {
    expect(x(code)).toEqual(expected);
  });

  test('a type or-ed with itself is itself', () => {
    expect(x('x = int | int\n')).toEqual({ $ref: 'builtins.int', $kind: 'class' });
  });

  test('patterns of a match bind names', () => {
    expect(x('b = 2\nmatch [b, 3]:\n    case [x, *_]: pass\n')).toBe(2);
    expect(evaluate('import os\na = 1\nmatch os.getcwd():\n    case [a, *_]: pass\n').value.get('a')?.kind).toBe('unknown');
  });

  test('an assertion whose text is not known', () => {
    expect(
      evaluate('import os\ntry:\n    assert False, os.getcwd()\nexcept AssertionError as e:\n    x = str(e)\n').value.get('x')?.kind,
    ).toBe('unknown');
  });
});
