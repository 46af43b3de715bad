import { describe, expect, it } from 'vitest';
import { body } from './support.js';

describe('statements', () => {
  it('reads assignments', () => {
    expect(body('a = b, c = d')).toMatchObject([
      { type: 'Assign', targets: [{ type: 'Name' }, { type: 'Tuple', parenthesized: false }], value: { name: 'd' } },
    ]);
    expect(body('(a) = [b, *c] = d')).toMatchObject([{ targets: [{ type: 'Name', name: 'a' }, { type: 'List' }] }]);
    expect(body('a //= 2')).toMatchObject([{ type: 'AugAssign', op: '//' }]);
    expect(body('a: list[int] | None = 1')).toMatchObject([
      { type: 'AnnAssign', annotation: { type: 'BinaryOperation' }, value: { type: 'Int' } },
    ]);
    expect(body('x = dict(),')).toMatchObject([{ value: { type: 'Tuple', start: 4, end: 11 } }]);
    expect(body('type(a).b = 1')).toMatchObject([
      { type: 'Assign', targets: [{ type: 'Attribute', object: { callee: { name: 'type' } } }] },
    ]);
  });

  it('reads imports', () => {
    expect(body('import a.b as c, d')).toMatchObject([
      { type: 'Import', names: [{ name: { name: 'a.b' }, asName: { name: 'c' } }, { name: { name: 'd' } }] },
    ]);
    expect(body('from ..a.b import (c as d,\n e,)')).toMatchObject([
      {
        type: 'ImportFrom',
        level: 2,
        module: 'a.b',
        moduleRange: { start: 5, end: 10 },
        names: [{ asName: { name: 'd' } }, { name: { name: 'e' } }],
      },
    ]);
    expect(body('from . import x')).toMatchObject([{ level: 1, module: '' }]);
    expect(body('from a import *')).toMatchObject([{ star: true, names: [] }]);
    expect(body('from __future__ import annotations')).toMatchObject([
      { module: '__future__', names: [{ name: { name: 'annotations' } }] },
    ]);
  });

  it('nests elif', () => {
    expect(body('if a: b; c\nelif d:\n  e\nelse:\n  f')).toMatchObject([
      { type: 'If', body: [{}, {}], orelse: [{ type: 'If', test: { name: 'd' }, orelse: [{ type: 'ExpressionStatement' }] }] },
    ]);
  });

  it('reads loops, with and try', () => {
    expect(body('for a, b in c, d:\n  break\nelse:\n  pass')).toMatchObject([
      { type: 'For', iter: { type: 'Tuple' }, body: [{ type: 'Break' }], orelse: [{ type: 'Pass' }] },
    ]);
    expect(body('while a:\n  continue')).toMatchObject([{ type: 'While' }]);
    expect(body('with (a as b, c):\n  pass')).toMatchObject([{ type: 'With', items: [{ target: { name: 'b' } }, { target: undefined }] }]);
    expect(body('with read_base():\n  from .a import b')).toMatchObject([
      { items: [{ context: { type: 'Call' } }], body: [{ type: 'ImportFrom' }] },
    ]);
    expect(body('try:\n  a\nexcept (A, B) as e:\n  b\nexcept:\n  c\nelse:\n  d\nfinally:\n  e')).toMatchObject([
      {
        type: 'Try',
        handlers: [{ exception: { type: 'Tuple' }, name: { name: 'e' } }, { exception: undefined }],
        orelse: [{}],
        finalbody: [{}],
      },
    ]);
  });

  it('reads functions and classes', () => {
    expect(body('@d\ndef f(a, /, b: int = 1, *c, e, g=2, **h) -> x:\n  yield a')).toMatchObject([
      {
        type: 'FunctionDef',
        start: 0,
        generator: true,
        decorators: [{ name: 'd' }],
        parameters: {
          positionalOnly: [{ name: { name: 'a' } }],
          positional: [{ name: { name: 'b' }, defaultValue: { value: 1n } }],
          varArgs: { name: { name: 'c' } },
          keywordOnly: [{ name: { name: 'e' } }, { name: { name: 'g' } }],
          kwArgs: { name: { name: 'h' } },
        },
      },
    ]);
    expect(body('def f():\n  def g():\n    yield\n  return g')).toMatchObject([{ generator: false, body: [{ generator: true }, {}] }]);
    expect(body('class A(B, k=1):\n  x = 1')).toMatchObject([
      { type: 'ClassDef', bases: [{ name: 'B' }], keywords: [{ name: { name: 'k' } }] },
    ]);
    expect(body('async def f():\n  async with a as b: pass\n  async for x in y: await z')).toMatchObject([
      { async: true, body: [{ async: true }, { async: true }] },
    ]);
  });

  it('names what it does not read', () => {
    expect(body('match x:\n  case 1+2j: pass')).toMatchObject([{ type: 'Unsupported', what: 'match' }]);
    expect(body('def f():\n  match x:\n    case 1: yield 2')).toMatchObject([{ generator: true }]);
    expect(body('def f():\n  match x:\n    case 1+2j: yield 2')).toMatchObject([{ generator: true }]);
    expect(body('match = type = print')).toMatchObject([{ type: 'Assign' }]);
  });

  it('reads what the grammar itself stumbles over', () => {
    // A line within brackets that is indented less than its block.
    expect(body('def f():\n    (a.\n  b)\n    c\nd = 1')).toMatchObject([{ type: 'FunctionDef', body: [{}, {}] }, { type: 'Assign' }]);
    expect(body('if a:\n\tb\n\n# c\n\tc\n\fd')).toMatchObject([{ body: [{}, {}] }, {}]);
    expect(body('x = 1\r\ny = [\r\n  1,\r\n]\r\n')).toMatchObject([{}, { value: { elements: [{}] } }]);
    expect(body('x = 1\ry = 2\r')).toHaveLength(2);
  });
});
