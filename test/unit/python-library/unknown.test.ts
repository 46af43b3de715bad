import { describe, expect, it } from 'vitest';
import { shown } from './table.js';

const header = 'import random\nimport math\nu = random.random()\n';
const reason = 'unknown: random numbers differ from run to run';

describe('unknown values', () => {
  it.each([
    'u + 1',
    '1 + u',
    "'a' % u",
    "'%s' % (u,)",
    "'{}'.format(u)",
    'str([u])',
    'repr(u)',
    'u == u',
    'u < 1',
    'not u',
    '-u',
    'u[0]',
    '[1, 2][u]',
    "'a'.join([u])",
    "'a'.join(u)",
    'len(u)',
    'sum([1, u])',
    'max(1, u)',
    'sorted([1, u])',
    'int(u)',
    'math.exp(u)',
    'u.attribute',
    'u()',
    '[u] == [1]',
    '1 in [u]',
    'u in [1]',
    "{'a': 1}[u]",
    "{'a': 1}.get(u)",
    'list(u)',
    'dict(u)',
    'isinstance(u, int)',
    'any([0, u])',
    'range(u)',
    'round(u, 2)',
    'type(u)',
    "'abc'.replace('a', u)",
    'set([1]) | u',
    'u if u else 0',
  ])('%s is unknown', (expression) => {
    expect(shown(`${header}r = ${expression}`)).toBe(reason);
  });

  it.each([
    ['any([u, 1])', 'True'],
    ['all([u, 0])', 'False'],
    ['[u, 1][1]', '1'],
    ['len([u])', '1'],
    ['1 in [u, 1]', 'True'],
    ["{'a': u, 'b': 2}['b']", '2'],
    ['[u] == [1, 2]', 'False'],
    ['list(zip([u], [1]))[0][1]', '1'],
    ["sorted([('b', u), ('a', u)], key=lambda p: p[0])[0][0]", "'a'"],
  ])('%s does not depend on it', (expression, expected) => {
    expect(shown(`${header}r = ${expression}`)).toBe(expected);
  });

  it.each([
    'items = [1, 2]\nitems.remove(u)\nr = items[0]',
    'items = [1, 2]\nitems.extend(u)\nr = items',
    "d = {'a': 1}\nd.update(u)\nr = d['a']",
    "d = {'a': 1}\nd[u] = 2\nr = d['a']",
    'items = [2, 1]\nitems.sort(key=lambda x: u)\nr = items[0]',
    's = {1}\ns.update(u)\nr = 5 in s',
    'items = [1, 2]\nitems[u] = 3\nr = items[0]',
  ])('a container changed by it is unknown: %s', (program) => {
    expect(shown(header + program)).toBe(reason);
  });

  it('knows that the order of a set of strings is random, but not its members', () => {
    expect(shown("r = list({'a', 'b'})")).toBe('unknown: the order of this set differs from run to run');
    expect(shown("r = [x for x in {'a', 'b'}]")).toBe('unknown: the order of this set differs from run to run');
    expect(shown("r = str({'a', 'b'})")).toBe('unknown: the order of this set differs from run to run');
    expect(shown("r = sorted({'b', 'a'}), len({'a', 'b'}), 'a' in {'a', 'b'}, list({'a'}), max({'a', 'b'})")).toBe(
      "(['a', 'b'], 2, True, ['a'], 'b')",
    );
  });

  it.each(['id(1)', "open('x', 'w')", 'input()', 'str(print)[:3] + str(lambda: 0)', "'{}'.format(lambda: 0)", "__import__('os')"])(
    '%s is unknown',
    (expression) => {
      expect(shown(`r = ${expression}`)).toMatch(/^unknown: /);
    },
  );

  it.each(['datetime', 'time', 'uuid', 'platform', 'random', 'sys', 'subprocess', 'socket'])(
    'what the module %s gives is unknown',
    (module) => {
      expect(shown(`import ${module}\nr = ${module}.anything(1)`)).toMatch(/^unknown: /);
    },
  );
});

describe('what a type has and is not modelled', () => {
  it.each([
    'int.real',
    'int.numerator',
    'float.real',
    'bool.real',
    'range.start',
    'range.index',
    'slice.indices',
    'complex.imag',
    'property.setter',
    'dict.mro',
    'int.__radd__',
    'list.__iadd__',
    "'a'.__rmul__",
    'str.__getnewargs__',
    'ValueError.args',
    'OSError.errno',
    'bytearray.append',
    '(x for x in [1]).gi_frame',
  ])('%s is unknown, and not missing', (expression) => {
    expect(shown(`r = ${expression}`)).toMatch(/^unknown: the (?:method|special attribute) \w+ .*is not modelled$/);
  });

  it.each([
    'int | None',
    'None | str',
    'int | str',
    '(int | str) | None',
    'type(1) | None',
    'dict[str, int | None]',
    'isinstance(3, int | str)',
    'list[int] | None',
  ])('%s is a type', (expression) => {
    expect(shown(`r = ${expression}`)).toMatch(/^unknown: (?:unions of types|generic types) are not modelled$/);
  });

  it.each([
    ['int | 3', "TypeError: unsupported operand type(s) for |: 'type' and 'int'"],
    ['None | None', "TypeError: unsupported operand type(s) for |: 'NoneType' and 'NoneType'"],
    ['int & None', "TypeError: unsupported operand type(s) for &: 'type' and 'NoneType'"],
    ['int.nothing', "AttributeError: type object 'int' has no attribute 'nothing'"],
    ["'a'.nothing", "AttributeError: 'str' object has no attribute 'nothing'"],
  ])('%s still raises', (expression, expected) => {
    expect(shown(`r = ${expression}`)).toBe(expected);
  });
});
