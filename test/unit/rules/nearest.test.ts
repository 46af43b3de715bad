import { describe, expect, it } from 'vitest';
import { nearest } from '../../../server/src/engine/checks/support/nearest.js';

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

  it('looks for nothing near what is no name any more', () => {
    const long = 'k'.repeat(251);
    expect(nearest(long, [`${long}x`])).toBeUndefined();
    expect(nearest(long.slice(1), [`${long.slice(1)}x`])).toBe(`${long.slice(1)}x`);
  });

  it('gives up on no candidate that is near behind letters that differ', () => {
    expect(nearest('abcdefghijkl', ['badcefghijkl'])).toBe('badcefghijkl');
    expect(nearest('xxxxefghijkl', ['abcdefghijkl'])).toBe('abcdefghijkl');
    expect(nearest('xxxxxfghijkl', ['abcdefghijkl'])).toBeUndefined();
  });

  it('takes no limit for its opposite', () => {
    expect(nearest('max_out_len', ['min_out_len'])).toBeUndefined();
    expect(nearest('max_outlen', ['min_out_len', 'max_out_len'])).toBe('max_out_len');
  });

  it('prefers the first of two that are equally near', () => {
    expect(nearest('best_split', ['test_split', 'rest_split'])).toBe('test_split');
  });
});
