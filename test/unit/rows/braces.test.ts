import { describe, expect, it } from 'vitest';
import { bracesIn } from '../../../server/src/engine/rows/braces.js';
import { processorMs } from '../../support/processor-time.js';

const shown = (text: string): string[] =>
  bracesIn(text).map(({ form, name, doubled, sort, start, end }) =>
    [form, name, ...(doubled ? ['doubled'] : []), ...(sort === 'column' ? [] : [sort]), `«${text.slice(start, end)}»`].join(' '),
  );

describe('what stands in braces', () => {
  it.each([
    ['{question}{answer}', ['plain question «{question}»', 'plain answer «{answer}»']],
    ['Q: {{question}}', ['plain question doubled «{question}»']],
    ['{ question }', ['spaced question «{ question }»']],
    ['{a.b} {a[0]} {a!r} {a:>5}', ['formatted a «{a.b}»', 'formatted a «{a[0]}»', 'formatted a «{a!r}»', 'formatted a «{a:>5}»']],
    ['Q: {question\nA:', ['unclosed question «{question»']],
    ['Q: question}\nA:', ['unopened question «question}»']],
    ['%(question)s', ['percent question doubtful «%(question)s»']],
    ['$question', ['dollar question doubtful «$question»']],
    ['{问题}', ['plain 问题 «{问题}»']],
  ])('%j', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it.each([
    String.raw`\frac{a}{b}`,
    String.raw`\frac{{a}}{{b}}`,
    String.raw`x_{a}^{b}`,
    String.raw`\sqrt[3]{x}`,
    String.raw`\{x\}`,
    '\f' + 'rac{a}{b}',
    '\t' + 'ext{a}',
    String.raw`\begin{array}{lll}`,
  ])('%j is TeX', (text) => {
    expect(bracesIn(text).filter(({ sort }) => sort !== 'foreign')).toEqual([]);
  });

  it.each(['int a[] = {n};', 'print(f"{x}")', 'for $ y = {k}$'])('%j may be code or a formula', (text) => {
    expect(bracesIn(text).map(({ sort }) => sort)).toEqual(['doubtful']);
  });

  it('takes JSON and sentences for no columns', () => {
    expect(bracesIn('{"answer": {"a": 1}} {your chosen answer}').filter(({ sort }) => sort === 'column')).toEqual([]);
  });

  it('takes a time that grows with the text only', () => {
    const text = '{'.repeat(20_000) + '}'.repeat(20_000) + '\\a{b}'.repeat(5_000);
    expect(processorMs(() => bracesIn(text))).toBeLessThan(1_500);
  });
});
