// Random templates and rows for Jinja as the tasks of lm-evaluation-harness use it: the whole grammar, every filter and test, now and then broken.

const names = ['x', 'y', 'n', 'f', 'd', 'nn', 'b', 'rows', 'missing', 'i', 'e', 't', 'a', 'range', 'nest'];
const constants = [
  "'a'",
  "'b c'",
  "''",
  "'A,b;C'",
  "'%s %d'",
  "'{} {x}'",
  "'<&>'",
  "' pad '",
  '1',
  '0',
  '-1',
  '2',
  '3',
  '10',
  '1.5',
  '2.0',
  '1e3',
  '0.1',
  'true',
  'false',
  'none',
  'True',
  "'é中😀'",
  "'\\n\\t\\x41'",
  '1_000',
  '0x1f',
  '100000000000000000000',
  '[]',
  '()',
  "'ß'",
  "'k'",
  "'Hello wORLD-foo (bar)'",
];
const strMethods = [
  'strip()',
  'upper()',
  'split()',
  "split(',')",
  "replace('a', 'b')",
  'title()',
  "startswith('a')",
  "find('b')",
  'join(y)',
  'format(1, x=2)',
  'zfill(5)',
  "count('a')",
  'isdigit()',
  "rsplit(',', 1)",
  'capitalize()',
  'swapcase()',
  "index('a')",
  'splitlines()',
  "lstrip('H')",
  'rstrip()',
  "center(7, '*')",
  "partition(' ')",
  'encode()',
  'lower()',
  'isupper()',
  "endswith(('a', 'b'))",
  "removeprefix('H')",
  'foo()',
  'casefold()',
];
const listMethods = [
  "index('a')",
  "count('a')",
  'append(1)',
  'copy()',
  'pop()',
  'index(missing)',
  'index(1)',
  'sort()',
  'reverse()',
  'extend([1])',
];
const dictMethods = ['items()', 'keys()', 'values()', "get('k')", "get('zz', 3)", "update({'q': 1})", "pop('k')", 'get(missing)'];
const filters = [
  'upper',
  'lower',
  'title',
  'capitalize',
  'trim',
  "trim('Hd')",
  'length',
  'count',
  'list',
  'first',
  'last',
  'join',
  "join(', ')",
  "join(attribute='k')",
  'sort',
  'sort(reverse=true)',
  "sort(attribute='k')",
  'sort(case_sensitive=true)',
  "sort(attribute='k,n')",
  'unique|list',
  "unique(attribute='k')|list",
  'min',
  'max',
  "max(attribute='n')",
  'sum',
  "sum(attribute='n')",
  'sum(start=10)',
  "replace('a', 'b')",
  "replace('l', 'L', 1)",
  'round',
  'round(2)',
  "round(1, 'ceil')",
  "round(method='floor')",
  'int',
  'int(7)',
  'int(base=16)',
  "int('z', 2)",
  'float',
  'float(1.5)',
  'string',
  'abs',
  "default('D')",
  "d('D', true)",
  'default',
  'center(9)',
  'indent',
  'indent(2, true)',
  "indent('> ', blank=true)",
  'wordcount',
  'tojson',
  'tojson(2)',
  'items|list',
  'dictsort',
  "dictsort(by='value')",
  'dictsort(reverse=true)',
  "groupby('k')",
  "groupby('n')",
  "groupby('zz', default='-')",
  "groupby('k', case_sensitive=true)",
  "groupby('k')|map(attribute='list')|list",
  'batch(2)|list',
  "batch(2, '-')|list",
  'slice(2)|list',
  "slice(3, '-')|list",
  'reverse',
  'reverse|list',
  "map('upper')|list",
  "map(attribute='k')|list",
  "map(attribute='zz', default='q')|list",
  "map('int')|list",
  "map('join', '-')|list",
  "map('nope')|list",
  'map|list',
  'select|list',
  "select('odd')|list",
  "reject('none')|list",
  "selectattr('k')|list",
  "selectattr('n', 'gt', 1)|list",
  "rejectattr('k', 'equalto', 'v')|list",
  "selectattr('zz', 'defined')|list",
  "select('in', y)|list",
  "select('nope')|list",
  'e',
  'escape',
  'forceescape',
  'safe',
  'striptags',
  'urlencode',
  'xmlattr',
  'format(1)',
  'format(x=1)',
  "format('a', 2)",
  'truncate(5)',
  'truncate(5, true)',
  "truncate(9, false, '~', 0)",
  'filesizeformat',
  'filesizeformat(true)',
  "attr('k')",
  "attr('upper')",
  "regex_replace('[a-l]+', '<\\\\g<0>>')",
  "regex_replace('(l)(o)?', '_', 1)",
  'upper(1)',
  "replace('a')",
  'join(d=1)',
  'list|length',
  "map('first')|list",
];
const tests = [
  'defined',
  'undefined',
  'none',
  'odd',
  'even',
  'divisibleby 3',
  'divisibleby(2)',
  'string',
  'number',
  'integer',
  'float',
  'boolean',
  'true',
  'false',
  'mapping',
  'iterable',
  'sequence',
  'callable',
  'lower',
  'upper',
  'sameas none',
  'sameas true',
  'eq 1',
  "equalto('a')",
  'in y',
  'in [1, 2]',
  'gt 1',
  'lessthan 2',
  "ne 'a'",
  'escaped',
  'filter',
  'test',
  'not defined',
  'not none',
  'not in y',
  'not string',
  'ge 2',
];
const loopParts = [
  'index',
  'index0',
  'first',
  'last',
  'length',
  'revindex',
  'revindex0',
  'depth',
  'previtem',
  'nextitem',
  "cycle('a', 'b')",
  'changed(i)',
  'foo',
];
const texts = ['', ' ', '\n', 'abc', '  x \n', 'Q: ', 'é😀\n', '}} ', '{ }', '\r\n', 'a\rb', '\n\n'];
const insertions = [
  '{{',
  '}}',
  '{%',
  '%}',
  '|',
  '(',
  ')',
  '[',
  ']',
  '.',
  ',',
  'if ',
  'else',
  'is ',
  'not ',
  '"',
  "'",
  '-',
  'for ',
  'endif',
  '=',
  '{',
  '}',
  ':',
  '1',
  'é',
  '@',
  '$',
  '²',
  '{#',
  '#}',
  ' recursive',
  ' raw ',
];

