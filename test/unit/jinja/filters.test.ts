import { describe, expect, test } from 'vitest';
import { render, row } from './support.js';

// What jinja2 3.1.6 gives on CPython 3.11, with StrictUndefined and keep_trailing_newline; an error as `Type: text`.
const cases: Readonly<Record<string, readonly (readonly [template: string, expected: string])[]>> = {
  filters: [
    ['{{ x|upper|lower|title|capitalize|trim }}', 'Hello, world\nfoo  bar'],
    ["{{ ['  a '|trim, 'xax'|trim('x')] }}", "['a', 'a']"],
    ['{{ [y|length, x|count, d|length] }}', '[4, 21, 3]'],
    ["{{ [y|first, y|last, 'é😀'|last] }}", "['b', 'a', '😀']"],
    ['{{ []|first }}', 'UndefinedError: No first item, sequence was empty.'],
    ['{{ []|last }}', 'UndefinedError: No last item, sequence was empty.'],
    [
      "{{ [y|join, y|join(', '), rows|join('/', attribute='k'), [1, none, 2.0]|join('-')] }}",
      "['baCa', 'b, a, C, a', 'v/W/v', '1-None-2.0']",
    ],
    [
      "{{ [y|sort, y|sort(true), y|sort(case_sensitive=true), rows|sort(attribute='k,n'), [3, 1, 2]|sort] }}",
      "[['a', 'a', 'b', 'C'], ['C', 'b', 'a', 'a'], ['C', 'a', 'a', 'b'], [{'k': 'v', 'n': 1}, {'k': 'v', 'n': 2}, {'k': 'W', 'n': 3}], [1, 2, 3]]",
    ],
    ["{{ [1, 'a']|sort }}", "TypeError: '<' not supported between instances of 'str' and 'int'"],
    [
      "{{ [y|unique|list, y|unique(true)|list, rows|unique(attribute='k')|list] }}",
      "[['b', 'a', 'C'], ['b', 'a', 'C'], [{'k': 'v', 'n': 1}, {'k': 'W', 'n': 3}]]",
    ],
    ["{{ [y|min, y|max, rows|max(attribute='n'), [1, 2.5]|max] }}", "['a', 'C', {'k': 'W', 'n': 3}, 2.5]"],
    ['{{ []|max }}', 'UndefinedError: No aggregated item, sequence was empty.'],
    ["{{ [[1, 2]|sum, rows|sum(attribute='n'), [1]|sum(start=10)] }}", '[3, 6, 11]'],
    ["{{ ['a']|sum }}", "TypeError: unsupported operand type(s) for +: 'int' and 'str'"],
    [
      "{{ [x|replace('o', '0'), x|replace('o', '0', 1), 11|replace(1, 2)] }}",
      "['Hell0, W0rld\\nf00  bar', 'Hell0, World\\nfoo  bar', '22']",
    ],
    [
      "{{ [2.55|round(1), 2.5|round, 3|round, 2.123|round(2, 'ceil'), 2.129|round(2, 'floor'), 1234|round(-2), 2.5|round|int] }}",
      '[2.5, 2.0, 3, 2.13, 2.12, 1200, 2]',
    ],
    ["{{ [2|round(1, 'x')] }}", 'FilterArgumentError: method must be common, ceil or floor'],
    ["{{ ['42'|int, '42.9'|int, 'x'|int, 'x'|int(7), '0x1f'|int(base=16), none|int, 3.9|int] }}", '[42, 42, 0, 7, 31, 0, 3]'],
    ["{{ ['1.5'|float, 'x'|float, 'x'|float(2.5), 3|float] }}", '[1.5, 0.0, 2.5, 3.0]'],
    ['{{ [n|string, nn|string, [1]|string] }}', "['5', 'None', '[1]']"],
    ['{{ [-3|abs, -2.5|abs] }}', '[3, 2.5]'],
    ['{{ x|abs }}', "TypeError: bad operand type for abs(): 'str'"],
    ["{{ [x|center(30), 'a'|center(4)] }}", "['    Hello, World\\nfoo  bar     ', ' a  ']"],
    [
      "{{ ['a\\nb\\n\\nc'|indent, 'a\\nb\\n\\nc'|indent(2, true, true), 'a\\nb'|indent('> ')] }}",
      "['a\\n    b\\n\\n    c', '  a\\n  b\\n  \\n  c', 'a\\n> b']",
    ],
    ["{{ [x|wordcount, 'a-b c_d é'|wordcount] }}", '[4, 4]'],
    [
      '{{ [x|tojson, d|tojson, [1.0, none, true]|tojson, t|tojson, d|tojson(2)] }}',
      `[Markup('"Hello, World\\\\nfoo  bar"'), Markup('{"k": "v", "n": 2, "text": ["p", "q"]}'), Markup('[1.0, null, true]'), Markup('"\\\\u003cb\\\\u003e\\\\"\\\\u00e9\\\\ud83d\\\\ude00\\\\u0027\\\\u0026"'), Markup('{\\n  "k": "v",\\n  "n": 2,\\n  "text": [\\n    "p",\\n    "q"\\n  ]\\n}')]`,
    ],
    ['{{ missing|tojson }}', 'TypeError: Object of type StrictUndefined is not JSON serializable'],
    [
      "{{ [d|items|list, d|dictsort, {'b': 1, 'A': 2}|dictsort, {'b': 1, 'A': 2}|dictsort(true), {'b': 1, 'A': 2}|dictsort(by='value', reverse=true)] }}",
      "[[('k', 'v'), ('n', 2), ('text', ['p', 'q'])], [('k', 'v'), ('n', 2), ('text', ['p', 'q'])], [('A', 2), ('b', 1)], [('A', 2), ('b', 1)], [('A', 2), ('b', 1)]]",
    ],
    ["{{ d|dictsort(by='x') }}", 'FilterArgumentError: You can only sort by either "key" or "value"'],
    [
      "{{ [rows|groupby('k'), rows|groupby('k')|map(attribute='grouper')|list, rows|groupby('zz', default='-')|length] }}",
      "[[('v', [{'k': 'v', 'n': 1}, {'k': 'v', 'n': 2}]), ('W', [{'k': 'W', 'n': 3}])], ['v', 'W'], 1]",
    ],
    ["{{ [y|batch(3)|list, y|batch(3, '-')|list] }}", "[[['b', 'a', 'C'], ['a']], [['b', 'a', 'C'], ['a', '-', '-']]]"],
    ["{{ [y|slice(3)|list, y|slice(3, '-')|list] }}", "[[['b', 'a'], ['C'], ['a']], [['b', 'a'], ['C', '-'], ['a', '-']]]"],
    ["{{ [y|reverse|list, 'abc'|reverse, 'é😀'|reverse] }}", "[['a', 'C', 'a', 'b'], 'cba', '😀é']"],
    ['{{ 5|reverse }}', 'FilterArgumentError: argument must be iterable'],
    [
      "{{ [y|map('upper')|list, rows|map(attribute='k')|list, rows|map(attribute='zz', default='-')|list, y|map('replace', 'a', 'z')|list] }}",
      "[['B', 'A', 'C', 'A'], ['v', 'W', 'v'], ['-', '-', '-'], ['b', 'z', 'C', 'z']]",
    ],
    ['{{ y|map|list }}', 'FilterArgumentError: map requires a filter argument'],
    ["{{ y|map('nope')|list }}", "TemplateRuntimeError: No filter named 'nope'."],
    [
      "{{ [[0, 1, 2]|select|list, [0, 1, 2]|select('odd')|list, y|reject('equalto', 'a')|list, rows|selectattr('n', 'gt', 1)|list, rows|rejectattr('k', 'eq', 'v')|list] }}",
      "[[1, 2], [1], ['b', 'C'], [{'k': 'W', 'n': 3}, {'k': 'v', 'n': 2}], [{'k': 'W', 'n': 3}]]",
    ],
    ["{{ y|select('nope')|list }}", "TemplateRuntimeError: No test named 'nope'."],
    [
      '{{ [t|e, t|escape|length, t|forceescape, t|safe] }}',
      `[Markup('&lt;b&gt;&#34;é😀&#39;&amp;'), 26, Markup('&lt;b&gt;&#34;é😀&#39;&amp;'), Markup('<b>"é😀\\'&')]`,
    ],
    [
      "{{ ['<'|e + '<', '<'|e ~ '<', ['<'|e], '<'|safe|upper + '&', '<'|e * 2] }}",
      "[Markup('&lt;&lt;'), '&lt;<', [Markup('&lt;')], Markup('<&amp;'), Markup('&lt;&lt;')]",
    ],
    ["{{ '<b>a</b> <!-- c -->  d'|striptags }}", 'a d'],
    ["{{ '[' ~ ' <p>a</p>\\n '|striptags ~ ']' }}", '[a]'],
    [
      "{{ [t|urlencode, '/a b'|urlencode, {'a b': 1, 'c': '/'}|urlencode] }}",
      "['%3Cb%3E%22%C3%A9%F0%9F%98%80%27%26', '/a%20b', 'a+b=1&c=%2F']",
    ],
    [`{{ [{'a': 1, 'b': none, 'c': '"'}|xmlattr] }}`, `[' a="1" c="&#34;"']`],
    ["{{ ['%s-%s'|format(1, 'a'), '%(a)s'|format(a=1)] }}", "['1-a', '1']"],
    ["{{ ['%s'|format(1, a=2)] }}", "FilterArgumentError: can't handle positional and keyword arguments at the same time"],
    [
      "{{ ['a b c d e f'|truncate(5), 'abcdefghijkl'|truncate(5, true), 'abcdef'|truncate(5, false, '..', 0)] }}",
      "['a...', 'ab...', 'abc..']",
    ],
    ["{{ 'abc'|truncate(2) }}", 'AssertionError: expected length >= 3, got 2'],
    [
      '{{ [1|filesizeformat, 999|filesizeformat, 12345|filesizeformat, 12345|filesizeformat(true), 10000000000|filesizeformat] }}',
      "['1 Byte', '999 Bytes', '12.3 kB', '12.1 KiB', '10.0 GB']",
    ],
    ["{{ [d|attr('k') is defined, x|attr('upper') is callable] }}", '[False, True]'],
    [
      "{{ [x|regex_replace('[a-l]+', '_'), x|regex_replace('(l)(o)', '\\\\2\\\\1', 1)] }}",
      "['H_o, Wor_\\n_oo  _r', 'Helol, World\\nfoo  bar']",
    ],
    ["{{ [n|regex_replace('a', 'b')] }}", "TypeError: expected string or bytes-like object, got 'int'"],
    ["{{ ['a'|pprint, [1, 'a']|pprint] }}", `["'a'", "[1, 'a']"]`],
    ['{{ x|upper(1) }}', 'TypeError: do_upper() takes 1 positional argument but 2 were given'],
    ["{{ x|replace('a') }}", "TypeError: do_replace() missing 1 required positional argument: 'new'"],
    ['{{ x|indent(nope=1) }}', "TypeError: do_indent() got an unexpected keyword argument 'nope'"],
    ['{{ nn|list }}', "TypeError: 'NoneType' object is not iterable"],
    ['{{ n|length }}', "TypeError: object of type 'int' has no len()"],
    ['{{ y|nope }}', "TemplateAssertionError: No filter named 'nope'."],
  ],
  tests: [
    ['{{ [3 is odd, 4 is even, 9 is divisibleby 3, 9 is divisibleby(2)] }}', '[True, True, True, False]'],
    [
      '{{ [n is number, f is float, n is integer, b is integer, b is boolean, b is true, b is false, f is number] }}',
      '[True, True, True, False, True, True, False, True]',
    ],
    [
      '{{ [x is string, nn is none, d is mapping, y is sequence, d is sequence, x is iterable, n is iterable, range is callable] }}',
      '[True, True, True, True, True, True, False, True]',
    ],
    [
      "{{ ['a' is lower, 'A' is upper, nn is sameas none, 'a' is in y, n is eq 5, n is ne(5), n is gt 4, n is ge(5), n is lt 5, n is le 5] }}",
      '[True, True, True, True, True, False, True, True, False, True]',
    ],
    ["{{ ['upper' is filter, 'nope' is filter, 'odd' is test, '<'|e is escaped, x is escaped] }}", '[True, False, True, True, False]'],
    ['{{ [n is not odd, n is not none, not n is odd] }}', '[False, True, False]'],
    ['{{ n is divisibleby }}', 'TypeError: test_divisibleby() does not take these arguments'],
    ['{{ x is odd }}', 'TypeError: not all arguments converted during string formatting'],
    ['{{ n is nope }}', "TemplateAssertionError: No test named 'nope'."],
    ['{{ n is odd is even }}', 'TemplateSyntaxError: You cannot chain multiple tests with is'],
  ],
};

for (const [name, rows] of Object.entries(cases))
  describe(name, () => {
    test.each(rows)('%s', (template, expected) => {
      expect(render(template, row)).toBe(expected);
    });
  });
