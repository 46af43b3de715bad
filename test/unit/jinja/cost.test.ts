import { describe, expect, it } from 'vitest';
import { parseTemplate, renderTemplate } from '../../../server/src/jinja/index.js';
import { mostPieces, TracedText } from '../../../server/src/text/traced-text.js';
import { DictValue } from '../../../server/src/value.js';

const nowhere = { file: '', start: 0, end: 0 };

function rendered(template: string): TracedText {
  return renderTemplate(TracedText.of(template, { kind: 'source', span: { file: '/task.yaml', start: 0, end: template.length }, exact: true }), new DictValue(nowhere));
}

function reason(template: string): string {
  const [piece] = rendered(template).pieces;
  return piece?.origin.kind === 'unknown' ? piece.origin.reason : '';
}

const long = "{% set s = 'ab ' * 1500000 %}{% set l = range(100000) | list %}";
const nested = '{% set ns = namespace(a=[1]) %}{% for i in range(60) %}{% set ns.a = [ns.a, ns.a] %}{% endfor %}';

describe('a template is charged by what it looks at and makes', () => {
  it.each([
    ['texts made upper case', `${long}{% for i in range(1000) %}{% set x = s | upper %}{% endfor %}`],
    ['lists written as text', `${long}{% for i in range(1000) %}{% set x = l | string %}{% endfor %}`],
    ['lists added', `${long}{% for i in range(1000) %}{% set x = l + l %}{% endfor %}`],
    ['lists compared', `${long}{% for i in range(1000) %}{% set x = l == l + [1] %}{% endfor %}`],
    ['a list that holds itself twice, printed', `${nested}{{ ns.a }}`],
    ['a list that holds itself twice, as JSON', `${nested}{{ ns.a | tojson }}`],
    ['two such lists compared', `${nested}{% set a = ns.a %}{{ a == [a] }}`],
    ['what is printed', '{{ 1 }}'.repeat(200_000)],
  ])('%s', (_name, template) => {
    expect(reason(template)).toMatch(/^Rendering stops after 1000000 steps|^Something of \d+ items/);
  });

  it('writes a list within itself as Python does', () => {
    expect(rendered('{% set d = [] %}{% set _ = d.append(d) %}{{ d }}').text).toBe('[[...]]');
  });

  it('asks for the length of a long list often', () => {
    expect(rendered('{% set l = range(500) | list %}{% for x in l %}{% if l | length != 500 %}x{% endif %}{% endfor %}y').text).toBe('y');
  });
});

describe('how deep a template is nested', () => {
  const many = 3_000;
  it.each([
    ['attributes', `{{ q${'.b'.repeat(many)} }}`],
    ['filters', `{{ q${'|upper'.repeat(many)} }}`],
    ['sums', `{{ 1${'+1'.repeat(many)} }}`],
    ['parentheses', `{{ ${'['.repeat(100_000)}1${']'.repeat(100_000)} }}`],
    ['statements', '{% if 1 %}'.repeat(many) + '{% endif %}'.repeat(many)],
  ])('%s', (_name, template) => {
    expect(() => parseTemplate(template)).toThrow('RecursionError: maximum recursion depth exceeded');
  });

  it('does not count what stands side by side', () => {
    expect(rendered(`{% if 0 %}${'{% elif 0 %}'.repeat(many)}{% else %}y{% endif %}`).text).toBe('y');
  });
});

it('follows a text in a bounded number of pieces, and keeps that something is unknown', () => {
  const pieces = Array.from({ length: mostPieces * 2 }, () => ({ length: 1, origin: { kind: 'framework', what: 'a' } as const }));
  const text = new TracedText('a'.repeat(pieces.length), pieces);
  expect(text.pieces).toHaveLength(mostPieces);
  expect(text.pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(text.length);
  const unknown = new TracedText('a'.repeat(pieces.length + 1), [...pieces, { length: 1, origin: { kind: 'unknown', reason: 'why' } }]);
  expect(unknown.pieces.at(-1)!.origin).toEqual({ kind: 'unknown', reason: 'why' });
});