const rows = [
  {
    x: 'Hello, World\nfoo  bar',
    y: ['b', 'a', 'C', 'a'],
    n: 5,
    f: 2.5,
    d: { k: 'v', n: 2, text: ['p', 'q'] },
    nn: null,
    b: true,
    rows: [
      { k: 'v', n: 1 },
      { k: 'W', n: 3 },
      { k: 'v', n: 2 },
    ],
    i: 7,
    e: '',
    t: '<b>"é😀\'&',
    a: [1, 2],
    nest: [1, [2, [3]], 4],
  },
  {
    x: 'a',
    y: [3, 1.5, 2, true],
    n: 0,
    f: 1e-7,
    d: {},
    nn: null,
    b: false,
    rows: [{ k: 'b' }, { n: 1 }],
    i: 'k',
    e: ' ',
    t: '12',
    a: { q: [null, true] },
    nest: [],
    range: 'shadow',
  },
  {
    x: '42',
    y: ['x', 1, null],
    n: -3,
    f: 0.5,
    d: { k: { n: 1 } },
    nn: null,
    b: true,
    rows: [],
    i: 1,
    e: 'Ünï',
    t: '3.7',
    a: 's',
    nest: [[1], [2, 3]],
  },
];

/** @returns the request without its id */
export function randomJinjaCase(random) {
  const writer = new Writer(random);
  const template = random.chance(0.5) ? writer.statements(2, 3) : writer.print(3);
  return { op: 'jinja', template: random.chance(0.15) ? writer.broken(template) : template, row: random.pick(rows) };
}

