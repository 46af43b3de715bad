import { describe, expect, it } from 'vitest';
import { parseTemplate, RenderBudget, renderTemplate, TemplateTooLong } from '../../../server/src/engine/jinja/index.js';
import { mostPieces, TracedText } from '../../../server/src/engine/core/traced-text.js';
import { DictValue } from '../../../server/src/engine/core/value.js';
import { nowhere } from '../../../server/src/engine/core/span.js';

function rendered(template: string): TracedText {
  return renderTemplate(
    TracedText.of(template, { kind: 'source', span: { file: '/task.yaml', start: 0, end: template.length }, exact: true }),
    new DictValue(nowhere),
  );
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
  ])('%s', (_name, template) => {
    expect(reason(template)).toMatch(/^Rendering stops after 500000 steps|^Something of \d+ items/);
  });

  it.each([
    ['prints', '{{ q }} '.repeat(300_000)],
    ['blocks', Array.from({ length: 50_000 }, (_, i) => `{% block b${String(i)} %}{% endblock %}`).join('')],
    ['branches', `{% if 0 %}${'{% elif 0 %}x'.repeat(100_000)}{% endif %}`],
    ['a dict', `{{ {${Array.from({ length: 50_000 }, (_, i) => `'a${String(i)}': 1`).join(', ')}} }}`],
    ['pieces put together', `{{ 1${'~1'.repeat(100_000)} }}`],
  ])('does not read a template of too many parts: %s', (_name, template) => {
    expect(reason(template)).toMatch(/^This template has more than 40000 words and signs/);
    expect(() => parseTemplate(template)).toThrow(TemplateTooLong);
  });

  it('has one budget for all templates of a prompt', () => {
    const template = TracedText.of('{% for i in range(40000) %}{% endfor %}', { kind: 'framework', what: 'a' });
    const budget = new RenderBudget();
    const row = new DictValue(nowhere);
    const texts = Array.from({ length: 30 }, () => renderTemplate(template, row, undefined, budget).text);
    expect(texts[0]).toBe('');
    expect(texts.at(-1)).toBe('⟨unknown⟩');
    expect(renderTemplate(template, row).text).toBe('');
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
