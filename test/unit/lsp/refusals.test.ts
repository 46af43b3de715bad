import { describe, expect, it } from 'vitest';
import { Refusals } from '../../../server/src/lsp/refusals.js';

const refusal = (file: string) => ({ file, version: 1, message: 'Too much.', offset: undefined });

describe('what was refused', () => {
  it('holds until the document changes', () => {
    const refusals = new Refusals(() => 0);
    refusals.add(refusal('/a.py'));
    refusals.add(refusal('/b.py'));
    refusals.changed('/a.py');
    expect(refusals.all()).toEqual([refusal('/b.py')]);
  });

  it('spares each version of a document once', () => {
    const refusals = new Refusals(() => 0);
    expect(refusals.spare(refusal('/a.py'))).toBe(true);
    expect(refusals.spare(refusal('/a.py'))).toBe(false);
    expect(refusals.spare({ ...refusal('/a.py'), version: 2 })).toBe(true);
    refusals.changed('/a.py');
    expect(refusals.spare({ ...refusal('/a.py'), version: 2 })).toBe(true);
    expect(refusals.all()).toEqual([]);
  });

  it('is tried again when files change, but not all the time', () => {
    let now = 0;
    const refusals = new Refusals(() => now);
    refusals.add(refusal('/a.py'));
    now = 9_000;
    refusals.add(refusal('/b.py'));
    expect(refusals.changedOnDisk()).toEqual([]);
    now = 11_000;
    expect(refusals.changedOnDisk()).toEqual(['/a.py']);
    expect(refusals.all()).toEqual([refusal('/b.py')]);
  });
});
