import { describe, expect, it } from 'vitest';
import { argumentRefusal, type PlainValue } from '../../../server/src/engine/classes/refused-arguments.js';
import { moduleItems } from '../../../server/src/engine/classes/module-items.js';
import { parsePython } from '../../../server/src/engine/python/syntax/parse.js';

function refused(body: string, given: Record<string, PlainValue | undefined>): string | undefined {
  const [load] = parsePython('/ws/load.py', `def load(path, kind='a', low=0, high=-1):\n${body.replace(/^/gm, '    ')}\n`).body;
  if (load?.type !== 'FunctionDef') throw new Error('no function');
  const found = argumentRefusal(load, new Map(Object.entries(given)), (name) => moduleItems(lists, name));
  return found && `${found.exception} ${found.names.join(' ')}${found.takes.length > 0 ? `: ${found.takes.join(' ')}` : ''}`;
}

const lists = `few: list = ['a']
kinds = {
    'a': 1,
    'b': few[0],
}
others = ['a']
others.append('d')
`;

const chain = "if kind == 'a':\n    x = 1\nelif kind in ('b', 'c'):\n    x = 2\n";

describe('arguments that a function refuses', () => {
  it.each([
    ['what the last else raises', `${chain}else:\n    raise ValueError('no')`, { kind: 'd' }, 'ValueError kind: a b c'],
    ['a name without a value', `${chain}print(x)`, { kind: 'd' }, 'UnboundLocalError kind: a b c'],
    ['numbers', 'if high >= 0 and low > high:\n    raise ParameterValueError(1)', { low: 5, high: 2 }, 'ParameterValueError high low'],
    [
      'what stands in loops',
      `for line in open(path):\n    if not line:\n        continue\n    if kind != 'a':\n        raise ValueError`,
      { kind: 'd' },
      'ValueError kind: a',
    ],
    ['None', 'if low is None:\n    raise ValueError', { low: null }, 'ValueError low'],
    ['an assertion', "assert kind in ['a', 'b'], f'no {kind}'", { kind: 'd' }, 'AssertionError kind: a b'],
    ['a dict of the module', 'if kind not in kinds:\n    raise ValueError(kinds)', { kind: 'd' }, 'ValueError kind: a b'],
    ['its keys', 'assert kind in kinds.keys()', { kind: 'd' }, 'AssertionError kind: a b'],
    ['a list of the module', 'if kind in few:\n    return []\nelse:\n    raise ValueError', { kind: 'd' }, 'ValueError kind: a'],
    ['what is not there', 'if not (kind and low):\n    raise ValueError', { kind: '' }, 'ValueError kind low'],
  ] as const)('are told by %s', (_, body, given, said) => expect(refused(body, given)).toBe(said));

  it.each([
    ['a branch that is taken', `${chain}else:\n    raise ValueError`, { kind: 'b' }],
    ['a default that is', `${chain}else:\n    raise ValueError`, {}],
    ['a value that is not known', `${chain}else:\n    raise ValueError`, { kind: undefined }],
    ['an argument that is given another value', `kind = kind.lower()\n${chain}else:\n    raise ValueError`, { kind: 'A' }],
    ['what may be left before', `if path.exists():\n    return []\n${chain}else:\n    raise ValueError`, { kind: 'd' }],
    ['what may be caught', `try:\n    if kind == 'd':\n        raise ValueError\nexcept ValueError:\n    pass`, { kind: 'd' }],
    ['a name that has a value before', `x = 0\n${chain}print(x)`, { kind: 'd' }],
    ['a name that is not read', chain, { kind: 'd' }],
    ['a name that is read where other values lead', `${chain}if kind == 'a':\n    print(x)`, { kind: 'd' }],
    ['a name that is read behind what may leave', `${chain}if path.exists():\n    return []\nprint(x)`, { kind: 'd' }],
    ['a name that is read in a branch alone', `${chain}if kind == 'a':\n    print(x)`, { kind: 'd' }],
    ['a name of one branch alone', "if kind == 'a':\n    x = 1\nelif kind == 'b':\n    y = 1\nprint(x)", { kind: 'd' }],
    ['what something else decides', "if path.endswith('x'):\n    raise ValueError", { path: 'y' }],
    ['what is in a dict', 'assert kind in kinds', { kind: 'b' }],
    ['what is in a dict that is not known', 'assert kind in others', { kind: 'd' }],
    ['a list of its own', 'few = open(path)\nassert kind in few', { kind: 'd' }],
    ['what is asserted of something else', 'assert path.exists() and kind', { kind: 'd' }],
    ['what is always raised', 'raise NotImplementedError', { kind: 'd' }],
  ] as const)('are none by %s', (_, body, given) => expect(refused(body, given)).toBeUndefined());
});

describe('what is in a list of a module', () => {
  it.each([
    ["a = ['x', 'y']\n\ndef f():\n    pass\n", 'x y'],
    ["from b import c\na: dict[str, int] = {'x': 1}\n", 'x'],
    ["a = ['x']\nprint(a == 1, ba)\n", 'x'],
    ["a = ['x']\na += b\n", undefined],
    ["a = ['x']\na['y'] = 1\n", undefined],
    ["a = ['x']\nif b:\n    a = []\n", undefined],
    ["a = {'x': 1, **b}\n", undefined],
    ["def f(a=['x']):\n    pass\n", undefined],
    ['a = list(b)\n', undefined],
    ['', undefined],
  ])('%j', (text, items) =>
    expect(
      moduleItems(text, 'a')
        ?.map((item) => (item.type === 'String' ? item.traced.text : ''))
        .join(' '),
    ).toBe(items),
  );
});