class Writer {
  /** @param {ReturnType<typeof import('./random.mjs').createRandom>} random */
  constructor({ below, pick, chance, some }) {
    this.below = below;
    this.pick = pick;
    this.chance = chance;
    this.some = some;
  }

  atom() {
    return this.pick(this.chance(0.6) ? names : constants);
  }

  list(most, depth) {
    return this.some(0, most, () => this.expression(depth)).join(', ');
  }

  /** @param depth how deep it may nest */
  expression(depth) {
    if (depth <= 0 || this.chance(0.12)) return this.atom();
    const inner = () => this.expression(depth - 1);
    const operand = () => (this.chance(0.5) ? inner() : this.atom());
    switch (this.below(22)) {
      case 0:
        return `(${inner()})`;
      case 1:
        return `${inner()} ${this.pick(['+', '-', '*', '/', '//', '%', '~', '**'])} ${inner()}`;
      case 2:
        return `${inner()} ${this.pick(['==', '!=', '<', '>', '<=', '>=', 'in', 'not in'])} ${inner()}`;
      case 3:
        return `${inner()} ${this.pick(['and', 'or'])} ${inner()}`;
      case 4:
        return `not ${inner()}`;
      case 5:
        return `${inner()} if ${inner()}${this.chance(0.7) ? ` else ${inner()}` : ''}`;
      case 6:
        return `[${this.list(3, depth - 1)}]`;
      case 7:
        return `{${this.some(0, 2, () => `${this.pick(constants.slice(0, 8))}: ${inner()}`).join(', ')}}`;
      case 8:
        return `(${inner()}, ${this.chance(0.7) ? inner() : ''})`;
      case 9:
        return `${inner()}[${inner()}]`;
      case 10:
        return `${this.pick(names)}[${this.pick([':', '1:', ':2', '::-1', '-2:', '1:3', '::2', ':-1', 'n:', '::0', '2::-1'])}]`;
      case 11:
        return `${this.pick(names)}.${this.pick(['k', 'n', 'text', '0', '1', 'foo', 'upper', 'items', 'real', 'zz.q', 'k.n'])}`;
      case 12:
        return `${this.pick(['x', 'e', 't', 'n'])}.${this.pick(strMethods)}`;
      case 13:
        return this.chance(0.5) ? `${this.pick(['y', 'rows', 'nest'])}.${this.pick(listMethods)}` : `d.${this.pick(dictMethods)}`;
      case 14:
        return `${this.pick(['-', '+'])}${this.atom()}`;
      case 15:
        return this.chance(0.6) ? `range(${this.list(2, 1)})|list` : `dict(${this.pick(['a=1', 'd', 'k=x, n=2', '**d'])})`;
      case 16:
        return `${inner()} < ${inner()} < ${inner()}`;
      case 17:
        return this.chance(0.2) ? `${this.atom()}(${this.list(2, 1)})` : this.atom();
      case 18:
      case 19:
        return `${operand()} is ${this.pick(tests)}`;
      default:
        return `${operand()}|${this.pick(filters)}`;
    }
  }

  tag(content) {
    const sign = () => this.pick(['', '', '', '-', '+']);
    return `{%${sign()} ${content} ${sign()}%}`;
  }

  print(depth) {
    return this.printed(this.expression(depth));
  }

  printed(content) {
    return `{{${this.pick(['', '', '-'])} ${content} ${this.pick(['', '', '-'])}}}`;
  }

  statements(depth, most) {
    return this.some(1, most, () => this.statement(depth)).join('');
  }

