import { describe, expect, it } from 'vitest';
import { fingerprintsOf } from '../../../server/src/cli/reports/fingerprints.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { fixture } from '../../support/fixture.js';
import { processorMs } from '../../support/processor-time.js';

/** The fingerprints of findings with one message at offsets of a text. */
function printsOf(text: string, offsets: readonly number[]): string[] {
  const { project, file } = fixture(`# file: eval.json\n$0${text}`);
  const diagnostics = offsets.map((start): Diagnostic => {
    const span = { file, start, end: start + 1 };
    return { rule: 'unknown-role', severity: 'warning', span, message: 'm', related: [], fixes: [], unnecessary: false };
  });
  return fingerprintsOf('eval.json', diagnostics, project.document(file)!);
}

describe('the fingerprint of a finding', () => {
  const long = 'a'.repeat(10_000);

  it.each([
    ['a line', 'one', 'two'],
    ['a very long line', long, `${long}b`],
  ])('stays where %s moves, and is another where it changes', (_what, line, changed) => {
    const [before] = printsOf(`${line}\n`, [0]);
    expect(printsOf(`\n\n  ${line}\n`, [5])).toEqual([before]);
    expect(printsOf(`${changed}\n`, [0])).not.toEqual([before]);
  });

  it('is another for each finding in one line', () => {
    expect(new Set(printsOf(long, [0, 1, 2])).size).toBe(3);
  });

  it('is as it was for lines that people write', () => {
    expect(printsOf('one\n', [0])).toEqual(['8fd610d322f29675358b0e17cf6f3d1b']);
  });

  it('does not read a long line anew for each finding in it', () => {
    const offsets = Array.from({ length: 5_000 }, (_none, index) => index);
    // It takes some 0.1 s; each reading took 5 s together.
    expect(processorMs(() => printsOf('a'.repeat(500_000), offsets))).toBeLessThan(2_000);
  });
});
