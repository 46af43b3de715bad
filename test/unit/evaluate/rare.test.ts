import { describe, expect, test } from 'vitest';
import { BaseCache } from '../../../server/src/engine/project/evaluate-document.js';
import type { Evaluation } from '../../../server/src/engine/core/evaluation.js';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { evaluate, json, lazyLine, x } from './support.js';

function namesOf(evaluation: Evaluation): string[] {
  return [...evaluation.value.entries.keys()];
}

/** Type and text of what loading raises. */
function raised(code: string, files: Readonly<Record<string, string>> = {}): string {
  const { error } = evaluate(code, files);
  return error ? `${error.type}: ${error.text}` : 'nothing';
}

describe('a star import of Python’s own modules', () => {
  test('gives their public names; what is no function stays in the result', () => {
    const evaluation = evaluate('from math import *\nx = sqrt(4) + floor(pi)\n');
    const names = namesOf(evaluation);
    expect(names.slice(0, 3)).toEqual(['acos', 'acosh', 'asin']);
    expect(names).toEqual(expect.arrayContaining(['sqrt', 'pi', 'e', 'tau', 'inf', 'nan', 'x']));
    expect(names).toHaveLength(61);
    expect([json(evaluation, 'x'), json(evaluation, 'tau')]).toEqual([5, 2 * Math.PI]);
  });

  test('functions in Python are called and dropped, like those that are not modelled', () => {
    const evaluation = evaluate('from copy import *\nfrom textwrap import *\nx = deepcopy([1])\ny = shorten("a b", 3)\n');
    expect(namesOf(evaluation)).toEqual(['Error', 'TextWrapper', 'x', 'y']);
    expect([json(evaluation, 'x'), evaluation.value.get('y')?.kind]).toEqual([[1], 'unknown']);
    expect(namesOf(evaluate('from shutil import copyfile\nx = 1\n'))).toEqual(['x']);
  });

  test('what such a module does not give is still undefined', () => {
    expect(raised('from math import *\nx = nothing_of_it\n')).toBe("NameError: name 'nothing_of_it' is not defined");
  });
});

describe('leaving', () => {
  test.each([
    ['import sys\nsys.exit()', 'SystemExit: '],
    ['import sys\nsys.exit(3)', 'SystemExit: 3'],
    ['from sys import exit\nexit("gone")', 'SystemExit: gone'],
    [lazyLine + 'import sys\nif True:\n    sys.exit(1)', 'SystemExit: 1'],
    ['exit()', 'SystemExit: None'],
    ['raise SystemExit', 'SystemExit: '],
    ['import os\nos._exit(2)', 'SystemExit: 2'],
    ['import sys\ntry:\n    sys.exit(1)\nexcept Exception:\n    pass', 'SystemExit: 1'],
  ])('%j', (code, error) => {
    const evaluation = evaluate(`x = 1\n${code}\ny = 2\n`);
    expect(`${String(evaluation.error?.type)}: ${String(evaluation.error?.text)}`).toBe(error);
    expect([evaluation.ok, evaluation.value.get('x')?.kind, evaluation.value.get('y')]).toEqual([false, 'int', undefined]);
  });

  test('the code of one that is caught', () => {
    expect(
      x(
        'import sys\nx = []\nfor code in ((), (None,), (3,), ((1, 2),)):\n    try:\n        sys.exit(*code)\n    except SystemExit as e:\n        x.append(e.code)',
      ),
    ).toEqual([null, null, 3, [1, 2]]);
  });
});

