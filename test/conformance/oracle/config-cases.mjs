// Random configs for op `evaluate`: small programs in the Python that configs are written in, on both of mmengine's paths.

const names = ['a', 'b', 'c', 'd', '_e', 'models'];
const strings = [
  "'x'",
  "'Q: {q}'",
  '""',
  "'a,b,c'",
  "'  pad '",
  "'é中😀'",
  "'\\n\\t'",
  "r'\\d'",
  "'%s-%d'",
  "'{}_{}'",
  "'Abc'",
  "'https://h/p'",
];
const numbers = ['0', '1', '-1', '3', '7', '1.5', '2.0', '1e3', '10**20', 'True', 'False'];
const methods = [
  'upper()',
  'strip()',
  "split(',')",
  "replace('a', 'b')",
  'title()',
  'zfill(5)',
  "startswith('x')",
  "find('b')",
  "join(['p', 'q'])",
  'format(1, q=2)',
  "rjust(6, '*')",
  "partition(',')",
  'splitlines()',
  "count('a')",
  'encode()',
  'lower()',
  'isdigit()',
  "rsplit(',', 1)",
  'capitalize()',
  'swapcase()',
  "index('x')",
  "removeprefix('Q')",
  'center(7)',
];
const listMethods = ['append({})', 'extend([{}])', 'insert(0, {})', 'pop()', 'reverse()', 'remove({})', 'clear()', 'sort(key=str)'];
const formats = ['', '!r', ':>6', ':.2f', ':05d', ':,', ':x', '=', ':^8', ':e', ':.1%', ':_d', ':+'];

/** @returns the request without its id */
export function randomConfigCase(random) {
  const base = program(random, 2 + random.below(4), []);
  const lazy = random.chance(0.55);
  const files = { 'base.py': base };
  const head = lazy ? lazyHead(random) : plainHead(random);
  files['main.py'] = head + program(random, 3 + random.below(8), lazy || head !== '' ? names : []);
  return { op: 'evaluate', files, main: 'main.py' };
}

function lazyHead({ pick, chance }) {
  const wanted = pick(['*', 'a', 'a, b', 'a as k', 'b, c as d', 'missing']);
  const body = `    from .base import ${wanted}\n`;
  const lines = `from mmengine.config import read_base\nfrom some.package import Thing, other as renamed\n`;
  return (
    (chance(0.2) ? 'a = 5\n' : '') +
    lines +
    (chance(0.85) ? `with read_base():\n${body}` : '') +
    (chance(0.2) ? 'import os, sys\n' : chance(0.3) ? 'import math\n' : '')
  );
}

function plainHead({ pick, chance }) {
  if (chance(0.4)) return '';
  const own = pick([
    '',
    'b = dict(_delete_=True, z=1)\n',
    "a = '{{ fileBasenameNoExtension }}'\n",
    'c = {{ _base_.a }}\n',
    "d = '{{ $UNSET_OF_OURS:std }}'\n",
  ]);
  return `_base_ = ${pick(["'./base.py'", "['./base.py']"])}\n${own}`;
}

/** Statements one after the other; each knows names that were bound before it, and now and then one that was not. */
function program(random, length, bound) {
  const known = [...bound];
  let text = '';
  for (let i = 0; i < length; i++) {
    const name = random.pick(names);
    text += statement(random, name, known);
    if (!known.includes(name)) known.push(name);
  }
  return text;
}

function statement(random, name, known) {
  const { pick, chance, below } = random;
  const value = () => expression(random, 3, known);
  const place = () => (known.length > 0 ? pick(known) : name);
  switch (below(22)) {
    case 0:
      return `for i in ${pick(['range(3)', "['x', 'y']", 'dict(k=1, l=2).items()', value()])}:\n    ${name} = i${chance(0.3) ? '\n    if i:\n        break' : ''}\n${chance(0.2) ? `else:\n    ${name} = ${value()}\n` : ''}`;
    case 1:
      return `if ${value()}:\n    ${name} = ${value()}\nelse:\n    ${name} = ${value()}\n`;
    case 2:
      return `def f_${name}(p, q=${value()}, *r, **s):\n    ${chance(0.3) ? 'p = [p]\n    ' : ''}return ${pick(['p', 'q', '[p, q]', 'dict(p=p, **s)', 'r', '{**s}'])}\n${name} = f_${name}(${value()}${chance(0.4) ? `, ${value()}` : ''}${chance(0.3) ? ', k=1' : ''})\n`;
    case 3:
      return `try:\n    ${name} = ${value()}\nexcept ${pick(['Exception', 'KeyError', '(TypeError, ValueError)'])}${chance(0.3) ? ' as e' : ''}:\n    ${name} = ${value()}\n${chance(0.3) ? `finally:\n    ${name} = [${value()}]\n` : ''}`;
    case 4:
      return `${place()} ${pick(['+=', '*=', '|=', '-='])} ${value()}\n`;
    case 5:
      return `${name} = [${value()}, ${value()}]\n${name}.${pick(listMethods).replace('{}', value())}\n`;
    case 6:
      return `${name} = dict(k=${value()}, m=dict(n=${value()}))\n${name}${pick(["['k']", "['m']['n']", "['new']", '.update(k=2)', ".setdefault('z', 3)", ".pop('k')"])}${''}${''}\n`.replace(
        /(\])\n$/,
        `$1 = ${value()}\n`,
      );
    case 7:
      return `${pick(['u, v', '(u, v)', 'u, *v', '*u, v'])} = ${value()}\n`;
    case 8:
      return `del ${place()}\n`;
    case 9:
      return `class K_${name}:\n    z = ${value()}\n    def m(self): return self.z\n${name} = K_${name}().m()\n`;
    case 10:
      return `${name} = ${pick(['lambda p: p', 'sorted', 'int'])}\n`;
    case 11:
      return `n = 0\nwhile n < ${below(4)}:\n    n += 1\n    ${name} = n\n`;
    case 12:
      return `assert ${pick(['True', '1 == 1', value()])}\n`;
    default:
      return `${name} = ${value()}\n`;
  }
}

