import { describe, expect, it } from 'vitest';
import { golden, resultOf } from './support.js';

/** `T` is true, which only a run knows, and `touch(f)` is `f`. */
const unseen = 'import zlib\nT = zlib.crc32(b"a") > 0\ndef touch(f): return f if T else None\n';

describe('what uncertain code may have changed', () => {
  it.each([
    ['an iterator that it asks', 'it = iter("ab")\nif T: next(it)\nr = next(it)'],
    ['an iterator under another one', 'it = iter("ab")\npairs = enumerate(it)\nif T: next(pairs)\nr = next(it)'],
    ['an iterator of a list that is given away', 'xs = [1]\nit = iter(xs)\ntouch(len)(xs)\nr = list(it)'],
    ['a generator that it goes through', 'def g():\n    yield 1\n    yield 2\nx = g()\nif T:\n    for y in x: break\nr = list(x)'],
    ['a list that a bound method changes', 'xs = []\nput = xs.append\ntouch(put)(1)\nr = xs'],
    ['a list that a closure changes', 'xs = []\nlist(touch(map)(lambda x: xs.append(x), [1]))\nr = xs'],
    [
      'a name that a function binds by nonlocal',
      'def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n    if T: g()\n    return n\nr = f()',
    ],
    ['what a method reads that was bound before', 'd = {"a": 1}\nget = d.get\ntouch(len)(d)\nr = get("a")'],
    ['a default argument', 'def f(x, xs=[]):\n    xs.append(x)\n    return xs\nif T: f(1)\nr = len(f(2))'],
    ['an attribute of a class', 'class K: n = 1\nif T: K.n = 2\nr = K().n'],
    ['the rounds of a loop over a list that is given away', 'n = 0\nxs = [1]\nfor x in xs:\n    n += 1\n    touch(len)(xs)\nr = n'],
    ['a name that it may bind through globals()', 'x = 1\nfor name in ("x", "y"):\n    if T: globals()[name] = 2\nr = x'],
    ['a name that a function may bind so', 'x = 1\ndef fill(): globals().update(x=2)\nif T: fill()\nr = x'],
    ['a name that it may bind through locals() of a module', 'x = 1\nif T: locals()["x"] = 2\nr = x'],
    ['a name that exec() may bind', 'x = 1\nif T: exec("x = 2")\nr = x'],
    ['a hash that it adds to', 'import hashlib\nh = hashlib.md5(b"a")\nif T: h.update(b"b")\nr = h.hexdigest()'],
  ])('is not known: %s', (_what, code) => expect(resultOf(unseen + code)).toMatchObject({ kind: 'unknown' }));

  it.each([
    ['a name beside those that it only reads of globals()', 'x = 1\nif T: print(globals().get("x"))\nr = x', 1],
    ['a name beside the locals() of a function', 'x = 1\ndef f():\n    y = 1\n    locals()["x"] = 2\nif T: f()\nr = x', 1],
    ['an iterator beside it', 'it, other = iter("ab"), iter("cd")\nif T: next(other)\nr = next(it)', 'a'],
    ['a list that it only reads', 'xs = [1, 2]\nif T: print(len(xs), xs[0])\nr = xs', [1, 2]],
    ['what is put into a list that is not known', 'row = {"a": 1}\nout = []\nif T: out.append(row)\nr = row["a"]', 1],
    ['an argument that a function leaves alone', 'def f(xs, out): out.append(len(xs))\nxs, out = [1], []\nif T: f(xs, out)\nr = xs', [1]],
    ['a function that is given away', 'def f(): return 1\ntouch(len)([f])\nr = f()', 1],
    [
      'names of a tuple beside the one',
      'from collections import namedtuple\np = namedtuple("P", "a b")([1], 2)\ntouch(len)(p.a)\nr = p.b',
      2,
    ],
  ])('is known: %s', (_what, code, value) => expect(golden(unseen + code)).toEqual(value));
});

describe('generators that are left', () => {
  const lines = 'log = []\ndef g():\n    try:\n        yield 1\n        yield 2\n    finally:\n        log.append("end")\n';

  it.each([
    ['by break', 'for x in g(): break\nlog.append("after")\nr = log', ['end', 'after']],
    ['by return', 'def f():\n    for x in g(): return x\nlog.append(f())\nr = log', ['end', 1]],
    ['by an exception', 'try:\n    for x in g(): raise ValueError\nexcept ValueError: log.append("caught")\nr = log', ['end', 'caught']],
    ['not while they have a name', 'x = g()\nfor y in x: break\nlog.append("after")\nr = log + list(x)', ['after', 'end', 2]],
    ['after one item', 'next(g())\nlog.append("after")\nr = log', ['end', 'after']],
  ])('end %s', (_how, code, value) => expect(golden(lines + code)).toEqual(value));
});

describe('classes', () => {
  it.each([
    [
      'look names up in order C3',
      'class A: n = "A"\nclass B(A): pass\nclass C(A): n = "C"\nclass D(B, C): pass\nr = [D.n, [k.__name__ for k in D.__mro__]]',
      ['C', ['D', 'B', 'C', 'A', 'object']],
    ],
    [
      'have private names',
      'class A:\n    def __init__(self): self.__x = 1\n    def get(self): return self.__x\na = A()\nr = [a.get(), a._A__x, hasattr(a, "__x")]',
      [1, 1, false],
    ],
    [
      'have setters',
      'class A:\n    @property\n    def x(self): return self.y\n    @x.setter\n    def x(self, v): self.y = v * 2\na = A()\na.x = 3\nr = a.x',
      6,
    ],
    [
      'have objects with a __dict__',
      'class A:\n    def __init__(self, **k): self.__dict__.update(k)\na = A(x=1)\nr = [a.x, vars(a)]',
      [1, { x: 1 }],
    ],
    [
      'may be dicts',
      'class D(dict):\n    def __missing__(self, k): return k * 2\nd = D(a=1)\nr = [d["a"], d["b"], len(d), isinstance(d, dict), {**d}]',
      [1, 'bb', 1, true, { a: 1 }],
    ],
  ])('%s', (_what, code, value) => expect(golden(code)).toEqual(value));
});