describe('_base_ and _deprecation_ as mmengine reads them', () => {
  const a = { 'a.py': 'n = 1\n' };

  test.each([
    ["if True:\n    _base_ = './a.py'\n", 'If'],
    ["for i in [1]:\n    _base_ = './a.py'\n", 'For'],
    ["while True:\n    _base_ = './a.py'\n", 'While'],
    ["try:\n    _base_ = './a.py'\nfinally:\n    pass\n", 'Try'],
    ["try:\n    pass\nexcept ValueError:\n    _base_ = './a.py'\n", 'ExceptHandler'],
    ["def f():\n    _base_ = './a.py'\n", 'FunctionDef'],
    ["class K:\n    _base_ = './a.py'\n", 'ClassDef'],
  ])('a block with nothing but _base_: %j', (code, type) => {
    expect(raised(code.replace('while True', 'while False'), a)).toBe(`ValueError: empty body on ${type}`);
  });

  test('a nested _base_ names no base and assigns nothing', () => {
    const evaluation = evaluate("if True:\n    _base_ = './a.py'\n    y = _base_\nelse:\n    _base_ = 1\nx = 1\n", a);
    expect([namesOf(evaluation), json(evaluation, 'y')]).toEqual([['y', 'x'], {}]);
  });

  test.each([
    ['3', "argument of type 'int' is not iterable"],
    ['None', "argument of type 'NoneType' is not iterable"],
    ["'expected'", "string indices must be integers, not 'str'"],
    ["['reference']", 'list indices must be integers or slices, not str'],
    ["{'expected'}", "'set' object is not subscriptable"],
  ])('_deprecation_ = %s', (value, text) => {
    expect(raised(`_deprecation_ = ${value}\nx = 1\n`)).toBe(`TypeError: ${text}`);
  });

  test.each(["'old'", "['old']", 'dict(expected=1)', 'dict()', 'input()'])('_deprecation_ = %s is no matter', (value) => {
    const evaluation = evaluate(`_deprecation_ = ${value}\nx = 1\n`);
    expect([evaluation.ok, namesOf(evaluation)]).toEqual([true, ['x']]);
  });

  test.each([
    ['None', "argument of type 'NoneType' is not iterable"],
    ["('./a.py',)", "join() argument must be str, bytes, or os.PathLike object, not 'tuple'"],
  ])('_base_ = %s', (value, text) => {
    expect(raised(`_base_ = ${value}\n`, a)).toBe(`TypeError: ${text}`);
  });

  test.each([
    ['mmdet::a/b.py', 'ModuleNotFoundError'],
    ['mmseg::a/b.py', 'ModuleNotFoundError'],
    ['opencompass::a/b.py', 'AssertionError'],
    ['mmdet::b.py', 'ValueError'],
    ['mmdet::a/b::c.py', 'ValueError'],
  ])('a base of another package: %s', (path, type) => {
    const evaluation = evaluate(`_base_ = '${path}'\nx = 1\n`);
    expect([evaluation.error?.type, evaluation.problems.map((p) => p.kind)]).toEqual([type, ['base-not-found']]);
  });

  test('keys that mmengine reads itself are not handed on by a YAML base', () => {
    const evaluation = evaluate("_base_ = './m.yaml'\nx = 1\n", { 'm.yaml': '_deprecation_: {expected: y}\n__h: 1\nmy: 2\n' });
    expect(namesOf(evaluation)).toEqual(['my', 'x']);
    const chained = evaluate("_base_ = './m.yaml'\nx = 1\n", { 'm.yaml': '_base_: ./a.py\nmy: 2\n', ...a });
    expect(namesOf(chained)).toEqual(['n', 'my', 'x']);
  });
});

describe('attributes that are deleted, dicts that are frozen', () => {
  const configDict = 'from mmengine.config import ConfigDict\nd = ConfigDict(a=1, b=dict(c=2))\n';

  test.each([
    ["d = dict(a=1)\ndelattr(d, 'a')", "AttributeError: 'dict' object has no attribute 'a'"],
    ["d = dict(a=1)\ndelattr(d, 'keys')", "AttributeError: 'dict' object attribute 'keys' is read-only"],
    ['d = []\ndel d.append', "AttributeError: 'list' object attribute 'append' is read-only"],
    ['delattr(1, 2)', "TypeError: attribute name must be string, not 'int'"],
    [configDict + "delattr(d, 'q')", "KeyError: 'q'"],
    [configDict + 'd.freeze()\nd.q = 1', "KeyError: 'q'"],
    [configDict + "d.freeze()\nd['b']['q'] = 1", "KeyError: 'q'"],
    [configDict + "d.freeze()\nsetattr(d, 'q', 1)", "KeyError: 'q'"],
    [configDict + 'd.freeze()\nd.update(q=1)', "KeyError: 'q'"],
    [configDict + 'd.freeze()\nd.b = dict(c=3)\nd.b.q = 1\nd.freeze(True)\nd.b.r = 1', "KeyError: 'r'"],
  ])('%j', (code, error) => {
    expect(raised(code)).toBe(error);
  });

  test.each<[string, unknown]>([
    [configDict + "delattr(d, 'a')\nx = dict(d)", { b: { c: 2 } }],
    [configDict + 'd.freeze()\nd.a = 5\nx = dict(d)', { a: 5, b: { c: 2 } }],
    [configDict + 'd.freeze()\nd.unfreeze()\nd.b.q = 1\nx = d.b', { c: 2, q: 1 }],
    [configDict + 'd.freeze()\nx = d.copy()\nx.q = 1\nx = list(x)', ['a', 'b', 'q']],
    ["class K:\n    a = 1\ndelattr(K, 'a')\nx = hasattr(K, 'a')", false],
  ])('%j', (code, value) => {
    expect(x(code)).toEqual(value);
  });

  test('an unknown name leaves the object unknown', () => {
    expect(evaluate('k = input()\nclass K: pass\nx = K()\nsetattr(x, k, 1)\ny = 1\n').value.get('x')?.kind).toBe('unknown');
  });
});

