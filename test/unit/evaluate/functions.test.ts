import { describe, expect, test } from 'vitest';
import { x } from './support.js';

describe('functions', () => {
  test.each([
    ['def f(a, b=2, *c, d, e=5, **g):\n    return [a, b, c, d, e, g]\nx = f(1, d=4, z=6)', [1, 2, [], 4, 5, { z: 6 }]],
    ['def f(a, b=2, *c, d, e=5, **g):\n    return [a, b, c, d, e, g]\nx = f(1, 3, 4, 5, d=4)', [1, 3, [4, 5], 4, 5, {}]],
    ['def f(*a, **k): return [a, k]\nx = f(*[1, 2], **dict(b=3))', [[1, 2], { b: 3 }]],
    ['def f(a, /, b): return [a, b]\nx = f(1, b=2)', [1, 2]],
    ['def f(n): return 1 if n == 0 else n * f(n - 1)\nx = f(15)', 1307674368000],
    ['def f(a=[]):\n    a.append(1)\n    return a\nf()\nx = f()', [1, 1]],
    ['def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n        return n\n    return g\ng = f()\ng()\nx = g()', 2],
    ['n = 1\ndef f():\n    global n\n    n = 5\nf()\nx = n', 5],
    ['fs = [lambda: i for i in range(3)]\nx = [f() for f in fs]', [2, 2, 2]],
    ['fs = [lambda i=i: i for i in range(3)]\nx = [f() for f in fs]', [0, 1, 2]],
    ['def f(): pass\nx = f()', null],
    ['def twice(f): return lambda n: f(f(n))\n@twice\ndef g(n): return n + 1\nx = g(1)', 3],
    ['def f(): return n\nn = 1\nx = f()', 1],
    ['n = 1\ndef f():\n    n += 1\nf()', "UnboundLocalError: cannot access local variable 'n' where it is not associated with a value"],
    ['def f(a): pass\nf()', "TypeError: f() missing 1 required positional argument: 'a'"],
    ['def f(a, b, c): pass\nf()', "TypeError: f() missing 3 required positional arguments: 'a', 'b', and 'c'"],
    ['def f(*, a): pass\nf()', "TypeError: f() missing 1 required keyword-only argument: 'a'"],
    ['def f(a): pass\nf(1, 2)', 'TypeError: f() takes 1 positional argument but 2 were given'],
    ['def f(a, b=1): pass\nf(1, 2, 3)', 'TypeError: f() takes from 1 to 2 positional arguments but 3 were given'],
    ['def f(a): pass\nf(1, a=2)', "TypeError: f() got multiple values for argument 'a'"],
    ['def f(a): pass\nf(1, b=2)', "TypeError: f() got an unexpected keyword argument 'b'"],
    ['x = 3()', "TypeError: 'int' object is not callable"],
  ])('%s', (code, expected) => {
    expect(x(code)).toEqual(expected);
  });
});

describe('generators', () => {
  test.each([
    ['def g():\n    for i in range(3):\n        yield i\nx = list(g())', [0, 1, 2]],
    ['def g():\n    i = 0\n    while True:\n        yield i\n        i += 1\nx = [next(it := g()), next(it)]', [0, 1]],
    ['x = []\ndef g():\n    x.append("start")\n    yield 1\n    x.append("end")\nfor i in g():\n    x.append(i)', ['start', 1, 'end']],
    ['def g():\n    yield 1\n    yield from [2, 3]\n    return\n    yield 4\nx = list(g())', [1, 2, 3]],
    ['x = []\nlog = (x.append(i) or i for i in range(3))\nx.append("before")\nfor i in log: pass', ['before', 0, 1, 2]],
    [
      'def g():\n    try:\n        yield 1\n        yield 1 / 0\n    except ZeroDivisionError:\n        x.append("caught")\nx = []\nfor i in g(): x.append(i)',
      [1, 'caught'],
    ],
    ['x = sum((i for i in range(4)), 10)', 16],
  ])('%s', (code, expected) => {
    expect(x(code)).toEqual(expected);
  });
});

describe('comprehensions', () => {
  test.each([
    ['x = [a + b for a in "ab" if a != "z" for b in "12"]', ['a1', 'a2', 'b1', 'b2']],
    ['x = {k: v for k, v in dict(a=1, b=2).items() if v > 1}', { b: 2 }],
    ['x = [[j for j in range(i)] for i in range(3)]', [[], [0], [0, 1]]],
    ['i = 9\n[i for i in range(3)]\nx = i', 9],
    ['x = [y for v in [1, 2] if (y := v * 2)] + [y]', [2, 4, 4]],
    ['class K:\n    n = [1, 2]\n    m = [i for i in n]\nx = K.m', [1, 2]],
    ['x = {**{"a": 1}, "b": 2, **dict(a=3)}', { a: 3, b: 2 }],
    ['x = [*"ab", *(1, 2)]', ['a', 'b', 1, 2]],
    ['x = [i for i in 3]', "TypeError: 'int' object is not iterable"],
  ])('%s', (code, expected) => {
    expect(x(code)).toEqual(expected);
  });
});

describe('f-strings', () => {
  test.each([
    ['n = 3\nx = f\'{n:03d} {n!r} {"a"!r:>5} {{}} {n=}\'', "003 3   'a' {} n=3"],
    ["w = 6\nx = f'{1.5:{w}.2f}|'", '  1.50|'],
    ["x = f'{[1, \"a\"]} {None}' 'tail'", "[1, 'a'] Nonetail"],
  ])('%s', (code, expected) => {
    expect(x(code)).toEqual(expected);
  });
});

describe('names of the module', () => {
  test.each([
    ['from a.b import C\nimport torch\na = [1]\nb = [2]\nx = [k for k, v in globals().items() if isinstance(v, list)]', ['a', 'b']],
    ['from mmengine.config import read_base\na = [1]\nx = [k for k, v in locals().items() if isinstance(v, list)]', ['a']],
    ['from a.b import C\na_ds = [1]\nb_ds = [2]\nx = sum((v for k, v in locals().items() if k.endswith("_ds")), [])', [1, 2]],
    ['from a.b import C\nfor n in "ab":\n    globals()[f"{n}_ds"] = [n]\nx = a_ds + b_ds\ndel globals()["a_ds"]', ['a', 'b']],
    ['from a.b import C\nx = list(locals())', ['LazyObject', '__file__', '__builtins__', 'C']],
  ])('%s', (code, expected) => {
    expect(x(code)).toEqual(expected);
  });
});
