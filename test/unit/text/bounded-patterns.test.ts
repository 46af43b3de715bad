import { describe, expect, it } from 'vitest';
import { writtenImport } from '../../../server/src/engine/checks/support/written-import.js';
import { placesOfPath } from '../../../server/src/engine/core/setting-paths.js';
import { partsBetween } from '../../../server/src/engine/core/text-ends.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { typedRows } from '../../../server/src/engine/data/load/typed-rows.js';
import { parseArrowFloat } from '../../../server/src/engine/data/datasets/arrow-numbers.js';
import { explainError } from '../../../server/src/engine/editor/explain-error.js';
import { calledNames } from '../../../server/src/engine/frameworks/lm-eval/rules/support/called-names.js';
import { parseJson } from '../../../server/src/engine/json/parse-json.js';
import { mostPieces } from '../../../server/src/engine/core/traced-text.js';
import { openRows } from '../../../server/src/engine/rows/open-rows.js';
import { endOfItem } from '../../../server/src/engine/rows/json-list.js';

const long = 200_000;

// Each of these took minutes while something was looked for anew from each character of a long run.
describe('long runs of one character', () => {
  it('are looked through once for calls', () => {
    expect(calledNames(`{{ ${'a'.repeat(long)} }}`)).toEqual([]);
    expect(calledNames(`{{ len(${' '.repeat(long)}question) }}`)).toMatchObject([{ instead: '(question | length)' }]);
  });

  it('are looked through once for the parts between signs', () => {
    expect(partsBetween(`a${'\t'.repeat(long)}b`, ',')).toHaveLength(1);
    expect(partsBetween(' a , b,c ', ',')).toEqual([' a', 'b', 'c ']);
  });

  it('are looked through once for the end of a path', () => {
    expect(placesOfPath(`${'/'.repeat(long)}x//`, new MemoryWorkspace({}))).toEqual([`${'/'.repeat(long)}x`]);
  });

  it('are looked through once for an import', () => {
    expect(writtenImport(`from a import b${' '.repeat(long)};\n`, '/a.py', 3)).toBeUndefined();
    expect(writtenImport('from a import (b,\n  c)  # d\n', '/a.py', 3)).toMatchObject({ text: 'from a import (b,\n  c)  # d' });
  });

  it('are looked through once for a number', () => {
    expect(parseArrowFloat(`${'0'.repeat(long)}x`)).toBeUndefined();
    expect([parseArrowFloat('1.'), parseArrowFloat('.5'), parseArrowFloat('1.5e3')]).toEqual([1, 0.5, 1500]);
  });
});

describe('a log', () => {
  it('may be of very many lines, and of very many programs', () => {
    const known = "KeyError: 'api_role'\n";
    expect(explainError('\n'.repeat(190_000) + known)?.error).toBe(known.trim());
    const programs = Array.from({ length: 12_000 }, (_, i) => `${String(i)}: AError\n`).join('');
    expect(explainError(programs + known)?.error).toBe(known.trim());
  });
});

describe('rows', () => {
  const rows = async (name: string, text: string) => {
    const reader = await openRows(new MemoryWorkspace({ [name]: text }), name);
    return { reader, rows: await reader.read(0, 1000) };
  };

  it('of millions of cells are told, and not made', async () => {
    const { reader, rows: read } = await rows('/a.csv', `question\n${'a,'.repeat(5_000_000)}\n"b""c"\n`);
    expect(reader.problems).toMatchObject([{ message: 'Line 2 is not a row: it has 5000001 cells, but the header has 1.' }]);
    expect(read.map((row) => row.get('question'))).toMatchObject([{ text: 'b"c' }]);
  });

  it('are held by how many values they have', async () => {
    const { rows: read } = await rows('/a.jsonl', `{"a": [${'0,'.repeat(50_000)}0]}\n`.repeat(30));
    expect(read.length).toBeGreaterThan(10);
    expect(read.length).toBeLessThan(20);
  });

  it('are looked for in no more than the first megabytes of what are none', async () => {
    const { reader, rows: read } = await rows('/a.jsonl', `{"a": [${'0,'.repeat(200_000)}0]}\n`.repeat(60));
    expect(read).toEqual([]);
    expect(reader.problems.length).toBeLessThan(30);
  });

  it('are typed by all that are looked through, however few are held at once', async () => {
    const lines = `{"a": [${'0,'.repeat(2_000)}0]}\n`.repeat(900) + `{"a": [0.5]}\n`;
    const reader = await openRows(new MemoryWorkspace({ '/a.jsonl': lines }), '/a.jsonl', typedRows('strict', '3.1'));
    const [first] = await reader.read(0, 1);
    const cell = first?.get('a');
    expect(cell?.kind === 'list' && cell.items[0]).toMatchObject({ kind: 'float' });
  });

  it('of JSON have no more columns than a table has', async () => {
    const wide = Array.from({ length: 20_001 }, (_, i) => `"${String(i)}": 1`).join(',');
    const { reader } = await rows('/a.jsonl', `{${wide}}\n{"a": 1}\n`);
    expect(reader.problems).toMatchObject([{ message: 'Line 1 is not a row: it has 20001 keys; more than 20000 columns are not read.' }]);
    expect((await rows('/a.json', `{${wide}}`)).reader.problems).toMatchObject([
      { message: 'The rows of the file have 20001 columns; more than 20000 are not read.' },
    ]);
  });

  it('of one JSON object are counted before it is parsed', async () => {
    const columns = Array.from({ length: 20_001 }, (_, i) => `"${String(i)}": []`).join(',');
    expect((await rows('/a.json', `{${columns}, fault`)).reader.problems).toMatchObject([
      { message: 'The rows of the file have 20002 columns; more than 20000 are not read.' },
    ]);
  });

  it('of very many escape sequences are followed as far as other texts', () => {
    const { value } = parseJson(`"${'\\n'.repeat(mostPieces * 2)}"`, '/a.json');
    const traced = value?.kind === 'str' ? value.traced : undefined;
    expect(traced?.pieces.length).toBeLessThanOrEqual(mostPieces);
    expect(traced?.pieces.reduce((sum, { length }) => sum + length, 0)).toBe(mostPieces * 2);
  });

  it('of a list end where their brackets do', () => {
    expect(endOfItem('{"a": ["]", {"b": "\\"}"}]} , {}', 0)).toBe('{"a": ["]", {"b": "\\"}"}]}'.length);
    expect(endOfItem('12 , 3', 0)).toBe(3);
    expect(endOfItem(`[${'['.repeat(10)}`, 0)).toBeUndefined();
  });
});
