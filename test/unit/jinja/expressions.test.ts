import { describe, expect, test } from 'vitest';
import { render, row } from './support.js';

// What jinja2 3.1.6 gives on CPython 3.11, with StrictUndefined and keep_trailing_newline; an error as `Type: text`.
const cases: Readonly<Record<string, readonly (readonly [template: string, expected: string])[]>> = {
  'literals and printing': [
    ['{{ 1 }} {{ 1_000 }} {{ 0x1F }} {{ 0b11 }} {{ 0o17 }}', '1 1000 31 3 15'],
    ['{{ 1.0 }} {{ 1e-07 }} {{ 1e22 }} {{ 100000000000000000000 }} {{ .5 }}', "TemplateSyntaxError: unexpected '.'"],
    ['{{ 2.0 }} {{ 1e3 }} {{ -0.0 }}', '2.0 1000.0 -0.0'],
    ['{{ true }} {{ False }} {{ none }} {{ None }}', 'True False None None'],
    [`{{ 'a' "b" 'c' }}`, 'abc'],
    ["{{ 'tab\\tnew\\nline \\x41 \\u00e9 \\N{BULLET} \\d \\é' }}", 'tab\tnew\nline A é • \\d \\xe9'],
    [`{{ ['a', "it's", 1, none, true, 2.0] }}`, `['a', "it's", 1, None, True, 2.0]`],
    ['{{ (1,) }} {{ () }} {{ 1, 2 }} {{ (1) }}', '(1,) () (1, 2) 1'],
    ["{{ {'a': [1], 2: none} }} {{ {} }} {{ [1, 2,] }}", "{'a': [1], 2: None} {} [1, 2]"],
    ['{{ d }} {{ y }} {{ nn }} {{ b }} {{ f }}', "{'k': 'v', 'n': 2, 'text': ['p', 'q']} ['b', 'a', 'C', 'a'] None True 2.5"],
    ['{{ x }} {{ t }}', `Hello, World\nfoo  bar <b>"é😀'&`],
  ],
  operators: [
    ['{{ 7 / 2 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 2 ** 3 ** 2 }} {{ -2 ** 2 }}', '3.5 3 -4 2 64 4'],
    ["{{ 1 + 2.5 }} {{ 'a' + 'b' }} {{ [1] + [2] }} {{ 'ab' * 2 }}", '3.5 ab [1, 2] abab'],
    ["{{ 'a' ~ 1 ~ none ~ [1] }}", 'a1None[1]'],
    ['{{ 1 < 2 < 3 }} {{ 1 < 2 > 5 }} {{ 1 == 1.0 == true }}', 'True False True'],
    ["{{ 'a' in y }} {{ 'z' not in y }} {{ not 'a' in y }} {{ 'oo' in x }} {{ 'k' in d }}", 'True True False True True'],
    ["{{ 0 or 'x' }} {{ 1 and '' }} {{ not none }} {{ '' or [] or 3 }}", 'x  True 3'],
    ["{{ 'a' if n > 3 else 'b' }} {{ 1 if false }}| {{ 1 if true else 2 if true else 3 }}", 'a | 1'],
    ["{{ '%s has %d (%.2f)' % ('a', 3, 2) }} {{ '%(k)s' % d }}", 'a has 3 (2.00) v'],
    ["{{ 1 + 'a' }}", "TypeError: unsupported operand type(s) for +: 'int' and 'str'"],
    ["{{ 'a' + 1 }}", 'TypeError: can only concatenate str (not "int") to str'],
    ["{{ 1 < 'a' }}", "TypeError: '<' not supported between instances of 'int' and 'str'"],
    ['{{ 1 / 0 }}', 'ZeroDivisionError: division by zero'],
    ['{{ -x }}', "TypeError: bad operand type for unary -: 'str'"],
    ['{{ 1 + missing }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing == 1 }}', "UndefinedError: 'missing' is undefined"],
    ["{{ 'a' in missing }}", "UndefinedError: 'missing' is undefined"],
    ['{{ missing in y }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing in d.items() }} {{ (missing, 1, 2) not in d.items() }}', 'False True'],
    ['{{ missing in d.values() }}', "UndefinedError: 'missing' is undefined"],
    ["{{ ('k', missing) in d.items() }}", "UndefinedError: 'missing' is undefined"],
    ["{{ ('z', missing) in d.items() }}", 'False'],
    ['{{ missing in x }}', "TypeError: 'in <string>' requires string as left operand, not StrictUndefined"],
    ['{{ not missing }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing or 1 }}', "UndefinedError: 'missing' is undefined"],
    ["{{ (1 if false) == (2 if false) }} {{ (1 if false) or 'z' }} {{ (1 if false)|length }}", 'True z 0'],
    ['{{ (1 if false) + 1 }}', 'UndefinedError: the inline if-expression on line 1 evaluated to false and no else section was defined.'],
  ],
  'attributes and items': [
    ["{{ d.k }} {{ d['k'] }} {{ d.text.0 }} {{ d.text[1] }} {{ y[-1] }} {{ nest[1][1][0] }}", 'v v p q a 3'],
    [
      '{{ y[1:] }} {{ y[::-1] }} {{ x[:5] }} {{ t[4:6] }} {{ y[10:] }} {{ y[-3:-1] }}',
      "['a', 'C', 'a'] ['a', 'C', 'a', 'b'] Hello é😀 [] ['a', 'C']",
    ],
    ["{{ {'items': 1}['items'] }}", '1'],
    ["{{ d.get('zz', 'none') }} {{ d.get('k') }} {{ y.index('C') }} {{ y.count('a') }}", 'none v 2 2'],
    ['{{ d.zz }}', "UndefinedError: 'dict object' has no attribute 'zz'"],
    ["{{ d['zz'] }}", "UndefinedError: 'dict object' has no attribute 'zz'"],
    ['{{ d.zz is defined }} {{ y[9] is undefined }} {{ nn.foo is defined }}', 'False True False'],
    ['{{ y[9] }}', 'UndefinedError: list object has no element 9'],
    ["{{ y['k'] }}", "UndefinedError: 'list object' has no attribute 'k'"],
    ['{{ x.foo }}', "UndefinedError: 'str object' has no attribute 'foo'"],
    ['{{ nn.strip() }}', "UndefinedError: 'None' has no attribute 'strip'"],
    ['{{ missing.foo }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing[0] }}', "UndefinedError: 'missing' is undefined"],
    ['{{ d.zz.foo }}', "UndefinedError: 'dict object' has no attribute 'zz'"],
    ['{{ n[0] }}', 'UndefinedError: int object has no element 0'],
    ['{{ n() }}', "TypeError: 'int' object is not callable"],
    ["{{ d[['a']] }}", "UndefinedError: dict object has no element ['a']"],
    ['{{ d[::2] }}', "TypeError: unhashable type: 'slice'"],
    ['{{ y[::0] }}', 'ValueError: slice step cannot be zero'],
    ['{{ missing[1:] }}', "UndefinedError: 'missing' is undefined"],
    ['{{ y[missing] }}', 'UndefinedError: list object has no element Undefined'],
    ['{{ d[missing] }}', "UndefinedError: 'missing' is undefined"],
    ["{{ ['A', 'B'].index(missing) }}", "UndefinedError: 'missing' is undefined"],
    ["{{ ['A', 'B'].index('C') }}", "ValueError: 'C' is not in list"],
    ["{{ ['A', 'B', 'C', 'D'][n - 3] }}", 'C'],
  ],
  methods: [
    [
      "{{ x.upper() }} {{ x.split() }} {{ x.replace('o', '0', 1) }} {{ x.strip('Hr') }}",
      "HELLO, WORLD\nFOO  BAR ['Hello,', 'World', 'foo', 'bar'] Hell0, World\nfoo  bar ello, World\nfoo  ba",
    ],
    ["{{ 'a,b'.split(',')[1] }} {{ ', '.join(y) }} {{ '{} and {k}'.format(1, k=2) }}", 'b b, a, C, a 1 and 2'],
    ["{{ x.startswith('Hel') }} {{ x.find('o') }} {{ x.title() }} {{ 'ß'.upper() }}", 'True 4 Hello, World\nFoo  Bar SS'],
    ['{{ (5).bit_length() }} {{ 2.5.is_integer() }}', '3 False'],
    ["{{ ','.join([1]) }}", 'TypeError: sequence item 0: expected str instance, int found'],
    ['{{ x.strip(1) }}', 'TypeError: strip arg must be None or str'],
    ['{{ x.nope() }}', "UndefinedError: 'str object' has no attribute 'nope'"],
    ["{{ x.split('') }}", 'ValueError: empty separator'],
    [
      "{{ dict(a=1, **d) }} {{ dict([['a', 1]]) }} {{ range(3)|list }} {{ range(5, 1, -2)|list }}",
      "{'a': 1, 'k': 'v', 'n': 2, 'text': ['p', 'q']} {'a': 1} [0, 1, 2] [5, 3]",
    ],
    ["{{ range(3) }} {{ x.replace(*['o', '0']) }} {{ 'a{b}'.format(**{'b': 3}) }}", 'range(0, 3) Hell0, W0rld\nf00  bar a3'],
    ['{{ range() }}', 'TypeError: range expected at least 1 argument, got 0'],
  ],
};

for (const [name, rows] of Object.entries(cases))
  describe(name, () => {
    test.each(rows)('%s', (template, expected) => {
      expect(render(template, row)).toBe(expected);
    });
  });
