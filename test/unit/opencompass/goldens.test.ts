import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { answer, comparable, readRows } from './case.js';

// What the real framework answered to made-up cases (OpenCompass 0.5.3): see test/fixtures/opencompass/README.md.
describe.each(['quirks', 'fuzz'])('the %s of the real framework', (name) => {
  it('are rendered to the same prompts and errors', () => {
    const rows = readRows(`test/fixtures/opencompass/${name}.jsonl.gz`);
    expect(rows.length).toBeGreaterThan(50);
    for (const { value, json } of rows) {
      const [ours, theirs] = [comparable(answer(value)), comparable(json['expected']!)];
      // What is the same is found sooner than by an expectation, which says how it differs.
      if (!isDeepStrictEqual(ours, theirs)) expect(ours, `case ${String(json['id'])}`).toEqual(theirs);
    }
  });
});