  statement(depth) {
    if (depth <= 0 || this.chance(0.35)) return this.pick(texts) + this.print(this.chance(0.8) ? 2 : 3);
    const body = (most = 2) => this.statements(depth - 1, most);
    switch (this.below(13)) {
      case 0: {
        const other = this.chance(0.3) ? this.tag(`elif ${this.expression(2)}`) + body() : '';
        return (
          this.tag(`if ${this.expression(2)}`) + body() + other + (this.chance(0.5) ? this.tag('else') + body() : '') + this.tag('endif')
        );
      }
      case 1:
      case 2:
        return this.loop(body);
      case 3:
        return this.tag(`set ${this.pick(['a', 'i', 'x', 'q', 'a, i', 'n'])} = ${this.expression(2)}`);
      case 4:
        return (
          this.tag(`set ${this.pick(['a', 'q'])}${this.pick(['', ' | upper', ' | replace(x, 1)', '|trim|length'])}`) +
          body() +
          this.tag('endset') +
          this.printed(this.pick(['a', 'q']))
        );
      case 5:
        return `{% set ns = namespace(v=0) %}{% for i in y %}{% set ns.v = ns.v + 1 %}{% endfor %}${this.printed(this.pick(['ns.v', 'ns', 'ns.zz']))}`;
      case 6:
        return (
          this.tag(`with ${this.pick(['a', 'x'])} = ${this.expression(2)}${this.pick(['', ', i = a'])}`) + body() + this.tag('endwith')
        );
      case 7:
        return (
          this.tag(`macro m(a, i=${this.expression(1)})`) +
          body() +
          this.pick(['', '{{ varargs }}', '{{ kwargs }}', '{{ caller() }}']) +
          this.tag('endmacro') +
          this.printed(`m(${this.pick(['', '1', 'x', 'x, 2', '1, 2, 3', 'i=1', 'q=2'])})`)
        );
      case 8:
        return `{% macro m() %}{{ caller(${this.pick(['', '1'])}) }}{% endmacro %}${this.tag(`call${this.pick(['', '(i)'])} m()`)}${body(1)}${this.tag('endcall')}`;
      case 9:
        return (
          this.tag(`filter ${this.pick(['upper', 'trim', 'replace(x, 1)', 'length', 'upper|trim', 'indent'])}`) +
          body() +
          this.tag('endfilter')
        );
      case 10:
        return this.pick([`${this.tag('raw')}{{ x }} {% if${this.tag('endraw')}`, '{#- note -#}', '{# note #}']);
      case 11:
        return this.tag(`print ${this.expression(2)}`);
      default:
        return this.pick([
          `${this.tag('block b')}${body(1)}${this.tag('endblock')}`,
          this.tag('for i in nest recursive') + this.printed('i if i is number else loop(i)') + this.tag('endfor'),
          this.tag('nope'),
        ]);
    }
  }

  loop(body) {
    const target = this.pick(['i', 'a', 'i', 'k, v', 'i, a', '(a, b)']);
    const source = this.pick(['y', 'rows', 'd.items()', 'range(3)', 'x', 'nest', 'missing', 'd', '[1, 2, 3]', this.expression(2)]);
    const filter = this.pick(['', '', '', ' if i', ' if i != 2', ' if loop.first']);
    const last = this.pick(['', `{{ loop.${this.pick(loopParts)} }}`, this.printed(this.pick(['i', 'k', 'a']))]);
    return (
      this.tag(`for ${target} in ${source}${filter}`) +
      body() +
      last +
      (this.chance(0.2) ? this.tag('else') + body(1) : '') +
      this.tag('endfor')
    );
  }

  /** The template with one or two changes of a few characters. */
  broken(template) {
    let text = template;
    for (let i = this.below(2); i >= 0; i--) {
      const at = this.below(text.length + 1);
      const insertion = this.chance(0.67) ? this.pick(insertions) : '';
      text = text.slice(0, at) + insertion + text.slice(at + this.below(4));
    }
    // A cut may go through a surrogate pair, which no file could hold.
    return text.toWellFormed?.() ?? text;
  }
}
