import { describe, expect, test } from 'vitest';
import { render, row } from './support.js';

// What jinja2 3.1.6 gives on CPython 3.11, with StrictUndefined and keep_trailing_newline; an error as `Type: text`.
const cases: Readonly<Record<string, readonly (readonly [template: string, expected: string])[]>> = {
  whitespace: [
    ['a {{- 1 -}} b', 'a1b'],
    ['a\n  {%- if true -%}\n  x\n  {%- endif -%}\n b', 'axb'],
    ['  {%+ if true +%} x {% endif %}\n', '   x \n'],
    ['{# c #}a{#- c -#}  b', 'ab'],
    ['{% raw %} {{ x }} {%- endraw -%}  z', ' {{ x }}z'],
    ['{%- raw -%}  {{ }} {% endraw %}', '{{ }} '],
    ['line\r\ntwo\rthree', 'line\ntwo\nthree'],
    ['a\n\n', 'a\n\n'],
    ['{{ 1 }}\n', '1\n'],
    ['{% if true %}\nx\n{% endif %}\n', '\nx\n\n'],
    ['{#', ''],
    ["{{ '}}' }} {{ '{%' }}", '}} {%'],
    ['{ {x} } %} }}', '{ {x} } %} }}'],
  ],
  statements: [
    ['{% if n > 5 %}a{% elif n == 5 %}b{% else %}c{% endif %}', 'b'],
    ['{% if missing is defined %}a{% else %}b{% endif %}', 'b'],
    ["{% for i in y %}{{ loop.index }}/{{ loop.length }}{{ i }}{{ ',' if not loop.last }}{% endfor %}", '1/4b,2/4a,3/4C,4/4a'],
    [
      "{% for i in y %}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.cycle('o', 'e') }}{% endfor %}",
      '043Trueo132Falsee221Falseo310Falsee',
    ],
    [
      '{% for i in [1, 1, 2] %}{{ loop.changed(i) }}{{ loop.previtem if not loop.first }}{{ loop.nextitem is defined }}{% endfor %}',
      'TrueTrueFalse1TrueTrue1False',
    ],
    ['{% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %}', "k=v;n=2;text=['p', 'q'];"],
    ['{% for k, v in y %}{% endfor %}', 'ValueError: not enough values to unpack (expected 2, got 1)'],
    ['{% for a, b in [[1, 2, 3]] %}{% endfor %}', 'ValueError: too many values to unpack (expected 2)'],
    ['{% for i in [] %}x{% else %}empty{% endfor %}', 'empty'],
    ["{% for i in y if i != 'a' %}{{ loop.index }}{{ i }}{% endfor %}", '1b2C'],
    ['{% for i in y if loop.first %}{{ i }}{% endfor %}', "UndefinedError: 'loop' is undefined"],
    ['{% for i in missing %}{% endfor %}', "UndefinedError: 'missing' is undefined"],
    ['{% for i in n %}{% endfor %}', "TypeError: 'int' object is not iterable"],
    [
      '{% for i in nest recursive %}{% if i is iterable %}({{ loop(i) }}){{ loop.depth }}{% else %}{{ i }}{% endif %}{% endfor %}',
      '1(2(3)2)14',
    ],
    ['{% for i in [[1]] %}{{ loop(i) }}{% endfor %}', "TypeError: The loop must have the 'recursive' marker to be called recursively."],
    ['{% set q = 1 %}{{ q }} {% set q, r = 2, 3 %}{{ q + r }}', '1 5'],
    ['{% set q = 1 %}{% for i in y %}{% set q = q + 1 %}{{ q }}{% endfor %}{{ q }}', '22221'],
    ['{% set q = 1 %}{% if true %}{% set q = 2 %}{% endif %}{{ q }}', '2'],
    ['{% with a = 1 %}{% if false %}{% set a = 2 %}{% endif %}{{ a }}{% endwith %}', '1'],
    [
      "{% for i in y %}{% if i == 'a' %}{% set loop = 3 %}{% endif %}{{ loop }}{% endfor %}",
      "TemplateAssertionError: Can't assign to special loop variable in for-loop target",
    ],
    ['{% set ns = namespace(a=1) %}{% for i in y %}{% set ns.a = ns.a + 1 %}{% endfor %}{{ ns.a }} {{ ns }}', "5 <Namespace {'a': 5}>"],
    ['{% set x.a = 1 %}', 'TemplateRuntimeError: cannot assign attribute on non-namespace object'],
    ['{% set q %} block {{ n }} {% endset %}[{{ q }}]{% set q | trim | upper %} block {% endset %}[{{ q }}]', '[ block 5 ][BLOCK]'],
    [
      '{% set q | replace(zz, 1) %}{% endset %}',
      "AssertionError: Tried to resolve a name to a reference that was unknown to the frame ('zz')",
    ],
    ['{% with a = 1, b = n %}{{ a }}{{ b }}{% endwith %}{{ a is defined }}', '15False'],
    ['{% with n = 1, m = n %}{{ n }}{{ m }}{% endwith %}', '15'],
    ["{% filter upper | replace('O', '0') %}foo {{ x }}{% endfilter %}", 'F00 HELL0, W0RLD\nF00  BAR'],
    ['{% filter length %}foo{% endfilter %}', 'TypeError: sequence item 0: expected str instance, int found'],
    ['{% print n, y %} {% print 1 %}', "5['b', 'a', 'C', 'a'] 1"],
    ['{% for i in [1] %}{{ n }}{% endfor %}{% set n = 7 %}{{ n }}', "UndefinedError: 'n' is undefined"],
    ['{{ n }}{% set n = 7 %}{{ n }}', '57'],
    ['{% block a %}{{ n }}{% endblock %} {% block b %}{% endblock b %}', '5 '],
    ['{% include [] %}', 'TemplatesNotFound: Tried to select from an empty list of templates.'],
    ["{% include ['other'] %}", "AttributeError: 'Environment' object has no attribute 'get_source'"],
    ["{% include 'other' %}", "AttributeError: 'Environment' object has no attribute 'get_source'"],
    ["{% import 'other' as o %}", "AttributeError: 'Environment' object has no attribute 'get_source'"],
    ["{% extends 'other' %}", "AttributeError: 'Environment' object has no attribute 'get_source'"],
    ['{% for i in y: %}{{ i }}{% endfor %}', 'baCa'],
  ],
  macros: [
    ['{% macro m(a, b=2) %}{{ a }}-{{ b }};{% endmacro %}{{ m(1) }}{{ m(1, 3) }}{{ m(b=4, a=5) }}', '1-2;1-3;5-4;'],
    ['{% macro m(a) %}{{ a }}{% endmacro %}{{ m() }}', "UndefinedError: parameter 'a' was not provided"],
    ['{% macro m(a) %}x{% endmacro %}{{ m() }}{{ m }}', "x<Macro 'm'>"],
    ['{% macro m(a) %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, 3, q=4) }}', "(2, 3){'q': 4}"],
    ['{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}', "TypeError: macro 'm' takes not more than 1 argument(s)"],
    ['{% macro m(a) %}{% endmacro %}{{ m(q=2) }}', "TypeError: macro 'm' takes no keyword argument 'q'"],
    ['{% macro m() %}[{{ caller() }}]{% endmacro %}{% call m() %}in {{ n }}{% endcall %}', '[in 5]'],
    ["{% macro m() %}{{ caller('u') }}{% endmacro %}{% call(v) m() %}{{ v }}{{ n }}{% endcall %}", 'u5'],
    ['{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}', 'UndefinedError: No caller defined'],
    ['{% macro m(a, b=a) %}{{ b }}{% endmacro %}{{ m(3) }}', '3'],
    ['{{ m.name }}{% macro m() %}{% endmacro %}', "UndefinedError: 'm' is undefined"],
    ['{% macro m(a) %}{% endmacro %}{{ m.name }}{{ m.arguments }}{{ m.catch_kwargs }}', "m('a',)False"],
    ["{{ cycler('a', 'b').next() }} {% set c = cycler(1, 2) %}{{ c.next() }}{{ c.next() }}{{ c.next() }}{{ c.current }}", 'a 1212'],
    ["{% set j = joiner('|') %}{{ j() }}a{{ j() }}b", 'a|b'],
    ['{% macro m(n) %}{% if n > 0 %}{{ n }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(3) }}', '321'],
  ],
};

for (const [name, rows] of Object.entries(cases))
  describe(name, () => {
    test.each(rows)('%s', (template, expected) => {
      expect(render(template, row)).toBe(expected);
    });
  });
