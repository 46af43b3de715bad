import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { evaluateJson } from '../../../server/src/engine/json/evaluate-json.js';

const evaluate = (text: string) => evaluateJson('/ws/a.json', text, defaultLimits);

describe('evaluateJson', () => {
  it('gives the top-level names', () => {
    const evaluation = evaluate('{"datasets": [{"abbr": "demo"}], "__private": 1}');
    expect(evaluation).toMatchObject({ ok: true, language: 'json', problems: [] });
    expect([...evaluation.value.entries.keys()]).toEqual(['datasets']);
  });

  it('says where the syntax is wrong and keeps what stands before', () => {
    const evaluation = evaluate('{"a": 1, "b": [1, 2,]}');
    expect(evaluation).toMatchObject({
      ok: false,
      error: { type: 'JSONDecodeError' },
      problems: [{ kind: 'syntax-error', span: { start: 19, end: 20 } }],
    });
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

describe('an int of very many digits', () => {
  it.each(['', '-'])('is read up to as many as Python takes, and raises what Python raises behind that: %s', (sign) => {
    expect(evaluate(`{"a": ${sign}${'9'.repeat(4300)}}`)).toMatchObject({ ok: true, problems: [] });
    const { ok, error, problems } = evaluate(`{"b": 1, "a": ${sign}${'9'.repeat(4301)}}`);
    expect(ok).toBe(false);
    expect(error?.message).toBe(
      'ValueError: Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use sys.set_int_max_str_digits() to increase the limit',
    );
    expect(problems).toMatchObject([{ kind: 'raises', span: { start: 14, end: 14 + sign.length + 4301 } }]);
  });
});
