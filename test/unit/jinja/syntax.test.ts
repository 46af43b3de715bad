import { describe, expect, test } from 'vitest';
import { render, row } from './support.js';

// What jinja2 3.1.6 gives on CPython 3.11, with StrictUndefined and keep_trailing_newline; an error as `Type: text`.
const cases: Readonly<Record<string, readonly (readonly [template: string, expected: string])[]>> = {
  'templates that do not parse': [
    ['{{ x', "TemplateSyntaxError: unexpected end of template, expected 'end of print statement'."],
    ['{{ }}', "TemplateSyntaxError: Expected an expression, got 'end of print statement'"],
    ['{{ x }', "TemplateSyntaxError: unexpected '}'"],
    [
      '{% if x %}',
      "TemplateSyntaxError: Unexpected end of template. Jinja was looking for the following tags: 'elif' or 'else' or 'endif'. The innermost block that needs to be closed is 'if'.",
    ],
    ['{% if %}a{% endif %}', "TemplateSyntaxError: Expected an expression, got 'end of statement block'"],
    ['{% endif %}', "TemplateSyntaxError: Encountered unknown tag 'endif'."],
    [
      '{% for i in y %}{% endif %}',
      "TemplateSyntaxError: Encountered unknown tag 'endif'. Jinja was looking for the following tags: 'endfor' or 'else'. The innermost block that needs to be closed is 'for'.",
    ],
    ['{% nope %}', "TemplateSyntaxError: Encountered unknown tag 'nope'."],
    ['{% %}', 'TemplateSyntaxError: tag name expected'],
    ['{{ x | }}', "TemplateSyntaxError: expected token 'name', got 'end of print statement'"],
    ['{{ x.1.a. }}', 'TemplateSyntaxError: expected name or number'],
    ['{{ (1 }}', "TemplateSyntaxError: unexpected '}', expected ')'"],
    ['{{ 1) }}', "TemplateSyntaxError: unexpected ')'"],
    ['{{ [1} }}', "TemplateSyntaxError: unexpected '}', expected ']'"],
    ["{{ 'a }}", `TemplateSyntaxError: unexpected char "'" at 3`],
    ['{{ x $ y }}', "TemplateSyntaxError: unexpected char '$' at 5"],
    ['{{ a b }}', "TemplateSyntaxError: expected token 'end of print statement', got 'b'"],
    ['{{ ²x }}', 'TemplateSyntaxError: Invalid character in identifier'],
    ['{{ x| nope }}', "TemplateAssertionError: No filter named 'nope'."],
    ['{{ x is nope }}', "TemplateAssertionError: No test named 'nope'."],
    ['{% if false %}{{ x|nope }}{{ x is nope }}{% endif %}ok', 'ok'],
    ['{% if true %}{{ x|nope }}{% endif %}', "TemplateRuntimeError: No filter named 'nope' found."],
    ['{{ x if true else x|nope }}', 'Hello, World\nfoo  bar'],
    ['{% for loop in y %}{% endfor %}', "TemplateAssertionError: Can't assign to special loop variable in for-loop target"],
    ['{% set 1 = 2 %}', "TemplateSyntaxError: can't assign to 'const'"],
    ['{% set none = 2 %}', "TemplateSyntaxError: can't assign to 'const'"],
    [
      '{% set x %}',
      "TemplateSyntaxError: Unexpected end of template. Jinja was looking for the following tags: 'endset'. The innermost block that needs to be closed is 'set'.",
    ],
    ['{% for in y %}{% endfor %}', "TemplateSyntaxError: expected token 'in', got 'y'"],
    ['{# never closed', 'TemplateSyntaxError: Missing end of comment tag'],
    ['{% raw %} never closed', 'TemplateSyntaxError: Missing end of raw directive'],
    ['{% block a %}{% endblock %}{% block a %}{% endblock %}', "TemplateAssertionError: block 'a' defined twice"],
    ['{% macro m(a, a) %}{% endmacro %}', "SyntaxError: duplicate argument 'l_1_a' in function definition"],
    ['{% macro m(a=1, b) %}{% endmacro %}', 'TemplateSyntaxError: non-default argument follows default argument'],
    ['{{ dict(a=1, a=2) }}', 'SyntaxError: keyword argument repeated: a'],
    ['{{ f(a=1, 2) }}', 'TemplateSyntaxError: invalid syntax for function call expression'],
    ['{{ f(**a, *b) }}', 'TemplateSyntaxError: invalid syntax for function call expression'],
    ['{% call x %}{% endcall %}', 'TemplateSyntaxError: expected call'],
    [
      '{% block a-b %}{% endblock %}',
      'TemplateSyntaxError: Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore instead.',
    ],
    ["{{ '\\x4' }}", 'TemplateSyntaxError: truncated \\xXX escape'],
    ['{{ x is odd is even }}', 'TemplateSyntaxError: You cannot chain multiple tests with is'],
    ["{% from 'a' import _b %}", 'TemplateAssertionError: names starting with an underline can not be imported'],
    ['{% trans %}a{% endtrans %}', "TemplateSyntaxError: Encountered unknown tag 'trans'."],
    ['{% do x %}', "TemplateSyntaxError: Encountered unknown tag 'do'."],
    ['{% break %}', "TemplateSyntaxError: Encountered unknown tag 'break'."],
  ],
};

for (const [name, rows] of Object.entries(cases))
  describe(name, () => {
    test.each(rows)('%s', (template, expected) => {
      expect(render(template, row)).toBe(expected);
    });
  });
