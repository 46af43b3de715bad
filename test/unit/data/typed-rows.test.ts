import { describe, expect, it } from 'vitest';
import { pyRepr } from '../../../server/src/engine/python/runtime/semantics.js';
import type { JsonReading } from '../../../server/src/engine/data/datasets/json-reading.js';
import { typedRows } from '../../../server/src/engine/data/load/typed-rows.js';
import { JsonLines } from '../../../server/src/engine/rows/json-lines.js';
import { TextRows } from '../../../server/src/engine/rows/text-rows.js';
import { TextWindow } from '../../../server/src/engine/rows/text-window.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { rowTable } from '../../support/rows.js';

async function typed(text: string, reading: JsonReading = 'strict', file = '/ws/rows.jsonl'): Promise<string> {
  const { first, problems } = await rowTable(text, file, 0, typedRows(reading, '2'));
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

  // As datasets 5.2.0 gives them, with pandas 3.1 and pyarrow 26.
  it.each([
    ['{"a":1}\n{"a":2.5,"b":"x"}', "{'a': 1.0, 'b': None} | {'a': 2.5, 'b': 'x'}", []],
    ['{"a":1}\n{"a":"x"}', "{'a': 1} | {'a': 'x'}", 'all'],
    [
      '{"o":{"A":"x","B":"y"}}\n{"o":{"A":"x","B":"y","C":"z"}}',
      "{'o': {'A': 'x', 'B': 'y'}} | {'o': {'A': 'x', 'B': 'y', 'C': 'z'}}",
      ['o'],
    ],
    ['{"o":[{"k":1},{"v":"2"}]}\n{"o":[]}', "{'o': [{'k': 1}, {'v': '2'}]} | {'o': []}", ['o']],
    [
      '{"o":{"in":{"a":1},"x":0.3}}\n{"o":{"in":{"b":0.3},"x":0.3}}',
      "{'o': {'in': {'a': 1}, 'x': 0.3}} | {'o': {'in': {'b': 0.30000000000000004}, 'x': 0.3}}",
      ['o'],
    ],
    ['{"a":"12"}\n{"a":{"b":"12"}}', "{'a': 12} | {'a': {'b': '12'}}", 'all'],
    ['{"a":"2020-01-01"}\n{"a":[1]}', "{'a': '2020-01-01'} | {'a': [1]}", 'all'],
    ['{"a":"abc"}\n{"a":1}\n{"a":"true"}\n{"a":null}', "{'a': 'abc'} | {'a': 1} | {'a': True} | {'a': None}", 'all'],
    ['{"a":null}\n{"a":{}}', "{'a': None} | {'a': {}}", []],
    ['{"a":{"b":null}}\n{"a":{"b":{"c":1}}}\n{"a":null}', "{'a': {'b': None}} | {'a': {'b': {'c': 1}}} | {'a': None}", []],
    ['[{"a":1.0},{"b":"2020-01-01"}]', "{'a': 1.0, 'b': None} | {'a': None, 'b': datetime.datetime(2020, 1, 1, 0, 0)}", ['a', 'b']],
    ['[{"a":[1,2.5]},{"a":[]}]', "{'a': [1.0, 2.5]} | {'a': []}", []],
    ['[{"date":"2020-01-01"}]', "{'date': datetime.datetime(2020, 1, 1, 0, 0)}", ['date']],
    ['[{"o":{"A":0.3}},{"o":{"B":true}}]', "{'o': {'A': 0.30000000000000004}} | {'o': {'B': True}}", ['o']],
    [' [{"a":1.0}]', "{'a': 1}", []],
  ])('of releases from 4.7 on are as they are written where no type fits: %s', async (text, expected, doubtful) => {
    expect(await typed(text, 'mixed')).toBe(expected);
    const either = await rowTable(text, '/ws/rows.jsonl', 0, typedRows('either', '2'));
    expect(either.doubtful).toEqual(doubtful);
    expect(pyRepr(either.first[0]!).text).toBe((await typed(text)).split(' | ')[0]);
  });

  // As datasets 3.6.0 and 5.2.0 do, with pyarrow 21 and 26.
  it.each([
    ['{"a":"w"}\n{"a":"x","b":2,"a":"y"}', 'Column(/a) was specified twice in row 1'],
    ['{"o":{"a":null,"a":1}}', 'Column(/o/a) was specified twice in row 0'],
    ['{"o":[{"a":1,"a":2}]}', undefined],
    ['[{"a":1,"a":2}]', undefined],
  ])('raise where an object has a key twice: %s', async (text, raised) => {
    const problem = raised === undefined ? [] : [`Loading this file raises DatasetGenerationError: JSON parse error: ${raised}.`];
    for (const reading of ['strict', 'mixed', 'either'] as const) {
      const { problems, raises } = await rowTable(text, '/ws/rows.jsonl', 0, typedRows(reading, '2'));
      expect([problems.map(({ message }) => message), raises !== undefined]).toEqual([problem, raised !== undefined]);
    }
  });

  it('raise nothing for a key that is there twice where they are written anew', async () => {
    expect(await typed('{"a":1,"o":[1,"x"]}\n{"a":2,"a":3,"o":2}', 'mixed')).toBe("{'a': 1, 'o': [1, 'x']} | {'a': 3, 'o': 2}");
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

  it('are numbered and counted as they are without types where a line is no row', async () => {
    const lines = (count: number): string[] => Array.from({ length: count }, (_, i) => `{"n":${String(i)}}`);
    const few = await rowTable(['{"n":0}', 'no row', '{"n":1}'].join('\n'), '/ws/rows.jsonl', 0, typedRows('strict', '2'));
    expect(few.count).toBe(2);
    const text = ['no row', ...lines(3000)].join('\n');
    const many = await rowTable(text, '/ws/rows.jsonl', 1500, typedRows('strict', '2'));
    expect(pyRepr(many.row(1500)!).text).toBe("{'n': 1500}");
  });

  it.each([
    '{"k":1.0}',
    '{"k": -2e3}',
    '{"k":12345678901234567890}',
    '{"k":1e999}',
    '{"k":NaN}',
    '{"k":null}',
    '{"k":"x"}',
    '{"z":1,"7":2,"y":{"9":[],"b":{}}}',
    '{"a":1,"a":"x"}',
    '{"__proto__":1}',
    '{"a":"\\ud800"}',
    '{"a":"2020-01-01","b":[1.5,null],"c":[[]],"d":true}',
    '{"a":"it was 1990. or, 3.5"}',
    `{"a":${'['.repeat(500)}${']'.repeat(500)}}`,
    '[1]',
    'null',
    '{"a":',
    ' \t{"a":1}',
  ])('have the types by their shapes alone that their values give: %s', async (line) => {
    // Only behind the first ones.
    const text = [...Array.from({ length: 1000 }, () => '{"k":0}'), line, '{"k":1}'].join('\n');
    const [skimmed, parsed] = await Promise.all([true, false].map((skim) => readTyped(text, skim)));
    expect(skimmed).toEqual(parsed);
  });
});

/** @param skim whether the reader has the quicker way to the shapes */
async function readTyped(text: string, skim: boolean): Promise<readonly string[]> {
  const file = '/ws/rows.jsonl';
  const rows = new TextRows(file, new TextWindow(new MemoryWorkspace({ [file]: text }), file), new JsonLines(file));
  const reader = typedRows('strict', '2').json(file, skim ? rows : Object.assign(rows, { skim: undefined }), 'lines');
  const first = await reader.read(0, 10);
  return [...first.map((row) => pyRepr(row).text), ...reader.problems.map(({ message }) => message)];
}
