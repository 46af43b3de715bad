import { describe, expect, test } from 'vitest';
import { x } from './support.js';

describe('assignments', () => {
  test.each([
    ['a, b = 1, 2\nx = [b, a]', [2, 1]],
    ['a, *b, c = range(5)\nx = [a, b, c]', [0, [1, 2, 3], 4]],
    ['(a, [b, c]), d = (1, (2, 3)), 4\nx = [a, b, c, d]', [1, 2, 3, 4]],
    ['x = y = []\ny.append(1)', [1]],
    ['x = [1]\ny = x\ny += [2]', [1, 2]],
    ['x = [1]\ny = x\ny = y + [2]', [1]],
    ['x = dict(a=1)\nx["b"] = 2\ndel x["a"]', { b: 2 }],
    ['x = [0, 1, 2, 3]\nx[1:3] = "ab"\ndel x[0]', ['a', 'b', 3]],
    ['x = {"n": 1}\nx["n"] += 2', { n: 3 }],
    ['x: int = 3\ny: str', 3],
    ['if (n := 3) > 2:\n    x = n', 3],
    ['x = [y := 1, y + 1]', [1, 2]],
    ['a, b = 1', 'TypeError: cannot unpack non-iterable int object'],
    ['a, b = [1]', 'ValueError: not enough values to unpack (expected 2, got 1)'],
    ['a, b = 1, 2, 3', 'ValueError: too many values to unpack (expected 2)'],
    ['a, *b, c = [1]', 'ValueError: not enough values to unpack (expected at least 2, got 1)'],
    ['del nope', "NameError: name 'nope' is not defined"],
  ])('%s', (code, expected) => {
    expect(x(code)).toEqual(expected);
  });
});

describe('control flow', () => {
  test.each([
    ['x = []\nfor i in range(9):\n    if i == 2: continue\n    if i == 5: break\n    x.append(i)', [0, 1, 3, 4]],
    ['x = 0\nfor i in []:\n    pass\nelse:\n    x = 1', 1],
    ['x = 0\nfor i in [1]:\n    break\nelse:\n    x = 1', 0],
    ['x = 0\nwhile x < 5:\n    x += 2\nelse:\n    x = -x', -6],
    ['x = 1 if "" else 2 if None else 3', 3],
    ['x = [1 < 2 < 3, 1 < 2 > 3, not 0, None or [], 0 and 1]', [true, false, true, [], 0]],
    ['x = [l := [1]]\nl.append(l[0])\nassert x[0] == [1, 1]', [[1, 1]]],
    ['x = 1\nassert x == 2, f"x is {x}"', 'AssertionError: x is 1'],
    ['import os, sys\nx = 1\npass', 1],
  ])('%s', (code, expected) => {
    expect(x(code)).toEqual(expected);
  });
});

describe('exceptions', () => {
  test.each([
    ['try:\n    x = {}["a"]\nexcept KeyError as e:\n    x = str(e)', "'a'"],
    ['try:\n    [][1]\nexcept LookupError as e:\n    x = [type(e).__name__, str(e)]', ['IndexError', 'list index out of range']],
    ['try:\n    int("z")\nexcept (TypeError, ValueError):\n    x = 1\nelse:\n    x = 2\nfinally:\n    x += 10', 11],
    ['try:\n    y = 1\nexcept Exception:\n    x = 1\nelse:\n    x = 2\nfinally:\n    x += 10', 12],
    ['x = []\ndef f():\n    try:\n        return 1\n    finally:\n        x.append("f")\ny = f()', ['f']],
    ['try:\n    raise ValueError\nexcept TypeError:\n    pass', 'ValueError: '],
    ['raise ValueError("a", 1)', "ValueError: ('a', 1)"],
    ['raise KeyError("a")', "KeyError: 'a'"],
    ['try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise', 'ZeroDivisionError: division by zero'],
    ['try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise RuntimeError("no") from e', 'RuntimeError: no'],
    ['try:\n    1 / 0\nexcept Exception as e:\n    pass\nx = e', "NameError: name 'e' is not defined"],
    ['raise 3', 'TypeError: exceptions must derive from BaseException'],
    ['class E(ValueError):\n    pass\ntry:\n    raise E("q")\nexcept ValueError as e:\n    x = e.args[0]', 'q'],
    ['class E(Exception):\n    pass\nraise E("q")', 'E: q'],
    ['try:\n    nope\nexcept NameError:\n    x = 1', 1],
  ])('%s', (code, expected) => {
    expect(x(code)).toEqual(expected);
  });
});

describe('classes', () => {
  test.each([
    ['class K:\n    n = 3\n    def f(self, a): return self.n + a\nx = [K.n, K().f(4)]', [3, 7]],
    ['class K:\n    def __init__(self, a): self.a = a\nclass L(K):\n    def g(self): return self.a * 2\nx = L(3).g()', 6],
    ['class K: pass\nx = K', { $ref: 'builtins.K', $kind: 'class' }],
    ['class K: pass\nx = K().y', "AttributeError: 'K' object has no attribute 'y'"],
    ['class K: pass\nx = K(1)', 'TypeError: K() takes no arguments'],
    ['from a.b import Lazy\nclass K(Lazy): pass', 'RuntimeError: '],
  ])('%s', (code, expected) => {
    expect(x(code)).toEqual(expected);
  });
});
