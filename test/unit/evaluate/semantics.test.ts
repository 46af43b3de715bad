import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import { jsonToValue } from '../../../server/src/engine/json/json-values.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';
import { DictValue } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

/** A micro config and what mmengine's `Config.fromfile` makes of it. */
interface Case {
  readonly name: string;
  readonly main: string;
  readonly files: Readonly<Record<string, string>>;
  readonly lazy_import: boolean | null;
  readonly ok: boolean;
  readonly error?: string;
  readonly hidden?: unknown;
  readonly tuple_paths?: readonly string[];
  readonly line: string;
}

const cases: readonly Case[] = readFileSync('test/fixtures/semantics.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ ...(JSON.parse(line) as Case), line }));

/** JSON written anew, so that two spellings of one value compare equal; `unordered` for names that have no order of their own. */
function normal(json: string, unordered = false): string {
  const value = jsonToValue(json, 'value.json');
  if (value.kind !== 'dict' || !unordered) return toGolden(value).json;
  const result = new DictValue(value.span);
  for (const [id, entry] of [...value.entries].sort(([a], [b]) => (a < b ? -1 : 1))) result.entries.set(id, entry);
  return toGolden(result).json;
}

/** A field of a golden row, without loss. */
function field(row: Case, name: string): string {
  const value = jsonToValue(row.line, 'golden.jsonl');
  return value.kind === 'dict' ? toGolden(value.get(name)!).json : '';
}

describe('micro configs as mmengine loads them', () => {
  test.each(cases)('$name', (row) => {
    const files = Object.fromEntries([['main.py', row.main], ...Object.entries(row.files)].map(([name, text]) => ['/ws/' + name!, text!]));
    const evaluation = evaluateDocument('/ws/main.py', row.main, 'python', new MemoryWorkspace(files), {});
    const raised = evaluation.error && `${evaluation.error.type}: ${evaluation.error.text}`;
    expect({ ok: evaluation.ok, raised: row.ok ? undefined : raised?.split(':')[0] }).toEqual({
      ok: row.ok,
      raised: row.error?.split(':')[0],
    });
    if (row.lazy_import !== null) expect(evaluation.lazy).toBe(row.lazy_import);
    if (!row.ok) {
      expect(evaluation.problems.length).toBeGreaterThan(0);
      return;
    }
    expect(evaluation.problems.filter(({ kind }) => kind !== 'depends-on-environment')).toEqual([]);
    expect(normal(toGolden(evaluation.value).json)).toBe(field(row, 'value'));
    expect(normal(toGolden(evaluation.hidden).json, true)).toBe(normal(JSON.stringify(row.hidden), true));
    expect(toGolden(evaluation.value).tuplePaths).toEqual(row.tuple_paths);
  });

  test('covers all of them', () => {
    expect(cases.length).toBe(82);
  });
});
