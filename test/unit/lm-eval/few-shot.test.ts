import { describe, expect, it } from 'vitest';
import { fewShotSource } from '../../../server/src/engine/frameworks/lm-eval/prompt/few-shot.js';
import { prompt, raised, taskOf } from './task.js';

const source = (yaml: string) => {
  const found = fewShotSource(taskOf(yaml));
  if (!found) throw new Error('the config is rejected');
  const { pool, order, excludesRow } = found;
  const from =
    pool.kind === 'split'
      ? `${pool.given ? '' : 'falls back on '}${pool.split}`
      : pool.kind === 'samples'
        ? `${String(pool.samples.items.length)} samples`
        : pool.kind === 'unknown'
          ? pool.reason
          : pool.kind;
  return `${from}, ${order}${excludesRow ? ', without the row' : ''}`;
};

const samples = 'fewshot_config:\n  samples: [{q: a}, {q: b}]\n';

describe('fewShotSource', () => {
  it.each([
    ['test_split: test\ntraining_split: train\nvalidation_split: dev\n', 'falls back on train, random'],
    ['test_split: test\nvalidation_split: dev\n', 'falls back on dev, random'],
    ['test_split: test\n', 'falls back on test, random'],
    ['validation_split: dev\n', 'falls back on dev, random, without the row'],
    ['test_split: test\nfewshot_split: dev\ntraining_split: train\n', 'dev, random'],
    ['test_split: test\nfewshot_split: test\n', 'test, random, without the row'],
    ['test_split: test\nfewshot_split: dev\nfewshot_config: {split: train, sampler: first_n}\n', 'train, first_n'],
    [`test_split: test\ntraining_split: train\n${samples}`, '2 samples, random'],
    [`test_split: test\nfewshot_split: dev\n${samples}`, 'dev, random'],
    [`test_split: test\nfewshot_split: dev\n${samples}  split: null\n`, '2 samples, random'],
    [
      'test_split: test\nfewshot_config: {samples: !function u.f}\n',
      'fewshot_config.samples is the function u.f, which is not run., random',
    ],
    ['test_split: test\nfewshot_config: {sampler: !function u.Sampler}\n', 'falls back on test, custom'],
    ['dataset_path: x\n', 'none, random, without the row'],
  ])('of %j', (yaml, expected) => expect(source(yaml)).toBe(expected));

  it('is not there where the harness rejects the config', () => {
    expect(fewShotSource(taskOf('test_split: test\nfewshot_config: {sampler: balanced}\n'))).toBeUndefined();
    expect(fewShotSource(taskOf('test_split: test\nfewshot_config: {samples: text}\n'))).toBeUndefined();
  });

  it('tells of the function that changes the rows of a split, and not of samples', () => {
    const yaml = 'test_split: test\nprocess_docs: !function u.f\n';
    expect(fewShotSource(taskOf(yaml))?.processDocs).toMatchObject({ path: 'u.f' });
    expect(fewShotSource(taskOf(yaml + samples))?.processDocs).toBeUndefined();
  });
});

describe('samples in a config', () => {
  const yaml = 'doc_to_text: "{{q}}"\ndoc_to_target: "!"\ntest_split: test\n';
  const two = `${yaml}fewshot_config: {sampler: first_n, samples: [{q: a}, {q: b}]}\n`;

  it('are taken in their order, and without the row that is asked about where the splits have one name', () => {
    expect(prompt(two, { q: 'a' }, { numFewshot: 1 }).context!.text).toBe('a !\n\na');
    const validation = two.replace('test_split: test', 'validation_split: dev');
    expect(prompt(validation, { q: 'a' }, { numFewshot: 1 }).context!.text).toBe('b !\n\na');
  });

  it('that are fewer than asked for raise what the sampler raises', () => {
    expect(raised(two, { q: 'a' }, { numFewshot: 3 }).error.message).toBe(
      'AssertionError: Error: number of fewshot samples requested exceeds the 2 that are available.',
    );
    expect(raised(two.replace('first_n', 'default'), { q: 'a' }, { numFewshot: 3 }).error.type).toBe('ValueError');
    expect(raised(two.replace('first_n', 'default').replace('[{q: a}, {q: b}]', '[]'), { q: 'a' }, { numFewshot: 1 }).error.type).toBe(
      'AssertionError',
    );
  });

  it('give way to rows that are given', () => {
    expect(prompt(two, { q: 'a' }, { shots: [{ q: 'given' }] }).context!.text).toBe('given !\n\na');
  });

  it('that are no rows raise only when they are rendered', () => {
    expect(prompt(two.replace('[{q: a}, {q: b}]', '[a]'), { q: 'a' }).context!.text).toBe('a');
    expect(raised(two.replace('[{q: a}, {q: b}]', '[a]'), { q: 'a' }, { numFewshot: 1 }).error.type).toBe('TypeError');
  });
});
