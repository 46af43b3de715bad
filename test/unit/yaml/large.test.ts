import { afterEach, describe, expect, it, vi } from 'vitest';
import { Composer } from 'yaml';
import { defaultLimits, type Evaluation } from '../../../server/src/engine/core/evaluation.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { evaluateYaml } from '../../../server/src/engine/yaml/read-yaml.js';

afterEach(() => void vi.restoreAllMocks());

function evaluate(text: string): Evaluation {
  return evaluateYaml('/ws/a.yaml', text, new MemoryWorkspace({}), defaultLimits);
}

describe('brackets in texts', () => {
  const interval = 'from [0, 1) and {0, 1) on\n';

  it.each([
    ['in double quotes', `a: "${interval.repeat(300).replaceAll('\n', ' ')}"\n`],
    ['in single quotes', `a: '${interval.repeat(300).replaceAll('\n', ' ')}'\n`],
    ['in a block', `a: |\n${`  ${interval}`.repeat(300)}`],
    ['in a plain text', `a: ${interval.replace('\n', ' ').repeat(300)}\n`],
    ['in a comment', `a: 1\n${`# ${interval}`.repeat(300)}`],
    ['that are dashes of a table', `a: |\n  ${'- '.repeat(300)}\n`],
  ])('%s nest nothing', (_where, text) => {
    expect(evaluate(text).problems).toEqual([]);
  });

  it.each([
    ['lists', '['.repeat(300)],
    ['mappings', '{a: '.repeat(300)],
    ['lists of dashes', `\n  ${'- '.repeat(300)}x`],
    ['keys', `\n  ${'? '.repeat(300)}x`],
  ])('nest where they are %s', (_what, value) => {
    expect(evaluate(`a: "[" # [\nb: ${value}\n`).problems).toMatchObject([{ kind: 'limit', span: { file: '/ws/a.yaml' } }]);
  });
});

describe('a text with too many parts', () => {
  it.each([
    ['lists in brackets', 'a: [' + '[1, 2], '.repeat(450_000) + ']\n'],
    ['lists of dashes', 'a:\n' + '  - 1\n'.repeat(600_000)],
  ])('of %s is not read', (_what, text) => {
    const reads = vi.spyOn(Composer.prototype, 'compose');
    expect(evaluate(text).problems).toMatchObject([
      { kind: 'limit', message: expect.stringMatching(/^This document has more than \d+ (?:words|marks); more are not read\.$/) },
    ]);
    expect(reads).not.toHaveBeenCalled();
  });

  it('is read where it is long texts', () => {
    const { problems, value } = evaluate(
      `a: "${'Hello, world: [x] - y. '.repeat(100_000)}"\nb: |\n${'  Hello, world: [x] - y.\n'.repeat(50_000)}`,
    );
    expect(problems).toEqual([]);
    expect(value.entries.size).toBe(2);
  });

  it('that PyYAML alone takes is read anew only a few times', () => {
    const rest = `a:\n${'  - [1, 2]\n'.repeat(15_000)}`;
    const loose = Array.from({ length: 60 }, (_, i) => `k${String(i)}:\n  b: "x\n y"\n`).join('');
    const reads = vi.spyOn(Composer.prototype, 'compose');
    evaluate(loose + rest);
    expect(reads.mock.calls.length).toBeGreaterThan(1);
    expect(reads.mock.calls.length).toBeLessThan(7);
  });
});

describe('work that grows with what is written', () => {
  it('reads no more than the first documents', () => {
    expect(evaluate('---\na: 1\n'.repeat(20_000)).problems).toMatchObject([
      { kind: 'syntax-error', message: 'A config is a single document; a second one starts here.' },
    ]);
  });

  it('counts entries that are merged as if they were written', () => {
    const chain = Array.from(
      { length: 2_000 },
      (_, i) => `a${String(i + 1)}: &a${String(i + 1)} {<<: *a${String(i)}, k${String(i)}: 1}\n`,
    ).join('');
    const { problems, value } = evaluate(`a0: &a0 {k: 1}\n${chain}`);
    expect(problems).toMatchObject([{ kind: 'limit', message: 'The aliases of this document stand for more than 1000000 values.' }]);
    expect(value.entries.size).toBe(2_001);
  });

  it('reads sexagesimal numbers of any length', () => {
    const parts = Array.from({ length: 100 }, (_, i) => i % 60);
    expect(evaluate(`a: 1:${parts.join(':')}\n`).value.get('a')).toMatchObject({
      value: parts.reduce((sum, part) => sum * 60n + BigInt(part), 1n),
    });
  });

  it('raises where Python refuses to make an int of so many digits', () => {
    expect(evaluate(`a: ${'9'.repeat(4300)}\n`).problems).toEqual([]);
    expect(evaluate(`a: 0x${'f'.repeat(5000)}\n`).problems).toEqual([]);
    const [problem] = evaluate(`a: ${'9'.repeat(100_000)}\n`).problems;
    expect(problem).toMatchObject({ kind: 'raises' });
    expect(problem!.message.length).toBeLessThan(500);
  });
});