function expression(random, depth, known) {
  const { pick, chance, below, some } = random;
  const deeper = () => expression(random, depth - 1, known);
  if (depth <= 0 || chance(0.25)) return atom(random, known);
  const list = () => some(0, 3, deeper).join(', ');
  switch (below(20)) {
    case 0:
      return `[${list()}]`;
    case 1:
      return `dict(${some(0, 3, (i) => `${pick(['k', 'type', 'abbr'])}${i}=${deeper()}`).join(', ')})`;
    case 2:
      return `{${some(0, 3, (i) => `${chance(0.7) ? `'k${i}'` : atom(random, [])}: ${deeper()}`).join(', ')}}`;
    case 3:
      return `(${deeper()}, ${chance(0.5) ? deeper() : ''})`;
    case 4:
    case 5:
      return `(${deeper()} ${pick(['+', '+', '-', '*', '%', '/', '//', '**', '|', '&', '<', '==', '!=', 'in', 'and', 'or', 'is not', '>>'])} ${deeper()})`;
    case 6:
      return `f'${pick(['', 'v=', '{{'.concat('}}')])}{${pick(known.length > 0 && chance(0.6) ? known : ['1', '2.5', '"s"'])}${pick(formats)}}'`;
    case 7:
      return `${pick(strings)}.${pick(methods)}`;
    case 8:
      return `[${pick(['i', 'i * 2', '(i, 1)', "f'{i}'"])} for i in ${pick(['range(4)', deeper()])}${chance(0.4) ? ` if ${pick(['i', 'i != 1', 'i in [1, 2]'])}` : ''}]`;
    case 9:
      return `{i: ${pick(['i', '[i]', 'str(i)'])} for i in ${pick(['range(3)', "'ab'", deeper()])}}`;
    case 10:
      return `(${deeper()})[${pick(['0', '-1', "'k0'", '1:', '::-1', ':2', '::2', deeper()])}]`;
    case 11:
      return `${pick(['len', 'str', 'int', 'list', 'tuple', 'dict', 'bool', 'sum', 'max', 'min', 'sorted', 'repr', 'abs', 'float', 'type', 'any', 'all', 'round', 'set'])}(${deeper()})`.replace(
        /^(type|set)\((.*)\)$/s,
        (_, f, x) => (f === 'type' ? `type(${x}).__name__` : `sorted(set(${x}), key=str)`),
      );
    case 12:
      return `(${deeper()} if ${deeper()} else ${deeper()})`;
    case 13:
      return `list(${pick(['zip', 'enumerate', 'map', 'reversed', 'filter'])}(${pick(["[1, 2], 'ab'", deeper(), `str, ${deeper()}`, `None, ${deeper()}`])}))`;
    case 14:
      return `${pick(strings)} % ${pick(['1', "('x', 2)", deeper(), "{'q': 1}"])}`;
    case 15:
      return `(${deeper()}).${pick(['get("k0")', 'items()', 'keys()', 'values()', 'copy()', 'k0', 'pop("k0", None)', 'count(1)', 'index(1)', 'real'])}`.replace(
        /^(.*\.(?:items|keys|values)\(\))$/s,
        'list($1)',
      );
    case 16:
      return `${pick(['not ', '-', '~', '+'])}(${deeper()})`;
    case 17:
      return `{**${deeper()}, 'z': 1}`;
    case 18:
      return `[*${deeper()}, ${deeper()}]`;
    default:
      return `(${deeper()} ${pick(['<', '<=', '==', 'in'])} ${deeper()} ${pick(['>', '!='])} ${deeper()})`;
  }
}

function atom({ pick, chance }, known) {
  if (known.length > 0 && chance(0.4)) return pick(known);
  if (chance(0.02)) return pick(['nowhere', 'Thing', 'renamed']);
  return pick([pick(strings), pick(strings), pick(numbers), pick(numbers), 'None', '[]', '{}', 'dict()', '()']);
}