describe('kinds of callables', () => {
  test('names of typing are no classes unless they are', () => {
    const evaluation = evaluate('from typing import List, Optional, TypeVar, NamedTuple, overload, Text\nx = List[int]\n');
    expect(namesOf(evaluation)).toEqual(['List', 'Optional', 'TypeVar', 'Text', 'x']);
    expect(['List', 'Optional', 'x'].map((name) => evaluation.value.get(name)?.kind)).toEqual(['object', 'object', 'unknown']);
    expect([json(evaluation, 'TypeVar'), json(evaluation, 'Text')]).toEqual([
      { $ref: 'typing.TypeVar', $kind: 'class' },
      { $ref: 'builtins.str', $kind: 'class' },
    ]);
  });

  test.each([
    ['Dict', [true, false, false, false, false, false]],
    ['List', [false, true, false, false, false, false]],
    ['Tuple', [false, false, true, false, false, false]],
    ['Set', [false, false, false, false, true, false]],
    ['AbstractSet', [false, false, false, false, true, false]],
    ['Mapping', [true, false, false, false, false, false]],
    ['Sequence', [false, true, true, true, false, false]],
    ['Callable', [false, false, false, false, false, true]],
  ])('typing.%s is the class that it stands for, to isinstance', (name, answers) => {
    const code = `from typing import ${name}\nx = [isinstance(v, ${name}) for v in ({}, [], (), 'a', {1}, len)]\ny = isinstance(1, (int, ${name}))\n`;
    expect([x(code), json(evaluate(code), 'y')]).toEqual([answers, true]);
  });

  test('bound methods', () => {
    const code =
      'class K:\n    def m(self): return 1\nk = K()\nx = [type(f).__name__ for f in (k.m, K.m, [].append, str.join, dict.fromkeys)]\nf = k.m\ny = f()';
    expect(x(code)).toEqual(['method', 'function', 'builtin_function_or_method', 'method_descriptor', 'builtin_function_or_method']);
    expect([json(evaluate(code), 'f'), json(evaluate(code), 'y')]).toEqual([{ $ref: 'K.m', $kind: 'method' }, 1]);
  });

  test('a cached function is an object that stays in the result', () => {
    const evaluation = evaluate(
      'import functools\n@functools.lru_cache\ndef f(n): return [n]\nx = f(2) is f(2)\ny = type(f).__name__\nz = f.__name__\n',
    );
    expect(namesOf(evaluation)).toEqual(['f', 'x', 'y', 'z']);
    expect([json(evaluation, 'x'), json(evaluation, 'y'), json(evaluation, 'z')]).toEqual([true, '_lru_cache_wrapper', 'f']);
  });

  test.each<[string, unknown]>([
    ['@cache\ndef f(n): return n if n < 2 else f(n - 1) + f(n - 2)\nx = f(40)', 102334155],
    ['n = []\n@lru_cache(maxsize=1)\ndef f(i): n.append(i)\nfor i in (1, 1, 2, 2, 1): f(i)\nx = n', [1, 2, 1]],
    ['n = []\n@lru_cache(None)\ndef f(i, k=0): n.append(i)\nf(1); f(1.0); f(1, k=0)\nf.cache_clear()\nf(1)\nx = n', [1, 1, 1]],
    ['n = []\n@lru_cache(typed=True)\ndef f(i): n.append(type(i).__name__)\nf(1); f(1.0); f(1)\nx = n', ['int', 'float']],
    ['class K:\n    @lru_cache\n    def m(self, n): return n + 1\nx = K().m(1)', 2],
    ['@lru_cache\ndef f(n): return n\nx = f([1])', "TypeError: unhashable type: 'list'"],
    ["@lru_cache('a')\ndef f(n): return n\nx = f(1)", 'TypeError: Expected first argument to be an integer, a callable, or None'],
    [
      'def d(g):\n    @wraps(g)\n    def w(*a): return g(*a)\n    return w\n@d\ndef f(n): return n\nx = [f.__name__, f(1), f.__wrapped__(2)]',
      ['f', 1, 2],
    ],
  ])('%j', (code, value) => {
    expect(x(`from functools import *\n${code}`)).toEqual(value);
  });

  test('what a cached function does where it may not have run is forgotten', () => {
    const evaluation = evaluate('from functools import cache\nx = []\n@cache\ndef f(): x.append(1)\nif input(): f()\n');
    expect(evaluation.value.get('x')?.kind).toBe('unknown');
  });

  test('what an unknown argument gives is not kept', () => {
    const evaluation = evaluate(
      'from functools import cache\n@cache\ndef f(a): return a\nx = [f((input(),)), f((1,))]\ny = f((input(),)) is x[0]\n',
    );
    expect(JSON.stringify(json(evaluation, 'x'))).toContain('[1]]');
    expect(json(evaluation, 'y')).toBe(false);
  });
});

