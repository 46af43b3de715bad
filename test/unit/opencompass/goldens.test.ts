import { describe, expect, it } from 'vitest';
import { answer, comparable, readRows } from './case.js';

// What the real framework answered to made-up cases (OpenCompass 0.5.3): see test/fixtures/opencompass/README.md.
describe.each(['quirks', 'fuzz'])('the %s of the real framework', (name) => {
  it('are rendered to the same prompts and errors', () => {
    const rows = readRows(`test/fixtures/opencompass/${name}.jsonl.gz`);
    expect(rows.length).toBeGreaterThan(50);
    for (const { value, json } of rows) expect(comparable(answer(value)), `case ${String(json['id'])}`).toEqual(comparable(json['expected']!));
  });
});
