import { expect, it } from 'vitest';
import { meantNames } from '../../../server/src/engine/mmengine/meant-names.js';

it('compares no names that are too long to be typed, which would take the product of their lengths', () => {
  const long = 'x'.repeat(40_000);
  expect(meantNames(`${long}y`, [long])).toEqual([]);
});

it('gives the nearest names first', () => {
  expect(meantNames('gsm8k_dataset', ['mmlu_datasets', 'gsm8k_datasets', 'gsm8k_datasetss'])).toEqual([
    'gsm8k_datasets',
    'gsm8k_datasetss',
  ]);
});
