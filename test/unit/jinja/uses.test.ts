import { expect, test } from 'vitest';
import { parseTemplate, usesOf } from '../../../server/src/engine/jinja/index.js';

/** Each use as `name@offset raises`, with `?` where it depends on a condition and `+` where the name is known to be defined. */
function uses(template: string): string[] {
  return usesOf(parseTemplate(template)).map(
    (use) => `${use.name}@${String(use.start)} ${use.missing}${use.conditional ? '?' : ''}${use.guarded ? '+' : ''}`,
  );
}

test.each([
  ['{{ a }} {{ b.c }}', ['a@3 raises', 'b@11 raises']],
  ['{{ a is none }} {{ a is not none }}', ['a@3 silent', 'a@19 silent']],
  ["{{ a is defined }}{{ b|default('x') }}{{ c|d }}", ['a@3 handled', 'b@21 handled', 'c@41 handled']],
  ['{{ a is odd }}', ['a@3 raises']],
  ['{{ [a, b.c] }}', ['a@4 silent', 'b@7 raises']],
  ['{{ {a: b} }}', ['a@4 raises', 'b@7 silent']],
  ['{{ a if b else c }}', ['b@8 raises', 'a@3 raises?', 'c@15 raises?']],
  ['{{ a and b }}', ['a@3 raises', 'b@9 raises?']],
  ['{% if a is defined %}{{ a }}{% else %}{{ a }}{% endif %}', ['a@6 handled', 'a@24 raises?+', 'a@41 raises?']],
  ['{% if a is not defined or b %}x{% else %}{{ a }}{% endif %}', ['a@6 handled', 'b@26 raises?', 'a@44 raises?+']],
  ['{{ a if a is defined and a else 1 }}', ['a@8 handled', 'a@25 raises?+', 'a@3 raises?+']],
  ['{% for i in a %}{{ i }}{{ loop.index }}{{ b }}{% endfor %}{{ i }}', ['a@12 raises', 'b@42 raises?', 'i@61 raises']],
  ['{% set a = b %}{{ a }}', ['b@11 silent']],
  ['{{ a }}{% set a = 1 %}{{ a }}', ['a@3 raises']],
  ['{% with a = b %}{{ a }}{% endwith %}{{ a }}', ['b@12 silent', 'a@39 raises']],
  ['{% macro m(p) %}{{ p }}{{ q }}{% endmacro %}{{ m(a) }}', ['q@26 raises?', 'a@49 silent']],
  ['{{ range(n) }}{{ namespace(a=b) }}', ['n@9 silent', 'b@29 silent']],
  ["{{ ['A', 'B'].index(a) }}", ['a@20 raises']],
  ['{{ Avaliación }}', ['Avaliación@3 raises']],
  ['plain text', []],
])('%s', (template, expected) => {
  expect(uses(template)).toEqual(expected);
});

test.each([
  ['{{ a if a is defined else b }}', ['a', 'b unless a']],
  ['{% if a is defined %}{{ b }}{% elif c is not defined %}{{ d }}{% else %}{{ e }}{% endif %}', ['b', 'd unless a, c', 'e unless a']],
  ['{{ (a is undefined or b is undefined) and c }}', ['c']],
  ['{{ (a is undefined and b is undefined) and c }}', ['c unless a, b']],
])('is reached where names are not defined: %s', (template, expected) => {
  const raising = usesOf(parseTemplate(template)).filter(({ missing }) => missing === 'raises');
  expect(raising.map(({ name, unless }) => (unless.size === 0 ? name : `${name} unless ${[...unless].join(', ')}`))).toEqual(expected);
});
