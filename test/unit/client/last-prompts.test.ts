import { describe, expect, it } from 'vitest';
import { LastPrompts } from '../../../client/src/preview/last-prompts.js';
import { answerWith, invented } from './invented-preview.js';

const uri = 'file:///made/eval.py';
const other = 'file:///made/other.py';
const broken = { kind: 'stale', uri, version: 4, reason: 'Line 3 is not closed.' } as const;
const empty = { kind: 'none', uri, version: 5, reason: 'This is not an evaluation config.' } as const;
const gone = { kind: 'failed', uri, reason: 'The server is gone.' } as const;

describe('what is shown where there is no prompt', () => {
  it('is the last good prompt of the document, through errors, empty texts and deaths of the server', () => {
    const prompts = new LastPrompts();
    prompts.answered(answerWith({ notes: ['first'] }));
    prompts.answered(answerWith({ notes: ['second'] }));
    const last = invented({ notes: ['second'] });
    expect(prompts.answered(empty)).toEqual({ kind: 'none', uri, reason: empty.reason, last });
    expect(prompts.answered(broken)).toEqual({ kind: 'stale', uri, reason: broken.reason, last });
    expect(prompts.instead(gone)).toEqual({ ...gone, last });
    expect(prompts.answered(answerWith())).toEqual(answerWith());
  });

  it('is no prompt of a document that had none, whatever another had', () => {
    const prompts = new LastPrompts();
    expect(prompts.answered(broken)).not.toHaveProperty('last');
    prompts.answered(answerWith({ uri: other }));
    for (const lack of [broken, empty, gone]) expect(prompts.instead(lack)).not.toHaveProperty('last');
  });

  it('is still there after other documents', () => {
    const prompts = new LastPrompts();
    for (const each of [uri, other, 'file:///made/third.py']) prompts.answered(answerWith({ uri: each }));
    expect(prompts.instead(gone)).toMatchObject({ last: { uri } });
    expect(prompts.instead({ ...gone, uri: other })).toMatchObject({ last: { uri: other } });
  });

  it('forgets those that were in sight longest ago: some are many, or some are large', () => {
    const kept = (documents: number, notes: readonly string[]): number => {
      const prompts = new LastPrompts();
      const uris = Array.from({ length: documents }, (_, i) => `file:///made/${i}.py`);
      for (const each of uris) prompts.answered(answerWith({ uri: each, notes }));
      const there = uris.map((each) => 'last' in prompts.instead({ ...gone, uri: each }));
      expect(there).toEqual([...there].sort());
      return there.filter(Boolean).length;
    };
    expect(kept(50, [])).toBe(21);
    const large = ['x'.repeat(5_000_000)];
    expect(kept(10, large)).toBe(4);
    // However large, what is in sight stays.
    expect(kept(2, ['x'.repeat(17_000_000)])).toBe(1);
  });
});
