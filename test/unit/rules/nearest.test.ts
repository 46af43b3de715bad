import { describe, expect, it } from 'vitest';
import { nearest } from '../../../server/src/rules/support/nearest.js';

const keys = ['round', 'begin', 'end', 'reserved_roles', 'output_column', 'train_split', 'test_split'];

describe('nearest', () => {
  it.each([
    ['rounds', 'round'],
    ['begn', 'begin'],
    ['bgein', 'begin'],
    ['output_colum', 'output_column'],
    ['reservedroles', 'reserved_roles'],
    ['Round', 'round'],
    ['trian_split', 'train_split'],
  ])('%s means %s', (name, meant) => {
    expect(nearest(name, keys)).toBe(meant);
  });

  it.each(['prompt', 'x', 'retriever', ''])('%s means none of them', (name) => {
    expect(nearest(name, keys)).toBeUndefined();
  });

  it('prefers the first of two that are equally near', () => {
    expect(nearest('best_split', ['test_split', 'rest_split'])).toBe('test_split');
  });
});
