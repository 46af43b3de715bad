import { describe, expect, it } from 'vitest';
import { evaluateJson } from '../../../server/src/engine/json/evaluate-json.js';
import { mostValues, parseJson } from '../../../server/src/engine/json/parse-json.js';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';

const evaluate = (text: string) => evaluateJson('/ws/a.json', text, defaultLimits);

describe('a JSON integer of thousands of digits', () => {
  // CPython 3.11: json.loads('9' * 4301)
  const text =
    'Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use sys.set_int_max_str_digits() to increase the limit';

  it.each(['', '-'])('is what Python raises, with the sign %j', (sign) => {
    const { ok, error, problems } = evaluate(`{"a": ${sign}${'9'.repeat(4301)}}`);
    expect(ok).toBe(false);
    expect(error).toMatchObject({ type: 'ValueError', text });
    expect(problems).toMatchObject([{ kind: 'raises', span: { start: 6, end: 6 + sign.length + 4301 } }]);
  });

  it('is read up to 4,300 digits, and as a float of any length', () => {
    expect(evaluate(`{"a": -${'9'.repeat(4300)}}`).ok).toBe(true);
    expect(evaluate(`{"a": ${'9'.repeat(5000)}.5}`).ok).toBe(true);
  });
});

describe('more values than are read', () => {
  it('is a limit, and nothing that Python raises', () => {
    const { ok, error, problems } = evaluate(`{"a": [${'1,'.repeat(mostValues)}1]}`);
    expect(ok).toBe(false);
    expect(error).toBeUndefined();
    expect(problems).toMatchObject([{ kind: 'limit' }]);
  });

  it('begins behind the last one that is read', () => {
    expect(parseJson(`[${'1,'.repeat(mostValues - 2)}1]`, '/ws/a.json').problem).toBeUndefined();
    expect(parseJson(`[${'1,'.repeat(mostValues - 1)}1]`, '/ws/a.json').problem?.kind).toBe('values');
  });
});