describe('lazily imported objects', () => {
  test('their attributes are of another type', () => {
    const code =
      'import torch.nn\nimport torchx as t\nx = [type(v).__name__ for v in (Model, Model.a, Model.a.b, torch, torch.nn, t, t.a)]';
    expect(x(lazyLine + code)).toEqual(['LazyObject', 'LazyAttr', 'LazyAttr', 'LazyObject', 'LazyAttr', 'LazyObject', 'LazyAttr']);
    expect(
      x(lazyLine + 'import copy\nx = [str(type(copy.deepcopy(Model.a))), isinstance(Model.a, LazyObject), isinstance(Model, LazyObject)]'),
    ).toEqual(["<class 'mmengine.config.lazy.LazyAttr'>", false, true]);
    expect(raised(lazyLine + 'len(Model.a)')).toBe("TypeError: object of type 'LazyAttr' has no len()");
  });

  test('what they have themselves is no reference', () => {
    const evaluation = evaluate(lazyLine + 'x = [Model.module, Model.a.name]\ny = Model.build()\nz = Model.a.source\n');
    expect([json(evaluation, 'x'), evaluation.value.get('y')?.kind, evaluation.value.get('z')?.kind]).toEqual([
      ['opencompass.models', 'a'],
      'unknown',
      'unknown',
    ]);
  });

  test.each([
    ['x = Model()', 'Model', 'called'],
    ['x = Model.a(1)', 'a', 'called'],
    ['@Model\ndef f(): pass', 'Model', 'called'],
    ['class K(Model): pass', 'Model', 'subclassed'],
    ['import torch\nclass K(torch.nn.Module): pass', 'Module', 'subclassed'],
    ['import torch\nx = torch()', 'torch', 'called'],
  ])('%j raises an exception without a text, and the problem says why', (code, name, how) => {
    const evaluation = evaluate(lazyLine + code);
    expect([evaluation.error?.type, evaluation.error?.text]).toEqual(['RuntimeError', '']);
    const reason = `${name} is imported lazily and cannot be ${how} while the config loads.`;
    expect(evaluation.problems.map((p) => p.message)).toEqual([`Loading this config raises RuntimeError. ${reason}`]);
    const importer = evaluate('with read_base():\n    from .b import x\n', { 'b.py': lazyLine + code });
    expect(importer.problems[0]?.message).toContain(reason);
  });
});

describe('import cycles do not hang on what was checked before', () => {
  const lazy = {
    '/ws/a.py': 'with read_base():\n    from .b import y\nx = 1\n',
    '/ws/b.py': 'with read_base():\n    from .a import x\ny = 1\n',
    '/ws/c.py': 'with read_base():\n    from .a import x\n',
  };
  const plain = { '/ws/a.py': "_base_ = './b.py'\nx = 1\n", '/ws/b.py': "_base_ = './a.py'\ny = 1\n", '/ws/c.py': "_base_ = './a.py'\n" };

  test.each([
    ['lazy', lazy],
    ['plain', plain],
  ])('%s', (_, files) => {
    const orders = [
      ['a', 'b', 'c'],
      ['b', 'a', 'c'],
      ['c', 'b', 'a'],
    ];
    const results = orders.map((order) => {
      const bases = new BaseCache();
      const workspace = new MemoryWorkspace(files, ['/ws']);
      const problems = new Map(
        order.map((name) => {
          const file = `/ws/${name}.py` as keyof typeof files;
          return [name, evaluateDocument(file, files[file], 'python', workspace, { bases }).problems];
        }),
      );
      return ['a', 'b', 'c'].map((name) => problems.get(name)!);
    });
    expect(results[0]!.map((problems) => problems.map((p) => p.kind))).toEqual([['import-cycle'], ['import-cycle'], ['base-broken']]);
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  test('many files that all import each other are not a way of each order', () => {
    const names = Array.from({ length: 14 }, (_, i) => `f${String(i)}`);
    const importing = (name: string): string =>
      `with read_base():\n${names
        .filter((n) => n !== name)
        .map((n) => `    from .${n} import *\n`)
        .join('')}`;
    const files = Object.fromEntries(names.map((name) => [`${name}.py`, importing(name)]));
    const evaluation = evaluate(importing('main'), files);
    expect(new Set(evaluation.problems.map((p) => p.kind))).toEqual(new Set(['base-broken']));
    expect(evaluation.problems).toHaveLength(14);
  });
});
