import { describe, expect, test } from 'vitest';
import { render, row } from './support.js';

// What jinja2 3.1.6 gives on CPython 3.11, with StrictUndefined and keep_trailing_newline; an error as `Type: text`.
const cases: Readonly<Record<string, readonly (readonly [template: string, expected: string])[]>> = {
  'missing variables': [
    ['{{ missing }}', "UndefinedError: 'missing' is undefined"],
    ["{{ [n, missing] }} {{ (missing,) }} {{ {'a': missing} }}", "[5, Undefined] (Undefined,) {'a': Undefined}"],
    [
      '{{ missing is none }} {{ missing is not none }} {{ missing is string }} {{ missing is sequence }} {{ missing is callable }}',
      'False True False False True',
    ],
    ['{{ missing is defined }} {{ missing is undefined }}', 'False True'],
    ['{{ missing is iterable }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing is odd }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing is eq 1 }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing is in y }}', "UndefinedError: 'missing' is undefined"],
    ['{% if missing %}{% endif %}', "UndefinedError: 'missing' is undefined"],
    ["{{ missing|default('D') }} {{ missing|d }} {{ ''|default('E', true) }} {{ nn|default('F') }} {{ d.zz|default('G') }}", 'D  E None G'],
    ["{{ missing.foo|default('D') }}", "UndefinedError: 'missing' is undefined"],
    ['{{ missing|length }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing|list }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing|upper }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing|join }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing|int }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing|tojson }}', 'TypeError: Object of type StrictUndefined is not JSON serializable'],
    ['{{ missing|first }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing|items|list }}', '[]'],
    ["{{ missing|map('upper')|list }}", "UndefinedError: 'missing' is undefined"],
    ['{{ [missing, n]|join }}', "UndefinedError: 'missing' is undefined"],
    ["{{ '%s'|format(missing) }}", "UndefinedError: 'missing' is undefined"],
    ["{{ missing ~ 'a' }}", "UndefinedError: 'missing' is undefined"],
    ['{{ missing() }}', "UndefinedError: 'missing' is undefined"],
    ['{{ missing + missing }}', "UndefinedError: 'missing' is undefined"],
    ['{% set q = missing %}{{ q is defined }}', 'False'],
    ['{% set q = missing %}{{ q }}', "UndefinedError: 'missing' is undefined"],
    ["{{ x.replace(missing, 'a') }}", 'TypeError: replace() argument 1 must be str, not StrictUndefined'],
    ['{{ {missing: 1} }}', "UndefinedError: 'missing' is undefined"],
    ['{{ Avaliación }}', "UndefinedError: 'Avaliación' is undefined"],
  ],
};

for (const [name, rows] of Object.entries(cases))
  describe(name, () => {
    test.each(rows)('%s', (template, expected) => {
      expect(render(template, row)).toBe(expected);
    });
  });
