import { describe, expect, it } from 'vitest';
import type { Expression } from '../../../server/src/engine/python/syntax/tree/ast.js';
import { expression } from './support.js';

/** An expression with a bracket around every operation, to show what binds to what. */
function shape(e: Expression): string {
  switch (e.type) {
    case 'Name':
      return e.name;
    case 'Int':
      return e.value.toString();
    case 'Float':
      return `${e.value}f`;
    case 'Constant':
      return e.value;
    case 'BinaryOperation':
      return `(${shape(e.left)} ${e.op} ${shape(e.right)})`;
    case 'UnaryOperation':
      return `(${e.op} ${shape(e.operand)})`;
    case 'BooleanOperation':
      return `(${e.values.map(shape).join(` ${e.op} `)})`;
    case 'Comparison':
      return `(${shape(e.left)}${e.rest.map(({ op, right }) => ` ${op} ${shape(right)}`).join('')})`;
    case 'Conditional':
      return `(${shape(e.body)} if ${shape(e.test)} else ${shape(e.orelse)})`;
    case 'Lambda':
      return `(lambda ${e.parameters.positional.map((p) => p.name.name).join(',')}: ${shape(e.body)})`;
    case 'Starred':
      return `*${shape(e.value)}`;
    case 'Attribute':
      return `${shape(e.object)}.${e.attribute.name}`;
    case 'Subscript':
      return `${shape(e.object)}[${shape(e.index)}]`;
    case 'Slice':
      return [e.lower, e.upper, e.step].map((part) => (part ? shape(part) : '')).join(':');
    case 'Tuple':
      return `<${e.elements.map(shape).join(', ')}>`;
    case 'List':
      return `[${e.elements.map(shape).join(', ')}]`;
    case 'Set':
      return `{${e.elements.map(shape).join(', ')}}`;
    case 'Dict':
      return `{${e.entries.map(({ key, value }) => `${key ? shape(key) : '**'}: ${shape(value)}`).join(', ')}}`;
    case 'Call':
      return `${shape(e.callee)}(${[...e.positional.map(shape), ...e.keywords.map((k) => `${k.name?.name ?? '**'}=${shape(k.value)}`)].join(', ')})`;
    case 'Comprehension':
      return `${e.of}(${shape(e.element)}${e.value ? ': ' + shape(e.value) : ''}${e.clauses
        .map((c) => ` for ${shape(c.target)} in ${shape(c.iter)}${c.conditions.map((i) => ` if ${shape(i)}`).join('')}`)
        .join('')})`;
    case 'NamedExpression':
      return `(${e.target.name} := ${shape(e.value)})`;
    default:
      return e.type;
  }
}

describe('expressions', () => {
  it.each([
    ['a + b * c - d', '((a + (b * c)) - d)'],
    ['-a ** -b', '(- (a ** (- b)))'],
    ['a ^ b & c', '(a ^ (b & c))'],
    ['a & b ^ c | d', '(((a & b) ^ c) | d)'],
    ['a ^ (b & c) ^ d', '((a ^ (b & c)) ^ d)'],
    ['not a == b and c or d', '(((not (a == b)) and c) or d)'],
    ['a and b and c', '(a and b and c)'],
    ['a and (b and c)', '(a and (b and c))'],
    ['a < b <= c is not d not in e', '(a < b <= c is not d not in e)'],
    ['a if b else c if d else e', '(a if b else (c if d else e))'],
    ['lambda x, y: x if y else lambda: 1', '(lambda x,y: (x if y else (lambda : 1)))'],
    ['f(*a.b(c), *d + e, k=1, **m)', 'f(*a.b(c), *(d + e), k=1, **=m)'],
    ['[*a.b(), c]', '[*a.b(), c]'],
    ['*a, b', '<*a, b>'],
    ['a[1:2, ::3]', 'a[<1:2:, ::3>]'],
    ['a[b,]', 'a[<b>]'],
    ['a[*b]', 'a[<*b>]'],
    ['a[-1].b[:]', 'a[(- 1)].b[::]'],
    ['(a)', 'a'],
    ['(a,)', '<a>'],
    ['()', '<>'],
    ['{}', '{}'],
    ['{a, *b}', '{a, *b}'],
    ['{**a, b: c}', '{**: a, b: c}'],
    ['{k: v for k, v in a if k if v for w in b}', 'dict(k: v for <k, v> in a if k if v for w in b)'],
    ['sum(x for x in y)', 'sum(generator(x for x in y))'],
    ['f((y := 1), z)', 'f((y := 1), z)'],
    ['0x1F + 0b11 + 0o17 + 1_000 + 00', '((((31 + 3) + 15) + 1000) + 0)'],
    ['1. + .5 + 1e3 + 1_0.0', '(((1f + 0.5f) + 1000f) + 10f)'],
    ['print >> a', '(print >> a)'],
    ['...', 'Ellipsis'],
  ])('%s', (source, expected) => expect(shape(expression(source))).toBe(expected));

  it('has the range of what is written', () => {
    const call = expression('dict(a=1)');
    expect(call).toMatchObject({ type: 'Call', start: 0, end: 9, keywords: [{ start: 5, end: 8, name: { name: 'a', start: 5, end: 6 } }] });
  });

  it('normalises names as Python does', () => expect(expression('ﬁ')).toMatchObject({ type: 'Name', name: 'fi' }));
});
