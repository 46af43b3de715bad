import { describe, expect, it } from 'vitest';
import { pyRepr } from '../../../server/src/engine/python/runtime/semantics.js';
import { typedRows } from '../../../server/src/engine/data/load/typed-rows.js';
import { rowTable } from '../../support/rows.js';

async function typed(text: string, file = '/ws/rows.jsonl'): Promise<string> {
  const { first, problems } = await rowTable(text, file, 0, typedRows);
  return [...first.map((row) => pyRepr(row).text), ...problems.map(({ message }) => message)].join(' | ');
}

describe('rows of JSON as a task reads them', () => {
  it.each([
    ['{"a":1}\n{"a":2.5,"b":"x"}', "{'a': 1.0, 'b': None} | {'a': 2.5, 'b': 'x'}"],
    ['{"a":"2020-01-01"}', "{'a': datetime.datetime(2020, 1, 1, 0, 0)}"],
    ['{"a":{"b":1}}\n{"a":{"c":[]}}', "{'a': {'b': 1, 'c': None}} | {'a': {'b': None, 'c': []}}"],
    ['[{"a":1.0},{"b":"2020-01-01"}]', "{'a': 1, 'b': None} | {'a': None, 'b': '2020-01-01'}"],
    ['[{"a":[1,2.5]},{"a":[]}]', "{'a': [1.0, 2.5]} | {'a': []}"],
    ['[{"date":"2020-01-01"}]', "{'date': ⟨unknown⟩}"],
  ])('%s', async (text, expected) => {
    expect(await typed(text)).toBe(expected);
  });

  it('stay what they are where no type fits, beside what the run raises', async () => {
    expect(await typed('{"a":1}\n{"a":"x"}')).toBe(
      "{'a': 1} | {'a': 'x'} | Loading this file raises DatasetGenerationError: JSON parse error: Column changed from number to string.",
    );
    expect(await typed('[{"a":"x"},{"a":1}]')).toBe(
      "{'a': 'x'} | {'a': 1} | Loading this file raises DatasetGenerationError: Expected bytes, got a 'int' object.",
    );
  });

  it('have the types that all rows settle, not only the first ones', async () => {
    const rows = Array.from({ length: 2500 }, (_, i) => JSON.stringify({ a: i === 2400 ? 0.5 : i }));
    expect(await typed(rows.join('\n'))).toMatch(/^\{'a': 0\.0\}/);
  });
});
