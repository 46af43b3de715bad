import { describe, expect, it } from 'vitest';
import { foldingRanges, selectionRanges } from '../../../server/src/engine/editor/text-ranges.js';
import { datasetConfig } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

/** The lines that fold, from 1, with what they are where that is told. */
function folds(source: string): string[] {
  const { project, file } = fixture(source);
  return foldingRanges(project.document(file)!).map(
    ({ first, last, kind }) => `${first + 1}-${last + 1}${kind === 'other' ? '' : ` ${kind}`}`,
  );
}

/** What is selected at `$0`, step by step. */
function grown(source: string): string[] {
  const { project, file, offset, texts } = fixture(source);
  return selectionRanges(project.document(file)!, offset).map(({ start, end }) => texts.get(file)!.slice(start, end));
}

describe('folding ranges', () => {
  it('are brackets, blocks, texts, imports and comments', () => {
    expect(
      folds('# a\n# b\nimport x\nfrom y import z\n\nwith read_base():\n    from .a import b\n    from .c import d\n\nx = """a\nb"""\n'),
    ).toEqual([...['1-2 comment', '3-4 imports', '6-8', '10-11']]);
    expect(folds('a = dict(\n    b=[\n        1,\n    ],\n    c=2,\n)\n')).toEqual(['1-5', '2-3']);
    expect(folds('a = [dict(\n    b=1,\n)]\n')).toEqual(['1-2']);
    expect(folds('for a in b:\n    c = [\n        a]\n')).toEqual(['1-3', '2-3']);
  });

  it('are there in a broken document', () => {
    expect(folds('a = dict(\n    b=1,\n)\nc = [[\n')[0]).toBe('1-2');
  });
});

describe('selection ranges', () => {
  it('grow from a placeholder to the document', () => {
    const steps = grown(datasetConfig.replace('{question}', '{que$0stion}'));
    expect(steps.slice(0, 5)).toEqual([
      'question',
      '{question}',
      'Question: {question}\\n',
      "'Question: {question}\\n'",
      "prompt='Question: {question}\\n'",
    ]);
    expect(steps[5]).toBe("dict(role='HUMAN', prompt='Question: {question}\\n')");
    expect(steps.at(-1)).toBe(datasetConfig);
    expect(steps.every((step, i) => i === 0 || step.includes(steps[i - 1]!))).toBe(true);
  });

  it('are there anywhere', () => {
    expect(grown('a = 1\n$0\n')).toEqual(['a = 1\n\n']);
    expect(grown('$0')).toEqual(['']);
  });
});
