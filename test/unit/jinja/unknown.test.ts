import { expect, test } from 'vitest';
import { UnknownValue } from '../../../server/src/engine/core/value.js';
import { traced } from './support.js';

const unknown = new UnknownValue('The column is made by code.', { file: '/data/rows.jsonl', start: 0, end: 1 });

/** The text with what is unknown in angle brackets. */
function shown(template: string): string {
  const text = traced(template, { u: unknown, q: 'a' });
  return [...text.located()]
    .map(({ start, piece }) =>
      piece.origin.kind === 'unknown' ? `<${piece.origin.reason}>` : text.text.slice(start, start + piece.length),
    )
    .join('');
}

test.each([
  ['Q: {{ u }}!', 'Q: <The column is made by code.>!'],
  ['{{ u.strip() }} {{ q }}', '<The column is made by code.> a'],
  ['{{ u[0].text|upper }}', '<The column is made by code.>'],
  ["{{ q ~ u ~ 'b' }}", 'a<The column is made by code.>b'],
  ['{{ q if u else 1 }}', '<The column is made by code.>'],
  ['{{ u is defined }} {{ u is undefined }} {{ u is none }}', 'True False <The column is made by code.>'],
  ['{{ [u, 1] }}', '[<The column is made by code.>, 1]'],
  ['a{% if u %}b{% endif %}', '<The column is made by code.>'],
  ['a{% for i in u %}b{% endfor %}', '<The column is made by code.>'],
  ['{% set a, b = u %}{{ a }}', '<The column is made by code.>'],
  ["{{ ['a', 'b'].index(u) }}", '<The column is made by code.>'],
  ["{{ '%s'|e|format('<') }}", '<What % makes of a text that is marked as HTML is not followed.>'],
  ["{{ ('<'|e).unescape() }}", '<What unescape makes of a text that is marked as HTML is not followed.>'],
  ['{% block b %}B{% endblock %}{{ self.b() }}', 'B<the blocks that self has are not followed>'],
  ['{{ q|random }}', '<which item |random takes differs from run to run>'],
])('%s', (template, expected) => {
  expect(shown(template)).toBe(expected);
});

test.each([
  ['{% for i in range(10 ** 9) %}{% endfor %}', 'Rendering stops after 500000 steps: this template does more work than is followed here.'],
  ["{{ 'a' * 10 ** 9 }}", 'A value of 1000000000 items or characters would be made here; at most 5000000 are followed.'],
  ['{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', 'Calls are nested more than 150 deep here: does the recursion ever end?'],
])('%s is given up', (template, reason) => {
  expect(shown(template)).toBe(`<${reason}>`);
});

test('a template that nests deeper than any stack is refused, not a crash', () => {
  const deep = `{{ ${'('.repeat(100_000)}1${')'.repeat(100_000)} }}`;
  expect(() => traced(deep, {})).toThrow('RecursionError');
  const chain = `{{ ${Array.from({ length: 15_000 }, () => '1').join(' + ')} }}`;
  expect(() => traced(chain, {})).toThrow('RecursionError');
});
