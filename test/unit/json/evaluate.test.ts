import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../server/src/evaluation.js';
import { evaluateJson } from '../../../server/src/json/evaluate.js';

const evaluate = (text: string) => evaluateJson('/ws/a.json', text, defaultLimits);

describe('evaluateJson', () => {
  it('gives the top-level names', () => {
    const evaluation = evaluate('{"datasets": [{"abbr": "demo"}], "__private": 1}');
    expect(evaluation).toMatchObject({ ok: true, language: 'json', problems: [] });
    expect([...evaluation.value.entries.keys()]).toEqual(['datasets']);
  });

  it('says where the syntax is wrong and keeps what stands before', () => {
    const evaluation = evaluate('{"a": 1, "b": [1, 2,]}');
    expect(evaluation).toMatchObject({ ok: false, error: { type: 'JSONDecodeError' }, problems: [{ kind: 'syntax-error', span: { start: 19, end: 20 } }] });
    expect(evaluation.value.get('a')).toMatchObject({ value: 1n });
    expect(evaluation.value.get('b')).toMatchObject({ items: [{ value: 1n }, { value: 2n }] });
  });

  it.each([
    ['[1]', 'raises'],
    ['', 'syntax-error'],
    ['\0\0', 'syntax-error'],
    ['{"filename": 1}', 'raises'],
    ['{"a": ' + '['.repeat(100_000), 'limit'],
    ['"' + 'a'.repeat(defaultLimits.document), 'limit'],
  ])('refuses %.40s', (text, kind) => expect(evaluate(text)).toMatchObject({ ok: false, problems: [{ kind }] }));
});
