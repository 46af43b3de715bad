import { describe, expect, it } from 'vitest';
import { detectFramework } from '../../../server/src/engine/frameworks/registry.js';
import { chatModel, dataset, imports } from './configs.js';
import { evaluate } from './python.js';

const detected = (text: string): string | undefined => detectFramework(evaluate({ 'config.py': text }))?.id;

describe('a document is an OpenCompass config', () => {
  it.each([
    ['with datasets', imports + dataset],
    ['with models', imports + chatModel],
    ['with a list of datasets whose classes are strings', "x_datasets = [dict(type='D', infer_cfg=dict(), reader_cfg=dict())]"],
    ['with custom datasets, which have a file and a name only', "my_datasets = [dict(abbr='a', path='a.jsonl')]"],
    ['with a meta template for others', "api_meta_template = dict(round=[dict(role='HUMAN')])"],
    [
      'with imports from the package',
      'from opencompass.partitioners import NaivePartitioner\ninfer = dict(partitioner=dict(type=NaivePartitioner))',
    ],
  ])('%s', (_, text) => {
    expect(detected(text)).toBe('opencompass');
  });
});

describe('a document is no config of ours', () => {
  it.each([
    ['that is empty', ''],
    ['that is ordinary Python', 'import os\n\ndef f(x):\n    return x + 1\n\nprint(f(2))'],
    ['that has lists of dicts', "models = [dict(name='a')]\ndatasets = [{'url': 'b'}]"],
    ['that does not parse', 'def ('],
  ])('%s', (_, text) => {
    expect(detected(text)).toBeUndefined();
  });
});
