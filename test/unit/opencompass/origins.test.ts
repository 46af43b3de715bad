import { describe, expect, it } from 'vitest';
import type { TracedText } from '../../../server/src/engine/core/traced-text.js';
import { rowTable } from '../../support/rows.js';
import type { RenderedPrompt } from '../../../server/src/engine/prompt/rendered-prompt.js';
import { chatModel, dataset, imports, languageModel, service } from './configs.js';
import { render, stage } from './python.js';

function texts(prompt: RenderedPrompt): TracedText[] {
  const outputs = prompt.output?.kind === 'text' ? [prompt.output.text] : (prompt.output?.messages.map(({ text }) => text) ?? []);
  return [...prompt.stages.flatMap((one) => one.turns.map((turn) => turn.text)), ...outputs];
}

const files: Record<string, string> = {
  'config.py': `from mmengine.config import read_base

with read_base():
    from .datasets.demo import *
    from .models.river import *
`,
  'datasets/demo.py': imports + dataset,
  'models/river.py': imports + languageModel,
};

describe('origins', () => {
  it.each([
    ['a language model', imports + dataset + languageModel],
    ['a chat model', imports + dataset + chatModel],
    ['a service', imports + dataset + service],
    ['no model', imports + dataset],
    ['bases', files],
  ])('with %s: each exact piece is what stands at its span', (_, config) => {
    const sources: Record<string, string> = typeof config === 'string' ? { 'config.py': config } : config;
    let exact = 0;
    for (const text of texts(render(sources))) {
      expect(text.pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(text.length);
      for (const { start, piece } of text.located()) {
        if (piece.origin.kind !== 'source' || !piece.origin.exact) continue;
        const { span } = piece.origin;
        expect(sources[span.file.slice('/ws/'.length)]!.slice(span.start, span.end)).toBe(text.text.slice(start, start + piece.length));
        exact++;
      }
    }
    expect(exact).toBeGreaterThan(9);
  });

  it("lead from a column's value to its placeholder, its row and the row's file", async () => {
    const config = imports + dataset + languageModel;
    const source = Array.from({ length: 5 }, (_, i) => JSON.stringify({ q: `question ${String(i)}`, a: `answer ${String(i)}` })).join('\n');
    const { first: rows } = await rowTable(source);
    const { text } = render(config, { rows: { train: rows, test: rows[3]! } }).output as { text: TracedText };
    const columns = [...text.located()].filter(({ piece }) => piece.origin.kind === 'row');
    expect(columns.map(({ start, piece }) => text.text.slice(start, start + piece.length))).toEqual([
      'question 0',
      'answer 0',
      'question 4',
      'answer 4',
      'question 3',
    ]);
    for (const { start, piece } of columns) {
      if (piece.origin.kind !== 'row') continue;
      const { placeholder, span, column } = piece.origin;
      expect(source.slice(span!.start, span!.end)).toBe(`"${text.text.slice(start, start + piece.length)}"`);
      expect(config.slice(placeholder!.start, placeholder!.end).replaceAll('{{', '{').replaceAll('}}', '}')).toBe(`{${column}}`);
    }
    const [first, , , , last] = columns.map(({ piece }) => piece.origin);
    expect(first).toMatchObject({ split: 'train', index: 0, column: 'q' });
    expect(last).toMatchObject({ split: 'test', column: 'q' });
  });

  it('say of each piece what it is to its turn', () => {
    const { text } = render(imports + dataset + languageModel).output as { text: TracedText };
    const note = (search: string): unknown => text.pieceAt(text.text.indexOf(search))?.note;
    expect(note('<s>')).toEqual({ part: 'meta-begin' });
    expect(note('<u>Q: ⟦q#4⟧')).toMatchObject({ role: 'HUMAN', part: 'role-begin', shot: 1, shotRow: 4 });
    expect(note('⟦q#4⟧')).toMatchObject({ role: 'HUMAN', part: 'prompt', shot: 1, shotRow: 4 });
    expect(note('</u><b>⟦a#4⟧')).toMatchObject({ role: 'HUMAN', part: 'role-end', shot: 1 });
    expect(note('Think.')).toMatchObject({ role: 'HUMAN', part: 'prompt' });
  });

  it('say what the framework added', () => {
    const { text } = render(imports + dataset).output as { text: TracedText };
    expect(text.pieceAt(text.text.indexOf('\n'))).toMatchObject({ origin: { kind: 'framework' }, note: { part: 'separator' } });
    const merged = stage(render(imports + dataset + chatModel), 'meta-template').turns[0]!.text;
    expect(merged.pieceAt(merged.text.indexOf('\n'))).toMatchObject({
      origin: { kind: 'framework', what: 'line break between turns of one role' },
    });
  });
});
