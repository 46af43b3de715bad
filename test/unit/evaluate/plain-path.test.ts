import { describe, expect, test } from 'vitest';
import { evaluate, json } from './support.js';

describe('the plain path', () => {
  test('merges into the names of _base_, the base’s first', () => {
    const evaluation = evaluate("_base_ = ['./a.py', 'sub/b.py']\nd = dict(k=dict(y=2))\nz = 3\n", {
      'a.py': 'd = dict(k=dict(x=1), l=[1])\n',
      'sub/b.py': 'e = 1\n',
    });
    expect([...evaluation.value.entries.keys()]).toEqual(['d', 'e', 'z']);
    expect(json(evaluation, 'd')).toEqual({ k: { x: 1, y: 2 }, l: [1] });
    expect(evaluation.lazy).toBe(false);
    expect(evaluation.baseImports.map((b) => b.file)).toEqual(['/ws/a.py', '/ws/sub/b.py']);
  });

  test('_delete_ throws the base’s dict away', () => {
    const evaluation = evaluate("_base_ = './a.py'\nd = dict(k=dict(_delete_=True, y=2))\n", { 'a.py': 'd = dict(k=dict(x=1), l=[1])\n' });
    expect(json(evaluation, 'd')).toEqual({ k: { y: 2 }, l: [1] });
  });

  test('leaves out functions written in Python, but neither classes nor those written in C, modelled or not', () => {
    const imports =
      'from collections import ChainMap, deque, namedtuple\nfrom functools import cmp_to_key, wraps\nfrom os import getcwd, makedirs, walk, mkdir\n';
    expect([...evaluate(imports).value.entries.keys()]).toEqual(['ChainMap', 'deque', 'cmp_to_key', 'getcwd', 'mkdir']);
    expect(json(evaluate('from collections import *\nx = deque([1])\n'), 'x')).toEqual({ $unknown: 'deques are not modelled' });
  });

  test('{{ _base_.x }} is the base’s value', () => {
    const evaluation = evaluate("_base_ = './a.py'\nx = {{ _base_.d.k }}\ny = [dict(z={{_base_.n}})]\n", {
      'a.py': 'd = dict(k=dict(x=1))\nn = 5\n',
    });
    expect([json(evaluation, 'x'), json(evaluation, 'y')]).toEqual([{ x: 1 }, [{ z: 5 }]]);
  });

  test.each([
    ['a dict that meets something else', "_base_ = './a.py'\nn = dict(a=1)\n", 'TypeError'],
    ['a base that is not there', "_base_ = './nope.py'\n", 'FileNotFoundError'],
    ['two bases with one name', "_base_ = ['./a.py', './a.py']\n", 'KeyError'],
    ['a base of the other path', "_base_ = './lazy.py'\n", 'RuntimeError'],
    ['a base that raises', "_base_ = './bad.py'\n", 'ZeroDivisionError'],
    ['a base that names itself', "_base_ = './main.py'\n", 'RecursionError'],
    ['__file__', 'x = __file__\n', 'NameError'],
  ])('%s', (_, main, type) => {
    const files = { 'a.py': 'n = 1\n', 'lazy.py': 'from a.b import c\n', 'bad.py': '1 / 0\n' };
    const evaluation = evaluate(main, files);
    expect(evaluation.error?.type).toBe(type);
    expect(evaluation.problems.length).toBe(1);
  });

  test.each([
    ['x = 1\n  y = 2\n', 'IndentationError'],
    ['if 1:\nx = 1\n', 'IndentationError'],
    ['if 1:\n    x = 1\n  y = 2\n', 'IndentationError'],
    ['if 1:\n        x = 1\n\ty = 2\n', 'TabError'],
    ['x = 1 1\n', 'SyntaxError'],
  ])('CPython’s kind of syntax error: %j', (main, type) => expect(evaluate(main).error?.type).toBe(type));

  test('open(…) reads a file of the workspace', () => {
    const evaluation = evaluate("f = open('/ws/t.txt')\nx = f.read()\ndel f\n", { 't.txt': 'a\nb' });
    expect(json(evaluation, 'x')).toBe('a\nb');
  });

  test('a with of anything but read_base() is refused, and followed all the same for the editor', () => {
    const evaluation = evaluate("with open('/ws/t.txt') as f:\n    x = f.read()\n", { 't.txt': 'a\nb' });
    expect(evaluation.error?.type).toBe('ConfigParsingError');
    expect(json(evaluation, 'x')).toBe('a\nb');
  });
});

test('a display evaluates all its entries before it hashes a key', () => {
  expect(evaluate('x = {[]: 1, 2: nowhere}\n').error?.type).toBe('NameError');
  expect(evaluate('x = {[]: 1, **nowhere}\n').error?.type).toBe('TypeError');
});

test('unpacking a lazily imported object raises as calling it does', () => {
  expect(evaluate('from a.b import c\nx = {**c}\n').error?.type).toBe('RuntimeError');
});
